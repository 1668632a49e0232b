/** Tools side by side: which are compared, and the lines of their table. */
import type { Specification } from "./tool-fields.ts";

/** The most tools that stand side by side. */
const maxCompared = 4;

/** A line of the table: what it is about, the value of each tool, and whether these differ. */
export interface ComparedLine {
	name: string;
	values: (string | undefined)[];
	differ: boolean;
}

/** Returns the ids of the tools to compare: each once, the first four. */
export function comparedIds(params: URLSearchParams): string[] {
	const ids = params.getAll("tool").filter((id) => /^[\w-]{1,64}$/.test(id));
	return [...new Set(ids)].slice(0, maxCompared);
}

/** Returns a line for each specification that one of the tools has, in the order in which they first stand. */
export function compareSpecifications(
	tools: readonly (readonly Specification[])[],
): ComparedLine[] {
	const names = [...new Set(tools.flatMap((tool) => tool.map(({ name }) => name)))];
	return names.map((name) => {
		const values = tools.map((tool) => tool.find((one) => one.name === name)?.value);
		return { name, values, differ: new Set(values).size > 1 };
	});
}
