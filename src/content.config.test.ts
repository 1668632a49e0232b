import { readFileSync } from "node:fs";
import { parseFrontmatter } from "astro/markdown";
import { describe, expect, it } from "vitest";
import { content } from "./config/config.ts";
import { collections } from "./content.config.ts";

const files = {
	blogsIntroduction: "blogs.md",
	blogs: "blogs/mutation.md",
	portfolio: "portfolio.md",
	legal: "legal/terms.md",
} as const;

type Collection = keyof typeof files;

/** The fields with errors if a file's head has `changes`; undefined removes a field. */
function wrongFields(name: Collection, changes: Record<string, unknown>): string[] {
	const { frontmatter } = parseFrontmatter(readFileSync(`${content}/${files[name]}`, "utf8"));
	const head = Object.entries({ ...frontmatter, ...changes }).filter(
		([, value]) => value !== undefined,
	);
	const { schema } = collections[name];
	if (!schema || typeof schema === "function") throw new Error("no schema");
	const issues = schema.safeParse(Object.fromEntries(head)).error?.issues ?? [];
	return issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

describe("the head of a text", () => {
	it.each(Object.keys(files) as Collection[])("is valid in %s", (name) => {
		expect(wrongFields(name, {})).toEqual([]);
	});

	it.each<[Collection, string, Record<string, unknown>]>([
		["blogs", "question: ", { question: undefined }],
		["blogs", "question: ", { question: " " }],
		["blogs", "order: ", { order: "first" }],
		["blogs", ': Unrecognized key: "tags"', { tags: ["react"] }],
		["blogsIntroduction", "description: ", { description: undefined }],
		["portfolio", "author: ", { author: undefined }],
		["portfolio", "cv.file: ", { cv: { file: "cv.pdf", note: "PDF" } }],
		["portfolio", "skills.entries: ", { skills: { heading: "Skills", entries: [] } }],
		["portfolio", "projects.entries.0.outline: ", withOutline("hammer")],
		["legal", "published: Must be false, or the date", { published: "soon" }],
		["legal", "published: Must be false, or the date", { published: true }],
		["legal", "published: Must be false, or the date", { published: undefined }],
	])("in %s fails with %j", (name, error, changes) => {
		expect(wrongFields(name, changes)).toEqual([expect.stringContaining(error)]);
	});

	it("may leave out sections of the portfolio, and give a legal page a date", () => {
		const none = { cv: undefined, projects: undefined, skills: undefined, builtWith: undefined };
		expect(wrongFields("portfolio", none)).toEqual([]);
		expect(wrongFields("legal", { published: new Date("2026-11-30") })).toEqual([]);
	});
});

function withOutline(outline: string): Record<string, unknown> {
	return { projects: { heading: "Projects", entries: [{ name: "A", outline, text: "B" }] } };
}
