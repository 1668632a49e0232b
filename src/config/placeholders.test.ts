import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textFacts } from "../shop/legal/legal-facts.ts";
import * as config from "./config.ts";
import { fillConfig, fillPlaceholders, fillPlaceholdersInHtml } from "./placeholders.ts";

const facts = {
	name: "Bits & <Bobs>",
	seller: { address: ["1 High Street", "York"], phone: undefined },
	reservationMinutes: 60,
	shipping: { rates: [{ price: 5 }] },
};

describe("a placeholder", () => {
	it("fills the texts of the configuration, and names the field of a wrong one", () => {
		const config = { name: "Bits", home: { slides: [{ title: "At {{name}}", id: "a" }] }, days: 3 };
		expect(fillConfig(config)).toEqual({
			...config,
			home: { slides: [{ title: "At Bits", id: "a" }] },
		});
		expect(() => fillConfig({ home: { intro: "{{shop}}" } })).toThrow("home.intro: {{shop}}");
	});

	it.each([
		["By {{name}}.", "By Bits & <Bobs>."],
		["At {{ seller.address }}", "At 1 High Street, York"],
		["{{reservationMinutes}} minutes, {{reservationMinutes}}", "60 minutes, 60"],
		["No {placeholder} here", "No {placeholder} here"],
	])("%s becomes %s", (text, filled) => {
		expect(fillPlaceholders(text, facts, "a.md")).toBe(filled);
	});

	it("is escaped in HTML, and filled in the URL of a link", () => {
		const html = '<p>{{name}}</p><a href="mailto:%7B%7B%20name%20%7D%7D">{{ name }}</a>';
		const name = "Bits &amp; &lt;Bobs&gt;";
		expect(fillPlaceholdersInHtml(html, facts, "a.md")).toBe(
			`<p>${name}</p><a href="mailto:${name}">${name}</a>`,
		);
	});

	it.each([
		"nmae",
		"seller",
		"seller.phone",
		"shipping.rates",
		"seller.address.street",
		"constructor",
		"name.length",
	])("{{%s}} fails with the file and the field", (path) => {
		expect(() => fillPlaceholders(`{{${path}}}`, facts, "content/legal/terms.md")).toThrow(
			`content/legal/terms.md: {{${path}}}: shop.config.ts has no text in this field`,
		);
	});
});

describe("an optional placeholder", () => {
	const entry = (path: string) => `<dt>Phone</dt>\n<dd>${path}</dd>\n`;
	const list = (path: string) =>
		`<dl><dt>Seller</dt>\n<dd>{{name}}</dd>\n${entry(path)}${entry("At {{seller.address}}")}</dl>`;

	it.each(["{{seller.phone?}}", "{{ seller.fax? }}", "<a>{{ seller.fax? }}</a>, or write"])(
		"%s leaves its entry out if there is no such field",
		(path) => {
			expect(fillPlaceholdersInHtml(list(path), facts, "a.md")).toBe(
				`<dl><dt>Seller</dt>\n<dd>Bits &amp; &lt;Bobs&gt;</dd>\n${entry("At 1 High Street, York")}</dl>`,
			);
		},
	);

	it("is filled if there is one", () => {
		expect(fillPlaceholdersInHtml(list("{{seller.address?}}"), facts, "a.md")).toContain(
			entry("1 High Street, York"),
		);
	});
});

it.each(globSync(`${config.content}/**/*.md`))("%s has only placeholders that exist", (file) => {
	const text = readFileSync(file, "utf8").replaceAll("?}}", "}}");
	// The optional fields that the demo shop does not have.
	const known = textFacts(config);
	const optional = { vatNumber: "DE123456789", authority: "Trade office" };
	const seller = { ...optional, ...Object(known.seller) };
	expect(fillPlaceholders(text, { ...known, seller }, file)).not.toContain("{{");
});
