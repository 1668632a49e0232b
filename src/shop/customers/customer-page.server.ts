/** Reads the list of customers and a customer's page, and adds notes. */
import { and, desc, eq, getTableColumns, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import type { Role } from "../../access/roles.ts";
import { audit } from "../../db/audit-tables.ts";
import { customerNotes, sessions, users } from "../../db/auth-tables.ts";
import { isShownLine, isShownOrder, orderLines, orders } from "../../db/order-tables.ts";
import { questions } from "../../db/question-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { guests } from "../../db/sales-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { batch, database, insertFrom, newId } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import { buildListQuery } from "../../platform/database/list-query.ts";
import type { Inserted } from "../../values/fields.ts";
import { type Cursor, splitPage } from "../../values/paging.ts";
import { storedSearch } from "../../values/pasted.ts";
import { selectAudit, toAuditEntry } from "../audit/audit.server.ts";
import type { AuditEntry } from "../audit/audit.ts";
import { toFlags } from "../orders/line-flags.ts";
import { type LineRow, ofLine } from "../orders/lines.server.ts";
import { type PublicState, publicState } from "../orders/order-states.ts";
import type { QuestionState } from "../questions/question-states.ts";
import { nameOfRow } from "../tools/sold-names.ts";
import { type CustomerQuery, type CustomerRow, customersPageSize } from "./customers.ts";

const columns = {
	id: users.id,
	name: users.name,
	email: users.email,
	role: users.role,
	verified: users.emailVerified,
	blockedAt: users.blockedAt,
	orderCount: users.orderCount,
	spentCents: users.spentCents,
	lastSeenAt: users.lastSeenAt,
};

/** Guests that a search shows, before the users that it finds. */
const maxGuestsFound = 10;

/** A page of all users and of guests who have paid. A search finds guests by the beginning of name or e-mail. One round trip. */
export async function listCustomers({ q, sort, cursor }: CustomerQuery): Promise<{
	customers: CustomerRow[];
	next: Cursor | undefined;
}> {
	const limit = customersPageSize;
	const isBySpend = sort === "spent";
	const list = buildListQuery({
		table: users,
		filter: ne(users.id, guestUserId),
		sortBy: [isBySpend ? users.spentCents : users.createdAt, "desc"],
		id: users.id,
		createdAt: users.createdAt,
		searchIn: "users",
		limit,
		cursor,
		q,
	});
	const db = database();
	const guestKey = isBySpend ? guests.spentCents : guests.createdAt;
	const results = await batch({
		users: db
			.select({ ...columns, createdAt: users.createdAt, place: list.rowNumber.as("place") })
			.from(list.from)
			.where(list.where)
			.orderBy(...list.orderBy)
			.limit(list.limit),
		guests: db
			.select()
			.from(guests)
			.where(
				and(
					isGuest,
					q ? guestsBeginningWith(q) : afterCursor(guestKey, guests.email, "desc", cursor),
				),
			)
			.orderBy(...(q ? [] : orderByKey(guestKey, guests.email, "desc")))
			.limit(q ? (cursor ? 0 : maxGuestsFound) : limit + 1),
	});
	const keyOf = ({ createdAt, spentCents }: { createdAt: Date; spentCents: number }) =>
		isBySpend ? spentCents : createdAt.getTime();
	const guestRows = results.guests.map((guest) => ({ ...toCustomer(guest), place: 0 }));
	if (q) {
		const { rows, next } = splitPage(results.users, limit, (row) =>
			list.cursorIsRowNumber ? row.place : keyOf(row),
		);
		return { customers: [...guestRows, ...rows], next };
	}
	const all = [...results.users, ...guestRows].toSorted(
		(one, other) => keyOf(other) - keyOf(one) || (one.id < other.id ? 1 : -1),
	);
	const { rows, next } = splitPage(all, limit, keyOf);
	return { customers: rows, next };
}

/** Whether a guest has paid orders that belong to no account. In the words of the indexes. */
export const isGuest = sql`"guests"."order_count" > 0`;

/** The condition of the guests whose e-mail or name begins with what was typed. */
export function guestsBeginningWith(typed: string): SQL {
	const q = storedSearch(typed);
	const begins = (text: SQL) =>
		sql`(${text} >= lower(${q}) and ${text} < lower(${q}) || ${String.fromCodePoint(0x10_ff_ff)})`;
	return sql`(${begins(sql`${guests.email}`)} or ${begins(sql`lower(${guests.name})`)})`;
}

const toCustomer = (guest: typeof guests.$inferSelect) => ({
	...guest,
	id: guest.email,
	role: "guest" as const,
	verified: true,
	blockedAt: null,
	lastSeenAt: null,
});

/** What a guest has ordered, the newest first; or the account that has their orders now. One round trip. */
export async function readGuest(email: string): Promise<
	| {
			guest: typeof guests.$inferSelect | undefined;
			lines: CustomerLine[];
			accountId: string | undefined;
	  }
	| undefined
> {
	const db = database();
	const results = await batch({
		guests: db
			.select()
			.from(guests)
			.where(and(eq(guests.email, email), isGuest)),
		lines: db
			.select(pageColumns)
			.from(orders)
			.innerJoin(orderLines, ofLine)
			.where(and(eq(orders.email, email), isNull(orders.userId), isShownOrder, isShownLine))
			.orderBy(desc(orders.createdAt), desc(orders.id))
			.limit(maxGuestLines),
		accounts: db.select({ id: users.id }).from(users).where(eq(users.email, email)),
	});
	const [guest] = results.guests;
	const accountId = results.accounts[0]?.id;
	return guest || accountId
		? { guest, lines: results.lines.map(toCustomerLine), accountId }
		: undefined;
}

/** How many rows of each kind a customer's page shows, the newest. With all of them it reads at most 60 rows. */
const maxLines = 10;
const maxGuestLines = 50;
const maxSessions = 10;
const maxOthers = 5;

/** The columns of lines, of a join with their orders. */
const pageColumns = { ...getTableColumns(orderLines), currency: orders.currency };

/** What a customer's page shows of a line. */
export interface CustomerLine {
	id: string;
	toolName: string;
	quantity: number;
	totalCents: number;
	currency: string;
	createdAt: Date;
	state: PublicState;
}

/** A customer's page. */
export interface CustomerPage {
	customer: Omit<CustomerRow, "role"> & {
		role: Role;
		phone: string;
		address: string;
		createdAt: Date;
	};
	lines: CustomerLine[];
	reviews: {
		id: string;
		rating: number;
		description: string;
		createdAt: Date;
		hiddenAt: Date | null;
		/** Null for one about the shop. */
		toolName: string | null;
	}[];
	questions: {
		text: string;
		createdAt: Date;
		state: QuestionState;
		toolName: string;
	}[];
	/** Sessions that have not ended; `maxSessions` stands for all from there on. */
	sessionCount: number;
	notes: { text: string; at: Date; author: string | null }[];
	events: AuditEntry[];
}

/** Returns a customer's page; undefined if there is no such user. One round trip. */
export async function readCustomer(id: string): Promise<CustomerPage | undefined> {
	const db = database();
	const results = await batch({
		users: db
			.select({
				...columns,
				phone: users.phone,
				address: users.address,
				createdAt: users.createdAt,
			})
			.from(users)
			.where(and(eq(users.id, id), ne(users.id, guestUserId))),
		lines: db
			.select(pageColumns)
			.from(orderLines)
			.innerJoin(orders, ofLine)
			.where(and(eq(orderLines.userId, id), isShownLine))
			.orderBy(desc(orderLines.createdAt), desc(orderLines.id))
			.limit(maxLines),
		reviews: db
			.select({
				id: reviews.id,
				rating: reviews.rating,
				description: reviews.description,
				createdAt: reviews.createdAt,
				hiddenAt: reviews.hiddenAt,
				toolName: tools.name,
			})
			.from(reviews)
			.leftJoin(tools, eq(tools.id, reviews.toolId))
			.where(eq(reviews.userId, id))
			.orderBy(desc(reviews.createdAt), desc(reviews.id))
			.limit(maxOthers),
		questions: db
			.select({
				text: questions.text,
				createdAt: questions.createdAt,
				state: questions.state,
				toolName: tools.name,
			})
			.from(questions)
			.innerJoin(tools, eq(tools.id, questions.toolId))
			.where(eq(questions.userId, id))
			.orderBy(desc(questions.createdAt), desc(questions.id))
			.limit(maxOthers),
		sessions: db
			.select({ id: sessions.id })
			.from(sessions)
			.where(and(eq(sessions.userId, id), gt(sessions.expiresAt, new Date())))
			.limit(maxSessions),
		notes: db
			.select({ text: customerNotes.text, at: customerNotes.createdAt, author: users.name })
			.from(customerNotes)
			.leftJoin(users, eq(users.id, customerNotes.authorId))
			.where(eq(customerNotes.userId, id))
			.orderBy(desc(customerNotes.createdAt))
			.limit(maxOthers),
		events: selectAudit()
			.where(eq(audit.subjectId, id))
			.orderBy(desc(audit.number))
			.limit(maxOthers),
	});
	const [user] = results.users;
	if (!user) return undefined;
	return {
		customer: user,
		lines: results.lines.map(toCustomerLine),
		reviews: results.reviews,
		questions: results.questions,
		sessionCount: results.sessions.length,
		notes: results.notes,
		events: results.events.map(toAuditEntry),
	};
}

function toCustomerLine(row: LineRow & { currency: string }): CustomerLine {
	const { id, quantity, totalCents, currency, createdAt } = row;
	const state = publicState({ ...toFlags(row), status: row.status });
	return { id, toolName: nameOfRow(row), quantity, totalCents, currency, createdAt, state };
}

/** Adds a note to a customer. It is never changed. Throws ShopError `not_found`. */
export async function addCustomerNote(
	caller: Caller,
	userId: string,
	text: string,
): Promise<Inserted> {
	const [added] = await insertFrom(
		customerNotes,
		{ id: newId(), userId: users.id, authorId: caller.id, text, createdAt: Date.now() },
		sql`from ${users} where ${and(eq(users.id, userId), ne(users.id, guestUserId))}`,
	).returning({ id: customerNotes.id });
	if (!added) throw new ShopError("not_found");
	return { insertedId: added.id };
}
