/** An invoice or a credit note as a PDF file, for its buyer and for staff. */

import { readStaticFile } from "../../../../platform/services/static-files.ts";
import { invoicePdf } from "../../../../shop/invoices/invoice-pdf.server.ts";
import { invoiceFile } from "../../../../worker/invoice-file.ts";

export const { GET, ALL } = invoiceFile("application/pdf", ".pdf", (invoice) =>
	invoicePdf(invoice, readStaticFile),
);
