/** Ending a session ends its access tokens immediately. Passwords: auth-password.test.ts. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { callApi, callAuth, type Person, signUp, tokenOf } from "../helpers/shop.ts";

const profile = async ({ email, token }: Person) =>
	(await callApi("GET", `/user?email=${encodeURIComponent(email)}`, { token })).status;

it("signing out ends the session's tokens", async () => {
	const [person, other] = [await signUp(), await signUp()];
	expect(await profile(person)).toBe(200);
	const out = await callAuth("sign-out", {}, { Cookie: person.cookie });
	expect(out.status).toBe(200);
	expect(await profile(person)).toBe(401);
	await expect(tokenOf(person.email, person.cookie)).rejects.toThrow("401");
	expect(await profile(other)).toBe(200);
});

it("deleting the user ends the session's tokens", async () => {
	const person = await signUp();
	await env.DB.prepare("delete from users where id = ?").bind(person.id).run();
	expect(await profile(person)).toBe(401);
	await expect(tokenOf(person.email, person.cookie)).rejects.toThrow("401");
});

it("losing the administrator role ends the session's tokens", async () => {
	const [admin, other] = [await signUp({ role: "admin" }), await signUp({ role: "admin" })];
	const path = `/user/removeAdmin/${encodeURIComponent(other.email)}`;
	expect((await callApi("PUT", path, { token: admin.token })).status).toBe(200);
	expect(await profile(other)).toBe(401);
	await expect(tokenOf(other.email, other.cookie)).rejects.toThrow("401");
	expect(await profile(admin)).toBe(200);
});

it("the session's expiry ends its tokens", async () => {
	const person = await signUp();
	await env.DB.prepare("update sessions set expires_at = ? where user_id = ?")
		.bind(Date.now() - 1, person.id)
		.run();
	expect(await profile(person)).toBe(401);
});
