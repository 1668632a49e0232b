import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import * as shop from "../../src/config/config.ts";
import { callerFromCookie } from "../../src/platform/auth/auth.ts";
import { verifyEmail } from "../../src/platform/auth/email-verification.ts";
import { enqueueLinkMail } from "../../src/platform/services/mail.ts";
import { findLateWork } from "../../src/shop/health/health.server.ts";
import { linkMailTexts } from "../../src/shop/mails/texts.ts";
import { accountState } from "../../src/shop/users/users.server.ts";
import {
	mailQuota,
	mailTo,
	type SentMail,
	tokenIn,
	verifiedOnly,
	withMail,
} from "../helpers/mail.ts";
import { deliver } from "../helpers/queue.ts";
import {
	callApi,
	callAuth,
	cookieOf,
	newEmail,
	origin,
	type Person,
	signUpByApi,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { backgroundWorkEnds } from "../setup/in-node/workers.ts";

const verificationSubject = /your e-mail/;

/** The signed-in user as pages see them. */
const callerOf = async ({ cookie }: Pick<Person, "cookie">) => {
	const caller = await callerFromCookie(new Headers({ Cookie: cookie }));
	if (!caller) throw new Error("nobody is signed in");
	return caller;
};

/** Signs up a new user; returns them with the token from their e-mail. */
const signUpWithToken = (sent: SentMail[]) =>
	signUpByApi().then(async (person) => ({
		person,
		token: tokenIn(await mailTo(sent, person.email, verificationSubject)),
	}));

describe("the e-mail after signing up", () => {
	it("links to the shop, comes from it, and contains nothing typed at sign-up", async () => {
		const email = newEmail();
		const name =
			'<img src=x onerror=alert(1)> call 555-0100 https://evil.test/ "\r\nBcc: all@example.test';
		await withMail(async (sent) => {
			// A line break and a web address are rejected; without them the name is valid.
			const oneLine = name.replaceAll(/[\r\n]/g, " ");
			for (const given of [name, oneLine, oneLine.replace(/https\S+/, "")]) {
				await callAuth("sign-up/email", { name: given, email, password: "a long enough one" });
			}
			const mail = await mailTo(sent, email, verificationSubject);
			expect(mail.from).toEqual({ email: shop.mail.from, name: shop.name });
			for (const part of [mail.subject, mail.text, mail.html]) {
				// With its colon: a token of the link may have the letters.
				expect(part).not.toMatch(/onerror|555-0100|evil\.test|Bcc:/);
			}
			expect(mail.subject).not.toMatch(/\p{Cc}/u);
			const link = `${origin}/verify?token=${tokenIn(mail)}`;
			expect(mail.text).toContain(`\n${link}\n`);
			expect(mail.html).toContain(`href="${link}">`);
		});
	});

	it("may fail, which only the log shows", async () => {
		allowConsole(/"code":"(identity|background)"/);
		const queue = () => Promise.reject(new Error("the queue is away"));
		await withMail(
			async () => {
				const person = await signUpByApi();
				const own = `/user?email=${person.email}`;
				expect((await callApi("GET", own, { token: person.token })).status).toBe(200);
				const again = await callAuth(
					"send-verification-email",
					{ email: person.email },
					{ Cookie: person.cookie },
				);
				expect(again.status).toBe(503);
				expect(again.body.message).toBe("We couldn't send the e-mail. Please try again later.");
			},
			{ queue },
		);
	});

	it("is retried with growing delays when the e-mail service fails, which only the log shows", async () => {
		allowConsole(/"code":"mail".*"mail":"verify","attempts":[14].*away/);
		const service = () => Promise.reject(new Error("away"));
		const body = { kind: "verify", to: newEmail(), path: "/verify?token=x" };
		await withMail(
			async () => {
				const delays = [];
				for (const attempts of [1, 4]) {
					const { retryMessages } = await deliver("cogsmith-mails", [body], { attempts });
					delays.push(retryMessages[0]?.delaySeconds);
				}
				expect(delays).toEqual([10, 80]);
				const person = { email: newEmail(), name: "N", password: "a long enough one" };
				expect((await callAuth("sign-up/email", person)).status).toBe(200);
				await backgroundWorkEnds();
			},
			{ service },
		);
	});

	it("waits for the next day when the account's daily quota is used up, and health says so", async () => {
		allowConsole(/"code":"mail".*"mailError":"E_DAILY_LIMIT_EXCEEDED"/);
		vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 24, 15) });
		const [to, forgetful] = [newEmail(), newEmail()];
		await withMail(
			async (sent) => {
				const bodies = [
					{ kind: "verify", to, path: "/verify?token=x" },
					{ kind: "changed", to, path: "/forgot" },
					// Its link is valid for an hour.
					{ kind: "reset", to: forgetful, path: "/reset?token=x" },
				];
				const { explicitAcks, retryMessages } = await deliver("cogsmith-mails", bodies);
				expect(retryMessages).toEqual([
					{ msgId: "0", delaySeconds: 9 * 60 * 60 },
					{ msgId: "1", delaySeconds: 9 * 60 * 60 },
				]);
				expect([explicitAcks, sent]).toEqual([["2"], []]);
				expect(await failedMails(forgetful)).toEqual([
					{ kind: "reset", reason: "E_DAILY_LIMIT_EXCEEDED" },
				]);
				expect((await findLateWork()).limits).toMatchObject([
					{ name: "mail", until: new Date(Date.UTC(2026, 10, 25)), waiting: 3 },
				]);
				// The longest delay of a message is half a day.
				vi.setSystemTime(Date.UTC(2026, 10, 25, 2));
				expect((await findLateWork()).limits).toEqual([]);
				const again = await deliver("cogsmith-mails", bodies.slice(0, 1));
				expect(again.retryMessages).toEqual([{ msgId: "0", delaySeconds: 12 * 60 * 60 }]);
				expect((await findLateWork()).limits).toMatchObject([{ waiting: 1 }]);
			},
			{ service: mailQuota(0) },
		);
		vi.useRealTimers();
	});

	it("to an address that Cloudflare has not verified is given up before the domain is onboarded", async () => {
		allowConsole(/"code":"mail".*"mailError":"E_RECIPIENT_NOT_ALLOWED"/);
		const [owner, customer] = [newEmail(), newEmail()];
		const mails = [owner, customer].map((to) => ({ kind: "changed", to, path: "/forgot" }));
		await withMail(
			async (sent) => {
				const { explicitAcks } = await deliver("cogsmith-mails", mails);
				expect(explicitAcks).toEqual(["0", "1"]);
				expect(sent.map(({ to }) => to)).toEqual([owner]);
				expect(await failedMails(customer)).toEqual([
					{ kind: "changed", reason: "E_RECIPIENT_NOT_ALLOWED" },
				]);
			},
			{ service: verifiedOnly(owner) },
		);
	});

	it("is sent although another of its batch fails, and not again with the retry of that one", async () => {
		allowConsole(/"code":"mail"/);
		const [one, other] = [newEmail(), newEmail()];
		const service = (to: string) => (to === one ? Promise.reject(new Error("away")) : undefined);
		const mails = [one, other].map((to) => ({ kind: "changed", to, path: "/forgot" }));
		await withMail(
			async (sent) => {
				const { explicitAcks, retryMessages } = await deliver("cogsmith-mails", mails);
				expect([explicitAcks, retryMessages.map(({ msgId }) => msgId)]).toEqual([["1"], ["0"]]);
				expect(sent.map(({ to }) => to)).toEqual([other]);
			},
			{ service },
		);
	});

	it("never delays the response", async () => {
		let release = () => {};
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		await withMail(
			async (sent) => {
				const { email } = await signUpByApi();
				expect(sent).toEqual([]);
				release();
				await mailTo(sent, email, verificationSubject);
			},
			{ queue: () => held },
		);
	});

	it("goes to exactly one address", async () => {
		await withMail(async (sent) => {
			for (const odd of [
				"a@example.test, b@example.test",
				"a@example.test\r\nBcc: b@example.test",
				"Somebody <a@example.test>",
				"nobody",
			]) {
				await expect(enqueueLinkMail({ kind: "reset", to: odd, path: "/reset" })).rejects.toThrow(
					"couldn't send the e-mail",
				);
			}
			expect(sent).toEqual([]);
		});
	});

	it("has its own text for each kind", () => {
		const withTool = { ...linkMailTexts, alert: linkMailTexts.alert("Pump") };
		const subjects = Object.values(withTool).map(({ subject }) => subject);
		expect(new Set(subjects).size).toBe(subjects.length);
	});
});

/** The stored failures of e-mails to a recipient. */
async function failedMails(recipient: string): Promise<unknown[]> {
	const sql = "select kind, reason from failed_mails where recipient = ?";
	return (await env.DB.prepare(sql).bind(recipient).all()).results;
}

describe("an e-mail that can't be sent", () => {
	it("is stored as failed without retries when the e-mail service rejects it for good", async () => {
		allowConsole(/"code":"mail".*"mailError":"E_RECIPIENT_SUPPRESSED"/);
		const to = newEmail();
		const error = Object.assign(new Error("suppressed"), { code: "E_RECIPIENT_SUPPRESSED" });
		await withMail(
			async () => {
				const mail = { kind: "reset", to, path: "/reset?token=secret" };
				const { explicitAcks } = await deliver("cogsmith-mails", [mail], { prefix: to });
				expect(explicitAcks).toEqual([`${to}0`]);
			},
			{ service: () => Promise.reject(error) },
		);
		expect(await failedMails(to)).toEqual([{ kind: "reset", reason: "E_RECIPIENT_SUPPRESSED" }]);
	});

	it("is stored as failed after its last retry, once, however often the dead letter is delivered", async () => {
		allowConsole(/"code":"mail".*"mailError":"retries"/);
		const to = newEmail();
		const mail = { kind: "verify", to, path: "/verify?token=secret" };
		for (const queue of ["cogsmith-mails-failed", "cogsmith-mails-failed-staging"]) {
			const { explicitAcks } = await deliver(queue, [mail], { prefix: to });
			expect(explicitAcks).toEqual([`${to}0`]);
		}
		expect(await failedMails(to)).toEqual([{ kind: "verify", reason: "retries" }]);
		const { results } = await env.DB.prepare("select * from failed_mails").all();
		expect(JSON.stringify(results)).not.toContain("secret");
	});

	it("stays in the queue when the failure can't be stored", async () => {
		allowConsole(/"code":"job"/);
		vi.spyOn(env.DB, "prepare").mockImplementation(() => {
			throw new Error("D1_ERROR: D1 DB is overloaded.");
		});
		const mail = { kind: "verify", to: newEmail(), path: "/verify?token=x" };
		await expect(deliver("cogsmith-mails-failed", [mail])).rejects.toThrow("failed");
	});
});

describe("verifying an e-mail", () => {
	it("requires the link and a session of its account", async () => {
		await withMail(async (sent) => {
			const { person, token } = await signUpWithToken(sent);
			const caller = await callerOf(person);
			expect(await accountState(caller)).toMatchObject({ verified: false, hasPassword: true });
			expect(await verifyEmail(caller, token)).toBe("done");
			expect(await accountState(caller)).toMatchObject({ verified: true, hasPassword: true });
			expect(await verifyEmail(caller, token)).toBe("done");
		});
	});

	it("is not possible with the link alone, so that no owner of an e-mail verifies an account that another made of it", async () => {
		await withMail(async (sent) => {
			const [{ person, token }, other] = [await signUpWithToken(sent), await signUpByApi()];
			expect(await verifyEmail(await callerOf(other), token)).toBe("other");
			expect(await accountState(await callerOf(person))).toMatchObject({ verified: false });
			const direct = await callApi("GET", `/auth/verify-email?token=${token}`);
			expect(direct.status).toBe(404);
			expect(await accountState(await callerOf(person))).toMatchObject({ verified: false });
		});
	});

	it("rejects a link that is forged, truncated, or of another kind", async () => {
		await withMail(async (sent) => {
			const { person, token } = await signUpWithToken(sent);
			const caller = await callerOf(person);
			const [head, body] = token.split(".");
			const unsigned = `${btoa('{"alg":"none"}').replaceAll("=", "")}.${body}.`;
			for (const wrong of ["", "x", `${head}.${body}.`, unsigned, `${token}x`, person.token]) {
				expect(await verifyEmail(caller, wrong), wrong).toBe("broken");
			}
			expect(await accountState(caller)).toMatchObject({ verified: false });
		});
	});

	it("rejects a link older than two days: its e-mail may have waited for the quota of the next", async () => {
		await withMail(async (sent) => {
			const { token } = await signUpWithToken(sent);
			const { iat, exp } = JSON.parse(atob(token.split(".")[1] ?? ""));
			expect(exp - iat).toBe(2 * 24 * 60 * 60);
		});
	});
});

describe("requesting the link again", () => {
	it("sends it to the user's own e-mail, whatever the request says", async () => {
		await withMail(async (sent) => {
			const { person } = await signUpWithToken(sent);
			const other = await signUpByApi();
			await mailTo(sent, other.email, verificationSubject);
			sent.length = 0;
			allowConsole(/Invalid callbackURL/);
			const body = { email: other.email, callbackURL: "https://evil.test/" };
			const cookie = { Cookie: person.cookie };
			expect((await callAuth("send-verification-email", body, cookie)).status).toBe(403);
			const own = { email: other.email };
			expect((await callAuth("send-verification-email", own, cookie)).status).toBe(200);
			expect(sent.map(({ to }) => to)).toEqual([person.email]);
			expect(await verifyEmail(await callerOf(person), tokenIn(sent[0] as SentMail))).toBe("done");
			sent.length = 0;
			expect((await callAuth("send-verification-email", own, cookie)).status).toBe(200);
			expect(sent).toEqual([]);
		});
	});

	it("requires a session", async () => {
		await withMail(async (sent) => {
			const { person } = await signUpWithToken(sent);
			sent.length = 0;
			const response = await callAuth("send-verification-email", { email: person.email });
			expect(response.status).toBe(401);
			expect(cookieOf(response)).toBe("");
			expect(sent).toEqual([]);
		});
	});
});
