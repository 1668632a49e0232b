/** The HTML validator of the journeys finds each kind of fault, and no fault in what is right. */
import { describe, expect, it } from "vitest";
import { htmlErrors } from "../helpers/html-errors.ts";

const pageOf = (body: string) =>
	`<!doctype html><html lang="en"><head><title>Tools</title></head><body>${body}</body></html>`;

describe("the HTML validator", () => {
	it("finds nothing in a page that is right", async () => {
		const body = `<main><h1>Tools</h1><h2 id="a">Wrenches</h2><p>One</p></main>`;
		expect(await htmlErrors(pageOf(body))).toEqual([]);
	});

	it.each<[fault: string, body: string, rule: string]>([
		["an id twice", `<p id="a">1</p><p id="a">2</p>`, "no-dup-id"],
		["a style in a div", "<div><style>a{}</style></div>", "element-permitted-content"],
		[
			"a button in a link",
			`<a href="/"><button type="button">Go</button></a>`,
			"element-permitted-content",
		],
		["a block in a paragraph", "<p><div>One</div></p>", "no-implicit-close"],
		["an element that is not closed", "<section><div>One</section>", "close-order"],
		["a picture without a text", `<img src="/a.png">`, "wcag/h37"],
		["a skipped level of headings", "<h1>Tools</h1><h3>Wrenches</h3>", "heading-level"],
		["a field without a label", `<input type="text" name="a">`, "input-missing-label"],
		["a label of nothing", `<label for="a">Name</label>`, "no-missing-references"],
		["a list with a paragraph", "<ul><p>One</p></ul>", "element-permitted-content"],
		["an attribute that misses", "<script src></script>", "attribute-allowed-values"],
	])("finds %s", async (_, body, rule) => {
		const found = await htmlErrors(pageOf(body));
		expect(found.map((one) => one.split(":")[0])).toContain(rule);
	});

	it("finds a page without a doctype", async () => {
		expect(await htmlErrors("<html></html>")).toContainEqual(expect.stringContaining("doctype"));
	});
});
