/** Reads invoices and credit notes. */
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { invoices } from "../../db/invoice-tables.ts";
import { database } from "../../platform/database.ts";
import type { Invoice } from "./invoices.ts";

/** The document that a row corrects: its credit note if its refund has failed, the order's invoice if it is a credit note. */
const corrected = (column: "code" | "issued_at") =>
	sql.raw(
		`(select former.${column} from invoices as former where former.order_id = "invoices"."order_id" and "invoices"."refund_id" is not null and iif("invoices"."kind" = 'invoice', former.refund_id = "invoices"."refund_id" and former.kind = 'credit-note', former.refund_id is null))`,
	);

/** The columns of a document, for `toInvoice`. */
const columns = {
	id: invoices.id,
	kind: invoices.kind,
	code: invoices.code,
	orderId: invoices.orderId,
	orderNumber: invoices.orderNumber,
	refundId: invoices.refundId,
	issuedAt: invoices.issuedAt,
	seller: invoices.seller,
	buyer: invoices.buyer,
	lines: invoices.lines,
	netCents: invoices.netCents,
	taxCents: invoices.taxCents,
	totalCents: invoices.totalCents,
	currency: invoices.currency,
	reverseCharge: invoices.reverseCharge,
	settledAt: invoices.settledAt,
	correctsCode: sql<string | null>`${corrected("code")}`.as("corrects_code"),
	correctsAt: sql<number | null>`${corrected("issued_at")}`.as("corrects_at"),
};

/** The statement that selects documents of a condition, the oldest first, for `toInvoice`. */
export const selectInvoices = (condition: SQL | undefined) =>
	database().select(columns).from(invoices).where(condition).orderBy(asc(invoices.number));

type InvoiceRow = Awaited<ReturnType<typeof selectInvoices>>[number];

/** Returns the document of a row. */
export function toInvoice({ correctsCode, correctsAt, ...row }: InvoiceRow): Invoice {
	const corrects =
		correctsCode === null || correctsAt === null
			? null
			: { code: correctsCode, issuedAt: new Date(correctsAt) };
	return { ...row, corrects };
}

/** The document with this id, if there is one; of a certain order if its id is given. */
export async function findInvoice(id: string, orderId?: string): Promise<Invoice | undefined> {
	const ofOrder = orderId === undefined ? undefined : eq(invoices.orderId, orderId);
	const [row] = await selectInvoices(and(eq(invoices.id, id), ofOrder));
	return row && toInvoice(row);
}
