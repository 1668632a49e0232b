import { describe, expect, it } from "vitest";
import { claimsOf, keepToken, readToken } from "./token.ts";

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
		expect(claimsOf(`${part('{"alg":"HS256"}')}.${part(JSON.stringify(claims))}.sig`)).toEqual(
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
		expect(claimsOf(token)).toBeUndefined();
	});
});

describe("a place that keeps nothing", () => {
	it("has no token, and does not mind being given one", () => {
		expect(() => keepToken("token")).not.toThrow();
		expect(readToken()).toBeUndefined();
	});
});
