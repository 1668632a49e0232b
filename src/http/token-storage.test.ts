import { describe, expect, it } from "vitest";
import { decodeClaims, readToken, storeToken } from "./token-storage.ts";

/** Encodes text as base64url (RFC 4648), like the parts of a token. */
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

describe("decodeClaims", () => {
	it("returns a token's claims, in any script", () => {
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
	])("returns undefined for %j", (token) => {
		expect(decodeClaims(token)).toBeUndefined();
	});
});

describe("a browser without local storage", () => {
	it("has no token, and storing one does not throw", () => {
		expect(() => storeToken("token")).not.toThrow();
		expect(readToken()).toBeUndefined();
	});
});
