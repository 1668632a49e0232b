import { env, withEnv } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { googleErrorMessage } from "../../src/platform/auth/google.ts";
import { startGoogleSignIn } from "../../src/platform/auth/google-sign-in.ts";
import { consent, type Identity } from "../helpers/google-consent.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import {
	callApi,
	callAuth,
	cookieOf,
	dispatch,
	newEmail,
	origin,
	signUp,
	tokenOf,
	withFailingAccounts,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

const callbackURL = "/login?by=google&from=%2Freview";

const startSignIn = (changes: object = {}) =>
	callAuth("sign-in/social", {
		provider: "google",
		callbackURL,
		errorCallbackURL: callbackURL,
		...changes,
	});

async function followCallback(address: string, cookie: string): Promise<Response> {
	const headers = { Cookie: cookie, "CF-Connecting-IP": newIpAddress() };
	return dispatch(new Request(address, { headers }));
}

/** Signs in by Google from the first click to the shop's last redirect. */
async function signInAs(identity: Identity) {
	const begun = await startSignIn();
	const back = await consent(begun.body.url, identity);
	const response = await followCallback(back, cookieOf(begun));
	const location = new URL(response.headers.get("location") ?? "", origin);
	const cookie = response.headers
		.getSetCookie()
		.filter((line) => /^cogsmith\.session_token=[^;]/.test(line))
		.map((line) => line.split(";")[0])
		.join("");
	const isKnown = response.headers.getSetCookie().some((line) => /^cogsmith\.device=/.test(line));
	return { location, error: location.searchParams.get("error"), cookie, isKnown };
}

const userOf = (email: string) =>
	env.DB.prepare("select * from users where email = ?")
		.bind(email)
		.first<{ id: string; name: string; role: string; email_verified: number; image: string }>();

const accountsOf = async (email: string) =>
	(
		await env.DB.prepare(
			"select accounts.* from accounts join users on users.id = user_id where email = ?",
		)
			.bind(email)
			.all<Record<string, unknown>>()
	).results;

const verifyLocally = (email: string) =>
	env.DB.prepare("update users set email_verified = 1 where email = ?").bind(email).run();

describe("sign-in with Google", () => {
	it("sends PKCE, a nonce and a state", async () => {
		const params = new URL((await startSignIn()).body.url).searchParams;
		expect(params.get("code_challenge_method")).toBe("S256");
		expect(params.get("redirect_uri")).toBe(`${origin}/api/auth/callback/google`);
		expect(params.get("scope")?.split(" ").sort()).toEqual(["email", "openid", "profile"]);
		for (const name of ["nonce", "state"]) expect(params.get(name)).toMatch(/^\S{32}$/);
	});

	it("rejects a blocked account, linked or not", async () => {
		const [linked, notLinked] = [newEmail(), (await signUp({ verified: true })).email];
		await signInAs({ email: linked });
		await env.DB.prepare("update users set blocked_at = 1 where email in (?, ?)")
			.bind(linked, notLinked)
			.run();
		for (const email of [linked, notLinked]) {
			const { error, cookie } = await signInAs({ email });
			expect([error, cookie]).toEqual(["account_blocked", ""]);
			expect(googleErrorMessage(error)).toMatch(/^This account is blocked\./);
		}
		expect(await accountsOf(notLinked)).toHaveLength(1);
	});

	it("creates a user of role user with a lower-case e-mail, and stores none of Google's tokens", async () => {
		const email = newEmail();
		const { location, cookie } = await signInAs({ email: email.toUpperCase(), name: " Gwen " });
		expect(location.pathname + location.search).toBe(callbackURL);
		expect(await userOf(email)).toMatchObject({ name: "Gwen", role: "user", email_verified: 1 });
		const token = await tokenOf(email, cookie);
		const profile = await callApi("GET", `/user?email=${email}`, { token });
		expect(profile.body).toMatchObject({ email, name: "Gwen", phone: "", address: "" });
		expect(await accountsOf(email)).toMatchObject([
			{ provider_id: "google", access_token: null, refresh_token: null, id_token: null },
		]);
	});

	it("signs the same person in again without a second account", async () => {
		const email = newEmail();
		await signInAs({ email });
		const again = await signInAs({ email, name: "Changed at Google" });
		expect(again.cookie).not.toBe("");
		// Without a password nobody can guess it.
		expect(again.isKnown).toBe(false);
		expect(await accountsOf(email)).toHaveLength(1);
		expect(await userOf(email)).toMatchObject({ name: "Gwen Google" });
	});

	it("takes from a name what our own form would reject", async () => {
		for (const [name, stored] of [
			["x".repeat(121), "x".repeat(120)],
			["Rita\nRider\u2028\u202eand\u0007 Co", "Rita Rider and Co"],
		] as const) {
			const email = newEmail();
			await signInAs({ email, name });
			expect((await userOf(email))?.name).toBe(stored);
		}
	});

	it("replaces a name of which nothing is left by the e-mail's", async () => {
		for (const name of [" \n ", "\u200b", "Win at https://evil.test"]) {
			const email = newEmail();
			await signInAs({ email, name });
			expect((await userOf(email))?.name, JSON.stringify(name)).toBe(email.split("@")[0]);
		}
	});

	it.each(["nobody", "ünï@example.test", `${"a".repeat(260)}@example.test`])(
		"creates no account for an e-mail that our own form would reject: %s",
		async (email) => {
			const { error, cookie } = await signInAs({ email });
			expect([error, cookie]).toEqual(["email_refused", ""]);
			expect(await userOf(email.toLowerCase())).toBeNull();
		},
	);

	it("that fails halfway leaves nothing, and works the next time", async () => {
		const email = newEmail();
		allowConsole(/unable.to.create/i);
		const cut = await withFailingAccounts(() => signInAs({ email }));
		expect([cut.error === null, cut.cookie]).toEqual([false, ""]);
		expect(await userOf(email)).toBeNull();
		expect(await tokenOf(email, (await signInAs({ email })).cookie)).toBeTruthy();
		expect(await accountsOf(email)).toHaveLength(1);
	});

	it("creates no account for an e-mail that Google has not verified", async () => {
		const email = newEmail();
		const { error, cookie } = await signInAs({ email, verified: false });
		expect(error).toBe("email_not_verified");
		expect(cookie).toBe("");
		expect(await userOf(email)).toBeNull();
	});
});

describe("an e-mail that has an account", () => {
	it.each([true, false])(
		"with an unverified password account is rejected, verified at Google: %s",
		async (verified) => {
			allowConsole(/account_not_linked/);
			const { email, token } = await signUp();
			const { error, cookie } = await signInAs({ email, verified });
			expect(error).toBe("account_not_linked");
			expect(cookie).toBe("");
			expect(await accountsOf(email)).toMatchObject([{ provider_id: "credential" }]);
			expect((await callApi("GET", `/user?email=${email}`, { token })).status).toBe(200);
		},
	);

	it("that is verified here is linked, but only when Google has verified it too", async () => {
		allowConsole(/account_not_linked/);
		const { email } = await signUp();
		await verifyLocally(email);
		expect(await signInAs({ email, verified: false })).toMatchObject({
			error: "account_not_linked",
			cookie: "",
		});
		const linked = await signInAs({ email });
		expect(linked.error).toBeNull();
		expect(await tokenOf(email, linked.cookie)).toBeTruthy();
		expect(await accountsOf(email)).toHaveLength(2);
		// Strangers who guess the password don't lock this browser out.
		expect(linked.isKnown).toBe(true);
	});

	it("is not given to another Google account that has the address now", async () => {
		const email = newEmail();
		await signInAs({ email });
		await env.DB.prepare("update accounts set account_id = 'somebody-before' where user_id = ?")
			.bind((await userOf(email))?.id)
			.run();
		expect(await signInAs({ email })).toMatchObject({ error: "other_google_account", cookie: "" });
	});
});

describe("Google's callback", () => {
	it("is rejected in another browser, a second time, or forged", async () => {
		allowConsole(/Failed to parse state/);
		const begun = await startSignIn();
		const back = await consent(begun.body.url, { email: newEmail() });
		const errorOf = async (address: string, cookie: string) => {
			const response = await followCallback(address, cookie);
			expect(response.headers.get("set-cookie") ?? "").not.toContain("session_token");
			const location = new URL(response.headers.get("location") ?? "", origin);
			expect(location.origin + location.pathname).toBe(`${origin}/login`);
			return location.searchParams.get("error");
		};
		expect(await errorOf(back, "")).toBe("state_mismatch");
		expect(await errorOf(back.replace(/state=[^&]+/, "state=madeup"), cookieOf(begun))).toBe(
			"state_mismatch",
		);
		expect((await followCallback(back, cookieOf(begun))).status).toBe(302);
		expect(await errorOf(back, cookieOf(begun))).toBe("state_mismatch");
	});

	it("shows our own error messages, whatever the URL contains", () => {
		expect(googleErrorMessage(null)).toBeUndefined();
		expect(googleErrorMessage("access_denied")).toBe("Google sign-in was canceled.");
		for (const code of ["", "<b>", "constructor", "__proto__", "server_error"])
			expect(googleErrorMessage(code)).toBe("Google sign-in failed. Please try again.");
	});
});

describe("a sign-in request", () => {
	it("must redirect to this shop", async () => {
		allowConsole(/Invalid (callbackURL|errorCallbackURL)/);
		for (const name of ["callbackURL", "errorCallbackURL"]) {
			for (const foreign of ["https://evil.test/", "//evil.test", "/\\evil.test"])
				expect((await startSignIn({ [name]: foreign })).status).toBe(403);
		}
	});

	it("can't be an ID token alone", async () => {
		const sent = await startSignIn({ idToken: { token: "a.b.c" } });
		expect(sent.status).toBe(400);
	});
});

describe("without Google", () => {
	const page = () =>
		new Request(`${origin}/login/google`, {
			method: "POST",
			headers: { Origin: origin, "CF-Connecting-IP": newIpAddress() },
		});

	it.each(["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"])(
		"missing %s, the provider is off and everything else works",
		async (name) => {
			allowConsole(/Provider not found/);
			await withEnv({ ...env, [name]: "" }, async () => {
				expect((await startSignIn()).status).toBe(404);
				expect(await startGoogleSignIn(page(), "/")).toEqual({ error: "unavailable" });
				expect((await signUp()).token).toBeTruthy();
			});
		},
	);

	it("responding, sign-in shows an error, and works again once Google responds", async () => {
		allowConsole(/Provider not found/, /Provider skipped/);
		const gone = { ...env, GOOGLE_DISCOVERY_URL: `${env.GOOGLE_DISCOVERY_URL}/nothing` };
		await withEnv(gone, async () => {
			expect(await startGoogleSignIn(page(), "/")).toEqual({ error: "unavailable" });
			expect((await signUp()).token).toBeTruthy();
		});
		expect(await startGoogleSignIn(page(), "/")).toHaveProperty("url");
	});
});
