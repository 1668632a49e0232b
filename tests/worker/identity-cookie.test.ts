/** Who a cookie makes of its bearer: a session and its user are read together, and each may end alone. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { callerFromCookie } from "../../src/platform/identity.ts";
import { type Person, signUp } from "./helpers.ts";

const run = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();

const callerFor = ({ cookie }: Person) => callerFromCookie(new Headers({ Cookie: cookie }));

const dayMs = 24 * 60 * 60 * 1000;

it("is the user of the session, as they are now", async () => {
	const [rider, other] = [await signUp(), await signUp()];
	await run(
		"update users set name = 'Renamed', phone = '7', role = 'admin' where id = ?",
		rider.id,
	);
	expect(await callerFor(rider)).toEqual({
		...{
			id: rider.id,
			email: rider.email,
			name: "Renamed",
			phone: "7",
			address: "",
			role: "admin",
			verified: false,
		},
		sessionId: expect.any(String),
	});
	expect(await callerFor(other)).toMatchObject({ id: other.id, role: "user" });
});

it("is nobody once the session has run out, which takes it away", async () => {
	const rider = await signUp();
	await run("update sessions set expires_at = ? where user_id = ?", Date.now() - 1000, rider.id);
	expect(await callerFor(rider)).toBeUndefined();
	const { results } = await run("select id from sessions where user_id = ?", rider.id);
	expect(results).toEqual([]);
});

it("is nobody once the session is ended, or the user is gone", async () => {
	const [ended, gone] = [await signUp(), await signUp()];
	await run("delete from sessions where user_id = ?", ended.id);
	expect(await callerFor(ended)).toBeUndefined();
	await run("delete from users where id = ?", gone.id);
	expect(await callerFor(gone)).toBeUndefined();
});

it("keeps a session that is used from running out", async () => {
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

it("is nobody for a cookie that nobody signed", async () => {
	const [rider, other] = [await signUp(), await signUp()];
	const [name, value = ""] = rider.cookie.split("=");
	const foreign = other.cookie.split("=")[1] ?? "";
	const swapped = foreign.split(".")[0] + value.slice(value.indexOf("."));
	const headers = new Headers({ Cookie: `${name}=${swapped}` });
	expect(await callerFromCookie(headers)).toBeUndefined();
});
