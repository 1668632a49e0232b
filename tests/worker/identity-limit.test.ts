import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { countAttempt } from "../../src/platform/account-attempts.ts";
import { sweepIdentity } from "../../src/platform/identity-sweep.ts";
import { allowConsole } from "../setup/console-guard.ts";
import {
	type ApiResponse,
	callApi,
	callAuth,
	cookieOf,
	newEmail,
	newIpAddress,
	password,
	signUp,
} from "./helpers.ts";
import { mailTo, tokenIn, withMail } from "./mail.ts";

const wrongPasswords = /Invalid password|User not found/;

const signIn = (email: string, typed = password): Promise<ApiResponse> =>
	callAuth("sign-in/email", { email, password: typed });

/** Wrong passwords, each from an address of its own. Gives the statuses. */
const signInWrongly = async (email: string, times: number): Promise<number[]> => {
	allowConsole(wrongPasswords);
	const answers = Array.from({ length: times }, (_, n) => signIn(email, `wrong guess ${n}`));
	return (await Promise.all(answers)).map(({ status }) => status);
};

/** So many tries that were wrong, without the time it takes to hash each. */
const fail = async (email: string, times: number): Promise<void> => {
	for (let n = 0; n < times; n += 1) await countAttempt("password", email);
};

const count = (statuses: number[], status: number) =>
	statuses.filter((one) => one === status).length;

/** Lets the time pass that a lock lasts. */
const endAttemptWindows = () => env.DB.prepare("update sign_in_failures set ends_at = 1").run();

const countAttemptRows = async () =>
	(await env.DB.prepare("select count(*) as n from sign_in_failures").first<{ n: number }>())?.n;

describe("wrong passwords for one account", { timeout: 60_000 }, () => {
	it("are refused after ten, whatever addresses they come from, all at once", async () => {
		const { email } = await signUp();
		const statuses = await signInWrongly(email, 100);
		expect(count(statuses, 401)).toBe(10);
		expect(count(statuses, 429)).toBe(90);
	});

	it("shut out the right password too, and say for how long", async () => {
		const { email } = await signUp();
		await fail(email, 10);
		const refused = await signIn(email.toUpperCase());
		expect(refused.status).toBe(429);
		expect(refused.headers.getSetCookie()).toEqual([]);
		const wait = Number(refused.headers.get("Retry-After"));
		expect(wait).toBeGreaterThan(14 * 60);
		expect(wait).toBeLessThanOrEqual(15 * 60);
	});

	it("count for unknown e-mails all the same, and are answered alike", async () => {
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

	it("shut out nobody else", async () => {
		const [{ email }, other] = [await signUp(), await signUp()];
		await fail(email, 10);
		expect((await signIn(other.email)).status).toBe(200);
	});

	it("are forgotten with the right one, which never counts itself", async () => {
		const { email } = await signUp();
		for (let round = 0; round < 2; round += 1) {
			await fail(email, 9);
			expect((await signIn(email)).status).toBe(200);
		}
		for (let n = 0; n < 11; n += 1) expect((await signIn(email)).status).toBe(200);
	});

	it("are forgotten after a while", async () => {
		const { email } = await signUp();
		await fail(email, 11);
		await endAttemptWindows();
		expect((await signIn(email)).status).toBe(200);
	});

	it("leave the owner a way in: a new password by mail", async () => {
		const { email } = await signUp();
		await fail(email, 11);
		await withMail(async (sent) => {
			await callAuth("request-password-reset", { email });
			const token = tokenIn(await mailTo(sent, email, /Reset your/));
			await callAuth("reset-password", { token, newPassword: "another long one" });
		});
		expect((await signIn(email, "another long one")).status).toBe(200);
	});

	it("are kept under a hash, not under what was typed", async () => {
		const email = newEmail();
		await signInWrongly(email, 1);
		const { results } = await env.DB.prepare("select account from sign_in_failures").all();
		for (const { account } of results) expect(account).toMatch(/^[0-9a-f]{64}$/);
	});

	it("are swept once they no longer count, and not before", async () => {
		await sweepIdentity();
		await fail(newEmail(), 1);
		const before = await countAttemptRows();
		await sweepIdentity();
		expect(await countAttemptRows()).toBe(before);
		await endAttemptWindows();
		await sweepIdentity();
		expect(await countAttemptRows()).toBe(0);
	});

	it("count where the current one is asked for, too", async () => {
		allowConsole(wrongPasswords);
		const { email, cookie } = await signUp();
		const change = (currentPassword: string) =>
			callAuth(
				"change-password",
				{ currentPassword, newPassword: "another long one" },
				{ Cookie: cookie },
			);
		const guesses = Array.from({ length: 30 }, (_, n) => change(`wrong guess ${n}`));
		const statuses = (await Promise.all(guesses)).map(({ status }) => status);
		expect(count(statuses, 400)).toBe(10);
		expect(count(statuses, 429)).toBe(20);
		expect((await change(password)).status).toBe(429);
		// Only for who guessed: the owner signs in, here or elsewhere, and goes on.
		const elsewhere = { Cookie: cookieOf(await signIn(email)) };
		const changed = { currentPassword: password, newPassword: "another long one" };
		expect((await callAuth("change-password", changed, elsewhere)).status).toBe(200);
	});

	it("of others don't keep the signed-in owner from a new one", async () => {
		const { email, cookie } = await signUp();
		await fail(email, 11);
		expect((await signIn(email)).status).toBe(429);
		const changed = { currentPassword: password, newPassword: "another long one" };
		const answered = await callAuth("change-password", changed, { Cookie: cookie });
		expect(answered.status).toBe(200);
	});
});

describe("tries from one address", () => {
	it("are refused after twenty a minute, in the words of every limit", async () => {
		const here = { "CF-Connecting-IP": newIpAddress() };
		const hasty = () => callAuth("sign-up/email", {}, here);
		for (let n = 0; n < 20; n += 1) expect((await hasty()).status).toBe(422);
		const refused = await hasty();
		expect(refused.status).toBe(429);
		expect(refused.body).toEqual({
			code: "TOO_MANY",
			message: "Too many attempts. Please try again in a moment.",
		});
		expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
	});

	it("are fewer where each sends a mail", async () => {
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
	it("are at most five an hour, and nobody who asks is told", async () => {
		const { email } = await signUp();
		await withMail(async (sent) => {
			const asked = [];
			for (let n = 0; n < 8; n += 1) {
				asked.push(await callAuth("request-password-reset", { email }));
			}
			expect(asked.map(({ status }) => status)).toEqual(Array(8).fill(200));
			const other = await signUp();
			await callAuth("request-password-reset", { email: other.email });
			await mailTo(sent, other.email, /Reset your/);
			expect(sent.filter(({ to }) => to === email)).toHaveLength(5);
		});
	});

	it("are at most five an hour where their owner asks for them, who is told", async () => {
		const { cookie, email, token } = await signUp();
		const again = () => callAuth("send-verification-email", { email }, { Cookie: cookie });
		const statuses = [];
		for (let n = 0; n < 6; n += 1) statuses.push((await again()).status);
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
		expect((await callApi("GET", `/user?email=${email}`, { token })).status).toBe(200);
	});
});
