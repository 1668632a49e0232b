/** An invoice or a credit note as a PDF file: A4 or Letter, as the seller's country has it. */
import { jsPDF } from "jspdf";
import { textLanguage } from "../../config/language.ts";
import * as texts from "../../messages/invoices.ts";
import { logError } from "../../platform/services/log.ts";
import { formatDate } from "../../values/fields.ts";
import { formatCentsIn } from "../../values/money.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import {
	buyerLinesOf,
	closingLines,
	fileNameOf,
	type Invoice,
	lineName,
	lineNote,
	linesByKit,
	rateOf,
	sellerLinesOf,
	taxRows,
} from "./invoices.ts";
import type { Faces, ReadFile } from "./paper-faces.server.ts";
import type { FontsOfPdf, PaperText } from "./paper-text.server.ts";
import { isWinAnsi, toComposed, toWinAnsi } from "./win-ansi.ts";

/** Countries that print on Letter (Unicode CLDR, measurementData: paperSize). */
const letterCountries = [
	"US",
	"CA",
	"MX",
	"PH",
	"CL",
	"CO",
	"CR",
	"GT",
	"NI",
	"PA",
	"PR",
	"SV",
	"VE",
];

/** In millimetres. */
const margin = 20;
const lineHeight = 5;
const footHeight = 15;

const { sheet } = texts;

/**
 * Returns the PDF file. The same document always gives the same bytes. Where PDF's built-in fonts have all of its characters,
 * they are all that it needs; else it is written once more, with the faces of the others embedded, which `read` reads.
 */
export async function invoicePdf(
	invoice: Invoice,
	read: ReadFile,
): Promise<Uint8Array<ArrayBuffer>> {
	const page = new Page(invoice);
	const file = page.write();
	if (page.unknown.size === 0) return file;
	try {
		const [{ loadFaces }, { PaperText, embedFaces }] = await Promise.all([
			import("./paper-faces.server.ts"),
			import("./paper-text.server.ts"),
		]);
		return new Page(invoice, {
			faces: await loadFaces(page.unknown, read),
			PaperText,
			embedFaces,
		}).write();
	} catch (error) {
		// Its amounts are right, and it says where the rest is.
		logError("paper_faces", error);
		return new Page(invoice, "none").write();
	}
}

/** What writes texts that the built-in fonts have not: loaded only for them. */
type OtherFaces = Pick<typeof import("./paper-text.server.ts"), "PaperText" | "embedFaces"> & {
	faces: Faces;
};

/** The fonts of the document that was made last: jsPDF hands them out only while it is made. */
let fontsOfLast: FontsOfPdf = {};
jsPDF.API.events.push([
	"addFonts",
	({ fonts }: { fonts: FontsOfPdf }) => {
		fontsOfLast = fonts;
	},
]);

/** A column of the lines: its heading, its right edge or, of the name, its left one, and its cell. */
interface Column {
	name: string;
	/** The place from the right edge of the page's text, in millimetres. */
	right: number;
	cell: (line: Invoice["lines"][number]) => string;
}

class Page {
	#pdf: jsPDF;
	#invoice: Invoice;
	#y = margin;
	/** The characters that the built-in fonts have not. */
	readonly unknown = new Set<string>();
	#text: PaperText | undefined;
	/** Whether a character has no face. */
	#isIncomplete: boolean;

	/** "none" are faces that could not be loaded. */
	constructor(invoice: Invoice, others?: OtherFaces | "none") {
		const isLetter = letterCountries.includes(invoice.seller.country);
		this.#invoice = invoice;
		this.#pdf = new jsPDF({ format: isLetter ? "letter" : "a4", compress: true });
		const title = texts.documentTitle(invoice.kind, invoice.code);
		this.#pdf.setProperties({ title, author: invoice.seller.name, subject: title });
		this.#pdf.setLanguage(textLanguage === "en" ? "en" : "en-US");
		this.#pdf.setCreationDate(invoice.issuedAt);
		this.#pdf.setFileId(invoice.id.padEnd(32, "0").slice(0, 32).toUpperCase());
		this.#pdf.setLineWidth(0.2);
		this.#isIncomplete = others === "none" || (others?.faces.isIncomplete ?? false);
		if (others && others !== "none") {
			others.embedFaces(this.#pdf, fontsOfLast, others.faces);
			this.#text = new others.PaperText(this.#pdf, others.faces);
		}
	}

	/** Writes all of it and returns the file. */
	write(): Uint8Array<ArrayBuffer> {
		this.#heading();
		this.#table();
		this.#totals();
		this.#closing();
		return this.#finish();
	}

	get #width() {
		return this.#pdf.internal.pageSize.getWidth();
	}

	get #end() {
		return this.#pdf.internal.pageSize.getHeight() - margin - footHeight;
	}

	#money(cents: number): string {
		return formatCentsIn(cents, this.#invoice.currency);
	}

	/** Writes a text and returns the height that it takes, in lines of at most `width`. */
	#write(
		text: string,
		x: number,
		{ bold = false, size = 10, right = false, width = 0 } = {},
	): number {
		this.#pdf.setFont("helvetica", bold ? "bold" : "normal");
		this.#pdf.setFontSize(size);
		const written = toComposed(text);
		if (!isWinAnsi(written)) {
			if (this.#text) return this.#writeAny(this.#text, written, x, { bold, right, width });
			for (const character of written) if (!isWinAnsi(character)) this.unknown.add(character);
		}
		const known = toWinAnsi(written);
		const lines: string[] = width > 0 ? this.#pdf.splitTextToSize(known, width) : [known];
		this.#pdf.text(lines, x, this.#y, { align: right ? "right" : "left" });
		return lines.length * lineHeight;
	}

	/** The same for a text with other characters. */
	#writeAny(
		text: PaperText,
		written: string,
		x: number,
		{ bold, right, width }: { bold: boolean; right: boolean; width: number },
	): number {
		const lines = text.split(written, width);
		for (const [index, line] of lines.entries())
			text.draw(line, x, this.#y + index * this.#lineOfText, right, bold);
		return lines.length * lineHeight;
	}

	/** The height from one line of a text to the next, in millimetres, as jsPDF has it. */
	get #lineOfText() {
		return (
			(this.#pdf.getFontSize() * this.#pdf.getLineHeightFactor()) / this.#pdf.internal.scaleFactor
		);
	}

	/** Begins a page if this much does not fit on this one. */
	#need(height: number): boolean {
		if (this.#y + height <= this.#end) return false;
		this.#pdf.addPage();
		this.#y = margin;
		return true;
	}

	#heading(): void {
		const { seller, buyer, kind, code, issuedAt, orderNumber, corrects } = this.#invoice;
		const sellerLines = sellerLinesOf(seller);
		for (const [index, line] of sellerLines.entries()) {
			this.#write(line, this.#width - margin, { right: true, size: 9, bold: index === 0 });
			this.#y += 4.5;
		}
		// Where windows of envelopes are (DIN 5008, form B).
		this.#y = Math.max(this.#y + 8, 50);
		const top = this.#y;
		for (const line of buyerLinesOf(buyer)) this.#y += this.#write(line, margin, { width: 85 });
		const facts = [
			[sheet.issued, formatDate(issuedAt)],
			[sheet.order, formatOrderNumber(orderNumber)],
			[sheet.reference, buyer.reference],
			[sheet.corrects, corrects?.code ?? ""],
		].filter(([, value]) => value !== "");
		const bottom = this.#y;
		this.#y = top;
		for (const [name = "", value = ""] of facts) {
			this.#write(name, this.#width - margin - 70);
			this.#write(value, this.#width - margin, { right: true });
			this.#y += lineHeight;
		}
		this.#y = Math.max(bottom, this.#y) + 12;
		this.#write(texts.documentTitle(kind, code), margin, { bold: true, size: 18 });
		this.#y += 12;
	}

	get #columns(): Column[] {
		const { taxCents } = this.#invoice;
		const amounts: Column[] = [
			{ name: sheet.quantity, right: 0, cell: ({ quantity }) => String(quantity) },
			{ name: sheet.unitPrice, right: 0, cell: ({ unitCents }) => this.#money(unitCents) },
			{ name: sheet.net, right: 0, cell: ({ netCents }) => this.#money(netCents) },
		];
		const taxes: Column[] = [
			{ name: sheet.taxRate, right: 0, cell: rateOf },
			{ name: sheet.tax, right: 0, cell: ({ taxCents: cents }) => this.#money(cents) },
			{
				name: sheet.gross,
				right: 0,
				cell: ({ netCents, taxCents: cents }) => this.#money(netCents + cents),
			},
		];
		const shown = taxCents > 0 ? [...amounts, ...taxes] : amounts;
		return shown.map((column, index) => ({ ...column, right: (shown.length - 1 - index) * 22 }));
	}

	#tableHead(columns: Column[]): void {
		this.#write(sheet.item, margin, { bold: true, size: 9 });
		for (const { name, right } of columns)
			this.#write(name, this.#width - margin - right, { bold: true, size: 9, right: true });
		this.#y += 2;
		this.#pdf.line(margin, this.#y, this.#width - margin, this.#y);
		this.#y += lineHeight;
	}

	#table(): void {
		const columns = this.#columns;
		const nameWidth = this.#width - 2 * margin - columns.length * 22;
		this.#tableHead(columns);
		const { currency } = this.#invoice;
		for (const { heading, lines } of linesByKit(this.#invoice)) {
			// A heading does not stand alone at the end of a page.
			if (heading && this.#need(3 * lineHeight)) this.#tableHead(columns);
			if (heading)
				this.#y += this.#write(heading, margin, { size: 9, bold: true, width: nameWidth }) + 1;
			for (const line of lines) {
				if (this.#need(2 * lineHeight)) this.#tableHead(columns);
				for (const { cell, right } of columns)
					this.#write(cell(line), this.#width - margin - right, { right: true, size: 9 });
				for (const text of [lineName(line), lineNote(line, currency)].filter(Boolean))
					this.#y += this.#write(text, margin, { size: 9, width: nameWidth }) + 1;
			}
		}
		this.#pdf.line(margin, this.#y - 3, this.#width - margin, this.#y - 3);
		this.#y += 3;
	}

	#totals(): void {
		const { netCents, taxCents, totalCents } = this.#invoice;
		const rates = taxRows(this.#invoice).map(({ name, taxCents: cents }) => [name, cents] as const);
		const rows = taxCents > 0 ? [[sheet.netTotal, netCents] as const, ...rates] : [];
		this.#need((rows.length + 2) * 6);
		for (const [name, cents] of rows) this.#totalRow(name, cents, false);
		this.#totalRow(sheet.total, totalCents, true);
		this.#y += 8;
	}

	#totalRow(name: string, cents: number, bold: boolean): void {
		// The total is what one looks for.
		const size = bold ? 14 : 10;
		this.#write(name, this.#width - margin - 80, { bold, size });
		this.#write(this.#money(cents), this.#width - margin, { bold, size, right: true });
		this.#y += 6;
	}

	#closing(): void {
		const { code } = this.#invoice;
		const lines = closingLines(this.#invoice);
		if (this.#isIncomplete) lines.push(texts.isIncomplete(`${fileNameOf(code)}.xml`));
		for (const line of lines) {
			this.#need(2 * lineHeight);
			this.#y += this.#write(line, margin, { width: this.#width - 2 * margin }) + 2;
		}
	}

	/** Numbers the pages and returns the file. */
	#finish(): Uint8Array<ArrayBuffer> {
		const pages = this.#pdf.getNumberOfPages();
		const { seller, code } = this.#invoice;
		for (let page = 1; page <= pages; page += 1) {
			this.#pdf.setPage(page);
			this.#y = this.#pdf.internal.pageSize.getHeight() - margin + 5;
			this.#write(`${seller.name} · ${code}`, margin, { size: 8 });
			this.#write(sheet.page(page, pages), this.#width - margin, { size: 8, right: true });
		}
		return new Uint8Array(this.#pdf.output("arraybuffer"));
	}
}
