/** An invoice or a credit note as an e-invoice (UBL 2.1, EN 16931), for its buyer and for staff. */
import { toUbl } from "../../../../shop/invoices/ubl.ts";
import { invoiceFile } from "../../../../worker/invoice-file.ts";

export const { GET, ALL } = invoiceFile("application/xml; charset=utf-8", ".xml", toUbl);
