/** Edits of single lines in wrangler.toml; comments and order stay. */
import { slugOf } from "../../src/shop/tools/addresses.ts";
import type { Environment } from "./environment.ts";

/** The longest name of a bucket or queue, less the longest end that one has: -payments-failed-staging. */
const maxNameLength = 63 - 24;

/**
 * Returns what a shop's Worker, database, bucket and queues are called: its name in small letters and digits, or its
 * domain where the name has none of them.
 */
export const resourceName = (shopName: string, origin = ""): string =>
	[shopName, origin.replace(/^https?:\/\//, "")]
		.map((text) => slugOf(text).slice(0, maxNameLength).replace(/-$/, ""))
		.find((slug) => slug.length >= 3) ?? "shop";

/** Sets the id of an environment's database. Returns the new file. */
export function withDatabaseId(toml: string, id: string, environment: Environment): string {
	const table = environment === "production" ? "d1_databases" : `env.${environment}.d1_databases`;
	return replaceValue(toml, `[[${table}]]`, "database_id", id);
}

/** Sets a variable of an environment, which must have a line for it. Returns the new file. */
export function withSetting(
	toml: string,
	name: string,
	value: string,
	environment: Environment,
): string {
	const table = environment === "production" ? "vars" : `env.${environment}.vars`;
	return replaceValue(toml, `[${table}]`, name, value);
}

/**
 * Renames the shop's Worker, database, bucket and queues, and staging's: each value that is `from` or begins with
 * it and a hyphen. Returns the new file.
 */
export const withNames = (toml: string, from: string, to: string): string =>
	toml.replaceAll(
		/^((?:name|database_name|bucket_name|queue|dead_letter_queue) = ")([^"]*)"$/gm,
		(line, start: string, value: string) =>
			value === from || value.startsWith(`${from}-`)
				? `${start}${to}${value.slice(from.length)}"`
				: line,
	);

/** Replaces the value of `name = "..."` in the table of a header. */
function replaceValue(toml: string, header: string, name: string, value: string): string {
	const lines = toml.split("\n");
	const start = lines.indexOf(header);
	const length = lines.slice(start + 1).findIndex((line) => line.startsWith("["));
	const end = length < 0 ? lines.length : start + 1 + length;
	const lineIndex = lines.findIndex(
		(line, index) => index > start && index < end && new RegExp(`^${name} = ".*"$`).test(line),
	);
	if (start < 0 || lineIndex < 0) {
		throw new Error(`wrangler.toml has no line that begins with ${name} below ${header}.`);
	}
	// TOML quotes basic strings as JSON does.
	lines[lineIndex] = `${name} = ${JSON.stringify(value)}`;
	return lines.join("\n");
}
