import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { callerFromCookie } from "../../src/platform/auth/auth.ts";
import { verifyEmail } from "../../src/platform/auth/email-verification.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import { mailTo, tokenIn, withMail } from "../helpers/mail.ts";
import {
	callApi,
	callAuth,
	cookieOf,
	newEmail,
	password,
	signUp,
	tokenOf,
	withFailingAccounts,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

const countUsers = async (email: string) => {
	const row = await env.DB.prepare("select count(*) as n from users where email = ?")
		.bind(email)
		.first<{ n: number }>();
	return row?.n;
};

const roleOf = async (email: string) => {
	const row = await env.DB.prepare("select role from users where email = ?")
		.bind(email)
		.first<{ role: string }>();
	return row?.role;
};

describe("signing up", () => {
	it("signs in immediately, with an HttpOnly and SameSite cookie", async () => {
		const email = newEmail();
		const signedUp = await callAuth("sign-up/email", { name: "New", email, password });
		expect(signedUp.status).toBe(200);
		const [cookie] = signedUp.headers.getSetCookie();
		expect(cookie).toMatch(/; HttpOnly/i);
		expect(cookie).toMatch(/; SameSite=Lax/i);
		expect(cookie).toMatch(/; Path=\//i);
		expect(await roleOf(email)).toBe("user");
	});

	it("rejects an e-mail that has an account, in any case", async () => {
		const { email } = await signUp();
		for (const known of [email, email.toUpperCase()]) {
			const again = await callAuth("sign-up/email", { name: "Again", email: known, password });
			expect(again.status).toBe(422);
			expect(again.headers.getSetCookie()).toEqual([]);
		}
		expect(await countUsers(email)).toBe(1);
	});

	it.each([
		["a password of five characters", { password: "12345" }],
		["no password", { password: undefined }],
		["a password that is a number", { password: 123456 }],
		["an invalid e-mail", { email: "nobody" }],
		["no name", { name: undefined }],
	])("rejects %s", async (_, changes) => {
		allowConsole(/Password is too short/);
		const email = newEmail();
		const rejected = await callAuth("sign-up/email", {
			name: "New",
			email,
			password,
			...changes,
		});
		expect(rejected.status).toBeGreaterThanOrEqual(400);
		expect(rejected.status).toBeLessThan(500);
		expect(await countUsers(email)).toBe(0);
	});

	it("accepts a password of six characters", async () => {
		const account = { name: "New", email: newEmail(), password: "x7#kQ2" };
		expect((await callAuth("sign-up/email", account)).status).toBe(200);
	});

	it.each([{ role: "admin" }, { role: ["admin"] }, { isAdmin: true }, { emailVerified: true }])(
		"lets no one choose a role: %j",
		async (claim) => {
			const email = newEmail();
			await callAuth("sign-up/email", { name: "New", email, password, ...claim });
			expect(await roleOf(email)).not.toBe("admin");
			const row = await env.DB.prepare("select email_verified from users where email = ?")
				.bind(email)
				.first<{ email_verified: number }>();
			expect(row?.email_verified ?? 0).toBe(0);
		},
	);

	it("stores a name, an e-mail and a password, and nothing else that is sent", async () => {
		const email = newEmail();
		const sent = { image: "https://evil.test/a.png", phone: "1", address: "x", createdAt: 1 };
		const more = { id: "chosen", callbackURL: "/", rememberMe: false, ...sent };
		const account = { name: "New", email, password, ...more };
		const { status, body } = await callAuth("sign-up/email", account);
		expect([status, body.user.image]).toEqual([200, null]);
		const row = await env.DB.prepare("select * from users where email = ?").bind(email).first();
		expect(row).toMatchObject({ name: "New", image: null, phone: "", address: "", role: "user" });
		expect(row?.id).not.toBe("chosen");
		expect(row?.created_at).toBeGreaterThan(Date.now() - 60_000);
	});

	it("that fails halfway leaves nothing, and the e-mail unused", async () => {
		const account = { name: "New", email: newEmail(), password };
		allowConsole(/"code":"internal"/);
		const cut = await withFailingAccounts(() => callAuth("sign-up/email", account));
		expect(cut.status).toBe(500);
		expect(await countUsers(account.email)).toBe(0);
		expect((await callAuth("sign-up/email", account)).status).toBe(200);
	});

	it("with one e-mail twice concurrently creates one account", async () => {
		const account = { name: "New", email: newEmail(), password };
		const both = await Promise.all([1, 2].map(() => callAuth("sign-up/email", account)));
		expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
		expect(both.find(({ status }) => status === 422)?.body.message).toContain("already exists");
		expect(await countUsers(account.email)).toBe(1);
	});

	it.each([
		"o'neil+x@example.test",
		"a!#$&*=^`{|}~-@example.test",
		"per%cent%41/slash?ask@example.test",
		"dots..everywhere.@local.host",
	])("accepts every e-mail that browsers accept, which then works everywhere: %s", async (like) => {
		const email = `${crypto.randomUUID().slice(0, 8)}${like}`;
		await withMail(async (sent) => {
			const signedUp = await callAuth("sign-up/email", { name: "New", email, password });
			expect([signedUp.status, signedUp.body.user?.email]).toEqual([200, email]);
			const headers = new Headers({ Cookie: cookieOf(signedUp) });
			const caller = await callerFromCookie(headers);
			const link = tokenIn(await mailTo(sent, email, /your e-mail/));
			expect(caller && (await verifyEmail(caller, link))).toBe("done");
			const token = await tokenOf(email, cookieOf(signedUp));
			const own = encodeURIComponent(email);
			expect((await callApi("GET", `/user?email=${own}`, { token })).body.email).toBe(email);
			expect((await callApi("GET", `/admin/${own}`, { token })).body).toEqual({ admin: false });
			await callAuth("request-password-reset", { email });
			const reset = tokenIn(await mailTo(sent, email, /Reset your/));
			const newPassword = "another long one";
			expect((await callAuth("reset-password", { token: reset, newPassword })).status).toBe(200);
			const signedIn = await callAuth("sign-in/email", { email, password: newPassword });
			expect(signedIn.status).toBe(200);
		});
	});

	it("lets no one change their role afterwards", async () => {
		const { email, cookie } = await signUp();
		await callAuth("update-user", { role: "admin", name: "Changed" }, { Cookie: cookie });
		expect(await roleOf(email)).toBe("user");
	});
});

describe("signing in", () => {
	it("gives the same response for a wrong password and an unknown e-mail", async () => {
		allowConsole(/Invalid password/, /User not found/);
		const { email } = await signUp();
		const wrong = await callAuth("sign-in/email", { email, password: "not the right one" });
		const unknown = await callAuth("sign-in/email", { email: newEmail(), password });
		expect(wrong.status).toBe(401);
		expect(unknown.status).toBe(wrong.status);
		expect(unknown.body).toEqual(wrong.body);
		expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
		expect(wrong.headers.getSetCookie()).toEqual([]);
	});

	it("takes as long for an unknown e-mail as for a wrong password: it hashes both", async () => {
		allowConsole(/Invalid password|User not found/);
		const { email } = await signUp();
		const timed = async (whose: string) => {
			const started = performance.now();
			await callAuth("sign-in/email", { email: whose, password: "not the right one" });
			return performance.now() - started;
		};
		const known: number[] = [];
		const unknown: number[] = [];
		for (let n = 0; n < 7; n += 1) {
			known.push(await timed(email));
			unknown.push(await timed(newEmail()));
		}
		// The fastest runs are the least disturbed; hashing takes most of their time.
		expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
	});

	it("accepts the right password", async () => {
		const { email } = await signUp();
		const signedIn = await callAuth("sign-in/email", { email, password });
		expect(signedIn.status).toBe(200);
		expect(signedIn.body.user.email).toBe(email);
	});

	it("rejects a request from another origin with the cookie, unless it reads", async () => {
		allowConsole(/Invalid origin/);
		const { cookie, email, token } = await signUp();
		const headers = {
			Cookie: cookie,
			Origin: "https://elsewhere.test",
			"CF-Connecting-IP": newIpAddress(),
		};
		expect((await callAuth("sign-out", {}, headers)).status).toBe(403);
		const own = `/user?email=${encodeURIComponent(email)}`;
		expect((await callApi("GET", own, { token })).status).toBe(200);
		expect((await callApi("GET", "/auth/get-session", { headers })).body.user.email).toBe(email);
	});

	it("needs no Origin, which only browsers send", async () => {
		const { email } = await signUp();
		const headers = { "CF-Connecting-IP": newIpAddress() };
		const signedIn = await callApi("POST", "/auth/sign-in/email", {
			headers,
			body: { email, password },
		});
		expect(signedIn.status).toBe(200);
	});

	it("is rejected after too many attempts from one address, and from no other", async () => {
		const { email } = await signUp();
		const here = { "CF-Connecting-IP": newIpAddress() };
		const hasty = async () => (await callAuth("sign-in/email", {}, here)).status;
		let tries = 0;
		while ((await hasty()) !== 429 && tries < 100) tries += 1;
		expect(tries).toBe(20);
		const right = { email, password };
		expect((await callAuth("sign-in/email", right, here)).status).toBe(429);
		expect((await callAuth("sign-in/email", right)).status).toBe(200);
	});

	it("counts the address in CF-Connecting-IP, not one a client claims", async () => {
		const here = newIpAddress();
		const claim = (n: number) => ({ "CF-Connecting-IP": here, "X-Forwarded-For": `192.0.2.${n}` });
		let last = 0;
		for (let n = 1; n <= 21; n += 1) {
			last = (await callAuth("sign-in/email", {}, claim(n))).status;
		}
		expect(last).toBe(429);
	});
});
