/** Forged access tokens. The shop's own tokens: users.test.ts. */
import { env } from "cloudflare:workers";
import { generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import {
	callApi,
	callAuth,
	dispatch,
	origin,
	type Person,
	signUp,
	tokenOf,
} from "../../helpers/shop.ts";

let admin: Person;
let sid: string;

const bytes = (text: string) => new TextEncoder().encode(text);
const base64url = (text: string) =>
	btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const ownKey = () => bytes(`${env.AUTH_SECRET}:access-token`);

beforeAll(async () => {
	admin = await signUp({ role: "admin" });
	sid = claimsIn(admin.token).sid;
});

function claimsIn(token: string): { sid: string; sub: string } {
	return JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
}

interface TokenOptions {
	key?: Uint8Array | CryptoKey;
	alg?: string;
	audience?: string | undefined;
	expires?: number | undefined;
	from?: number;
	claims?: Record<string, unknown>;
}

const inTenMinutes = () => Math.floor(Date.now() / 1000) + 600;

/** A token as the shop issues it, with the given parts changed. */
function makeToken({
	key = ownKey(),
	alg = "HS256",
	claims,
	...rest
}: TokenOptions = {}): Promise<string> {
	const { audience, expires, from } = {
		audience: "cogsmith-calls",
		expires: inTenMinutes(),
		...rest,
	};
	const token = new SignJWT({ sid, email: admin.email, role: "admin", ...claims })
		.setProtectedHeader({ alg })
		.setSubject(admin.id)
		.setIssuedAt();
	if (audience !== undefined) token.setAudience(audience);
	if (expires !== undefined) token.setExpirationTime(expires);
	if (from !== undefined) token.setNotBefore(from);
	return token.sign(key);
}

/** An unsigned token with the given header. */
function unsigned(header: unknown, signature = ""): string {
	const claims = { sid, sub: admin.id, role: "admin", aud: "cogsmith-calls", exp: inTenMinutes() };
	return `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}.${signature}`;
}

const users = (token: string) => callApi("GET", "/user", { token });

describe("a forged token", () => {
	it("is accepted when it equals the shop's own, so each case below fails for its one change", async () => {
		expect((await users(await makeToken())).status).toBe(200);
	});

	it.each<[string, () => Promise<string> | string]>([
		["without an algorithm", () => unsigned({ alg: "none" })],
		["without an algorithm, in capitals", () => unsigned({ alg: "NONE", typ: "JWT" })],
		["without an algorithm, but a signature", () => unsigned({ alg: "none" }, "c2lnbmVk")],
		["with an empty algorithm", () => unsigned({ alg: "" })],
		["with no algorithm named", () => unsigned({ typ: "JWT" })],
		["with a list of algorithms", () => unsigned({ alg: ["HS256"] }, "c2lnbmVk")],
		["that brings its own key", () => unsigned({ alg: "HS256", jwk: { kty: "oct", k: "" } })],
		["that names a file as its key", () => unsigned({ alg: "HS256", kid: "../../dev/null" })],
		["that names a key URL", () => unsigned({ alg: "HS256", jku: "https://evil.test" })],
		["with a critical extension", () => unsigned({ alg: "HS256", crit: ["exp"] }, "c2lnbmVk")],
		["signed with an empty-looking key", () => makeToken({ key: bytes("\u0000") })],
		["signed with the shop's address", () => makeToken({ key: bytes(origin) })],
		["signed with the audience", () => makeToken({ key: bytes("cogsmith-calls") })],
		[
			"signed with the publishable key",
			() => makeToken({ key: bytes(env.STRIPE_PUBLISHABLE_KEY) }),
		],
		["signed with the user's id", () => makeToken({ key: bytes(admin.id) })],
		["signed with the session's id", () => makeToken({ key: bytes(sid) })],
		["signed with the secret of cookies", () => makeToken({ key: bytes(env.AUTH_SECRET) })],
		[
			"of another shop",
			() => makeToken({ key: bytes(`${"another secret".repeat(3)}:access-token`) }),
		],
		["signed by HS384", () => makeToken({ alg: "HS384" })],
		["signed by HS512", () => makeToken({ alg: "HS512" })],
		[
			"signed by RS256 with the attacker's key",
			async () => makeToken({ alg: "RS256", key: (await generateKeyPair("RS256")).privateKey }),
		],
		["for another audience", () => makeToken({ audience: "cogsmith-mails" })],
		["for no audience", () => makeToken({ audience: undefined })],
		["that has expired", () => makeToken({ expires: inTenMinutes() - 660 })],
		["that is not valid yet", () => makeToken({ from: inTenMinutes() })],
		["of no session", () => makeToken({ claims: { sid: undefined } })],
		["of a session that never was", () => makeToken({ claims: { sid: "nothing" } })],
		["of any session", () => makeToken({ claims: { sid: "%" } })],
		["of a session by SQL", () => makeToken({ claims: { sid: "' or 1=1 --" } })],
		["of a list of sessions", () => makeToken({ claims: { sid: [claimsIn(admin.token).sid] } })],
		["of a session as an object", () => makeToken({ claims: { sid: { $ne: "" } } })],
		["of an empty session", () => makeToken({ claims: { sid: "" } })],
		["of the session's own secret", () => cookieToken(admin)],
		["in five parts", async () => `${await makeToken()}.a.b`],
		["with a space in it", async () => (await makeToken()).replace(".", " .")],
	])("%s is rejected", async (_, token) => {
		const { status, body } = await users(await token());
		expect([status, body.error.code]).toEqual([401, "unauthenticated"]);
	});

	it("identifies the user by its session alone, whatever its claims", async () => {
		const rider = await signUp();
		const claims = { sid: claimsIn(rider.token).sid, role: "admin", email: admin.email };
		expect((await users(await makeToken({ claims }))).status).toBe(403);
		const victims = `/user?email=${encodeURIComponent(admin.email)}`;
		expect((await callApi("GET", victims, { token: await makeToken({ claims }) })).status).toBe(
			403,
		);
	});

	it("ends with its session, even when signed afterwards", async () => {
		const gone = await signUp({ role: "admin" });
		const claims = { sid: claimsIn(gone.token).sid };
		expect((await users(await makeToken({ claims }))).status).toBe(200);
		await callAuth("sign-out", {}, { Cookie: gone.cookie });
		expect((await users(await makeToken({ claims }))).status).toBe(401);
	});

	it("is not valid longer than its session", async () => {
		const rider = await signUp();
		await env.DB.prepare("update sessions set expires_at = 1 where user_id = ?")
			.bind(rider.id)
			.run();
		expect((await users(rider.token)).status).toBe(401);
		await expect(tokenOf(rider.email, rider.cookie)).rejects.toThrow("401");
	});

	function cookieToken({ cookie }: Person): string {
		return decodeURIComponent(cookie.split("=")[1] ?? "");
	}
});

describe("a valid token", () => {
	it.each<[string, (token: string) => [string, HeadersInit]]>([
		["token in the query", (token) => [`?token=${token}`, {}]],
		["access_token in the query", (token) => [`?access_token=${token}`, {}]],
		["accessToken in the query", (token) => [`?accessToken=${token}`, {}]],
		["authorization in the query", (token) => [`?authorization=Bearer%20${token}`, {}]],
		["a cookie", (token) => ["", { Cookie: `accessToken=${token}; token=${token}` }]],
		["another header", (token) => ["", { "X-Access-Token": token, "X-Authorization": token }]],
		["the header of a proxy", (token) => ["", { "Proxy-Authorization": `Bearer ${token}` }]],
		["no scheme", (token) => ["", { Authorization: token }]],
		["another scheme", (token) => ["", { Authorization: `Token ${token}` }]],
		["two tokens", (token) => ["", { Authorization: `Bearer ${token}, Bearer ${token}` }]],
		["two schemes", (token) => ["", { Authorization: `Basic x, Bearer ${token}` }]],
	])("is ignored in %s", async (_, place) => {
		const [query, headers] = place(admin.token);
		const sent = new Request(`${origin}/api/user${query}`, { headers });
		expect((await dispatch(sent)).status).toBe(401);
	});
});
