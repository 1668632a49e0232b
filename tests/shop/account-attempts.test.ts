/** The previous version counts attempts in `sign_in_failures`. Both versions see the attempts of both. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { clearAttempts, countAttempt } from "../../src/platform/account-attempts.ts";

const email = "rider@example.test";
const maxAttempts = 10;

/** The statement by which the previous version counts an attempt. */
async function countInPreviousVersion(): Promise<number | null> {
	const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(email));
	const account = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0"));
	const now = Date.now();
	return env.DB.prepare(
		"insert into sign_in_failures (account, failures, ends_at) values (?1, 1, ?2) on conflict (account) do update set failures = case when ends_at <= ?3 then 1 else failures + 1 end, ends_at = case when ends_at <= ?3 then ?2 else ends_at end returning failures",
	)
		.bind(account.join(""), now + 60_000, now)
		.first<number>("failures");
}

const rows = async (table: string) =>
	(await env.DB.prepare(`select * from ${table}`).all()).results;

beforeEach(async () => {
	await env.DB.exec("delete from account_attempts");
});

it("counts the attempts that the previous version has counted", async () => {
	for (let n = 1; n <= maxAttempts; n += 1) expect(await countInPreviousVersion()).toBe(n);
	expect(await countAttempt("password", email)).toBeGreaterThan(0);
});

it("its attempts count in the previous version", async () => {
	for (let n = 1; n <= maxAttempts; n += 1)
		expect(await countAttempt("password", email)).toBeUndefined();
	expect(await countInPreviousVersion()).toBe(maxAttempts + 1);
	expect(await countAttempt("password", email)).toBeGreaterThan(0);
});

it("restarts the count in both when a window has ended, whichever version does", async () => {
	await countInPreviousVersion();
	await env.DB.exec("update account_attempts set attempts = 50, ends_at = 1");
	expect(await countInPreviousVersion()).toBe(1);
	expect(await rows("account_attempts")).toMatchObject([{ attempts: 1 }]);
	await env.DB.exec("update sign_in_failures set failures = 50, ends_at = 1");
	expect(await countAttempt("password", email)).toBeUndefined();
	expect(await rows("sign_in_failures")).toMatchObject([{ failures: 1 }]);
});

it.each(["account_attempts", "sign_in_failures"])("deletes in both: from %s", async (table) => {
	await countAttempt("password", email);
	expect(await rows("sign_in_failures")).toHaveLength(1);
	await (table === "account_attempts" ? clearAttempts(email) : env.DB.exec(`delete from ${table}`));
	expect(await rows("account_attempts")).toEqual([]);
	expect(await rows("sign_in_failures")).toEqual([]);
});
