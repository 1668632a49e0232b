import { expect, it } from "vitest";
import { invoicePdf, toWinAnsi } from "../../src/shop/invoices/invoice-pdf.server.ts";
import { taxRows } from "../../src/shop/invoices/invoices.ts";
import { sampleInvoices } from "../helpers/sample-invoices.ts";

it.each([
	["Röst & Korn, 12,50 €", "Röst & Korn, 12,50 €"],
	["Łukasz Kovač", "Lukasz Kovac"],
	["12\u202f345", "12 345"],
	["Ива́н 山田", "???? ??"],
])("%s is %s in the characters of the built-in fonts", (text, known) => {
	expect(toWinAnsi(text)).toBe(known);
});

it("the same document is the same file, of as many pages as it needs", () => {
	for (const invoice of Object.values(sampleInvoices)) {
		const file = new TextDecoder("latin1").decode(invoicePdf(invoice));
		expect(file).toMatch(/^%PDF-1\.\d/);
		expect(new TextDecoder("latin1").decode(invoicePdf(invoice))).toBe(file);
		expect(file.match(/\/Type \/Page\b/g)?.length).toBe(invoice.lines.length > 20 ? 2 : 1);
	}
});

it("totals say the tax of what is taxed, and nothing of a gift card", () => {
	const namesOf = (name: string) => {
		const invoice = sampleInvoices[name];
		return invoice && taxRows(invoice).map((row) => [row.name, row.taxCents]);
	};
	expect(namesOf("a gift card with a tool")).toEqual([["Tax 19% on 25.96 EUR", 493]]);
	expect(namesOf("a gift card")).toEqual([]);
	expect(namesOf("two rates, a company")).toHaveLength(2);
});
