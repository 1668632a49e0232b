import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { countTry } from "../../src/platform/account-limit.ts";
import { sweepIdentity } from "../../src/platform/identity-sweep.ts";
import { expectNoise } from "../setup/quiet.ts";
import { mailTo, tokenIn, withMail } from "./mail.ts";
import {
	type Answer,
	ask,
	askIdentity,
	cookieOf,
	newAddress,
	newEmail,
	password,
	signUp,
} from "./shop.ts";

const wrongPasswords = /Invalid password|User not found/;

const signIn = (email: string, typed = password): Promise<Answer> =>
	askIdentity("sign-in/email", { email, password: typed });

/** Wrong passwords, each from an address of its own. Gives the statuses. */
const guess = async (email: string, times: number): Promise<number[]> => {
	expectNoise(wrongPasswords);
	const answers = Array.from({ length: times }, (_, n) => signIn(email, `wrong guess ${n}`));
	return (await Promise.all(answers)).map(({ status }) => status);
};

/** So many tries that were wrong, without the time it takes to hash each. */
const fail = async (email: string, times: number): Promise<void> => {
	for (let n = 0; n < times; n += 1) await countTry("password", email);
};

const count = (statuses: number[], status: number) =>
	statuses.filter((one) => one === status).length;

/** Lets the time pass that a lock lasts. */
const waitOut = () => env.DB.prepare("update sign_in_failures set ends_at = 1").run();

const countsKept = async () =>
	(await env.DB.prepare("select count(*) as n from sign_in_failures").first<{ n: number }>())?.n;

describe("wrong passwords for one account", { timeout: 60_000 }, () => {
	it("are refused after ten, whatever addresses they come from, all at once", async () => {
		const { email } = await signUp();
		const statuses = await guess(email, 100);
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
			expect(await guess(email, 2)).toContain(429);
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
		await waitOut();
		expect((await signIn(email)).status).toBe(200);
	});

	it("leave the owner a way in: a new password by mail", async () => {
		const { email } = await signUp();
		await fail(email, 11);
		await withMail(async (sent) => {
			await askIdentity("request-password-reset", { email });
			const token = tokenIn(await mailTo(sent, email, /new password/));
			await askIdentity("reset-password", { token, newPassword: "another long one" });
		});
		expect((await signIn(email, "another long one")).status).toBe(200);
	});

	it("are kept under a hash, not under what was typed", async () => {
		const email = newEmail();
		await guess(email, 1);
		const { results } = await env.DB.prepare("select account from sign_in_failures").all();
		for (const { account } of results) expect(account).toMatch(/^[0-9a-f]{64}$/);
	});

	it("are swept once they no longer count, and not before", async () => {
		await sweepIdentity();
		await fail(newEmail(), 1);
		const before = await countsKept();
		await sweepIdentity();
		expect(await countsKept()).toBe(before);
		await waitOut();
		await sweepIdentity();
		expect(await countsKept()).toBe(0);
	});

	it("count where the current one is asked for, too", async () => {
		expectNoise(wrongPasswords);
		const { email, cookie } = await signUp();
		const change = (currentPassword: string) =>
			askIdentity(
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
		expect((await askIdentity("change-password", changed, elsewhere)).status).toBe(200);
	});

	it("of others don't keep the signed-in owner from a new one", async () => {
		const { email, cookie } = await signUp();
		await fail(email, 11);
		expect((await signIn(email)).status).toBe(429);
		const changed = { currentPassword: password, newPassword: "another long one" };
		const answered = await askIdentity("change-password", changed, { Cookie: cookie });
		expect(answered.status).toBe(200);
	});
});

describe("tries from one address", () => {
	it("are refused after twenty a minute, in the words of every limit", async () => {
		const here = { "CF-Connecting-IP": newAddress() };
		const hasty = () => askIdentity("sign-up/email", {}, here);
		for (let n = 0; n < 20; n += 1) expect((await hasty()).status).toBe(422);
		const refused = await hasty();
		expect(refused.status).toBe(429);
		expect(refused.body).toEqual({
			code: "TOO_MANY",
			message: "Too many tries. Please wait a moment.",
		});
		expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
	});

	it("are fewer where each sends a mail", async () => {
		for (const path of ["request-password-reset", "send-verification-email"]) {
			const here = { "CF-Connecting-IP": newAddress() };
			const statuses: number[] = [];
			for (let n = 0; n < 6; n += 1) {
				statuses.push((await askIdentity(path, { email: newEmail() }, here)).status);
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
				asked.push(await askIdentity("request-password-reset", { email }));
			}
			expect(asked.map(({ status }) => status)).toEqual(Array(8).fill(200));
			const other = await signUp();
			await askIdentity("request-password-reset", { email: other.email });
			await mailTo(sent, other.email, /new password/);
			expect(sent.filter(({ to }) => to === email)).toHaveLength(5);
		});
	});

	it("are at most five an hour where their owner asks for them, who is told", async () => {
		const { cookie, email, token } = await signUp();
		const again = () => askIdentity("send-verification-email", { email }, { Cookie: cookie });
		const statuses = [];
		for (let n = 0; n < 6; n += 1) statuses.push((await again()).status);
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
		expect((await ask("GET", `/user?email=${email}`, { token })).status).toBe(200);
	});
});
