import { env, withEnv } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { newIpAddress } from "../helpers/ip-address.ts";
import {
	callApi,
	callAuth,
	cookieOf,
	dispatch,
	newEmail,
	origin,
	password,
	signUp,
	tokenOf,
} from "../helpers/shop.ts";

/** The endpoints of better-auth 1.7 and its admin plugin that the shop does not use. */
const closedEndpoints = [
	["GET", "ok"],
	["GET", "error"],
	["POST", "get-session"],
	["POST", "update-user"],
	["POST", "update-session"],
	["POST", "change-email"],
	["POST", "set-password"],
	["POST", "verify-password"],
	["POST", "delete-user"],
	["GET", "delete-user/callback"],
	["GET", "verify-email"],
	["GET", "reset-password/some-token"],
	["POST", "forget-password"],
	["GET", "list-sessions"],
	["POST", "revoke-session"],
	["POST", "revoke-sessions"],
	["POST", "revoke-other-sessions"],
	["POST", "link-social"],
	["GET", "list-accounts"],
	["POST", "unlink-account"],
	["POST", "refresh-token"],
	["POST", "get-access-token"],
	["GET", "account-info"],
	["POST", "callback/google"],
	["GET", "callback/github"],
	["GET", "sign-in/email"],
	["GET", "sign-out"],
	["POST", "sign-in/oauth2"],
	["POST", "oauth2/link"],
	["GET", "admin/list-users"],
	["POST", "admin/set-role"],
	["POST", "admin/create-user"],
	["POST", "admin/impersonate-user"],
	["POST", "admin/remove-user"],
	["PUT", "sign-in/email"],
	["DELETE", "get-session"],
] as const;

/** Spellings of a path that might bypass an allow list. */
const spellings = [
	"sign-out/",
	"Sign-Out",
	"%73ign-out",
	"./x/../update-user",
	"update-user%2F",
	"/sign-out",
];

describe("an unused endpoint of the auth API", () => {
	it("is 404, for administrators too", async () => {
		const { cookie } = await signUp({ role: "admin" });
		for (const [method, path] of closedEndpoints) {
			const headers = { Cookie: cookie, Origin: origin, "CF-Connecting-IP": newIpAddress() };
			const response = await callApi(method, `/auth/${path}`, {
				headers,
				...(method !== "GET" && { body: {} }),
			});
			expect([response.status, response.body.error?.code], `${method} ${path}`).toEqual([
				404,
				"not_found",
			]);
		}
	});

	it("is 404 in every spelling", async () => {
		const { cookie, email, token } = await signUp();
		for (const path of spellings) {
			const response = await callAuth(path, {}, { Cookie: cookie });
			expect(response.status, path).toBe(404);
		}
		expect((await callApi("GET", `/user?email=${email}`, { token })).status).toBe(200);
	});
});

describe("a used endpoint", () => {
	it("is never cached", async () => {
		const { cookie, email } = await signUp();
		const headers = { Cookie: cookie, "CF-Connecting-IP": newIpAddress() };
		const session = await callApi("GET", "/auth/get-session", { headers });
		expect(session.body.user.email).toBe(email);
		const signedIn = await callAuth("sign-in/email", { email, password });
		for (const answered of [session, signedIn]) {
			expect(answered.headers.get("Cache-Control")).toBe("no-store");
		}
	});

	it("rejects another origin, signed in or not", async () => {
		const { email } = await signUp();
		for (const foreign of ["https://evil.test", "null", `${origin}.evil.test`]) {
			const response = await callAuth("sign-in/email", { email, password }, { Origin: foreign });
			expect([response.status, response.body.error.code], foreign).toEqual([403, "foreign_origin"]);
			expect(response.headers.getSetCookie()).toEqual([]);
		}
	});

	it("rejects a body longer than names and passwords are, with or without Content-Length", async () => {
		const long = JSON.stringify({ email: newEmail(), password: "p".repeat(17 * 1024) });
		expect(
			(await callAuth("sign-in/email", long, { "Content-Type": "application/json" })).status,
		).toBe(413);
		const body = new ReadableStream({
			start(controller) {
				controller.enqueue(new TextEncoder().encode(long));
				controller.close();
			},
		});
		const headers = { Origin: origin, "Content-Type": "application/json" };
		const unannounced = new Request(`${origin}/api/auth/sign-in/email`, {
			method: "POST",
			headers,
			body,
		});
		expect((await dispatch(unannounced)).status).toBe(413);
	});

	it("rejects a name that our own form would reject", async () => {
		for (const name of ["", "  ", "n".repeat(121), "a\u202eb", "line\nbreak\u0000"]) {
			const account = { name, email: newEmail(), password };
			expect((await callAuth("sign-up/email", account)).status, JSON.stringify(name)).toBe(422);
		}
	});
});

describe("a session cookie", () => {
	it("from before signing in is always replaced", async () => {
		const [{ email }, attacker] = [await signUp(), await signUp()];
		for (const planted of [attacker.cookie, "cogsmith.session_token=planted.planted"]) {
			const signedIn = await callAuth("sign-in/email", { email, password }, { Cookie: planted });
			expect(signedIn.status).toBe(200);
			expect(cookieOf(signedIn)).toMatch(/^cogsmith\.session_token=/);
			expect(cookieOf(signedIn)).not.toBe(planted);
			await expect(tokenOf(email, planted)).rejects.toThrow(/40[13]/);
			expect(await tokenOf(email, cookieOf(signedIn))).toBeTruthy();
		}
		expect(await tokenOf(attacker.email, attacker.cookie)).toBeTruthy();
	});

	it("is valid only with the shop's signature", async () => {
		const { cookie, email } = await signUp();
		const [name = "", value = ""] = cookie.split("=");
		const [token, signature] = decodeURIComponent(value).split(".");
		for (const forged of [
			token,
			`${token}.`,
			`${token}.${signature?.startsWith("A") ? "B" : "A"}${signature?.slice(1)}`,
			`${token}x.${signature}`,
		]) {
			const sent = `${name}=${encodeURIComponent(String(forged))}`;
			await expect(tokenOf(email, sent), String(forged)).rejects.toThrow("401");
		}
	});

	it("is Secure, with the __Secure- prefix, when the shop uses https", async () => {
		const https = "https://shop.example.test";
		vi.resetModules();
		onTestFinished(() => void vi.resetModules());
		await withEnv({ ...env, SHOP_ORIGIN: https }, async () => {
			const { handleAuthRequest } = await import("../../src/platform/auth/auth.ts");
			const headers = {
				Origin: https,
				"Content-Type": "application/json",
				"CF-Connecting-IP": newIpAddress(),
			};
			const account = { name: "New", email: newEmail(), password };
			const signedUp = await handleAuthRequest(
				new Request(`${https}/api/auth/sign-up/email`, {
					method: "POST",
					headers,
					body: JSON.stringify(account),
				}),
			);
			const [cookie] = signedUp.headers.getSetCookie();
			expect(cookie).toMatch(/^__Secure-cogsmith\.session_token=/);
			for (const flag of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i, /; Path=\//i]) {
				expect(cookie).toMatch(flag);
			}
			expect(cookie).not.toMatch(/Domain=/i);
		});
	});
});
