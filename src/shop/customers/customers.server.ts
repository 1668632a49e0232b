/** Accounts in the database, as administrators change them. */
import { and, count, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import { sessions, users } from "../../db/auth-tables.ts";
import { batch, chain, database } from "../../platform/database.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { ShopError } from "../errors.ts";
import { guestUserId } from "../users/guest.ts";
import { type Role, roleOf, roles, staffRoles } from "../users/roles.ts";
import type { Caller } from "../users/users.ts";

/** Returns the columns that an administrator's change depends on. Throws ShopError `not_found`. */
async function readAccount(id: string) {
	const [account] = await database()
		.select({ role: users.role, staffRole: users.staffRole, verified: users.emailVerified })
		.from(users)
		.where(and(eq(users.id, id), ne(users.id, guestUserId)));
	if (!account) throw new ShopError("not_found");
	return account;
}

/**
 * Sets the role of another user, and ends their sessions if they may do less than before. Returns 0 if
 * they have the role already. The statement counts the administrators, as `removeAdmin` does. Throws
 * ShopError `not_found`, `own_account`, `not_verified` and `last_admin`.
 */
export async function setRole(
	caller: Caller,
	userId: string,
	role: Role,
): Promise<{ modifiedCount: number }> {
	if (userId === caller.id) throw new ShopError("own_account");
	const account = await readAccount(userId);
	const before = roleOf(account.role, account.staffRole);
	if (before === role) return { modifiedCount: 0 };
	if (role !== "user" && !account.verified) throw new ShopError("not_verified");
	const db = database();
	const adminCount = db.select({ n: count() }).from(users).where(eq(users.role, "admin"));
	const isLess = roles.indexOf(role) < roles.indexOf(before);
	const audit = (changed: SQL) =>
		insertAuditEvent(
			{
				action: actionOf(role, before),
				actorId: caller.id,
				subject: sql`${users.id}`,
				detail: { role, roleWas: before },
			},
			sql`from ${users} where ${and(eq(users.id, userId), changed)}`,
		);
	const { changed } = await batch(
		chain(
			{
				changed: db
					.update(users)
					.set({
						role: role === "admin" ? "admin" : "user",
						staffRole: staffRoles.find((known) => known === role) ?? null,
						updatedAt: new Date(),
					})
					.where(
						and(
							eq(users.id, userId),
							// As it was read: somebody else may have changed it since.
							eq(users.role, account.role),
							sql`${users.staffRole} is ${account.staffRole}`,
							before === "admin" ? gt(sql`(${adminCount})`, 1) : undefined,
						),
					)
					.returning({ id: users.id }),
			},
			{
				audit,
				...(isLess && {
					sessions: (isChanged: SQL) =>
						db.delete(sessions).where(and(eq(sessions.userId, userId), isChanged)),
				}),
			},
		),
	);
	if (changed.length > 0) return { modifiedCount: changed.length };
	const now = await readAccount(userId);
	if (roleOf(now.role, now.staffRole) === "admin") throw new ShopError("last_admin");
	return setRole(caller, userId, role);
}

function actionOf(role: Role, before: Role) {
	if (role === "admin") return "user.made_admin";
	return before === "admin" ? "user.removed_admin" : "user.role_changed";
}
