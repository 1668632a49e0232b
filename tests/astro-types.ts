/**
 * Checks the types of .astro files with TypeScript 7: node tests/astro-types.ts. Each becomes a .tsx file below
 * .generated, as for an editor, and each of its scripts a module. `astro check` does the same with TypeScript 6, in three
 * times the time.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type ConvertToTsxResult, convertToTsx } from "@astrojs/astro2tsx";
import { root } from "../local/settings.ts";
import { tscScript } from "../local/tsc.ts";

const folder = join(root, ".generated", "astro-types");

/** Where a generated file's text is from: an .astro file, and the place in it of a place in the text. */
interface Generated {
	file: string;
	source: string;
	text: string;
	originOf(offset: number): number;
}

/** What the compiler says of a generated file that is no mistake in an .astro file: a page may return a response anywhere, and an attribute may stand twice. */
const allowed = new Set(["TS1108", "TS17001", "TS1208"]);

/** The place in the source of a place in the .tsx file. */
function originIn({ mappings }: ConvertToTsxResult, offset: number): number {
	const [start = 0, , origin = 0] =
		mappings.findLast(([from, length]) => from <= offset && offset <= from + length) ?? [];
	return origin + offset - start;
}

/** Writes the files of an .astro file; returns them by their path. */
function generate(file: string): [path: string, Generated][] {
	const source = readFileSync(join(root, file), "utf8");
	const converted = convertToTsx(source, { filename: join(root, file) });
	const [mistake] = converted.diagnostics.filter(({ severity }) => severity <= 2);
	if (mistake)
		throw new Error(`${placeIn(file, source, mistake.position.start)}: ${mistake.message}`);
	const modules = converted.scripts
		.filter(({ type }) => type === "processed-module" || type === "module")
		.map(({ content, position }, index): [string, Generated] => [
			`${file}.${index}.mts`,
			{ file, source, text: content, originOf: (offset) => position.start + offset },
		]);
	const page: Generated = {
		file,
		source,
		text: converted.code,
		originOf: (offset) => originIn(converted, offset),
	};
	return [[`${file}.tsx`, page], ...modules];
}

/** A place as compilers name it: file:line:column. */
function placeIn(file: string, source: string, offset: number): string {
	const lines = source.slice(0, offset).split("\n");
	return `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** The compiler's options beside those of src/tsconfig.json. The first file has the types of the content collections. */
const config = {
	extends: "../../src/tsconfig.json",
	files: [
		"src/declarations/env.d.ts",
		"src/declarations/request-bodies.d.ts",
		"node_modules/astro/env.d.ts",
		"node_modules/astro/astro-jsx.d.ts",
	].map((file) => relative(folder, join(root, file))),
	include: [
		"src",
		"tests",
		...["content.config.ts", "components/**/*.ts", "layouts/**/*.ts"].map(
			(path) => `../../src/${path}`,
		),
	],
	compilerOptions: {
		// Imports are relative to where the .astro file is.
		rootDirs: [".", "../.."],
		jsx: "preserve",
		tsBuildInfoFile: "../types/astro.tsbuildinfo",
	},
};

function compile(): Promise<string> {
	return new Promise((resolve) => {
		const args = [tscScript, "--singleThreaded", "--pretty", "false", "--project", folder];
		execFile(process.execPath, args, { cwd: root, maxBuffer: 64 << 20 }, (error, stdout, stderr) =>
			resolve(error && stdout === "" ? stderr || error.message : stdout),
		);
	});
}

/** The lines of the compiler about .astro files, with their places there. Its other lines are as they are: other projects have the files that pages import. */
function readOutput(output: string, generated: Map<string, Generated>): string[] {
	return output
		.split("\n")
		.filter((line) => line !== "" && !line.startsWith(" "))
		.flatMap((line) => {
			const [, path = "", row = "", column = "", code = ""] =
				/^(.+?)\((\d+),(\d+)\): error (TS\d+)/.exec(line) ?? [];
			if (path === "") return [line];
			const found = generated.get(relative(folder, join(root, path)));
			if (!found) return path.startsWith("src/") && !isOwn(path) ? [] : [line];
			if (allowed.has(code)) return [];
			const before = found.text.split("\n").slice(0, Number(row) - 1);
			const offset = before.reduce((sum, { length }) => sum + length + 1, 0) + Number(column) - 1;
			const place = placeIn(found.file, found.source, found.originOf(offset));
			return [`${place}: ${line.slice(line.indexOf("error TS"))}`];
		});
}

/** Whether a file of src is in no other project. */
const isOwn = (path: string) => /^src\/(content\.config\.ts$|components\/|layouts\/)/.test(path);

rmSync(folder, { recursive: true, force: true });
const files = ["src", "tests/worlds"].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".astro"))
		.map((name) => join(folder, name)),
);
const generated = new Map(files.flatMap(generate));
for (const [path, { text }] of generated) {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	writeFileSync(join(folder, path), text);
}
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
const mistakes = readOutput(await compile(), generated);
for (const mistake of mistakes) process.stdout.write(`${mistake}\n`);
process.stdout.write(`${files.length} .astro files, ${mistakes.length} mistakes in their types\n`);
process.exit(mistakes.length > 0 ? 1 : 0);
