import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { document, doubtful, lines } from "./licences.ts";

const shipped = (licence: string) => ({ name: "some-package", version: "1.0.0", licence });

it("what ships must be under a licence that only asks to be named", () => {
	for (const licence of ["MIT", "ISC", "(MIT OR GPL-3.0)", "MIT AND Apache-2.0", "OFL-1.1"]) {
		expect(doubtful([shipped(licence)]), licence).toEqual([]);
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
		expect(doubtful([shipped(licence)]), licence).toHaveLength(1);
	}
});

it("a package is listed once, with every place it runs in, and prerendering is none", () => {
	const file = join(mkdtempSync(join(tmpdir(), "cogsmith-licences-")), "shipped.json");
	const one = shipped("MIT");
	writeFileSync(
		file,
		JSON.stringify({ client: [one], ssr: [one], prerender: [{ ...one, name: "another" }] }),
	);
	const listed = lines(file);
	expect(listed.find(({ name }) => name === "some-package")?.where).toEqual(["Worker", "browser"]);
	expect(listed.map(({ name }) => name)).not.toContain("another");
	expect(listed.map(({ name }) => name)).toContain("daisyui");
	expect(document(listed)).toContain("| some-package | 1.0.0 | MIT | Worker, browser |");
});
