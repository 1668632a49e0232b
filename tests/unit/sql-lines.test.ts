/** SQL is read line by line: no line of a `sql` template is longer than 160 characters. */
import { globSync, readFileSync } from "node:fs";
import { parse } from "@astrojs/compiler-rs";
import { expect, it } from "vitest";

const maxCharacters = 160;

/** A node of the syntax tree that Astro's compiler gives: places are in bytes. */
interface Node {
	type: string;
	start: number;
	end: number;
	[field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
	typeof value === "object" && value !== null && "type" in value;

/** Returns the `sql` templates in a part of a syntax tree. */
function templatesIn(value: unknown): Node[] {
	if (Array.isArray(value)) return value.flatMap(templatesIn);
	if (!isNode(value)) return [];
	if (value.type === "TaggedTemplateExpression" && isNode(value.tag) && value.tag.name === "sql")
		return [value];
	return Object.values(value).flatMap(templatesIn);
}

/** Returns the lines of `sql` templates in a module that are too long. */
function longLines(source: string): string[] {
	const code = `---\n${source}\n---\n`;
	const bytes = Buffer.from(code);
	return templatesIn(parse(code).ast)
		.flatMap(({ start, end }) => bytes.subarray(start, end).toString().split("\n"))
		.filter((line) => line.length > maxCharacters);
}

it("finds a line that is too long, in a template of many", () => {
	const [short, long] = ["a".repeat(100), "b".repeat(161)];
	expect(longLines(`// é\nrun(sql<number>\`\n${short}\n${long}\n\${"${short}"}\`);`)).toEqual([
		long,
	]);
});

it.each(
	globSync("src/**/*.{ts,tsx}").filter((file) => readFileSync(file, "utf8").includes("sql`")),
)("%s has none", (file) => {
	expect(longLines(readFileSync(file, "utf8"))).toEqual([]);
});
