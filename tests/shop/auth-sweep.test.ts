/** Expired auth rows are deleted, and never before they expire. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sweepAuth } from "../../src/platform/auth/auth-sweep.ts";
import { signUp, tokenOf } from "../helpers/shop.ts";

const now = Date.now();
const anHourMs = 60 * 60 * 1000;

/** Per table with expiring rows: how to add one, and how to set its expiry. */
const tables = [
	{
		table: "verifications",
		add: "insert into verifications (id, identifier, value, created_at, updated_at, expires_at) values (?1, ?1, ?1, 1, 1, ?2)",
		key: "id",
		ends: now,
	},
	{
		table: "account_attempts",
		add: "insert into account_attempts (account, attempts, ends_at) values (?1, 1, ?2)",
		key: "account",
		ends: now,
	},
	{
		table: "rate_limits",
		add: "insert into rate_limits (id, key, count, last_request) values (?1, ?1, 1, ?2)",
		key: "id",
		ends: now - anHourMs,
	},
	{
		table: "failed_mails",
		add: "insert into failed_mails (id, kind, recipient, reason, failed_at) values (?1, 'reset', 'a@example.test', 'retries', ?2)",
		key: "id",
		ends: now - 30 * 24 * anHourMs,
	},
] as const;

const keys = async (table: string, key: string) => {
	const { results } = await env.DB.prepare(`select ${key} as k from ${table}`).all<{ k: string }>();
	return results.map(({ k }) => k);
};

describe.each(tables)("$table", ({ table, add, key, ends }) => {
	it("keeps rows that are valid and deletes expired ones", async () => {
		await env.DB.prepare(add).bind(`${table} over`, ends).run();
		await env.DB.prepare(add)
			.bind(`${table} counts`, ends + 1)
			.run();
		await sweepAuth(new Date(now));
		expect(await keys(table, key)).toContain(`${table} counts`);
		expect(await keys(table, key)).not.toContain(`${table} over`);
	});

	it("deletes a thousand per run, the oldest first", async () => {
		const some = Array.from({ length: 1001 }, (_, n) => [`${table} ${n}`, 1 + n] as const);
		await env.DB.batch(some.map(([id, end]) => env.DB.prepare(add).bind(id, end)));
		await sweepAuth(new Date(now));
		const left = (await keys(table, key)).filter((one) => some.some(([id]) => id === one));
		expect(left).toEqual([`${table} 1000`]);
	});
});

describe("sessions", () => {
	it("are deleted when they expire; others continue", async () => {
		const [gone, here] = [await signUp(), await signUp()];
		await env.DB.prepare("update sessions set expires_at = ? where user_id = ?")
			.bind(now, gone.id)
			.run();
		await sweepAuth(new Date(now));
		expect(await keys("sessions", "user_id")).not.toContain(gone.id);
		expect(await tokenOf(here.email, here.cookie)).toBeTruthy();
	});
});
