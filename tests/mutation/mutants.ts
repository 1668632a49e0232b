/** Mutants: Stryker's instrumenter puts all of them into the code, each behind a switch. */
import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob, relative } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { root } from "../../local/settings.ts";

/** The code that mutation tests measure: the rules of the shop and its values, and what answers requests. */
const mutatedFolders = ["shop", "values", "access", "config", "http", "worker"].map(
	(folder) => `src/${folder}`,
);

export interface Mutant {
	id: string;
	/** Relative to the root. */
	file: string;
	line: number;
	mutator: string;
	original: string;
	replacement: string;
}

export interface Instrumented {
	mutants: Mutant[];
	/** How many places were left out. */
	ignored: number;
	/** Instrumented code by absolute path. */
	code: Map<string, string>;
}

const silent = new Proxy(
	{},
	{ get: (_, name) => (String(name).startsWith("is") ? () => false : () => undefined) },
) as ConstructorParameters<typeof Instrumenter>[0];

interface Node {
	type: string;
	callee?: Node;
	object?: Node;
}

/** Leaves out calls of `import.meta.glob`: Vite reads their arguments, and only as literals. */
const globCalls = {
	shouldIgnore({ node: { type, callee } }: { node: Node }): string | undefined {
		const isOfMeta = callee?.type === "MemberExpression" && callee.object?.type === "MetaProperty";
		return type === "CallExpression" && isOfMeta ? "read by Vite" : undefined;
	},
};

/** Instruments all files that match `glob`. */
export async function instrument(glob: string): Promise<Instrumented> {
	const files = mutatedFolders
		.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
		.filter((file) => !file.endsWith(".test.ts") && matchesGlob(file, glob))
		.sort()
		.map((file) => ({
			name: join(root, file),
			mutate: true,
			content: readFileSync(join(root, file), "utf8"),
		}));
	const sources = new Map(files.map(({ name, content }) => [name, content.split("\n")]));
	const { files: instrumented, mutants } = await new Instrumenter(silent).instrument(files, {
		plugins: null,
		excludedMutations: [],
		ignorers: [globCalls],
	});
	const tested = mutants.filter(({ status }) => status !== "Ignored");
	return {
		code: new Map(instrumented.map(({ name, content }) => [name, content])),
		ignored: mutants.length - tested.length,
		mutants: tested.map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => ({
			id,
			file: relative(root, fileName),
			line: start.line + 1,
			mutator: mutatorName,
			original: textBetween(sources.get(fileName) ?? [], start, end),
			replacement,
		})),
	};
}

interface Position {
	line: number;
	column: number;
}

function textBetween(lines: string[], start: Position, end: Position): string {
	const text = lines.slice(start.line, end.line + 1);
	const last = text.length - 1;
	text[last] = (text[last] ?? "").slice(0, end.column);
	text[0] = (text[0] ?? "").slice(start.column);
	return text.join("\n");
}
