import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { countAttempt } from "../../src/platform/account-attempts.ts";
import { sweepAuth } from "../../src/platform/auth-sweep.ts";
import { mailTo, tokenIn, withMail } from "../helpers/mail.ts";
import {
	type ApiResponse,
	callApi,
	callAuth,
	cookieOf,
	newEmail,
	newIpAddress,
	password,
	signUp,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

const wrongPasswords = /Invalid password|User not found/;

const signIn = (email: string, typed = password): Promise<ApiResponse> =>
	callAuth("sign-in/email", { email, password: typed });

/** Signs in with wrong passwords, each from its own address. Returns the statuses. */
const signInWrongly = async (email: string, times: number): Promise<number[]> => {
	allowConsole(wrongPasswords);
	const answers = Array.from({ length: times }, (_, n) => signIn(email, `wrong guess ${n}`));
	return (await Promise.all(answers)).map(({ status }) => status);
};

/** Counts failed attempts directly, without the time to hash each password. */
const fail = async (email: string, times: number): Promise<void> => {
	for (let n = 0; n < times; n += 1) await countAttempt("password", email);
};

const count = (statuses: number[], status: number) =>
	statuses.filter((one) => one === status).length;

/** Ends every lock. */
const endAttemptWindows = () => env.DB.prepare("update account_attempts set ends_at = 1").run();

const countAttemptRows = async () =>
	(await env.DB.prepare("select count(*) as n from account_attempts").first<{ n: number }>())?.n;

describe("wrong passwords for one account", { timeout: 60_000 }, () => {
	it("are rejected after ten, from any addresses, also concurrently", async () => {
		const { email } = await signUp();
		const statuses = await signInWrongly(email, 30);
		expect(count(statuses, 401)).toBe(10);
		expect(count(statuses, 429)).toBe(20);
	});

	it("lock out the right password too, with Retry-After", async () => {
		const { email } = await signUp();
		await fail(email, 10);
		const rejected = await signIn(email.toUpperCase());
		expect(rejected.status).toBe(429);
		expect(rejected.headers.getSetCookie()).toEqual([]);
		const wait = Number(rejected.headers.get("Retry-After"));
		expect(wait).toBeGreaterThan(14 * 60);
		expect(wait).toBeLessThanOrEqual(15 * 60);
	});

	it("count for unknown e-mails too, with the same responses", async () => {
		const [{ email: known }, unknown] = [await signUp(), newEmail()];
		for (const email of [known, unknown]) {
			await fail(email, 9);
			expect(await signInWrongly(email, 2)).toContain(429);
		}
		const [one, other] = [await signIn(known, "wrong once more"), await signIn(unknown)];
		expect([one.status, other.status]).toEqual([429, 429]);
		expect(other.body).toEqual(one.body);
		expect([...other.headers.keys()]).toEqual([...one.headers.keys()]);
	});

	it("lock no other account", async () => {
		const [{ email }, other] = [await signUp(), await signUp()];
		await fail(email, 10);
		expect((await signIn(other.email)).status).toBe(200);
	});

	it("are reset by the right password, which is never counted", async () => {
		const { email } = await signUp();
		for (let round = 0; round < 2; round += 1) {
			await fail(email, 9);
			expect((await signIn(email)).status).toBe(200);
		}
		for (let n = 0; n < 11; n += 1) expect((await signIn(email)).status).toBe(200);
	});

	it("expire after a while", async () => {
		const { email } = await signUp();
		await fail(email, 11);
		await endAttemptWindows();
		expect((await signIn(email)).status).toBe(200);
	});

	it("leave the owner a password reset by mail", async () => {
		const { email } = await signUp();
		await fail(email, 11);
		await withMail(async (sent) => {
			await callAuth("request-password-reset", { email });
			const token = tokenIn(await mailTo(sent, email, /Reset your/));
			await callAuth("reset-password", { token, newPassword: "another long one" });
		});
		expect((await signIn(email, "another long one")).status).toBe(200);
	});

	it("are stored under a hash of the e-mail", async () => {
		const email = newEmail();
		await signInWrongly(email, 1);
		const { results } = await env.DB.prepare("select account from account_attempts").all();
		for (const { account } of results) expect(account).toMatch(/^[0-9a-f]{64}$/);
	});

	it("are swept once they have expired, and not before", async () => {
		await sweepAuth();
		await fail(newEmail(), 1);
		const before = await countAttemptRows();
		await sweepAuth();
		expect(await countAttemptRows()).toBe(before);
		await endAttemptWindows();
		await sweepAuth();
		expect(await countAttemptRows()).toBe(0);
	});

	it("count where the current password is required too", async () => {
		allowConsole(wrongPasswords);
		const { email, cookie } = await signUp();
		const change = (currentPassword: string) =>
			callAuth(
				"change-password",
				{ currentPassword, newPassword: "another long one" },
				{ Cookie: cookie },
			);
		const guesses = Array.from({ length: 15 }, (_, n) => change(`wrong guess ${n}`));
		const statuses = (await Promise.all(guesses)).map(({ status }) => status);
		expect(count(statuses, 400)).toBe(10);
		expect(count(statuses, 429)).toBe(5);
		expect((await change(password)).status).toBe(429);
		// Only the session that guessed is locked: the owner can sign in, here or elsewhere, and continue.
		const elsewhere = { Cookie: cookieOf(await signIn(email)) };
		const changed = { currentPassword: password, newPassword: "another long one" };
		expect((await callAuth("change-password", changed, elsewhere)).status).toBe(200);
	});

	it("of others don't stop the signed-in owner from changing the password", async () => {
		const { email, cookie } = await signUp();
		await fail(email, 11);
		expect((await signIn(email)).status).toBe(429);
		const changed = { currentPassword: password, newPassword: "another long one" };
		const answered = await callAuth("change-password", changed, { Cookie: cookie });
		expect(answered.status).toBe(200);
	});
});

describe("attempts from one address", () => {
	it("are rejected after twenty a minute, with the response of every rate limit", async () => {
		const here = { "CF-Connecting-IP": newIpAddress() };
		const hasty = () => callAuth("sign-up/email", {}, here);
		for (let n = 0; n < 20; n += 1) expect((await hasty()).status).toBe(422);
		const rejected = await hasty();
		expect(rejected.status).toBe(429);
		expect(rejected.body).toEqual({
			code: "TOO_MANY",
			message: "Too many attempts. Please try again in a moment.",
		});
		expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(0);
	});

	it("are limited further where each sends a mail", async () => {
		for (const path of ["request-password-reset", "send-verification-email"]) {
			const here = { "CF-Connecting-IP": newIpAddress() };
			const statuses: number[] = [];
			for (let n = 0; n < 6; n += 1) {
				statuses.push((await callAuth(path, { email: newEmail() }, here)).status);
			}
			expect(statuses.indexOf(429), path).toBe(5);
		}
	});
});

describe("mails to one account", () => {
	it("are at most five an hour, with no difference in the response", async () => {
		const { email } = await signUp();
		await withMail(async (sent) => {
			const responses = [];
			for (let n = 0; n < 8; n += 1) {
				responses.push(await callAuth("request-password-reset", { email }));
			}
			expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
			const other = await signUp();
			await callAuth("request-password-reset", { email: other.email });
			await mailTo(sent, other.email, /Reset your/);
			expect(sent.filter(({ to }) => to === email)).toHaveLength(5);
		});
	});

	it("are at most five an hour for their owner, who gets an error", async () => {
		const { cookie, email, token } = await signUp();
		const again = () => callAuth("send-verification-email", { email }, { Cookie: cookie });
		const statuses = [];
		for (let n = 0; n < 6; n += 1) statuses.push((await again()).status);
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
		expect((await callApi("GET", `/user?email=${email}`, { token })).status).toBe(200);
	});
});
