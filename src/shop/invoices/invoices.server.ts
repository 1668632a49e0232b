/** Reads invoices and credit notes. */
import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Buyer } from "../../access/caller.ts";
import { may } from "../../access/roles.ts";
import { invoices } from "../../db/invoice-tables.ts";
import { orders } from "../../db/order-tables.ts";
import { batch, database } from "../../platform/database/database.ts";
import { buildListQuery } from "../../platform/database/list-query.ts";
import { type Cursor, splitPage } from "../../values/paging.ts";
import { isOrderOfBuyer } from "../orders/lines.server.ts";
import { searchTextOf } from "../orders/order-number.ts";
import { type Invoice, type InvoiceQuery, invoicesPageSize, monthRange } from "./invoices.ts";

/** The document that a row corrects: its credit note if its refund has failed, the order's invoice if it is a credit note. */
const corrected = (column: "code" | "issued_at") =>
	sql.raw(
		`(select former.${column} from invoices as former where former.order_id = "invoices"."order_id" and "invoices"."refund_id" is not null and iif("invoices"."kind" = 'invoice', former.refund_id = "invoices"."refund_id" and former.kind = 'credit-note', former.refund_id is null))`,
	);

/** The columns of a document, for `toInvoice`. */
const columns = {
	number: invoices.number,
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
	giftCardCents: invoices.giftCardCents,
	currency: invoices.currency,
	reverseCharge: invoices.reverseCharge,
	settledAt: invoices.settledAt,
	correctsCode: sql<string | null>`${corrected("code")}`.as("corrects_code"),
	correctsAt: sql<number | null>`${corrected("issued_at")}`.as("corrects_at"),
};

/** The statement that selects the documents of an order that meet a condition, the oldest first, for `toInvoice`. */
export const selectInvoices = (condition: SQL | undefined) =>
	database().select(columns).from(invoices).where(condition).orderBy(asc(invoices.number));

/** Some documents of a month, by their time, after one. */
export async function readInvoicesOfMonth(
	month: string,
	after: { issuedAt: Date; number: number } | undefined,
	limit: number,
) {
	return database()
		.select(columns)
		.from(invoices)
		.where(
			and(
				issuedIn(month),
				after &&
					sql`(${invoices.issuedAt}, ${invoices.number}) > (${after.issuedAt.getTime()}, ${after.number})`,
			),
		)
		.orderBy(asc(invoices.issuedAt), asc(invoices.number))
		.limit(limit);
}

type InvoiceRow = Awaited<ReturnType<typeof selectInvoices>>[number];

/** Returns the document of a row. */
export function toInvoice({ number: _, correctsCode, correctsAt, ...row }: InvoiceRow): Invoice {
	const corrects =
		correctsCode === null || correctsAt === null
			? null
			: { code: correctsCode, issuedAt: new Date(correctsAt) };
	return { ...row, corrects };
}

/** The document of an order with these ids, if the viewer may see it: the buyer's own, or any for staff. */
export async function findInvoice(
	orderId: string,
	id: string,
	viewer: Buyer,
): Promise<Invoice | undefined> {
	const isOwn = may(viewer.user?.role, "orders")
		? undefined
		: sql`exists (select 1 from ${orders} where ${and(sql`${orders.id} = ${invoices.orderId}`, isOrderOfBuyer(viewer))})`;
	const [row] = await selectInvoices(
		and(eq(invoices.id, id), eq(invoices.orderId, orderId), isOwn),
	);
	return row && toInvoice(row);
}

/** A document in a list. */
export type InvoiceRowInList = Pick<
	Invoice,
	| "id"
	| "kind"
	| "code"
	| "orderId"
	| "orderNumber"
	| "issuedAt"
	| "buyer"
	| "netCents"
	| "taxCents"
	| "totalCents"
	| "currency"
>;

/** The condition that a document was issued in a month. */
function issuedIn(month: string): SQL | undefined {
	const range = monthRange(month);
	return (
		range &&
		and(gte(invoices.issuedAt, new Date(range.from)), lt(invoices.issuedAt, new Date(range.until)))
	);
}

/** A page of documents, the newest first, and when the first and the last of all were issued. One round trip. */
export async function listInvoices({ q, kind, month, cursor }: InvoiceQuery): Promise<{
	rows: InvoiceRowInList[];
	next: Cursor | undefined;
	first: Date | null;
	last: Date | null;
}> {
	const limit = invoicesPageSize;
	const query = buildListQuery({
		table: invoices,
		// A search is one of all documents.
		filter: q
			? undefined
			: and(kind && eq(invoices.kind, kind), month ? issuedIn(month) : undefined),
		sortBy: [invoices.issuedAt, "desc"],
		id: invoices.number,
		createdAt: invoices.issuedAt,
		searchIn: "invoices",
		limit,
		cursor,
		q: searchTextOf(q),
	});
	const {
		found,
		bounds: [bounds],
	} = await batch({
		found: database()
			.select({
				id: invoices.id,
				number: invoices.number,
				kind: invoices.kind,
				code: invoices.code,
				orderId: invoices.orderId,
				orderNumber: invoices.orderNumber,
				issuedAt: invoices.issuedAt,
				buyer: invoices.buyer,
				netCents: invoices.netCents,
				taxCents: invoices.taxCents,
				totalCents: invoices.totalCents,
				currency: invoices.currency,
				place: query.rowNumber.as("place"),
			})
			.from(query.from)
			.where(query.where)
			.orderBy(...query.orderBy)
			.limit(query.limit),
		bounds: database()
			.select({
				first: sql<number | null>`(select min(${invoices.issuedAt}) from ${invoices})`.as("first"),
				last: sql<number | null>`(select max(${invoices.issuedAt}) from ${invoices})`.as("last"),
			})
			.from(sql`(select 1)`),
	});
	const { rows, next } = splitPage(
		found.map((row) => ({ ...row, id: String(row.number), document: row })),
		limit,
		(row) => (query.cursorIsRowNumber ? row.place : row.issuedAt.getTime()),
	);
	const toDate = (ms: number | null | undefined) => (ms ? new Date(ms) : null);
	return {
		rows: rows.map(({ document }) => document),
		next,
		first: toDate(bounds?.first),
		last: toDate(bounds?.last),
	};
}
