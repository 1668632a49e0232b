/**
 * Open redirects after sign-in and in e-mails. The pages' `from` parameter: src/paths/site.test.ts and
 * journeys/attacks.test.ts; Google's callback: worker/google.test.ts.
 */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { mailTo, withMail } from "../../helpers/mail.ts";
import { callAuth, newEmail, origin, type Person, password, signUp } from "../../helpers/shop.ts";
import { allowConsole } from "../../setup/console-guard.ts";

let rider: Person;

beforeAll(async () => {
	rider = await signUp();
});

describe("an external callback URL", () => {
	const google = new URL(env.GOOGLE_DISCOVERY_URL).origin;
	const addresses = [
		"https://evil.test",
		"//evil.test",
		"///evil.test",
		"/\\evil.test",
		"\\/evil.test",
		"\\\\evil.test",
		"/\t/evil.test",
		"/\n/evil.test",
		"/\r\n\r\n//evil.test",
		"/%2fevil.test/%2f..",
		"/%5cevil.test",
		"/%09/evil.test",
		"//user@evil.test",
		`${origin}@evil.test`,
		`${origin}.evil.test`,
		`${origin}:80@evil.test`,
		`${origin}\\@evil.test`,
		`//${new URL(origin).host}@evil.test`,
		"javascript:alert('evil.test')",
		"JaVaScRiPt://evil.test/%0aalert(1)",
		"data:text/html,evil.test",
		"//evil。test/evil.test",
		"https:evil.test",
		"https:/evil.test",
		"http:\\\\evil.test",
		" https://evil.test",
		"\u0000//evil.test",
		"/.//evil.test",
		"/a/..//evil.test",
		"ftp://evil.test",
	];
	const addressNames = ["callbackURL", "redirectTo", "errorCallbackURL", "newUserCallbackURL"];

	/** The URLs in these fields, resolved as a browser does. */
	const ledTo = (fields: Record<string, unknown>, names: string[]): string[] =>
		names
			.map((name) => fields[name])
			.filter((address) => typeof address === "string" && address !== "")
			.map((address) => new URL(String(address), origin).origin);

	it.each(addresses)("%j is never redirected to", async (address) => {
		allowConsole(/Invalid (callbackURL|redirectURL|errorCallbackURL|newUserCallbackURL)/);
		const { email } = rider;
		const calls: [string, object, string[]][] = [
			["sign-in/email", { email, password }, ["callbackURL", "redirectTo"]],
			[`sign-in/email?callbackURL=${encodeURIComponent(address)}`, { email, password }, [""]],
			["sign-in/social", { provider: "google" }, addressNames],
			["sign-up/email", { name: "Somebody", email, password }, ["callbackURL"]],
			["request-password-reset", { email: newEmail() }, ["redirectTo"]],
			["sign-out", {}, ["callbackURL"]],
		];
		for (const [path, body, names] of calls) {
			for (const name of names) {
				const answered = await callAuth(path, { ...body, ...(name && { [name]: address }) });
				const led = ledTo({ ...answered.body, location: answered.headers.get("Location") }, [
					"location",
					"url",
					...addressNames,
				]);
				for (const to of led) expect([origin, google], `${path} ${name}`).toContain(to);
			}
		}
		const stored = await env.DB.prepare("select value from verifications").all<{ value: string }>();
		for (const { value } of stored.results) {
			if (!value.startsWith("{")) continue;
			const led = ledTo(JSON.parse(value), ["callbackURL", "errorURL", "newUserURL"]);
			for (const to of led) expect(to).toBe(origin);
		}
	});

	it("is in no e-mail, nor is a host from a forged header", async () => {
		allowConsole(/Invalid redirectURL/);
		await withMail(async (sent) => {
			for (const [name, value] of [
				["X-Forwarded-Host", "evil.test"],
				["X-Forwarded-Server", "evil.test"],
				["X-Host", "evil.test"],
				["Forwarded", "host=evil.test;proto=https"],
				["X-Original-URL", "https://evil.test/"],
				["X-Rewrite-URL", "https://evil.test/"],
				["Referer", "https://evil.test/"],
			] as const) {
				const { email } = await signUp();
				await callAuth("request-password-reset", { email }, { [name]: value });
				const mail = await mailTo(sent, email, /Reset your/);
				expect(JSON.stringify(mail)).not.toContain("evil");
				expect(mail.text).toContain(`${origin}/reset?token=`);
			}
		});
	});
});
