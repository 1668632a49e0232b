/** Users in the database: profiles, and who is let through to a page. */
import { and, count, eq, gt, ne, or, sql } from "drizzle-orm";
import { accounts, sessions, users } from "../../db/auth-tables.ts";
import { issueToken } from "../../platform/access-token.ts";
import { database } from "../../platform/database.ts";
import { buildListQuery, runListQuery } from "../../platform/list-query.ts";
import { changedOneRow, insertAuditEvent } from "../audit/audit.server.ts";
import { ShopError } from "../errors.ts";
import { type Cursor, type Page, splitPage } from "../paging.ts";
import type { AccountState, Caller, Profile, ProfileForm } from "./users.ts";

/** An access token for the caller's own e-mail. Refuses another's with forbidden. */
export async function tokenFor(caller: Caller, email: string) {
	if (caller.email !== email) throw new ShopError("forbidden");
	return issueToken(caller);
}

const profileColumns = {
	_id: users.id,
	name: users.name,
	email: users.email,
	phone: users.phone,
	address: users.address,
	role: users.role,
	verified: users.emailVerified,
};

/** The profile of an e-mail. Refuses another's with forbidden, an unknown one with not_found. */
export async function getProfile(caller: Caller, email: string): Promise<Profile> {
	if (caller.email !== email && caller.role !== "admin") throw new ShopError("forbidden");
	const [user] = await database().select(profileColumns).from(users).where(eq(users.email, email));
	if (!user) throw new ShopError("not_found");
	return user;
}

/** How the caller's own account is held: whether the e-mail is proved, and whether it has a password. */
export async function accountState(caller: Caller): Promise<AccountState> {
	const [found] = await database()
		.select({ verified: users.emailVerified, password: accounts.id })
		.from(users)
		.leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, "credential")))
		.where(eq(users.id, caller.id))
		.limit(1);
	return { verified: found?.verified ?? false, hasPassword: Boolean(found?.password) };
}

/**
 * A page of all users, by e-mail; `newest` says how many were sorted where more match. Refuses all but
 * administrators with forbidden.
 */
export async function listUsers(
	caller: Caller,
	{ limit, cursor, q }: Page & { q?: string | undefined },
): Promise<{ users: Profile[]; next: Cursor | undefined; truncatedTo: number | undefined }> {
	if (caller.role !== "admin") throw new ShopError("forbidden");
	const list = buildListQuery({
		table: users,
		filter: undefined,
		sortBy: [users.email, "asc"],
		id: users.id,
		createdAt: users.createdAt,
		searchColumns: [users.name, users.email],
		searchTable: "users",
		limit,
		cursor,
		q,
	});
	const page = database()
		.select(profileColumns)
		.from(list.from)
		.where(list.where)
		.orderBy(...list.orderBy)
		.limit(list.limit);
	const { rows: found, truncatedTo } = await runListQuery(page, list);
	const keyed = found.map((profile) => ({ id: profile._id, profile }));
	const { rows, next } = splitPage(keyed, limit, ({ profile }) => profile.email);
	return { users: rows.map(({ profile }) => profile), next, truncatedTo };
}

/**
 * Changes the caller's own profile; what is left out stays. Gives false where nothing changed.
 * Refuses another's with forbidden, an administrator's call too.
 */
export async function updateProfile(
	caller: Caller,
	email: string,
	form: ProfileForm,
): Promise<{ success: boolean }> {
	if (caller.email !== email) throw new ShopError("forbidden");
	const values = {
		name: form.name || caller.name,
		phone: form.phone,
		address: form.address ?? caller.address,
	};
	const changed = await database()
		.update(users)
		.set({ ...values, updatedAt: new Date() })
		.where(
			and(
				eq(users.id, caller.id),
				or(
					ne(users.name, values.name),
					ne(users.phone, values.phone),
					ne(users.address, values.address),
				),
			),
		)
		.returning({ id: users.id });
	return { success: changed.length > 0 };
}

/**
 * Makes a user an administrator. Refuses an unknown e-mail with not_found and one that is not verified
 * with not_verified: whoever typed it need not be its owner. Gives 0 where they are one already.
 */
export async function makeAdmin(caller: Caller, email: string): Promise<{ modifiedCount: number }> {
	const db = database();
	const [changed] = await db.batch([
		db
			.update(users)
			.set({ role: "admin", updatedAt: new Date() })
			.where(and(eq(users.email, email), eq(users.role, "user"), eq(users.emailVerified, true)))
			.returning({ id: users.id }),
		auditRoleChange(caller, "user.made_admin", email),
	]);
	if (changed.length === 0 && (await roleOf(email)) === "user") throw new ShopError("not_verified");
	return { modifiedCount: changed.length };
}

/**
 * Takes an administrator's role away and ends their sessions. The count stands in the same
 * statement, so that two at once can't remove each other. Refuses with not_found and last_admin;
 * gives 0 where they are none.
 */
export async function removeAdmin(
	caller: Caller,
	email: string,
): Promise<{ modifiedCount: number }> {
	const db = database();
	const adminCount = db.select({ n: count() }).from(users).where(eq(users.role, "admin"));
	const userId = db.select({ id: users.id }).from(users).where(eq(users.email, email));
	const [changed] = await db.batch([
		db
			.update(users)
			.set({ role: "user", updatedAt: new Date() })
			.where(and(eq(users.email, email), eq(users.role, "admin"), gt(sql`(${adminCount})`, 1)))
			.returning({ id: users.id }),
		auditRoleChange(caller, "user.removed_admin", email),
		// Tied to the entry, as that is to the role.
		db.delete(sessions).where(and(sql`${sessions.userId} = (${userId})`, changedOneRow)),
	]);
	if (changed.length === 0 && (await roleOf(email)) === "admin") throw new ShopError("last_admin");
	return { modifiedCount: changed.length };
}

/** The entry of a role that the statement before has changed. The user's name is looked up when it is read. */
function auditRoleChange(
	caller: Caller,
	action: "user.made_admin" | "user.removed_admin",
	email: string,
) {
	return insertAuditEvent(
		{ action, actorId: caller.id, subject: sql`${users.id}`, detail: {} },
		sql`from ${users} where ${and(eq(users.email, email), changedOneRow)}`,
	);
}

/** Whether a user is an administrator. Refuses another's with forbidden, an unknown one with not_found. */
export async function isAdmin(caller: Caller, email: string): Promise<{ admin: boolean }> {
	const { role } = await getProfile(caller, email);
	return { admin: role === "admin" };
}

async function roleOf(email: string) {
	const [user] = await database()
		.select({ role: users.role })
		.from(users)
		.where(eq(users.email, email));
	if (!user) throw new ShopError("not_found");
	return user.role;
}
