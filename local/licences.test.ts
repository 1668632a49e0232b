import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { disallowedLicences, listLicences, toMarkdown } from "./licences.ts";

const shippedPackage = (licence: string) => ({ name: "some-package", version: "1.0.0", licence });

it("rejects every licence that is not permissive", () => {
	for (const licence of ["MIT", "ISC", "(MIT OR GPL-3.0)", "MIT AND Apache-2.0", "OFL-1.1"]) {
		expect(disallowedLicences([shippedPackage(licence)]), licence).toEqual([]);
	}
	for (const licence of [
		"unknown",
		"GPL-3.0-only",
		"LGPL-3.0-or-later",
		"AGPL-3.0",
		"MIT AND LGPL-3.0",
		"UNLICENSED",
		"SEE LICENSE IN LICENSE",
	]) {
		expect(disallowedLicences([shippedPackage(licence)]), licence).toHaveLength(1);
	}
});

it("lists a package once with its runtimes, without those that only prerender", () => {
	const file = join(mkdtempSync(join(tmpdir(), "cogsmith-licences-")), "shipped.json");
	const one = shippedPackage("MIT");
	writeFileSync(
		file,
		JSON.stringify({ client: [one], ssr: [one], prerender: [{ ...one, name: "another" }] }),
	);
	const rows = listLicences(file);
	expect(rows.find(({ name }) => name === "some-package")?.runtimes).toEqual(["Worker", "browser"]);
	expect(rows.map(({ name }) => name)).not.toContain("another");
	expect(rows.map(({ name }) => name)).toContain("tailwindcss");
	expect(toMarkdown(rows)).toContain("| some-package | 1.0.0 | MIT | Worker, browser |");
});
