import { describe, expect, it, vi } from "vitest";
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

describe("a claim", () => {
	it.each(Object.keys(claims))("that lacks %s makes the token invalid", (name) => {
		const others = { ...claims, [name]: undefined };
		expect(decodeClaims(`a.${part(JSON.stringify(others))}.c`)).toBeUndefined();
	});

	it.each(["admin", "user"])("role may be %s and nothing else", (role) => {
		expect(decodeClaims(`a.${part(JSON.stringify({ ...claims, role }))}.c`)?.role).toBe(role);
		const other = { ...claims, role: `${role}s` };
		expect(decodeClaims(`a.${part(JSON.stringify(other))}.c`)).toBeUndefined();
	});
});

describe("a browser with local storage", () => {
	it("keeps the token under accessToken until it is removed", () => {
		const stored = new Map<string, string>();
		vi.stubGlobal("localStorage", {
			getItem: (name: string) => stored.get(name) ?? null,
			setItem: (name: string, value: string) => stored.set(name, value),
			removeItem: (name: string) => stored.delete(name),
		});
		expect(readToken()).toBeUndefined();
		storeToken("a.b.c");
		expect([...stored]).toEqual([["accessToken", "a.b.c"]]);
		expect(readToken()).toBe("a.b.c");
		storeToken(undefined);
		expect(stored.size).toBe(0);
		vi.unstubAllGlobals();
	});
});

describe("a browser without local storage", () => {
	it("has no token, and storing one does not throw", () => {
		expect(() => storeToken("token")).not.toThrow();
		expect(readToken()).toBeUndefined();
	});
});
