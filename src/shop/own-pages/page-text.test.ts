import { expect, it } from "vitest";
import { beginningOf, readPageText } from "./page-text.ts";

it("a text has headings, paragraphs and lists", () => {
	const text =
		"## How we work\n\nOne line\nand its end.\n- first\n- second\n1. third\n\n### End\n# none";
	expect(readPageText(text)).toEqual([
		{ heading: 2, content: [{ text: "How we work" }] },
		{ paragraph: [{ text: "One line and its end." }] },
		{ list: [[{ text: "first" }], [{ text: "second" }]], isOrdered: false },
		{ list: [[{ text: "third" }]], isOrdered: true },
		{ heading: 3, content: [{ text: "End" }] },
		{ paragraph: [{ text: "# none" }] },
	]);
});

it("parts of a line are strong, emphasized or links", () => {
	expect(readPageText("See **our *best* tools** or *ask* [us](mailto:a@b.test).")).toEqual([
		{
			paragraph: [
				{ text: "See " },
				{ strong: [{ text: "our " }, { em: [{ text: "best" }] }, { text: " tools" }] },
				{ text: " or " },
				{ em: [{ text: "ask" }] },
				{ text: " " },
				{ link: [{ text: "us" }], href: "mailto:a@b.test" },
				{ text: "." },
			],
		},
	]);
	expect(readPageText("**Open**: [tools](/tools)")).toEqual([
		{
			paragraph: [
				{ strong: [{ text: "Open" }] },
				{ text: ": " },
				{ link: [{ text: "tools" }], href: "/tools" },
			],
		},
	]);
});

it.each([
	"[x](javascript:alert(1))",
	"[x](//elsewhere.test)",
	"[x](http://elsewhere.test)",
	"[x](data:text/html,x)",
	"<script>alert(1)</script>",
	"2 * 3 * 4",
	"[x]( /tools )",
])("%j is text", (text) => {
	expect(readPageText(text)).toEqual([{ paragraph: [{ text }] }]);
});

it("marks without an end are text, however many", () => {
	for (const text of ["[".repeat(20_000), "**a ".repeat(5000).trim(), "[a](".repeat(5000)]) {
		const started = performance.now();
		readPageText(text);
		expect(performance.now() - started).toBeLessThan(1000);
	}
});

it("begins with its first paragraph, without marks", () => {
	expect(beginningOf(readPageText("## Title\n**Open** [daily](/x)."))).toBe("Open daily.");
	expect(beginningOf(readPageText("a ".repeat(200)))).toMatch(/^.{1,160}…$/);
	expect(beginningOf([])).toBeUndefined();
});
