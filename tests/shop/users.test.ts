import { afterEach, describe, expect, it, vi } from "vitest";
import { callApi, callAuth, newEmail, origin, signUp, tokenOf } from "../helpers/shop.ts";

const tokenPath = (email: string) => `/user/${encodeURIComponent(email)}`;

describe("PUT /user/{email}", () => {
	it("issues a token for an hour to the session cookie of that e-mail", async () => {
		const rider = await signUp();
		const headers = { Origin: origin, Cookie: rider.cookie };
		const { status, body } = await callApi("PUT", tokenPath(rider.email), {
			body: { email: rider.email, name: rider.name },
			headers,
		});
		expect(status).toBe(200);
		const left = Date.parse(body.expiresAt) - Date.now();
		expect(left).toBeGreaterThan(59 * 60_000);
		expect(left).toBeLessThanOrEqual(60 * 60_000);
		const own = `/user?email=${encodeURIComponent(rider.email)}`;
		expect((await callApi("GET", own, { token: body.token })).status).toBe(200);
	});

	it("accepts the e-mail in any case", async () => {
		const rider = await signUp();
		expect(await tokenOf(rider.email.toUpperCase(), rider.cookie)).toEqual(expect.any(String));
	});

	it("requires the cookie; neither a token nor a forged cookie works", async () => {
		const { email, token } = await signUp();
		for (const headers of [
			{ Origin: origin },
			{ Origin: origin, Authorization: `Bearer ${token}` },
			{ Origin: origin, Cookie: "cogsmith.session_token=made.up" },
			{ Origin: origin, Cookie: `cogsmith.session_token=${token}` },
		]) {
			const { status, body } = await callApi("PUT", tokenPath(email), { body: {}, headers });
			expect(status).toBe(401);
			expect(body.error.code).toBe("unauthenticated");
		}
	});

	it.each([
		["of another site", "https://elsewhere.test"],
		["of another port", "http://localhost:9999"],
		["that starts like ours", `${origin}.elsewhere.test`],
		["that is null", "null"],
		["that is missing", undefined],
	])("rejects an Origin %s", async (_, from) => {
		const { email, cookie } = await signUp();
		const headers = { Cookie: cookie, ...(from !== undefined && { Origin: from }) };
		const { status, body } = await callApi("PUT", tokenPath(email), { body: { email }, headers });
		expect(status).toBe(403);
		expect(body.error.code).toBe("foreign_origin");
	});

	it("rejects another user's e-mail, known or not, for administrators too", async () => {
		const [admin, other] = [await signUp({ role: "admin" }), await signUp()];
		for (const email of [other.email, newEmail()]) {
			const { status, body } = await callApi("PUT", tokenPath(email), {
				body: { email: admin.email },
				headers: { Origin: origin, Cookie: admin.cookie },
			});
			expect(status).toBe(403);
			expect(body.error.code).toBe("forbidden");
		}
	});

	it("rejects an invalid e-mail", async () => {
		const { cookie } = await signUp();
		const headers = { Origin: origin, Cookie: cookie };
		for (const path of [
			"/user/nobody",
			"/user/%20",
			"/user/a%40b..c",
			"/user/a%00%40example.test",
		]) {
			const { status, body } = await callApi("PUT", path, { body: {}, headers });
			expect(status, path).toBe(422);
			expect(Object.keys(body.error.fields)).toEqual(["email"]);
		}
	});
});

describe("a protected call", () => {
	afterEach(() => void vi.useRealTimers());

	const get = (email: string, headers: Record<string, string>) =>
		callApi("GET", `/user?email=${encodeURIComponent(email)}`, { headers });

	it("rejects a missing token, an invalid one, and the cookie alone", async () => {
		const { email, token, cookie } = await signUp();
		const [head, payload, signature] = token.split(".");
		const unsigned = btoa('{"alg":"none"}').replaceAll("=", "");
		for (const headers of [
			{},
			{ Cookie: cookie, Origin: origin },
			{ Authorization: "Bearer" },
			{ Authorization: "Bearer nonsense" },
			{ Authorization: token },
			{ Authorization: `Basic ${token}` },
			{ Authorization: `Bearer ${head}.${payload}.` },
			{ Authorization: `Bearer ${unsigned}.${payload}.` },
			{ Authorization: `Bearer ${head}.${payload}.${signature?.split("").toReversed().join("")}` },
		]) {
			const { status, body } = await get(email, headers);
			expect(status, JSON.stringify(headers)).toBe(401);
			expect(body.error.code).toBe("unauthenticated");
		}
	});

	it("rejects a token whose claims were changed", async () => {
		const { token } = await signUp();
		const admin = await signUp({ role: "admin" });
		const [head, , signature] = token.split(".");
		const forged = `${head}.${admin.token.split(".")[1]}.${signature}`;
		expect((await get(admin.email, { Authorization: `Bearer ${forged}` })).status).toBe(401);
	});

	it("rejects an expired token", async () => {
		const { email, token } = await signUp();
		const headers = { Authorization: `Bearer ${token}` };
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 59 * 60_000 });
		expect((await get(email, headers)).status).toBe(200);
		vi.setSystemTime(Date.now() + 2 * 60_000);
		expect((await get(email, headers)).status).toBe(401);
	});

	it("rejects a token as soon as its session ends, and accepts the others", async () => {
		const one = await signUp();
		const again = await callAuth("sign-in/email", {
			email: one.email,
			password: "a long enough one",
		});
		const cookie = again.headers.getSetCookie()[0]?.split(";")[0] ?? "";
		const other = await tokenOf(one.email, cookie);
		expect((await callAuth("sign-out", {}, { Cookie: one.cookie })).status).toBe(200);
		expect((await get(one.email, { Authorization: `Bearer ${one.token}` })).status).toBe(401);
		expect((await get(one.email, { Authorization: `Bearer ${other}` })).status).toBe(200);
		await expect(tokenOf(one.email, one.cookie)).rejects.toThrow("401");
	});
});

describe("GET /user", () => {
	const profile = (token: string, email: string) =>
		callApi("GET", `/user?email=${encodeURIComponent(email)}`, { token });

	it("returns the caller's own profile, and nothing of the password or the session", async () => {
		const rider = await signUp();
		const { status, headers, body } = await profile(rider.token, rider.email);
		expect(status).toBe(200);
		expect(headers.get("Cache-Control")).toBe("no-store");
		expect(body).toEqual({
			_id: rider.id,
			name: rider.name,
			email: rider.email,
			phone: "",
			address: "",
			role: "user",
			verified: false,
		});
	});

	it("rejects another user's for customers, known or not", async () => {
		const [rider, other] = [await signUp(), await signUp()];
		const known = await profile(rider.token, other.email);
		expect(known.status).toBe(403);
		expect((await profile(rider.token, newEmail())).body).toEqual(known.body);
	});

	it("returns any profile to administrators, and 404 for an unknown one", async () => {
		const [admin, rider] = [await signUp({ role: "admin" }), await signUp()];
		expect((await profile(admin.token, rider.email)).body._id).toBe(rider.id);
		expect((await profile(admin.token, newEmail())).status).toBe(404);
	});

	it("rejects the list of all users for customers", async () => {
		expect((await callApi("GET", "/user", { token: (await signUp()).token })).status).toBe(403);
	});
});
