/**
 * Writes docs/licences.md: every package whose code, style or font is part of the shop, by what the
 * last build put into it. With `--check` it writes nothing and fails where the list is no longer
 * true, or where something ships under a licence that asks for more than its own text.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { root } from "./settings.ts";
import { readPackage, type ShippedPackage, shippedFile } from "./shipped-packages.ts";

/** Licences that only ask to be named. Anything else is looked at by a person first. */
const permissiveLicences = new Set([
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
const nonModulePackages = {
	styles: ["daisyui", "tailwindcss"],
	font: ["@fontsource/barlow-condensed"],
};

/** Where the parts of a build run, as the list calls it. Prerendered pages ship as what they became. */
const runtimeNames: Record<string, string> = { client: "browser", ssr: "Worker" };

const shippedSchema = v.record(
	v.string(),
	v.array(v.object({ name: v.string(), version: v.string(), licence: v.string() })),
);

interface LicenceRow extends ShippedPackage {
	runtimes: string[];
}

/** The packages of a build's list and those beside it, by name. Throws where nothing was built yet. */
export function listLicences(file = shippedFile): LicenceRow[] {
	if (!existsSync(file)) throw new Error("Build the shop first: npm run build");
	const shippedByPart = v.parse(shippedSchema, JSON.parse(readFileSync(file, "utf8")));
	const rows = new Map<string, LicenceRow>();
	const add = (shipped: ShippedPackage, runtimes: string) => {
		const key = `${shipped.name}@${shipped.version}`;
		const row = rows.get(key) ?? { ...shipped, runtimes: [] };
		rows.set(key, { ...row, runtimes: [...row.runtimes, runtimes] });
	};
	for (const [part, packages] of Object.entries(shippedByPart)) {
		const runtime = runtimeNames[part];
		for (const shipped of runtime ? packages : []) add(shipped, runtime ?? "");
	}
	for (const [runtimes, names] of Object.entries(nonModulePackages)) {
		for (const name of names) add(readPackage(join(root, "node_modules", name)), runtimes);
	}
	return [...rows.entries()]
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([, row]) => ({ ...row, where: row.runtimes.sort() }));
}

/** What ships under a licence that is not on the list. An "A OR B" is as good as its best part. */
export function disallowedLicences(shipped: readonly ShippedPackage[]): ShippedPackage[] {
	return shipped.filter(({ licence }) => {
		const alternatives = licence.replaceAll(/[()]/g, "").split(" OR ");
		return !alternatives.some((alternative) =>
			alternative.split(" AND ").every((part) => permissiveLicences.has(part)),
		);
	});
}

/** The list as it stands in docs. */
export function toMarkdown(shipped: readonly LicenceRow[]): string {
	return [
		"# Licences of what ships",
		"",
		"Written by `npm run licences` from what the last build put into the shop; `npm test` fails",
		"where it is no longer true. What only builds and tests the shop is not part of it.",
		"",
		"| package | version | licence | where |",
		"|---|---|---|---|",
		...shipped.map(
			({ name, version, licence, runtimes }) =>
				`| ${name} | ${version} | ${licence} | ${runtimes.join(", ")} |`,
		),
		"",
	].join("\n");
}

function main(): void {
	const shipped = listLicences();
	const disallowed = disallowedLicences(shipped).map(({ name, licence }) => `${name} (${licence})`);
	if (disallowed.length > 0)
		throw new Error(`Not to be shipped without a look: ${disallowed.join(", ")}`);
	const file = join(root, "docs", "licences.md");
	if (!process.argv.includes("--check")) writeFileSync(file, toMarkdown(shipped));
	else if (readFileSync(file, "utf8") !== toMarkdown(shipped)) {
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
