/** Accounts in the database, as administrators change them. */
import { and, count, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { type Role, roles } from "../../access/roles.ts";
import { sessions, users } from "../../db/auth-tables.ts";
import { isOpenOrder, orders } from "../../db/order-tables.ts";
import { ShopError } from "../../errors.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database } from "../../platform/database/database.ts";
import type { Modified } from "../../values/fields.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { closeSoon, endReservations } from "../orders/release-orders.server.ts";
import type { BlockChange } from "./customers.ts";

/** Returns the columns that an administrator's change depends on. Throws ShopError `not_found`. */
async function readAccount(id: string) {
	const [account] = await database()
		.select({
			role: users.role,
			verified: users.emailVerified,
			blockedAt: users.blockedAt,
		})
		.from(users)
		.where(and(eq(users.id, id), ne(users.id, guestUserId)));
	if (!account) throw new ShopError("not_found");
	return account;
}

/**
 * Sets the role of another user, and ends their sessions if they may do less than before. Returns 0 if
 * they have the role already. The statement counts the administrators, as `removeAdmin` does. Throws
 * ShopError `not_found`, `own_account`, `not_verified`, `account_blocked` and `last_admin`.
 */
export async function setRole(caller: Caller, userId: string, role: Role): Promise<Modified> {
	if (userId === caller.id) throw new ShopError("own_account");
	const account = await readAccount(userId);
	const before = account.role;
	if (before === role) return { modifiedCount: 0 };
	if (role !== "user" && !account.verified) throw new ShopError("not_verified");
	if (role !== "user" && account.blockedAt) throw new ShopError("account_blocked");
	const db = database();
	const adminCount = db.select({ n: count() }).from(users).where(eq(users.role, "admin"));
	const isLess = roles.indexOf(role) < roles.indexOf(before);
	const isUser = eq(users.id, userId);
	const done = await commit({
		guard: [
			// Compares with what was read: somebody else may have changed it since.
			hasRow(
				users,
				and(isUser, eq(users.role, before), role === "user" ? undefined : isNull(users.blockedAt)),
			),
			...(before === "admin" ? [gt(sql`(${adminCount})`, 1)] : []),
		],
		write: {
			changed: db.update(users).set({ role, updatedAt: new Date() }).where(isUser),
			audit: insertAuditEvent({
				action: actionOf(role, before),
				actorId: caller.id,
				subject: userId,
				detail: { role, roleWas: before },
			}),
			...(isLess && { sessions: db.delete(sessions).where(eq(sessions.userId, userId)) }),
		},
		refused: async () => {
			if ((await readAccount(userId)).role === "admin") throw new ShopError("last_admin");
			return setRole(caller, userId, role);
		},
	});
	return "modifiedCount" in done ? done : { modifiedCount: 1 };
}

function actionOf(role: Role, before: Role) {
	if (role === "admin") return "user.made_admin";
	return before === "admin" ? "user.removed_admin" : "user.role_changed";
}

/**
 * Blocks an account or unblocks it. Its sessions end, and so do the reservations of its unpaid orders: they
 * expire now, and the payments queue closes them, because their payments must be cancelled at Stripe first.
 * One that Stripe processes stays, as do paid ones. The reason is in the history. Returns 0 if nothing changed. Throws ShopError
 * `not_found`, `own_account` and `admin_account`.
 */
export async function setBlocked(
	caller: Caller,
	userId: string,
	{ blocked, reason }: BlockChange,
): Promise<Modified> {
	if (userId === caller.id) throw new ShopError("own_account");
	const db = database();
	const now = new Date();
	const isUser = eq(users.id, userId);
	const canChange = and(
		isUser,
		ne(users.id, guestUserId),
		ne(users.role, "admin"),
		blocked ? isNull(users.blockedAt) : isNotNull(users.blockedAt),
	);
	const changed = await commit({
		guard: [hasRow(users, canChange)],
		write: {
			changed: db
				.update(users)
				.set({ blockedAt: blocked ? now : null, updatedAt: now })
				.where(isUser),
			audit: insertAuditEvent({
				action: blocked ? "user.blocked" : "user.unblocked",
				actorId: caller.id,
				subject: userId,
				detail: blocked ? { reason } : {},
			}),
			...(blocked && endOf(userId, now)),
		},
		refused: async () => {
			if ((await readAccount(userId)).role === "admin") throw new ShopError("admin_account");
			return null;
		},
	});
	closeSoon(changed?.expired ?? []);
	return { modifiedCount: changed ? 1 : 0 };
}

/** The statements that end the sessions and the reservations of a user who is blocked. */
function endOf(userId: string, now: Date) {
	const db = database();
	// Names the index, because SQLite may choose that of transactions, where all unpaid orders have none.
	const toExpire = sql`(select ${orders.id} from ${orders} indexed by orders_open_by_user where ${and(
		eq(orders.userId, userId),
		isOpenOrder,
		isNull(orders.processingAt),
	)})`;
	return {
		sessions: db.delete(sessions).where(eq(sessions.userId, userId)),
		expired: endReservations(toExpire, now),
	};
}
