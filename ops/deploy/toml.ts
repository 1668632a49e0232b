/** Edits of single lines in wrangler.toml; comments and order stay. */
import type { Environment } from "./environment.ts";

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
