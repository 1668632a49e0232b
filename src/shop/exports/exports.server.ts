/**
 * Exports as CSV files: a query for some rows at a time, each after the last row of the one before. So neither memory
 * nor the time of a query grows with the table.
 */
import { and, asc, eq, getTableColumns, gt, gte, lt, sql } from "drizzle-orm";
import { guestUserId } from "../../access/guest.ts";
import { decimalsIn } from "../../config/currencies.ts";
import { users } from "../../db/auth-tables.ts";
import { families } from "../../db/family-tables.ts";
import { giftCardEntries, giftCards } from "../../db/gift-card-tables.ts";
import { invoices } from "../../db/invoice-tables.ts";
import { isShownLine, orderLines, orders } from "../../db/order-tables.ts";
import { refunds } from "../../db/payment-tables.ts";
import { questions } from "../../db/question-tables.ts";
import { returns } from "../../db/return-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { guests } from "../../db/sales-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import * as texts from "../../messages/exports.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { byteOrderMark, type Cell, csvLine } from "../csv/csv.ts";
import { isGuest } from "../customers/customer-page.server.ts";
import { toolCells, toolHeadings } from "../imports/tool-columns.ts";
import { totalsByCategory } from "../invoices/tax-category.ts";
import { ofLine, orderColumns } from "../orders/lines.server.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import { readReturns } from "../returns/returns.server.ts";
import { formatReturnNumber, type ReturnedLine, type ReturnFound } from "../returns/returns.ts";
import { optionsText, type SoldRow, toSoldTool } from "../tools/sold-tool.ts";
import { type ToolRow, toManagedTool } from "../tools/tool-columns.server.ts";
import { readAccounting, readTaxes } from "./accounting.server.ts";
import {
	inRange,
	iso,
	nextStart,
	type Page,
	type PageStart,
	rowsPerQuery,
	toPage,
} from "./export-pages.server.ts";
import type { ExportKind, TimeRange } from "./exports.ts";
import { readOrdersToShip } from "./shipping.server.ts";

interface Exported {
	headings: string[];
	readPage: (start: PageStart | undefined, range: TimeRange) => Promise<Page>;
}

/** The lines of a return; one without a tool if it names none. */
function toReturnLines(found: ReturnFound): Cell[][] {
	const { order, lines, kind, state, outcome, reason, note, refundId } = found;
	const cellsOf = (line: ReturnedLine | undefined) => [
		formatReturnNumber(found.number),
		kind,
		iso(found.createdAt),
		formatOrderNumber(order.number),
		order.id,
		order.email,
		state,
		outcome,
		reason,
		note,
		line?.lineId,
		line?.toolName,
		line?.toolId,
		line?.sku,
		line && optionsOfRow(line),
		line?.quantity,
		line?.received,
		line?.condition,
		line?.restocked,
		iso(found.decidedAt),
		iso(found.receivedAt),
		iso(found.closedAt),
		refundId,
	];
	return lines.length > 0 ? lines.map(cellsOf) : [cellsOf(undefined)];
}

/** The families of tools, and the SKUs of what kits are made of. */
async function namesOf(rows: readonly ToolRow[]) {
	const { id, slug, options } = families;
	const found = await batch({
		families: database()
			.select({ id, slug, options })
			.from(families)
			.where(inList(id, new Set(rows.flatMap(({ familyId }) => familyId ?? [])))),
		parts: database()
			.select({ id: tools.id, sku: tools.sku })
			.from(tools)
			.where(
				inList(tools.id, new Set(rows.flatMap(({ madeOf }) => madeOf.map(({ toolId }) => toolId)))),
			),
	});
	const byId = new Map(found.families.map((one) => [one.id, one]));
	return {
		familyOf: ({ familyId, optionValues }: ToolRow) => {
			const family = byId.get(familyId ?? "");
			return family && { ...family, values: optionValues };
		},
		codes: new Map(found.parts.map((part) => [part.id, part.sku])),
	};
}

/** The order of an entry: that spent it or got it back, whose refund it is of, or that bought the card. */
const orderOfEntry = sql`coalesce(
	${giftCardEntries.orderId},
	(
		select ${refunds.orderId}
		from ${refunds}
		where ${refunds.id} = ${giftCardEntries.refundId}
	),
	iif(
		${giftCardEntries.reason} = 'issued',
		(
			select ${orderLines.orderId}
			from ${orderLines}
			where ${orderLines.id} = ${giftCards.lineId}
		),
		null
	)
)`;

/** The largest time that a Date can have. */
const maxTime = 8_640_000_000_000_000;

/** The options of what was sold. */
const optionsOfRow = (row: SoldRow) => optionsText(toSoldTool(row).options ?? []);

const exported: Record<ExportKind, Exported> = {
	tools: {
		headings: toolHeadings,
		readPage: async (start, { from, until }) => {
			const rows = await database()
				.select()
				.from(tools)
				.where(
					and(
						gt(tools.number, start?.value ?? 0),
						gte(tools.createdAt, new Date(from)),
						lt(tools.createdAt, new Date(Math.min(until, maxTime))),
					),
				)
				.orderBy(asc(tools.number))
				.limit(rowsPerQuery);
			const { familyOf, codes } = await namesOf(rows);
			return toPage(
				rows,
				(row) => toolCells(toManagedTool(row), familyOf(row), (id) => codes.get(id)),
				({ number }) => ({ value: number, id: "" }),
			);
		},
	},
	orders: {
		headings: texts.orderHeadings,
		readPage: async (start, range) => {
			const rows = await database()
				.select({
					...getTableColumns(orderLines),
					order: orderColumns(
						...(["number", "name", "email", "phone", "address", "currency", "partner"] as const),
					),
				})
				.from(orderLines)
				.innerJoin(orders, ofLine)
				.where(and(isShownLine, inRange(orderLines.createdAt, orderLines.id, start, range)))
				.orderBy(asc(orderLines.createdAt), asc(orderLines.id))
				.limit(rowsPerQuery);
			return toPage(
				rows,
				({ order, ...row }) => {
					const amount = (cents: number) => decimalsIn(cents, order.currency);
					return [
						formatOrderNumber(order.number),
						row.orderId,
						row.id,
						iso(row.createdAt),
						iso(row.paidAt),
						iso(row.shippedAt),
						row.status,
						order.name,
						order.email,
						order.phone,
						order.address,
						row.toolName,
						row.toolId,
						row.sku,
						optionsOfRow(row),
						row.quantity,
						amount(row.unitPriceCents),
						amount(row.discountCents),
						amount(row.totalCents),
						amount(row.shippingCents),
						amount(row.taxCents),
						amount(row.refundedCents),
						order.currency,
						row.transactionId,
						order.partner,
					];
				},
				({ createdAt, id }) => ({ value: createdAt.getTime(), id }),
			);
		},
	},
	shipping: { headings: texts.shippingHeadings, readPage: readOrdersToShip },
	returns: {
		headings: texts.returnHeadings,
		readPage: async (start, range) => {
			const found = await readReturns(inRange(returns.createdAt, returns.id, start, range), {
				limit: rowsPerQuery,
				direction: "asc",
			});
			return {
				lines: found.flatMap(toReturnLines),
				next: nextStart(found, ({ createdAt, id }) => ({ value: createdAt.getTime(), id })),
			};
		},
	},
	customers: {
		headings: texts.customerHeadings,
		readPage: async (start, range) => {
			const db = database();
			const results = await batch({
				users: db
					.select()
					.from(users)
					.where(
						and(
							inRange(users.createdAt, users.id, start, range),
							sql`${users.id} <> ${guestUserId}`,
						),
					)
					.orderBy(asc(users.createdAt), asc(users.id))
					.limit(rowsPerQuery),
				guests: db
					.select()
					.from(guests)
					.where(and(isGuest, inRange(guests.createdAt, guests.email, start, range)))
					.orderBy(asc(guests.createdAt), asc(guests.email))
					.limit(rowsPerQuery),
			});
			const rows = [
				...results.users.map((row) => ({
					createdAt: row.createdAt,
					id: row.id,
					cells: [
						row.id,
						row.name,
						row.email,
						row.emailVerified ? texts.yes : texts.no,
						row.phone,
						row.address,
						row.role,
						iso(row.createdAt),
						row.orderCount,
						iso(row.lastSeenAt),
					],
				})),
				...results.guests.map(({ email, name, createdAt, orderCount }) => ({
					createdAt,
					id: email,
					cells: ["", name, email, "", "", "", texts.guest, iso(createdAt), orderCount, ""],
				})),
			].toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1));
			return toPage(
				rows.slice(0, rowsPerQuery),
				({ cells }) => cells,
				({ createdAt, id }) => ({ value: createdAt.getTime(), id }),
			);
		},
	},
	reviews: {
		headings: texts.reviewHeadings,
		readPage: async (start, range) => {
			const rows = await database()
				.select({ review: reviews, tool: sql<string | null>`${tools.name}`.as("tool_name") })
				.from(reviews)
				.leftJoin(tools, eq(tools.id, reviews.toolId))
				.where(inRange(reviews.createdAt, reviews.id, start, range))
				.orderBy(asc(reviews.createdAt), asc(reviews.id))
				.limit(rowsPerQuery);
			return toPage(
				rows,
				({ review, tool }) => [
					review.id,
					iso(review.createdAt),
					review.author,
					review.rating,
					review.description,
					tool,
					review.toolId,
					review.lineId === null ? "no" : "yes",
					review.hiddenReason,
					review.answer,
				],
				({ review }) => ({ value: review.createdAt.getTime(), id: review.id }),
			);
		},
	},
	questions: {
		headings: texts.questionHeadings,
		readPage: async (start, range) => {
			const rows = await database()
				.select({ question: questions, tool: sql<string>`${tools.name}`.as("tool_name") })
				.from(questions)
				.innerJoin(tools, eq(tools.id, questions.toolId))
				.where(inRange(questions.createdAt, questions.id, start, range))
				.orderBy(asc(questions.createdAt), asc(questions.id))
				.limit(rowsPerQuery);
			return toPage(
				rows,
				({ question: { id, createdAt, author, text, toolId, ...question }, tool }) => [
					id,
					iso(createdAt),
					author,
					text,
					tool,
					toolId,
					question.state,
					question.answer,
					iso(question.answeredAt),
				],
				({ question }) => ({ value: question.createdAt.getTime(), id: question.id }),
			);
		},
	},
	accounting: { headings: texts.accountingHeadings, readPage: readAccounting },
	invoices: {
		headings: texts.invoiceHeadings,
		readPage: async (start, range) => {
			const rows = await database()
				.select()
				.from(invoices)
				.where(inRange(invoices.issuedAt, invoices.number, start, range))
				.orderBy(asc(invoices.issuedAt), asc(invoices.number))
				.limit(rowsPerQuery);
			return {
				lines: rows.flatMap(invoiceLines),
				next: nextStart(rows, ({ issuedAt, number }) => ({
					value: issuedAt.getTime(),
					id: String(number),
				})),
			};
		},
	},
	giftCards: {
		headings: texts.giftCardHeadings,
		readPage: async (start, range) => {
			const { number, createdAt, cardId } = giftCardEntries;
			const rows = await database()
				.select({
					entry: giftCardEntries,
					kind: giftCards.kind,
					codeEnd: giftCards.codeEnd,
					currency: giftCards.currency,
					orderNumber: sql<number | null>`${orders.number}`.as("order_number"),
					ownOrderId: sql<string | null>`${orders.id}`.as("own_order_id"),
				})
				.from(giftCardEntries)
				.innerJoin(giftCards, eq(giftCards.id, cardId))
				.leftJoin(orders, eq(orders.id, orderOfEntry))
				.where(inRange(createdAt, number, start, range))
				.orderBy(asc(createdAt), asc(number))
				.limit(rowsPerQuery);
			return toPage(
				rows,
				({ entry, kind, codeEnd, currency, orderNumber, ownOrderId }) => [
					iso(entry.createdAt),
					entry.reason,
					kind,
					codeEnd,
					orderNumber === null ? undefined : formatOrderNumber(orderNumber),
					ownOrderId,
					entry.note,
					currency,
					decimalsIn(entry.cents, currency),
				],
				({ entry }) => ({ value: entry.createdAt.getTime(), id: String(entry.number) }),
			);
		},
	},
	taxes: { headings: texts.taxHeadings, readPage: readTaxes },
};

/** A line for each category and rate of a document; those of credit notes are negative. */
function invoiceLines(row: typeof invoices.$inferSelect): Cell[][] {
	const { buyer, kind, currency } = row;
	const amount = (cents: number) => decimalsIn(kind === "invoice" ? cents : 0 - cents, currency);
	return totalsByCategory(row).map(({ category, taxRate, netCents, taxCents }) => [
		iso(row.issuedAt),
		kind,
		row.code,
		formatOrderNumber(row.orderNumber),
		row.orderId,
		buyer.company || buyer.name,
		buyer.taxNumber,
		buyer.country,
		buyer.deliveryCountry,
		row.reverseCharge ? texts.yes : texts.no,
		currency,
		String(taxRate / 10_000),
		category,
		amount(netCents),
		amount(taxCents),
		amount(netCents + taxCents),
	]);
}

/** An export in pieces, with a byte order mark for spreadsheets that need one. */
export async function* exportCsv(
	kind: ExportKind,
	range: TimeRange,
	withByteOrderMark: boolean,
): AsyncGenerator<string> {
	const { headings, readPage } = exported[kind];
	// Not a piece of its own: if the first query fails, the response can still be an error.
	let head = (withByteOrderMark ? byteOrderMark : "") + csvLine(headings);
	let start: PageStart | undefined;
	do {
		const { lines, next }: Page = await readPage(start, range);
		yield head + lines.map(csvLine).join("");
		head = "";
		start = next;
	} while (start);
}
