import { createHash } from "node:crypto";
import { decodeJwt } from "jose";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningGoogle, startGoogle } from "./server.ts";

const client = { clientId: "local-unit", clientSecret: "unit's secret" };
const redirectUri = "http://localhost:8787/api/auth/callback/google";
const verifier = "a-verifier-that-is-long-enough-for-rfc-7636-to-take";

let google: RunningGoogle;

beforeAll(async () => {
	google = await startGoogle({ port: 0, ...client, redirectUri });
});
afterAll(() => google.close());

async function jsonOf(response: Response): Promise<Record<string, string>> {
	return v.parse(v.record(v.string(), v.any()), await response.json());
}

const authParams = {
	response_type: "code",
	client_id: client.clientId,
	redirect_uri: redirectUri,
	state: "state",
	nonce: "nonce",
	code_challenge_method: "S256",
	code_challenge: createHash("sha256").update(verifier).digest("base64url"),
};

const consent = (changes: Record<string, string> = {}) =>
	fetch(`${google.url}/o/oauth2/v2/auth?${new URLSearchParams({ ...authParams, ...changes })}`);

/** Submits the consent form and returns the redirect's query. */
async function submitConsent(form: Record<string, string>): Promise<URLSearchParams> {
	const address = `${google.url}/authorize?${new URLSearchParams({ ...authParams, ...form })}`;
	const redirect = await fetch(address, { redirect: "manual" });
	return new URL(redirect.headers.get("location") ?? "").searchParams;
}

const grantCode = async (form: Record<string, string>) =>
	(await submitConsent(form)).get("code") ?? "";

async function exchange(code: string, changes: Record<string, string> = {}) {
	const response = await fetch(`${google.url}/token`, {
		method: "POST",
		body: new URLSearchParams({
			grant_type: "authorization_code",
			code,
			redirect_uri: redirectUri,
			client_id: client.clientId,
			client_secret: client.clientSecret,
			code_verifier: verifier,
			...changes,
		}),
	});
	return { status: response.status, body: await jsonOf(response) };
}

const gwen = { decision: "allow", name: "Gwen", email: "Gwen@mail.test", verified: "yes" };

describe("Google's stand-in", () => {
	it("serves a discovery document that names the consent page", async () => {
		const discovery = await jsonOf(await fetch(google.discoveryUrl));
		expect(discovery.issuer).toBe(google.url);
		expect(discovery.authorization_endpoint).toBe(`${google.url}/o/oauth2/v2/auth`);
	});

	it("escapes the request's parameters in the form", async () => {
		const page = await consent({ state: '"><script>' });
		expect(page.status).toBe(200);
		const html = await page.text();
		expect(html).toContain('value="&quot;&gt;&lt;script&gt;"');
		expect(html).not.toContain("<script>");
	});

	it.each([
		["an unknown client", { client_id: "unknown" }],
		["another redirect_uri", { redirect_uri: "https://evil.test/" }],
		["no PKCE", { code_challenge: "" }],
		["the implicit flow", { response_type: "token" }],
	])("rejects %s", async (_, changes) => {
		expect((await consent(changes)).status).toBe(400);
	});

	it("signs the submitted identity with the nonce", async () => {
		const { status, body } = await exchange(await grantCode(gwen));
		expect(status).toBe(200);
		expect(decodeJwt(body.id_token ?? "")).toMatchObject({
			iss: google.url,
			aud: client.clientId,
			nonce: "nonce",
			name: "Gwen",
			email: "Gwen@mail.test",
			email_verified: true,
		});
	});

	it("has the same subject for the same e-mail", async () => {
		const subjects = await Promise.all(
			["gwen@mail.test", "GWEN@mail.test", "other@mail.test"].map(async (email) => {
				const { body } = await exchange(await grantCode({ ...gwen, email }));
				return decodeJwt(body.id_token ?? "").sub;
			}),
		);
		expect(subjects[0]).toBe(subjects[1]);
		expect(subjects[0]).not.toBe(subjects[2]);
	});

	it("signs a picked identity with an unverified e-mail", async () => {
		const { body } = await exchange(await grantCode({ person: "sam.stranger@mail.test" }));
		expect(decodeJwt(body.id_token ?? "")).toMatchObject({
			email_verified: false,
			name: "Sam Stranger",
		});
	});

	it("redirects with access_denied when cancelled", async () => {
		const redirect = await submitConsent({ ...gwen, decision: "deny" });
		expect(Object.fromEntries(redirect)).toEqual({ error: "access_denied", state: "state" });
	});

	it("exchanges a code once, for its client and redirect_uri", async () => {
		const tokenError = async (changes: Record<string, string>) =>
			(await exchange(await grantCode(gwen), changes)).body.error;
		expect(await tokenError({ client_secret: "wrong" })).toBe("invalid_client");
		expect(await tokenError({ redirect_uri: "https://evil.test/" })).toBe("invalid_grant");
		expect((await exchange(await grantCode(gwen), { code_verifier: "x".repeat(43) })).status).toBe(
			400,
		);
		const code = await grantCode(gwen);
		await exchange(code);
		expect((await exchange(code)).status).toBe(400);
	});
});
