/** An invoice or a credit note as a PDF file, for its buyer and for staff. */
import { invoiceFile } from "../../../../worker/invoice-file.ts";
import { invoicePdf } from "../../../../shop/invoices/invoice-pdf.server.ts";

export const GET = invoiceFile("application/pdf", ".pdf", invoicePdf);
