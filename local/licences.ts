/**
 * Writes docs/licences.md: every package whose code, style or font is part of the shop, by what the
 * last build put into it. With `--check` it writes nothing and fails where the list is no longer
 * true, or where something ships under a licence that asks for more than its own text.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { root } from "./settings.ts";
import { readPackage, type Shipped, shippedFile } from "./shipped.ts";

/** Licences that only ask to be named. Anything else is looked at by a person first. */
const harmless = new Set([
	"0BSD",
	"Apache-2.0",
	"BlueOak-1.0.0",
	"BSD-2-Clause",
	"BSD-3-Clause",
	"CC0-1.0",
	"ISC",
	"MIT",
	"OFL-1.1",
	"Unlicense",
]);

/** What ships without being a module: style that is compiled, and the font that is cut down. */
const others = { styles: ["daisyui", "tailwindcss"], font: ["@fontsource/barlow-condensed"] };

/** Where the parts of a build run, as the list calls it. Prerendered pages ship as what they became. */
const places: Record<string, string> = { client: "browser", ssr: "Worker" };

const shippedShape = v.record(
	v.string(),
	v.array(v.object({ name: v.string(), version: v.string(), licence: v.string() })),
);

interface Line extends Shipped {
	where: string[];
}

/** The packages of a build's list and those beside it, by name. Throws where nothing was built yet. */
export function lines(file = shippedFile): Line[] {
	if (!existsSync(file)) throw new Error("Build the shop first: npm run build");
	const built = v.parse(shippedShape, JSON.parse(readFileSync(file, "utf8")));
	const found = new Map<string, Line>();
	const add = (shipped: Shipped, where: string) => {
		const key = `${shipped.name}@${shipped.version}`;
		const line = found.get(key) ?? { ...shipped, where: [] };
		found.set(key, { ...line, where: [...line.where, where] });
	};
	for (const [part, packages] of Object.entries(built)) {
		const place = places[part];
		for (const shipped of place ? packages : []) add(shipped, place ?? "");
	}
	for (const [where, names] of Object.entries(others)) {
		for (const name of names) add(readPackage(join(root, "node_modules", name)), where);
	}
	return [...found.entries()]
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([, line]) => ({ ...line, where: line.where.sort() }));
}

/** What ships under a licence that is not on the list. An "A OR B" is as good as its best part. */
export function doubtful(shipped: readonly Shipped[]): Shipped[] {
	return shipped.filter(({ licence }) => {
		const choices = licence.replaceAll(/[()]/g, "").split(" OR ");
		return !choices.some((choice) => choice.split(" AND ").every((part) => harmless.has(part)));
	});
}

/** The list as it stands in docs. */
export function document(shipped: readonly Line[]): string {
	return [
		"# Licences of what ships",
		"",
		"Written by `npm run licences` from what the last build put into the shop; `npm test` fails",
		"where it is no longer true. What only builds and tests the shop is not part of it.",
		"",
		"| package | version | licence | where |",
		"|---|---|---|---|",
		...shipped.map(
			({ name, version, licence, where }) =>
				`| ${name} | ${version} | ${licence} | ${where.join(", ")} |`,
		),
		"",
	].join("\n");
}

function main(): void {
	const shipped = lines();
	const bad = doubtful(shipped).map(({ name, licence }) => `${name} (${licence})`);
	if (bad.length > 0) throw new Error(`Not to be shipped without a look: ${bad.join(", ")}`);
	const file = join(root, "docs", "licences.md");
	if (!process.argv.includes("--check")) writeFileSync(file, document(shipped));
	else if (readFileSync(file, "utf8") !== document(shipped)) {
		throw new Error("docs/licences.md is not what ships: npm run licences writes it anew");
	}
}

if (process.argv[1]?.endsWith("licences.ts")) {
	try {
		main();
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
}
