import { env, withEnv } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { countAttempt } from "../../src/platform/auth/account-attempts.ts";
import { sweepAuth } from "../../src/platform/auth/auth-sweep.ts";
import { deviceCookie, knownDevice } from "../../src/platform/auth/device-cookie.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import { mailTo, tokenIn, withMail } from "../helpers/mail.ts";
import {
	type ApiResponse,
	callApi,
	callAuth,
	cookieOf,
	newEmail,
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

/** Other spellings of an e-mail that a form trims and lower-cases to the same. */
const spellings: [name: string, spelled: (email: string) => string][] = [
	...[
		" ",
		"\t",
		"\n",
		"\r\n",
		"\v",
		"\f",
		"\u00a0",
		"\ufeff",
		"\u3000",
		"\u2003",
		"\u2028",
	].flatMap((space): [string, (email: string) => string][] => {
		const name = JSON.stringify(space).replace(/[^\x20-\x7e]/g, (c) => `U+${c.charCodeAt(0)}`);
		return [
			[`${name} before it`, (email) => space + email],
			[`${name} after it`, (email) => email + space],
		];
	}),
	["seven spaces before it", (email) => " ".repeat(7) + email],
	["capital letters", (email) => email.toUpperCase()],
	["all of them", (email) => `\ufeff\t ${email.toUpperCase()}\u3000\n`],
];

describe("an e-mail in another spelling", { timeout: 60_000 }, () => {
	it.each(spellings)("has the same count of wrong passwords: %s", async (_, spelled) => {
		allowConsole(wrongPasswords);
		const { email } = await signUp();
		await fail(email, 9);
		expect((await signIn(spelled(email), "wrong once more")).status).toBe(401);
		expect((await signIn(spelled(email))).status).toBe(429);
		expect((await signIn(email)).status).toBe(429);
	});

	it("leaves one row for all", async () => {
		allowConsole(wrongPasswords);
		const email = newEmail();
		await env.DB.exec("delete from account_attempts");
		for (const [, spelled] of spellings) await signIn(spelled(email), "wrong");
		expect(await countAttemptRows()).toBe(1);
	});

	it.each(spellings)("shares the limit of reset mails: %s", async (_, spelled) => {
		const { email } = await signUp();
		for (let n = 0; n < 5; n += 1) await countAttempt("mail", email);
		await withMail(async (sent) => {
			const asked = await callAuth("request-password-reset", { email: spelled(email) });
			expect(asked.status).toBe(200);
			const other = await signUp();
			await callAuth("request-password-reset", { email: other.email });
			await mailTo(sent, other.email, /Reset your/);
			expect(sent.filter(({ to }) => to === email)).toEqual([]);
		});
	});

	it.each([
		["a zero-width space", "\u200brider@example.test", "rider@example.test"],
		["the Kelvin sign", "\u212aim@example.test", "kim@example.test"],
	])("with %s counts as the e-mail that it stands for", async (_, typed, plain) => {
		allowConsole(/User not found/);
		await env.DB.exec("delete from account_attempts");
		for (const email of [typed, plain]) expect((await signIn(email)).status).toBe(401);
		expect(await countAttemptRows()).toBe(1);
	});

	it("that is no e-mail is rejected and not counted", async () => {
		await env.DB.exec("delete from account_attempts");
		expect((await signIn("nobody")).status).toBe(400);
		expect(await countAttemptRows()).toBe(0);
	});
});

/** The cookie of a known device in a response, as the browser sends it back. */
const deviceOf = ({ headers }: ApiResponse): string =>
	headers
		.getSetCookie()
		.map((line) => line.split(";")[0] ?? "")
		.find((pair) => pair.includes("cogsmith.device=")) ?? "";

const signInWith = (Cookie: string, email: string, typed = password) =>
	callAuth("sign-in/email", { email, password: typed }, { Cookie });

describe("a browser that has signed in before", { timeout: 60_000 }, () => {
	/** A new account, and the cookie of the browser that has signed in to it. */
	const newDevice = async (others = "") => {
		const { email } = await signUp();
		return { email, device: deviceOf(await signInWith(others, email)) };
	};

	it("gets a cookie that scripts can't read and that names nobody", async () => {
		const { email, id } = await signUp();
		const line = (await signIn(email)).headers
			.getSetCookie()
			.find((one) => one.startsWith("cogsmith.device="));
		expect(line).toMatch(/; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
		expect(decodeURIComponent(line ?? "")).not.toContain(email);
		expect(line).not.toContain(id);
	});

	it("sends it over https alone where the shop has that, and no other host can set it", async () => {
		const account = { id: "rider", passwordHash: "hash" };
		const https = { SHOP_ORIGIN: "https://shop.example" };
		await withEnv({ ...env, ...https }, async () => {
			const line = await deviceCookie(new Headers(), account);
			expect(line).toMatch(/^__Host-cogsmith\.device=[^;]+; Path=\/; .*; Secure$/);
			const [pair = ""] = line.split(";");
			const known = new Headers({ Cookie: pair });
			expect(await knownDevice(known, account)).toMatch(/^[\w-]{22}$/);
			const planted = new Headers({ Cookie: pair.replace("__Host-", "") });
			expect(await knownDevice(planted, account)).toBeUndefined();
		});
	});

	it("gets none for a wrong password", async () => {
		allowConsole(wrongPasswords);
		const { email } = await signUp();
		expect((await signIn(email, "wrong")).headers.getSetCookie()).toEqual([]);
	});

	it("signs in while strangers have locked the account, who stay locked out", async () => {
		const { email, device } = await newDevice();
		await fail(email, 11);
		expect((await signIn(email)).status).toBe(429);
		expect((await signInWith(device, email)).status).toBe(200);
		expect((await signIn(email)).status).toBe(429);
	});

	it("does not lock out strangers by its own wrong passwords", async () => {
		allowConsole(wrongPasswords);
		const { email, device } = await newDevice();
		for (let n = 0; n < 9; n += 1) await signInWith(device, email, `wrong ${n}`);
		await fail(email, 9);
		expect((await signIn(email)).status).toBe(200);
	});

	it("counts as a stranger after ten wrong passwords of its own, also concurrently", async () => {
		allowConsole(wrongPasswords);
		const { email, device } = await newDevice();
		const guesses = Array.from({ length: 30 }, (_, n) => signInWith(device, email, `wrong ${n}`));
		const statuses = (await Promise.all(guesses)).map(({ status }) => status);
		// Ten of its own and ten of a stranger.
		expect([count(statuses, 401), count(statuses, 429)]).toEqual([20, 10]);
		expect((await signInWith(device, email)).status).toBe(429);
		expect((await signIn(email)).status).toBe(429);
	});

	it("is known to its own account only", async () => {
		const { device } = await newDevice();
		const { email } = await signUp();
		await fail(email, 11);
		expect((await signInWith(device, email)).status).toBe(429);
	});

	it("is known to each account that has signed in there", async () => {
		const first = await newDevice();
		const second = await newDevice(first.device);
		for (const { email } of [first, second]) {
			await fail(email, 11);
			expect((await signInWith(second.device, email)).status).toBe(200);
		}
	});

	it("has no session by the cookie alone", async () => {
		const { device } = await newDevice();
		const headers = { Cookie: device, "CF-Connecting-IP": newIpAddress() };
		expect((await callApi("GET", "/auth/get-session", { headers })).body).toBeNull();
	});

	it.each([
		[
			"a changed id",
			(cookie: string) => cookie.replace(/=./, (old) => (old === "=A" ? "=B" : "=A")),
		],
		["a later expiry", (cookie: string) => cookie.replace(/:\d/, ":9")],
		["another signature", (cookie: string) => `${cookie.slice(0, -43)}${"A".repeat(43)}`],
		["no signature", (cookie: string) => cookie.slice(0, -44)],
		["nothing", () => "cogsmith.device="],
		["text that is no base64", (cookie: string) => `${cookie.slice(0, -43)}${"!".repeat(43)}`],
	])("is not known with %s", async (_, forged) => {
		const { email, device } = await newDevice();
		await fail(email, 11);
		expect(forged(device)).not.toBe(device);
		expect((await signInWith(forged(device), email)).status).toBe(429);
	});

	it("is not known with a cookie of another shop's secret", async () => {
		const { email, device } = await newDevice();
		await fail(email, 11);
		const { AUTH_SECRET } = env;
		try {
			env.AUTH_SECRET = `${AUTH_SECRET} of another shop`;
			expect((await signInWith(device, email)).status).toBe(429);
		} finally {
			env.AUTH_SECRET = AUTH_SECRET;
		}
	});

	it("is known for a year", async () => {
		const { email, device } = await newDevice();
		const row = await env.DB.prepare(
			"select users.id, password as passwordHash from users join accounts on user_id = users.id where email = ?",
		)
			.bind(email)
			.first<{ id: string; passwordHash: string }>();
		if (!row) throw new Error("The account has no password.");
		const headers = new Headers({ Cookie: device });
		const dayMs = 86_400_000;
		vi.useFakeTimers({ now: Date.now() + 364 * dayMs, toFake: ["Date"] });
		try {
			expect(await knownDevice(headers, row)).toMatch(/^[\w-]{22}$/);
			vi.setSystemTime(Date.now() + 2 * dayMs);
			expect(await knownDevice(headers, row)).toBeUndefined();
		} finally {
			vi.useRealTimers();
		}
	});

	it("is not known any more after a password reset, until it signs in again", async () => {
		const { email, device } = await newDevice();
		await withMail(async (sent) => {
			await callAuth("request-password-reset", { email });
			const token = tokenIn(await mailTo(sent, email, /Reset your/));
			await callAuth("reset-password", { token, newPassword: "another long one" });
		});
		const again = deviceOf(await signInWith(device, email, "another long one"));
		await fail(email, 11);
		expect((await signInWith(device, email, "another long one")).status).toBe(429);
		expect((await signInWith(again, email, "another long one")).status).toBe(200);
	});

	it("stays known where the password was changed, and nowhere else", async () => {
		const { email, cookie } = await signUp();
		const elsewhere = deviceOf(await signIn(email));
		const changed = await callAuth(
			"change-password",
			{ currentPassword: password, newPassword: "another long one" },
			{ Cookie: cookie },
		);
		await fail(email, 11);
		expect((await signInWith(elsewhere, email, "another long one")).status).toBe(429);
		expect((await signInWith(deviceOf(changed), email, "another long one")).status).toBe(200);
	});

	it("is known after signing up", async () => {
		const email = newEmail();
		const device = deviceOf(await callAuth("sign-up/email", { name: "New", email, password }));
		await fail(email, 11);
		expect((await signInWith(device, email)).status).toBe(200);
	});
});

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

	it("leave the owner a password reset by e-mail", async () => {
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

	it("are limited further where each sends an e-mail", async () => {
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

describe("e-mails to one account", () => {
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
