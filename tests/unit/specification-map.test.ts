/** Every line of docs/specification-map.md names existing files and tests. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

interface Row {
	line: string;
	files: string[];
	proofs: string[];
}

/** The rows of the map's tables: a line of the specification, its code and the tests that prove it. */
const rows: Row[] = readFileSync(join(root, "docs/specification-map.md"), "utf8")
	.split("\n")
	.filter((text) => text.startsWith("| ") && !text.startsWith("| the specification says"))
	.map((text) => {
		const [, line = "", code = "", proved = ""] = text
			.split(/(?<!\\)\|/)
			.map((cell) => cell.trim());
		const files = [...code.matchAll(/`([^`*]+)`/g)].map(([, file = ""]) => file);
		return { line, files, proofs: proved.split("; ").filter(Boolean) };
	});

/**
 * The file of a proof: `journeys/order` is tests/journeys/order.test.ts, `messages` is src/messages/messages.test.ts.
 * `tests/shop/order` is named in full: src has a shop, too.
 */
function fileOf(name: string): string {
	if (name.startsWith("tests/")) return join(root, `${name}.test.ts`);
	const folder = /^(both|worker|journeys|widgets|tooling|crash|unit)\//.test(name)
		? "tests"
		: "src";
	return join(root, folder, `${name}.test.ts`);
}

describe("the map of the specification", () => {
	it("has a test for every line", () => {
		expect(rows.length).toBeGreaterThan(100);
		expect(rows.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
	});

	it("names existing files", () => {
		const missing: string[] = [];
		for (const { line, files } of rows) {
			let folder = "src";
			for (const file of files) {
				// A name without a folder is beside the file before it.
				const found = ["src", "src/pages", "", folder].find((from) =>
					existsSync(join(root, from, file)),
				);
				if (found === undefined) missing.push(`${line}: ${file}`);
				else folder = dirname(join(found, file));
			}
		}
		expect(missing).toEqual([]);
	});

	it("names existing tests", () => {
		const missing: string[] = [];
		for (const { line, proofs } of rows) {
			let file = "";
			for (const proof of proofs) {
				const named = proof.match(/^([\w/-]+): (.+)$/s);
				if (named?.[1]) file = fileOf(named[1]);
				const title = named?.[2] ?? proof;
				if (!existsSync(file)) missing.push(`${line}: no file ${file}`);
				else if (!readFileSync(file, "utf8").includes(title)) missing.push(`${line}: ${proof}`);
			}
		}
		expect(missing).toEqual([]);
	});
});
