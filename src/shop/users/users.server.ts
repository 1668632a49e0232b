/** Users in the database: profiles, and who is let through to a page. */
import { and, count, eq, gt, ne, or, sql } from "drizzle-orm";
import { sessions, users } from "../../db/auth-tables.ts";
import { ShopError } from "../../http/errors.ts";
import { type Cursor, type Page, splitPage } from "../../http/paging.ts";
import { database } from "../../platform/database.ts";
import { issueToken } from "../../platform/identity.ts";
import { after, holds, sorted } from "../../platform/keyset.ts";
import type { Caller, Profile, ProfileForm } from "./users.ts";

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
};

/** The profile of an e-mail. Refuses another's with forbidden, an unknown one with not_found. */
export async function getProfile(caller: Caller, email: string): Promise<Profile> {
	if (caller.email !== email && caller.role !== "admin") throw new ShopError("forbidden");
	const [user] = await database().select(profileColumns).from(users).where(eq(users.email, email));
	if (!user) throw new ShopError("not_found");
	return user;
}

/** A page of all users, by e-mail. Refuses all but administrators with forbidden. */
export async function listUsers(
	caller: Caller,
	{ limit, cursor, q }: Page & { q?: string | undefined },
): Promise<{ users: Profile[]; next: Cursor | undefined }> {
	if (caller.role !== "admin") throw new ShopError("forbidden");
	const found = await database()
		.select({ ...profileColumns, id: users.id })
		.from(users)
		.where(and(holds(q, users.name, users.email), after(users.email, users.id, "asc", cursor)))
		.orderBy(...sorted(users.email, users.id, "asc"))
		.limit(limit + 1);
	const { rows, next } = splitPage(found, limit, (user) => user.email);
	return { users: rows.map(({ id: _, ...profile }) => profile), next };
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
	const wanted = {
		name: form.name || caller.name,
		phone: form.phone,
		address: form.address ?? caller.address,
	};
	const changed = await database()
		.update(users)
		.set({ ...wanted, updatedAt: new Date() })
		.where(
			and(
				eq(users.id, caller.id),
				or(
					ne(users.name, wanted.name),
					ne(users.phone, wanted.phone),
					ne(users.address, wanted.address),
				),
			),
		)
		.returning({ id: users.id });
	return { success: changed.length > 0 };
}

/** Makes a user an administrator. Refuses an unknown e-mail with not_found; gives 0 where they are one. */
export async function makeAdmin(email: string): Promise<{ modifiedCount: number }> {
	const changed = await database()
		.update(users)
		.set({ role: "admin", updatedAt: new Date() })
		.where(and(eq(users.email, email), eq(users.role, "user")))
		.returning({ id: users.id });
	if (changed.length === 0) await roleOf(email);
	return { modifiedCount: changed.length };
}

/**
 * Takes an administrator's role away and ends their sessions. The count stands in the same
 * statement, so that two at once can't remove each other. Refuses with not_found and last_admin;
 * gives 0 where they are none.
 */
export async function removeAdmin(email: string): Promise<{ modifiedCount: number }> {
	const db = database();
	const administrators = db.select({ n: count() }).from(users).where(eq(users.role, "admin"));
	const theirId = db.select({ id: users.id }).from(users).where(eq(users.email, email));
	const [changed] = await db.batch([
		db
			.update(users)
			.set({ role: "user", updatedAt: new Date() })
			.where(and(eq(users.email, email), eq(users.role, "admin"), gt(sql`(${administrators})`, 1)))
			.returning({ id: users.id }),
		db.delete(sessions).where(and(sql`${sessions.userId} = (${theirId})`, sql`changes() = 1`)),
	]);
	if (changed.length === 0 && (await roleOf(email)) === "admin") throw new ShopError("last_admin");
	return { modifiedCount: changed.length };
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
