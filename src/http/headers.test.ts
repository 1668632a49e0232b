import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hstsValue, pageCsp, securityHeaders, setResponseHeaders } from "./headers.ts";

const shop = new URL("https://shop.test/tools");

function protectedHeaders(headers: HeadersInit, url = shop, status = 200): Headers {
	const body = status === 304 || status === 302 ? null : "";
	const response = new Response(body, { status, headers });
	setResponseHeaders(response, url);
	return response.headers;
}

const html = { "Content-Type": "text/html" };
const csp = "default-src 'self'; script-src 'self'";

describe("a response of the Worker", () => {
	it("has every header, and Strict-Transport-Security over https", () => {
		const headers = protectedHeaders({});
		for (const [name, value] of Object.entries(securityHeaders)) {
			expect(headers.get(name)).toBe(value);
		}
		expect(headers.get("Strict-Transport-Security")).toBe("max-age=63072000");
		const plain = protectedHeaders({}, new URL("http://localhost:8787/tools"));
		expect(plain.has("Strict-Transport-Security")).toBe(false);
		const withSubDomains = new Response();
		setResponseHeaders(withSubDomains, shop, true);
		expect(withSubDomains.headers.get("Strict-Transport-Security")).toBe(
			"max-age=63072000; includeSubDomains",
		);
	});

	it("has an opener policy unless it is the same for everybody", () => {
		const policyWith = (cacheControl: string) =>
			protectedHeaders({ "Cache-Control": cacheControl }).get("Cross-Origin-Opener-Policy");
		expect(policyWith("no-store")).toBe("same-origin");
		expect(policyWith("public, max-age=0, must-revalidate")).toBeNull();
		expect(protectedHeaders({}).get("Cross-Origin-Opener-Policy")).toBe("same-origin");
	});

	it("leaves `payment` and passkeys to the frames of wallets", () => {
		expect(securityHeaders["Permissions-Policy"]).not.toMatch(/payment|publickey/);
	});

	it("keeps headers that are already set", () => {
		const own = {
			"Cross-Origin-Resource-Policy": "cross-origin",
			"Referrer-Policy": "no-referrer",
		};
		const headers = protectedHeaders(own);
		for (const [name, value] of Object.entries(own)) expect(headers.get(name)).toBe(value);
	});

	it("allows neither framing nor DOM XSS sinks, unless the page's own policy does", () => {
		const cspWith = (own: string) =>
			protectedHeaders({ ...html, "Content-Security-Policy": own }).get("Content-Security-Policy");
		expect(cspWith(csp)).toBe(`${csp}; ${Object.values(pageCsp).join("; ")}`);
		expect(cspWith(`${csp};`)).toBe(cspWith(csp));
		expect(cspWith(`${csp}; trusted-types *`)).toBe(
			`${csp}; trusted-types *; frame-ancestors 'none'`,
		);
		const frame = `${csp}; frame-ancestors *; trusted-types 'none'`;
		expect(cspWith(frame)).toBe(frame);
		const utf8 = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": csp };
		expect(protectedHeaders(utf8).get("Content-Security-Policy")).toBe(cspWith(csp));
		expect(protectedHeaders(html).get("Content-Security-Policy")).toBe("frame-ancestors 'none'");
	});

	it("may load nothing if it is not HTML", () => {
		const json = protectedHeaders({ "Content-Type": "application/json" });
		expect(json.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'");
		const image = protectedHeaders({ "Content-Security-Policy": "default-src 'none'; sandbox" });
		expect(image.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
	});

	it("has no policy if it is a 304, which would replace that of the cached page", () => {
		expect(protectedHeaders({}, shop, 304).has("Content-Security-Policy")).toBe(false);
	});

	it("is not cached if it is private", () => {
		const call = new URL("https://shop.test/api/auth/get-session");
		expect(protectedHeaders({}, call).get("Cache-Control")).toBe("no-store");
		expect(protectedHeaders({ "Set-Cookie": "a=b" }).get("Cache-Control")).toBe("no-store");
		expect(protectedHeaders({ Location: "/login" }, shop, 302).get("Cache-Control")).toBe(
			"no-store",
		);
		expect(protectedHeaders(html).has("Cache-Control")).toBe(false);
		const cacheable = { "Cache-Control": "public, max-age=300" };
		expect(protectedHeaders(cacheable, call).get("Cache-Control")).toBe("public, max-age=300");
	});
});

it("static files have the same headers", () => {
	const file = readFileSync("public/_headers", "utf8");
	const [, rules = ""] = file.split(/^\/\*$/m);
	const [everywhere = ""] = rules.split(/^\S/m);
	const fileHeaders = Object.fromEntries(
		[...everywhere.matchAll(/^ {2}([\w-]+): (.+)$/gm)].map(([, name, value]) => [name, value]),
	);
	expect(fileHeaders).toEqual({
		...securityHeaders,
		"Strict-Transport-Security": hstsValue(false),
		"Content-Security-Policy": Object.values(pageCsp).join("; "),
	});
});
