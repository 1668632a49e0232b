/** Reads the list of customers and a customer's page, and adds notes. */
import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { audit } from "../../db/audit-tables.ts";
import { customerNotes, sessions, users } from "../../db/auth-tables.ts";
import { isShownLine, orderLines } from "../../db/order-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { batch, database, insertFrom, newId } from "../../platform/database.ts";
import { buildListQuery, runListQuery } from "../../platform/list-query.ts";
import { type Cursor, splitPage } from "../../values/paging.ts";
import { selectAudit, toAuditEntry } from "../audit/audit.server.ts";
import type { AuditEntry } from "../audit/audit.ts";
import { type PublicState, publicState, toFlags } from "../orders/lines.ts";
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

/** A page of all users. One round trip. */
export async function listCustomers({ q, sort, cursor }: CustomerQuery): Promise<{
	customers: CustomerRow[];
	next: Cursor | undefined;
}> {
	const limit = customersPageSize;
	const list = buildListQuery({
		table: users,
		filter: ne(users.id, guestUserId),
		sortBy: [sort === "spent" ? users.spentCents : users.createdAt, "desc"],
		id: users.id,
		createdAt: users.createdAt,
		searchIn: "users",
		limit,
		cursor,
		q,
	});
	const page = database()
		.select({ ...columns, createdAt: users.createdAt, place: list.rowNumber.as("place") })
		.from(list.from)
		.where(list.where)
		.orderBy(...list.orderBy)
		.limit(list.limit);
	const found = await runListQuery(page, list);
	const { rows, next } = splitPage(found.rows, limit, (row) => {
		if (list.cursorIsRowNumber) return row.place;
		return sort === "spent" ? row.spentCents : row.createdAt.getTime();
	});
	return { customers: rows.map(({ createdAt: _, place: __, ...row }) => row), next };
}

/** How many rows of each kind a customer's page shows, the newest. With all of them it reads at most 60 rows. */
const maxLines = 10;
const maxSessions = 10;
const maxOthers = 5;

/** A customer's page. */
export interface CustomerPage {
	customer: CustomerRow & { phone: string; address: string; createdAt: Date };
	lines: {
		id: string;
		toolName: string;
		quantity: number;
		totalCents: number;
		currency: string;
		createdAt: Date;
		state: PublicState | "Unpaid";
	}[];
	reviews: {
		id: string;
		rating: number;
		description: string;
		createdAt: Date;
		hiddenAt: Date | null;
		/** Null for one about the shop. */
		toolName: string | null;
	}[];
	/** Sessions that have not ended; `maxSessions` stands for all from there on. */
	sessionCount: number;
	notes: { text: string; at: Date; author: string | null }[];
	events: AuditEntry[];
}

/** Returns a customer's page; undefined if there is no such user. One round trip. */
export async function readCustomer(id: string): Promise<CustomerPage | undefined> {
	const db = database();
	const found = await batch({
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
			.select()
			.from(orderLines)
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
			.orderBy(desc(audit.createdAt), desc(audit.id))
			.limit(maxOthers),
	});
	const [user] = found.users;
	if (!user) return undefined;
	return {
		customer: user,
		lines: found.lines.map((row) => {
			const flags = toFlags(row);
			const { id, toolName, quantity, totalCents, currency, createdAt } = row;
			const state =
				flags.paid || flags.refunded ? publicState({ ...flags, status: row.status }) : "Unpaid";
			return { id, toolName, quantity, totalCents, currency, createdAt, state } as const;
		}),
		reviews: found.reviews,
		sessionCount: found.sessions.length,
		notes: found.notes,
		events: found.events.map(toAuditEntry),
	};
}

/** Adds a note to a customer. It is never changed. Throws ShopError `not_found`. */
export async function addCustomerNote(
	caller: Caller,
	userId: string,
	text: string,
): Promise<{ insertedId: string }> {
	const [added] = await insertFrom(
		customerNotes,
		{ id: newId(), userId: users.id, authorId: caller.id, text, createdAt: Date.now() },
		sql`from ${users} where ${and(eq(users.id, userId), ne(users.id, guestUserId))}`,
	).returning({ id: customerNotes.id });
	if (!added) throw new ShopError("not_found");
	return { insertedId: added.id };
}
