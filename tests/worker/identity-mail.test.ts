import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { mailMessages } from "../../src/messages.ts";
import { callerFromCookie } from "../../src/platform/identity.ts";
import { mailReset } from "../../src/platform/mail.ts";
import { verifyEmail } from "../../src/platform/verification.ts";
import { accountState } from "../../src/shop/users/users.server.ts";
import { expectNoise } from "../setup/quiet.ts";
import { mailTo, type Sent, tokenIn, withMail } from "./mail.ts";
import { ask, askIdentity, cookieOf, newEmail, origin, type Person, signUp } from "./shop.ts";

const yours = /your e-mail/;

/** The signed-in person as a page knows them. */
const callerOf = async ({ cookie }: Pick<Person, "cookie">) => {
	const caller = await callerFromCookie(new Headers({ Cookie: cookie }));
	if (!caller) throw new Error("nobody is signed in");
	return caller;
};

/** Somebody new, and the token in the mail they get. */
const newcomer = (sent: Sent[]) =>
	signUp().then(async (person) => ({
		person,
		token: tokenIn(await mailTo(sent, person.email, yours)),
	}));

describe("the mail after signing up", () => {
	it("leads back to the shop, comes from it, and holds nothing anybody has typed", async () => {
		const email = newEmail();
		const name =
			'<img src=x onerror=alert(1)> call 555-0100 https://evil.test/ "\r\nBcc: all@example.test';
		await withMail(async (sent) => {
			// The line break in the name is refused; without it the name is somebody's business.
			for (const given of [name, name.replaceAll(/[\r\n]/g, " ")]) {
				await askIdentity("sign-up/email", { name: given, email, password: "a long enough one" });
			}
			const mail = await mailTo(sent, email, yours);
			expect(mail.from).toEqual({ email: env.MAIL_FROM, name: "Cogsmith" });
			for (const part of [mail.subject, mail.text, mail.html]) {
				expect(part).not.toMatch(/onerror|555-0100|evil\.test|Bcc/);
			}
			expect(mail.subject).not.toMatch(/\p{Cc}/u);
			const link = `${origin}/verify?token=${tokenIn(mail)}`;
			expect(mail.text).toContain(`\n${link}\n`);
			expect(mail.html).toContain(`<a href="${link}">`);
		});
	});

	it("may fail, and nobody but the log is told", async () => {
		expectNoise(/"code":"(identity|background)"/);
		const away = () => Promise.reject(new Error("the mail service is away"));
		await withMail(async () => {
			const person = await signUp();
			const own = `/user?email=${person.email}`;
			expect((await ask("GET", own, { token: person.token })).status).toBe(200);
			const again = await askIdentity(
				"send-verification-email",
				{ email: person.email },
				{ Cookie: person.cookie },
			);
			expect(again.status).toBe(503);
			expect(again.body.message).toBe("The mail could not be sent. Please try again later.");
		}, away);
	});

	it("keeps nobody waiting, however long it takes", async () => {
		let release = () => {};
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		await withMail(
			async (sent) => {
				const { email } = await signUp();
				expect(sent).toEqual([]);
				release();
				await mailTo(sent, email, yours);
			},
			() => held,
		);
	});

	it("goes to one address, or to nobody", async () => {
		await withMail(async (sent) => {
			for (const odd of [
				"a@example.test, b@example.test",
				"a@example.test\r\nBcc: b@example.test",
				"Somebody <a@example.test>",
				"nobody",
			]) {
				await expect(mailReset(odd, "token")).rejects.toThrow("could not be sent");
			}
			expect(sent).toEqual([]);
		});
	});

	it("has words of its own for each occasion", () => {
		const subjects = Object.values(mailMessages).map(({ subject }) => subject);
		expect(new Set(subjects).size).toBe(subjects.length);
	});
});

describe("verifying an e-mail", () => {
	it("takes the link and the session of its account", async () => {
		await withMail(async (sent) => {
			const { person, token } = await newcomer(sent);
			const caller = await callerOf(person);
			expect(await accountState(caller)).toEqual({ verified: false, hasPassword: true });
			expect(await verifyEmail(caller, token)).toBe("done");
			expect(await accountState(caller)).toEqual({ verified: true, hasPassword: true });
			expect(await verifyEmail(caller, token)).toBe("done");
		});
	});

	it("is not done by the link alone, so that nobody verifies the account another made of their e-mail", async () => {
		await withMail(async (sent) => {
			const [{ person, token }, other] = [await newcomer(sent), await signUp()];
			expect(await verifyEmail(await callerOf(other), token)).toBe("other");
			expect(await accountState(await callerOf(person))).toMatchObject({ verified: false });
			const direct = await ask("GET", `/auth/verify-email?token=${token}`);
			expect(direct.status).toBe(404);
			expect(await accountState(await callerOf(person))).toMatchObject({ verified: false });
		});
	});

	it("is not done by a link that is forged, cut off, or of another kind", async () => {
		await withMail(async (sent) => {
			const { person, token } = await newcomer(sent);
			const caller = await callerOf(person);
			const [head, body] = token.split(".");
			const unsigned = `${btoa('{"alg":"none"}').replaceAll("=", "")}.${body}.`;
			for (const wrong of ["", "x", `${head}.${body}.`, unsigned, `${token}x`, person.token]) {
				expect(await verifyEmail(caller, wrong), wrong).toBe("broken");
			}
			expect(await accountState(caller)).toMatchObject({ verified: false });
		});
	});

	it("takes a link no older than a day", async () => {
		await withMail(async (sent) => {
			const { token } = await newcomer(sent);
			const { iat, exp } = JSON.parse(atob(token.split(".")[1] ?? ""));
			expect(exp - iat).toBe(24 * 60 * 60);
		});
	});
});

describe("asking for the link again", () => {
	it("sends it to one's own e-mail, whatever else is asked for", async () => {
		await withMail(async (sent) => {
			const { person } = await newcomer(sent);
			const other = await signUp();
			await mailTo(sent, other.email, yours);
			sent.length = 0;
			expectNoise(/Invalid callbackURL/);
			const body = { email: other.email, callbackURL: "https://evil.test/" };
			const cookie = { Cookie: person.cookie };
			expect((await askIdentity("send-verification-email", body, cookie)).status).toBe(403);
			const own = { email: other.email };
			expect((await askIdentity("send-verification-email", own, cookie)).status).toBe(200);
			expect(sent.map(({ to }) => to)).toEqual([person.email]);
			expect(await verifyEmail(await callerOf(person), tokenIn(sent[0] as Sent))).toBe("done");
			sent.length = 0;
			expect((await askIdentity("send-verification-email", own, cookie)).status).toBe(200);
			expect(sent).toEqual([]);
		});
	});

	it("takes a session", async () => {
		await withMail(async (sent) => {
			const { person } = await newcomer(sent);
			sent.length = 0;
			const asked = await askIdentity("send-verification-email", { email: person.email });
			expect(asked.status).toBe(401);
			expect(cookieOf(asked)).toBe("");
			expect(sent).toEqual([]);
		});
	});
});
