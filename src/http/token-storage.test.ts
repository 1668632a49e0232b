import { describe, expect, it } from "vitest";
import { decodeClaims, readToken, storeToken } from "./token-storage.ts";

/** Text as base64url (RFC 4648), as a token's parts are. */
function part(text: string): string {
	return Buffer.from(text, "utf8").toString("base64url");
}

const claims = {
	sub: "u1",
	email: "rider@example.test",
	name: 'Zoë "東京" 🚲 ÿþ?>',
	role: "user",
	exp: 1_795_000_000,
};

describe("claimsOf", () => {
	it("reads what a token says of its holder, in any writing", () => {
		expect(decodeClaims(`${part('{"alg":"HS256"}')}.${part(JSON.stringify(claims))}.sig`)).toEqual(
			claims,
		);
	});

	it.each([
		undefined,
		"",
		"nonsense",
		"a.b.c",
		"..",
		`a.${part("no JSON")}.c`,
		`a.${part("null")}.c`,
		`a.${part("7")}.c`,
		`a.${part("[]")}.c`,
		`a.${part('{"email":"x"}')}.c`,
	])("is undefined for %j", (token) => {
		expect(decodeClaims(token)).toBeUndefined();
	});
});

describe("a place that keeps nothing", () => {
	it("has no token, and does not mind being given one", () => {
		expect(() => storeToken("token")).not.toThrow();
		expect(readToken()).toBeUndefined();
	});
});
