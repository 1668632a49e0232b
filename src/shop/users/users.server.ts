/** Users in the database: profiles, roles and access tokens. */
import { and, count, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { accounts, sessions, users } from "../../db/auth-tables.ts";
import { ShopError } from "../../errors.ts";
import { issueToken } from "../../platform/auth/access-token.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database } from "../../platform/database/database.ts";
import { buildListQuery, runListQuery } from "../../platform/database/list-query.ts";
import type { Modified } from "../../values/fields.ts";
import { type Cursor, type Page, splitPage } from "../../values/paging.ts";
import { addressInOneLine, parseAddress } from "../addresses/address.ts";
import type { Address } from "../addresses/address-columns.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { type AccountState, hasAddress, type Profile, type ProfileForm } from "./users.ts";

/** Issues an access token for the caller's own e-mail. Throws ShopError `forbidden` for another. */
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

/** The condition that a user is not the row that owns guests' orders. */
const isAccount = ne(users.id, guestUserId);

/** Returns the profile of an e-mail. Throws ShopError `forbidden` for another user's, unless the caller is an administrator, and `not_found`. */
export async function getProfile(caller: Caller, email: string): Promise<Profile> {
	if (caller.email !== email && caller.role !== "admin") throw new ShopError("forbidden");
	const [user] = await database()
		.select(profileColumns)
		.from(users)
		.where(and(eq(users.email, email), isAccount));
	if (!user) throw new ShopError("not_found");
	return user;
}

/** Returns what the profile's page shows of the caller's account beside the profile. */
export async function accountState(caller: Caller): Promise<AccountState> {
	const [found] = await database()
		.select({
			verified: users.emailVerified,
			password: accounts.id,
			addressParts: users.addressParts,
		})
		.from(users)
		.leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, "credential")))
		.where(eq(users.id, caller.id))
		.limit(1);
	return {
		verified: found?.verified ?? false,
		hasPassword: Boolean(found?.password),
		addressParts: found?.addressParts ?? null,
	};
}

/**
 * Returns a page of all users, sorted by e-mail. `truncatedTo` is set if more match than are sorted.
 * Throws ShopError `forbidden` unless the caller is an administrator.
 */
export async function listUsers(
	caller: Caller,
	{ limit, cursor, q }: Page & { q?: string | undefined },
): Promise<{ users: Profile[]; next: Cursor | undefined; truncatedTo: number | undefined }> {
	if (caller.role !== "admin") throw new ShopError("forbidden");
	const list = buildListQuery({
		table: users,
		filter: isAccount,
		sortBy: [users.email, "asc"],
		id: users.id,
		createdAt: users.createdAt,
		searchIn: "users",
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
 * Updates the caller's own profile; fields left out stay as they are. `success` is false if nothing
 * changed. Throws ShopError `forbidden` for another user's, for administrators too, and `invalid` if the fields of the
 * address are none of its country.
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
		...changedAddress(form),
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
					values.address === undefined ? undefined : ne(users.address, values.address),
				),
			),
		)
		.returning({ id: users.id });
	return { success: changed.length > 0 };
}

/** The columns of a form's address; none if it has no address. One line of its own has no fields. */
function changedAddress(form: ProfileForm): { address?: string; addressParts?: Address | null } {
	if (!hasAddress(form))
		return form.address === undefined ? {} : { address: form.address, addressParts: null };
	const parsed = parseAddress(form);
	if ("errors" in parsed) throw new ShopError("invalid", { fields: parsed.errors });
	return { address: addressInOneLine(parsed.address), addressParts: parsed.address };
}

/**
 * Makes a user an administrator. Returns 0 if they already are. Throws ShopError `not_found`,
 * `account_blocked`, and `not_verified` if the e-mail is not verified: the account may not belong to its
 * owner.
 */
export async function makeAdmin(caller: Caller, email: string): Promise<Modified> {
	const isUser = eq(users.email, email);
	const canBecome = and(
		isUser,
		ne(users.role, "admin"),
		eq(users.emailVerified, true),
		isNull(users.blockedAt),
	);
	const made = await commit({
		guard: [hasRow(users, canBecome)],
		write: {
			made: database().update(users).set({ role: "admin", updatedAt: new Date() }).where(isUser),
			audit: auditRoleChange(caller, "user.made_admin", email),
		},
		refused: async () => {
			const { role, blockedAt } = await readStored(email);
			if (role !== "admin") throw new ShopError(blockedAt ? "account_blocked" : "not_verified");
			return null;
		},
	});
	return { modifiedCount: made ? 1 : 0 };
}

/**
 * Removes the administrator role and ends the user's sessions. The same batch counts the
 * administrators, so that two can't remove each other concurrently. Returns 0 if the user is not an
 * administrator. Throws ShopError `not_found` and `last_admin`.
 */
export async function removeAdmin(caller: Caller, email: string): Promise<Modified> {
	const db = database();
	const adminCount = db.select({ n: count() }).from(users).where(eq(users.role, "admin"));
	const userId = db.select({ id: users.id }).from(users).where(eq(users.email, email));
	const isUser = eq(users.email, email);
	const removed = await commit({
		guard: [hasRow(users, and(isUser, eq(users.role, "admin"))), gt(sql`(${adminCount})`, 1)],
		write: {
			removed: db.update(users).set({ role: "user", updatedAt: new Date() }).where(isUser),
			audit: auditRoleChange(caller, "user.removed_admin", email),
			sessions: db.delete(sessions).where(sql`${sessions.userId} = (${userId})`),
		},
		refused: async () => {
			if ((await readStored(email)).role === "admin") throw new ShopError("last_admin");
			return null;
		},
	});
	return { modifiedCount: removed ? 1 : 0 };
}

/** Returns the statement that audits a role change. */
function auditRoleChange(
	caller: Caller,
	action: "user.made_admin" | "user.removed_admin",
	email: string,
) {
	return insertAuditEvent(
		{ action, actorId: caller.id, subject: sql`${users.id}`, detail: {} },
		sql`from ${users} where ${eq(users.email, email)}`,
	);
}

/** Returns whether a user is an administrator. Throws as `getProfile` does. */
export async function isAdmin(caller: Caller, email: string): Promise<{ admin: boolean }> {
	const { role } = await getProfile(caller, email);
	return { admin: role === "admin" };
}

async function readStored(email: string) {
	const [user] = await database()
		.select({ role: users.role, blockedAt: users.blockedAt })
		.from(users)
		.where(and(eq(users.email, email), isAccount));
	if (!user) throw new ShopError("not_found");
	return user;
}
