/** Whoever opens a file reads what it does: in its first line, or at the export that has its name. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";

const folders = ["src", "local", "ops", "bench", "tests/helpers", "tests/setup"];
const packages = ["widgets/src", "stand-in-for-stripe/src"];
const files = execFileSync("git", ["ls-files", ...folders, ...packages], { encoding: "utf8" })
	.split("\n")
	.filter((file) => /\.(ts|tsx|js|mjs|astro)$/.test(file))
	// A test says it in its names, a route of the API at its endpoint.
	.filter((file) => !/\.(test|d)\.ts$/.test(file) && !file.startsWith("src/pages/api/"));

/** Below this many lines the name of a file is enough. */
const minLines = 21;

const isHeaded = (text: string) => /^(---\n)?\/[/*]/.test(text);
const plain = (name: string) => name.replaceAll(/[-_.]/g, "").toLowerCase();

/** Whether an export with a docstring has the file's name or is the only one. */
function hasOwnExport(file: string, text: string): boolean {
	const exported = /^export (?:default )?(?:async )?(?:function|const|class)\*? ?(\w+)/gm;
	const names = [...text.matchAll(exported)].map(([, name = ""]) => name);
	const own = plain(basename(file).replace(/\.\w+$/, ""));
	return names.some(
		(name) =>
			(names.length === 1 || plain(name) === own) &&
			new RegExp(`\\*/\\nexport [^\\n]*\\b${name}\\b`).test(text),
	);
}

it("every file says what it does", () => {
	expect(files.length).toBeGreaterThan(700);
	const silent = files.filter((file) => {
		const text = readFileSync(file, "utf8");
		return text.split("\n").length > minLines && !isHeaded(text) && !hasOwnExport(file, text);
	});
	expect(silent).toEqual([]);
});
