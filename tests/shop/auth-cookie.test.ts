/** The caller of a session cookie: session and user are read together, and either may be gone. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { callerFromCookie } from "../../src/platform/auth/auth.ts";
import { type Person, signUp } from "../helpers/shop.ts";

const run = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();

const callerFor = ({ cookie }: Person) => callerFromCookie(new Headers({ Cookie: cookie }));

const dayMs = 24 * 60 * 60 * 1000;

it("a session cookie gives the current data of its user", async () => {
	const [rider, other] = [await signUp(), await signUp()];
	await run(
		"update users set name = 'Renamed', phone = '7', role = 'admin' where id = ?",
		rider.id,
	);
	expect(await callerFor(rider)).toEqual({
		id: rider.id,
		email: rider.email,
		name: "Renamed",
		phone: "7",
		address: "",
		role: "admin",
		verified: false,
		sessionId: expect.any(String),
	});
	expect(await callerFor(other)).toMatchObject({ id: other.id, role: "user" });
});

it("an expired session gives no user and is deleted", async () => {
	const rider = await signUp();
	await run("update sessions set expires_at = ? where user_id = ?", Date.now() - 1000, rider.id);
	expect(await callerFor(rider)).toBeUndefined();
	const { results } = await run("select id from sessions where user_id = ?", rider.id);
	expect(results).toEqual([]);
});

it("an ended session or a deleted user gives no user", async () => {
	const [ended, gone] = [await signUp(), await signUp()];
	await run("delete from sessions where user_id = ?", ended.id);
	expect(await callerFor(ended)).toBeUndefined();
	await run("delete from users where id = ?", gone.id);
	expect(await callerFor(gone)).toBeUndefined();
});

it("using a session extends it", async () => {
	const rider = await signUp();
	const soon = Date.now() + dayMs;
	await run("update sessions set expires_at = ? where user_id = ?", soon, rider.id);
	expect(await callerFor(rider)).toMatchObject({ id: rider.id });
	const { results } = await run(
		"select expires_at as ends from sessions where user_id = ?",
		rider.id,
	);
	expect(Number(results[0]?.ends)).toBeGreaterThan(soon + dayMs);
});

it("an unsigned cookie gives no user", async () => {
	const [rider, other] = [await signUp(), await signUp()];
	const [name, value = ""] = rider.cookie.split("=");
	const foreign = other.cookie.split("=")[1] ?? "";
	const swapped = foreign.split(".")[0] + value.slice(value.indexOf("."));
	const headers = new Headers({ Cookie: `${name}=${swapped}` });
	expect(await callerFromCookie(headers)).toBeUndefined();
});
