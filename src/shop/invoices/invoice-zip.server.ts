/** All invoices and credit notes of a month as one ZIP file, in pieces: neither memory nor a query grows with the month. */
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { readStaticFile } from "../../platform/services/static-files.ts";
import { invoicePdf } from "./invoice-pdf.server.ts";
import { readInvoicesOfMonth, toInvoice } from "./invoices.server.ts";
import { fileNameOf, type Invoice } from "./invoices.ts";
import { toUbl } from "./ubl.ts";

/** Documents that a query reads. */
const documentsPerQuery = 50;

/** The ZIP file of a month, such as `2026-11`: of each document the PDF and the e-invoice, by their numbers. */
export async function* invoicesZip(month: string): AsyncGenerator<Uint8Array> {
	let made: Uint8Array[] = [];
	const zip = new Zip((error, piece) => {
		if (error) throw error;
		made.push(piece);
	});
	let after: { issuedAt: Date; number: number } | undefined;
	for (;;) {
		const rows = await readInvoicesOfMonth(month, after, documentsPerQuery);
		for (const row of rows) {
			await addFiles(zip, toInvoice(row));
			yield* made;
			made = [];
		}
		after = rows.at(-1);
		if (rows.length < documentsPerQuery) break;
	}
	zip.end();
	yield* made;
}

async function addFiles(zip: Zip, invoice: Invoice): Promise<void> {
	const name = fileNameOf(invoice.code);
	// What a PDF has is deflated already.
	const pdf = new ZipPassThrough(`${name}.pdf`);
	const xml = new ZipDeflate(`${name}.xml`);
	for (const file of [pdf, xml]) {
		file.mtime = invoice.issuedAt;
		zip.add(file);
	}
	pdf.push(await invoicePdf(invoice, readStaticFile), true);
	xml.push(new TextEncoder().encode(toUbl(invoice)), true);
}
