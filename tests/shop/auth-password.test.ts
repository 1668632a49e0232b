import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { resetLinkSql } from "../../ops/make-admin-sql.ts";
import { serve } from "../../src/worker/serve.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import { mailTo, type SentMail, tokenIn, withMail } from "../helpers/mail.ts";
import {
	type ApiResponse,
	callApi,
	callAuth,
	cookieOf,
	dispatch,
	newEmail,
	origin,
	type Person,
	password,
	signUp,
	tokenOf,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

const newPasswordValue = "quite another one";
const resetSubject = /Reset your/;

const signIn = (email: string, typed: string): Promise<ApiResponse> =>
	callAuth("sign-in/email", { email, password: typed });

const requestReset = (email: string): Promise<ApiResponse> =>
	callAuth("request-password-reset", { email });

const reset = (token: string, typed = newPasswordValue): Promise<ApiResponse> =>
	callAuth("reset-password", { token, newPassword: typed });

const change = (
	{ cookie }: Person,
	currentPassword: string,
	typed = newPasswordValue,
): Promise<ApiResponse> =>
	callAuth("change-password", { currentPassword, newPassword: typed }, { Cookie: cookie });

/** The response to a request for one's own profile. */
const profile = async ({ email }: Pick<Person, "email">, token: string) =>
	(await callApi("GET", `/user?email=${encodeURIComponent(email)}`, { token })).status;

/** A second session of the same user, as on another device. */
const openOtherSession = async ({ email }: Person, typed = password) => {
	const cookie = cookieOf(await signIn(email, typed));
	return { cookie, token: await tokenOf(email, cookie) };
};

/** Requests a reset link and returns its token. */
const linkFor = async (email: string, sent: SentMail[]): Promise<string> => {
	sent.length = 0;
	await requestReset(email);
	return tokenIn(await mailTo(sent, email, resetSubject));
};

/** The SQL the whole Worker runs for a reset request before its response, and after it. */
const requestedResets = async (email: string) => {
	vi.spyOn(console, "log").mockImplementation(() => undefined);
	const all: string[] = [];
	const prepare = env.DB.prepare.bind(env.DB);
	const spy = vi.spyOn(env.DB, "prepare").mockImplementation((sql) => {
		all.push(sql);
		return prepare(sql);
	});
	const request = new Request(`${origin}/api/auth/request-password-reset`, {
		method: "POST",
		headers: {
			Origin: origin,
			"Content-Type": "application/json",
			"CF-Connecting-IP": newIpAddress(),
		},
		body: JSON.stringify({ email }),
	});
	const { status } = await serve(request, () => dispatch(request));
	const answered = all.length;
	await expect.poll(() => all.join()).toContain('insert into "verifications"');
	spy.mockRestore();
	return { status, before: all.slice(0, answered), after: all.slice(answered) };
};

describe("a forgotten password", () => {
	it("is reset with the link in the e-mail, which ends all sessions and tokens immediately", async () => {
		const person = await signUp();
		const other = await openOtherSession(person);
		await withMail(async (sent) => {
			expect((await reset(await linkFor(person.email, sent))).status).toBe(200);
		});
		for (const token of [person.token, other.token]) expect(await profile(person, token)).toBe(401);
		await expect(tokenOf(person.email, person.cookie)).rejects.toThrow("401");
		allowConsole(/Invalid password/);
		expect((await signIn(person.email, password)).status).toBe(401);
		expect((await signIn(person.email, newPasswordValue)).status).toBe(200);
	});

	it("is reset only once per link", async () => {
		const { email } = await signUp();
		await withMail(async (sent) => {
			const token = await linkFor(email, sent);
			const answers = await Promise.all(
				[1, 2, 3, 4, 5].map((n) => reset(token, `${newPasswordValue} ${n}`)),
			);
			expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
			expect(answers.find(({ status }) => status === 400)?.body.code).toBe("INVALID_TOKEN");
		});
	});

	it("is not reset by a link that is forged or older than an hour", async () => {
		const { email } = await signUp();
		await withMail(async (sent) => {
			const token = await linkFor(email, sent);
			const row = await env.DB.prepare(
				"select expires_at, created_at, identifier from verifications order by created_at desc limit 1",
			).first<{ expires_at: number; created_at: number; identifier: string }>();
			expect((row?.expires_at ?? 0) - (row?.created_at ?? 0)).toBeLessThanOrEqual(3_600_000);
			// The database stores only a hash of the link's token.
			expect(row?.identifier).not.toContain(token);
			await env.DB.prepare("update verifications set expires_at = ?")
				.bind(Date.now() - 1)
				.run();
			expect((await reset(token)).status).toBe(400);
		});
		expect((await reset("made up")).status).toBe(400);
		expect((await reset("")).status).toBe(400);
		expect((await signIn(email, password)).status).toBe(200);
	});

	it("invalidates all earlier links once it is reset or changed", async () => {
		const person = await signUp();
		await withMail(async (sent) => {
			const first = await linkFor(person.email, sent);
			const second = await linkFor(person.email, sent);
			expect((await reset(second)).status).toBe(200);
			expect((await reset(first)).status).toBe(400);
			const third = await linkFor(person.email, sent);
			const again = { ...person, cookie: cookieOf(await signIn(person.email, newPasswordValue)) };
			expect((await change(again, newPasswordValue, "a third one, why not")).status).toBe(200);
			expect((await reset(third)).status).toBe(400);
		});
	});

	it("verifies the e-mail when it is reset", async () => {
		const { email } = await signUp();
		await withMail(async (sent) => {
			await reset(await linkFor(email, sent));
		});
		const row = await env.DB.prepare("select email_verified from users where email = ?")
			.bind(email)
			.first<{ email_verified: number }>();
		expect(row?.email_verified).toBe(1);
	});

	it("is answered the same for known and unknown e-mails, before the lookup", async () => {
		const { email } = await signUp();
		await withMail(async (sent) => {
			const [known, unknown] = [await requestReset(email), await requestReset(newEmail())];
			expect(unknown.status).toBe(known.status);
			expect(unknown.body).toEqual(known.body);
			expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
			await mailTo(sent, email, resetSubject);
			expect(sent).toHaveLength(1);
		});
	});

	it("runs the same SQL for known and unknown e-mails, and none of it before the response", async () => {
		const { email } = await signUp();
		await withMail(async () => {
			const [known, unknown] = [await requestedResets(email), await requestedResets(newEmail())];
			expect(unknown).toEqual(known);
			expect(known.before.join()).not.toMatch(/users|verifications|account_attempts/);
			expect(known.after.join()).toMatch(/account_attempts.*users.*verifications/s);
		});
	});

	it("is answered no later when the e-mail service hangs", async () => {
		const { email } = await signUp();
		let release = () => {};
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		await withMail(
			async (sent) => {
				expect((await requestReset(email)).status).toBe(200);
				release();
				await mailTo(sent, email, resetSubject);
			},
			{ queue: () => held },
		);
	});

	it("lets a Google account set its first password", async () => {
		const { email, id } = await signUp();
		await env.DB.prepare("delete from accounts where user_id = ?").bind(id).run();
		await withMail(async (sent) => {
			expect((await reset(await linkFor(email, sent))).status).toBe(200);
		});
		expect((await signIn(email, newPasswordValue)).status).toBe(200);
	});
});

describe("a changed password", () => {
	it("ends every other session and every token immediately, and renews the caller's", async () => {
		const person = await signUp();
		const other = await openOtherSession(person);
		const changed = await change(person, password);
		expect(changed.status).toBe(200);
		for (const token of [person.token, other.token]) expect(await profile(person, token)).toBe(401);
		for (const cookie of [person.cookie, other.cookie]) {
			await expect(tokenOf(person.email, cookie)).rejects.toThrow("401");
		}
		const fresh = await tokenOf(person.email, cookieOf(changed));
		expect(await profile(person, fresh)).toBe(200);
		expect((await signIn(person.email, newPasswordValue)).status).toBe(200);
	});

	it("ends them even when the caller asks to keep them", async () => {
		const person = await signUp();
		const other = await openOtherSession(person);
		const body = {
			currentPassword: password,
			newPassword: newPasswordValue,
			revokeOtherSessions: false,
		};
		await callAuth("change-password", body, { Cookie: person.cookie });
		expect(await profile(person, other.token)).toBe(401);
	});

	it("requires the current password", async () => {
		const person = await signUp();
		const rejected = await change(person, "not the current one");
		expect([rejected.status, rejected.body.code]).toEqual([400, "INVALID_PASSWORD"]);
		expect(await profile(person, person.token)).toBe(200);
		expect((await signIn(person.email, password)).status).toBe(200);
	});

	it("requires a session", async () => {
		const rejected = await callAuth("change-password", {
			currentPassword: password,
			newPassword: newPasswordValue,
		});
		expect(rejected.status).toBe(401);
	});

	it("is announced to its owner by e-mail", async () => {
		const person = await signUp();
		await withMail(async (sent) => {
			await change(person, password);
			expect((await mailTo(sent, person.email, /was changed/)).text).toContain("/forgot");
		});
	});
});

describe("a common password", () => {
	const rejection = { code: "PASSWORD_COMMON" };

	it.each(["password", "Passw0rd!", "123456789", "qwertyuiop", "cogsmith2026"])(
		"is rejected at sign-up: %s",
		async (common) => {
			const account = { name: "New", email: newEmail(), password: common };
			const rejected = await callAuth("sign-up/email", account);
			expect(rejected).toMatchObject({ status: 422, body: rejection });
			expect(rejected.headers.getSetCookie()).toEqual([]);
		},
	);

	it("includes the user's own e-mail, at sign-up, change and reset", async () => {
		const email = newEmail();
		const account = { name: "New", email, password: email };
		expect(await callAuth("sign-up/email", account)).toMatchObject({ body: rejection });
		const person = await signUp();
		expect(await change(person, password, person.email)).toMatchObject({ body: rejection });
		await withMail(async (sent) => {
			const token = await linkFor(person.email, sent);
			expect(await reset(token, person.email)).toMatchObject({ body: rejection });
		});
	});

	it("is rejected at a change", async () => {
		const person = await signUp();
		expect(await change(person, password, "sunshine")).toMatchObject({
			status: 422,
			body: rejection,
		});
		expect(await profile(person, person.token)).toBe(200);
	});

	it("is rejected at a reset, as is a short one; the link then still works", async () => {
		const { email } = await signUp();
		await withMail(async (sent) => {
			const token = await linkFor(email, sent);
			expect(await reset(token, "iloveyou")).toMatchObject({ status: 422, body: rejection });
			allowConsole(/Password is too short/);
			expect((await reset(token, "five5")).status).toBe(400);
			expect((await reset(token)).status).toBe(200);
		});
	});
});

describe("the link that `npm run make-admin -- --link` prints", () => {
	it("gives an account to whoever owns the shop, once: new password, verified e-mail, no other session", async () => {
		allowConsole(/Invalid password|"code":"identity"/);
		const stranger = await signUp();
		const token = "from-the-command-line";
		for (const statement of resetLinkSql(stranger.email, token).split(";\n"))
			await env.DB.prepare(statement).run();
		expect((await reset(token)).status).toBe(200);
		expect((await reset(token)).status).not.toBe(200);
		expect(await profile(stranger, stranger.token)).toBe(401);
		expect((await signIn(stranger.email, password)).status).toBe(401);
		expect((await signIn(stranger.email, newPasswordValue)).status).toBe(200);
		const user = await env.DB.prepare(
			"select email_verified as verified from users where email = ?",
		)
			.bind(stranger.email)
			.first();
		expect(user).toEqual({ verified: 1 });
	});
});
