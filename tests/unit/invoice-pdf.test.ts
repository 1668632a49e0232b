import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { unzlibSync } from "fflate";
import { describe, expect, it, vi } from "vitest";
import { root } from "../../local/settings.ts";
import { invoicePdf } from "../../src/shop/invoices/invoice-pdf.server.ts";
import { type Invoice, taxRows } from "../../src/shop/invoices/invoices.ts";
import { loadFaces, type ReadFile } from "../../src/shop/invoices/paper-faces.server.ts";
import { runsOf } from "../../src/shop/invoices/paper-text.server.ts";
import { toWinAnsi } from "../../src/shop/invoices/win-ansi.ts";
import { sampleInvoices } from "../helpers/sample-invoices.ts";

/** Reads as the Worker reads the static files of the build. */
const read: ReadFile = async (path) =>
	new Uint8Array(await readFile(join(root, "public", path))).buffer;
const readNothing: ReadFile = (path) => Promise.reject(new Error(`nothing needs ${path}`));
/** Bytes as characters: TextDecoder's latin1 is windows-1252. */
const binary = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

function sample(name: string): Invoice {
	const invoice = sampleInvoices[name];
	if (!invoice) throw new Error(`there is no sample ${name}`);
	return invoice;
}

/** The first sample with another buyer and another name of its first line. */
function invoiceOf(name: string, item = name): Invoice {
	const invoice = sample("one rate");
	const lines = invoice.lines.map((line, index) => (index === 0 ? { ...line, name: item } : line));
	return { ...invoice, lines, buyer: { ...invoice.buyer, name } };
}

/** The texts of a PDF in the order in which they are drawn: of built-in fonts as they are, of faces by their ToUnicode maps. */
function textOf(pdf: Uint8Array) {
	const file = binary(pdf);
	const objects = new Map(
		[...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)^endobj/gm)].map(([, id, body = ""]) => [id, body]),
	);
	const streamOf = (id: string | undefined) => {
		const body = objects.get(id ?? "") ?? "";
		const data = /stream\r?\n([\s\S]*)\r?\nendstream/.exec(body)?.[1] ?? "";
		const bytes = Uint8Array.from(data, (character) => character.charCodeAt(0));
		return body.includes("/FlateDecode") ? binary(unzlibSync(bytes)) : data;
	};
	const maps = [...file.matchAll(/\/(P\d+) (\d+) 0 R/g)].map(([, name, font = ""]) => {
		const map = streamOf(/\/ToUnicode (\d+)/.exec(objects.get(font) ?? "")?.[1]);
		const pairs = [...map.matchAll(/<(\w{4})> <(\w+)>/g)].map(([, code = "", units = ""]) => {
			const text = units.replaceAll(/\w{4}/g, (unit) =>
				String.fromCharCode(Number.parseInt(unit, 16)),
			);
			return [code, text] as const;
		});
		return [name, new Map(pairs)] as const;
	});
	const faces = new Map(maps);
	const drawn = [...file.matchAll(/\/Contents (\d+) 0 R/g)].flatMap(([, id]) => {
		const content = streamOf(id);
		return [...content.matchAll(/\/(P\d+) [\d.]+ Tf (.*?) ET|\((.*?)\) Tj/g)].map(
			([, face, glyphs = "", plain]) =>
				plain ??
				[...glyphs.matchAll(/<(\w{4})> Tj/g)]
					.map(([, code = ""]) => faces.get(face)?.get(code) ?? "")
					.join(""),
		);
	});
	const embedded = [...faces.values()].flatMap((map) => [...map.values()]).join("");
	return { drawn, embedded };
}

it.each([
	["Röst & Korn, 12,50 €", "Röst & Korn, 12,50 €"],
	["Łukasz Kovač", "Lukasz Kovac"],
	["12\u202f345", "12 345"],
	["Ива́н 山田", "???? ??"],
])("%s is %s in the characters of the built-in fonts", (text, known) => {
	expect(toWinAnsi(text)).toBe(known);
});

it("the same document is the same file, of as many pages as it needs, and of Latin text has no face", async () => {
	for (const invoice of Object.values(sampleInvoices)) {
		const file = binary(await invoicePdf(invoice, readNothing));
		expect(file).toMatch(/^%PDF-1\.\d/);
		expect(binary(await invoicePdf(invoice, readNothing))).toBe(file);
		expect(file.match(/\/Type \/Page\b/g)?.length).toBe(invoice.lines.length > 20 ? 2 : 1);
		expect(file).not.toContain("FontFile2");
	}
});

describe("a text that the built-in fonts have not", () => {
	it.each([
		["Ελένη Παπαδοπούλου"],
		["Иван Петров"],
		["Łukasz Kovač"],
		["王小明"],
		["山田あいコ"],
		["김민수"],
		["1⅛″"],
		["₹1 ₺2 ₩3 ₪4 ₴5 ₫6 ₱7 ฿8"],
	])("%s is in the PDF as it is", async (name) => {
		const invoice = invoiceOf(name);
		const pdf = await invoicePdf(invoice, read);
		expect(binary(await invoicePdf(invoice, read))).toBe(binary(pdf));
		const { drawn, embedded } = textOf(pdf);
		const whole = drawn.join("");
		expect(whole.split(name).length, whole).toBeGreaterThanOrEqual(2);
		expect(whole).not.toContain("?");
		expect(whole).not.toContain("can't show");
		expect(embedded).not.toMatch(/\d/);
	});

	it.each([["محمد خالد حجي"], ["דוד כהן"], ["السَّلام"]])(
		"%s is read from right to left",
		async (name) => {
			const { drawn } = textOf(await invoicePdf(invoiceOf(name), read));
			const letters = [...drawn.join("")].filter((one) =>
				/[\p{Script=Arabic}\p{Script=Hebrew}\p{M}]/u.test(one),
			);
			const half = letters
				.slice(0, letters.length / 2)
				.toReversed()
				.join("");
			// A mark is drawn beside its letter, before or after it.
			const sorted = (text: string) =>
				[...text.normalize("NFD").replaceAll(" ", "")].toSorted().join("");
			const withoutMarks = (text: string) => text.normalize("NFD").replaceAll(/[\p{M} ]/gu, "");
			expect(withoutMarks(half).replaceAll("ال", "لا")).toBe(
				withoutMarks(name).replaceAll("ال", "لا"),
			);
			expect(sorted(half)).toBe(sorted(name));
		},
	);

	it("is shaped: the letters of an Arabic word are joined", async () => {
		const { all, faceOf } = await loadFaces(new Set("مح"), read);
		const codes = (text: string) =>
			faceOf("م")
				?.shape(text, true)
				.glyphs.map(({ code }) => code);
		expect(all).toHaveLength(1);
		expect(codes("مم")).not.toEqual([...(codes("م") ?? []), ...(codes("م") ?? [])]);
	});

	it("has a note with the name of the e-invoice where no face has a character", async () => {
		const { drawn } = textOf(await invoicePdf(invoiceOf("ᠮᠣᠩᠭᠣᠯ 王"), read));
		expect(drawn.join(" ")).toContain("INV-2026-0001.xml has them all");
		expect(drawn.join(" ")).toContain("王");
	});

	it("has it too where the faces can't be read, and the PDF is there", async () => {
		const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
		const { drawn } = textOf(await invoicePdf(invoiceOf("王小明"), readNothing));
		expect(drawn.join(" ")).toContain("INV-2026-0001.xml has them all");
		expect(logged.mock.calls.join()).toContain("paper_faces");
	});
});

it.each([
	["abc", ["abc"]],
	["אבג", ["אבג"]],
	["Tor 3 אבג 12", ["Tor 3 ", "12", " ", "אבג"]],
	["אבג (4) דהו", ["דהו", ") ", "4", " (", "אבג"]],
	["אבג 1⅛", ["1", "⅛", " ", "אבג"]],
])("%s is drawn from left to right as its parts %j", (text, parts) => {
	const face = {} as never;
	const faceOf = () => face;
	const drawn = runsOf(text, { faceOf }).map((run) => run.text);
	expect(drawn).toEqual(parts);
});

it("totals say the tax of what is taxed, and nothing of a gift card", () => {
	const namesOf = (name: string) => taxRows(sample(name)).map((row) => [row.name, row.taxCents]);
	expect(namesOf("a gift card with a tool")).toEqual([["Tax 19% on 25.96 EUR", 493]]);
	expect(namesOf("a gift card")).toEqual([]);
	expect(namesOf("two rates, a company")).toHaveLength(2);
});
