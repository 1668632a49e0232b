/** Other spellings of paths, at the built shop's own router. For pages see roles.test.ts. */
import { expect } from "@playwright/test";
import { shopUrl, test } from "./fixtures.ts";
import { leakPattern, rawRequest, signUpByApi } from "./raw-request.ts";

/** Other spellings of a path under /api. */
const spellings: Record<string, (path: string) => string> = {
	plainly: (path) => path,
	"with a letter encoded": (path) => path.replace("service", "%73ervice").replace("user", "%75ser"),
	"with api encoded": (path) => path.replace("/api", "/%61pi"),
	"encoded twice": (path) => path.replace("service", "%2573ervice").replace("user", "%2575ser"),
	"with an encoded dot": (path) => path.replace("/api/", "/api/%2e/"),
	"with encoded dots": (path) => path.replace("/api/", "/api/x/%2e%2e/"),
	"with dots": (path) => path.replace("/api/", "/api/health/../"),
	"behind a public page": (path) => `/blogs/..${path}`,
	"with an encoded slash": (path) => path.replace("/api/", "/api%2f"),
	"with encoded slashes": (path) => `/${path.slice(1).replaceAll("/", "%2f")}`,
	"with a backslash": (path) => path.replace("/api/", "/api\\"),
	"with an encoded backslash": (path) => path.replace("/api/", "/api%5c"),
	"with two slashes": (path) => `/${path}`,
	"with two slashes inside": (path) => path.replace("/api/", "/api//"),
	"with a slash at the end": (path) => path.replace(/(\?|$)/, "/$1"),
	"with an ending": (path) => path.replace(/(\?|$)/, ".json$1"),
	"with an ending of a page": (path) => path.replace(/(\?|$)/, "/index.html$1"),
	"in capitals": (path) => path.replace("/api", "/API"),
	"with a name in capitals": (path) => path.replace(/service|user/, (name) => name.toUpperCase()),
	"with a parameter in the path": (path) => path.replace("/api/", "/api;a=b/"),
	"with a parameter at the end": (path) => path.replace(/(\?|$)/, ";a=b$1"),
	"with a null": (path) => path.replace(/(\?|$)/, "%00$1"),
	"with a space": (path) => path.replace(/(\?|$)/, "%20$1"),
	"with an overlong slash": (path) => path.replace("/api/", "/api%c0%af"),
	"with a full-width letter": (path) => path.replace("/api", "/%EF%BD%81pi"),
	"as a whole address": (path) => shopUrl() + path,
	"as an absolute URL of another host": (path) => `http://evil.test${path}`,
};

let signedUp: ReturnType<typeof signUpByApi> | undefined;

/** One customer for all spellings. */
function customerOnce(): ReturnType<typeof signUpByApi> {
	signedUp ??= signUpByApi();
	return signedUp;
}

for (const [how, spell] of Object.entries(spellings)) {
	test(`administrators' calls ${how} are rejected for others`, async ({ request }) => {
		const stockOf = async () =>
			(await (await request.get("/api/purchase/spoke-wrench")).json()).quantity;
		const before = await stockOf();
		const customer = await customerOnce();
		const json = { "Content-Type": "application/json", Origin: shopUrl() };
		const signedIn = { ...json, Authorization: customer.bearer, Cookie: customer.cookie };
		const email = encodeURIComponent(customer.email);
		// Who calls is decided after routing: all kinds of callers once, and then one that is signed in.
		for (const headers of how === "plainly"
			? [json, { ...json, Cookie: customer.cookie }, signedIn]
			: [signedIn]) {
			for (const [method, path, body] of [
				["PUT", "/api/service/spoke-wrench", '{"quantity":1}'],
				["PUT", "/api/service?id=spoke-wrench", '{"price":1,"quantity":1,"minOrderQuantity":1}'],
				["DELETE", "/api/service?id=spoke-wrench", ""],
				["POST", "/api/service", "{}"],
				["PUT", `/api/user/admin/${email}`, ""],
				["PUT", "/api/user/removeAdmin/admin%40cogsmith.test", ""],
				["GET", "/api/user", ""],
				["GET", "/api/order", ""],
				["GET", "/api/audit", ""],
				["PUT", "/api/order?id=any", '{"status":"Shipped"}'],
			] as const) {
				const spelling = spell(path);
				const { status, body: said } = await rawRequest(
					method,
					spelling,
					{ ...headers, "Content-Length": String(Buffer.byteLength(body)) },
					body,
				);
				expect(
					status === 0 || (status >= 300 && status < 500),
					`${method} ${spelling}: ${status}`,
				).toBe(true);
				expect(said).not.toContain("admin@cogsmith.test");
				expect(said).not.toMatch(leakPattern);
			}
		}
		expect(await stockOf()).toBe(before);
		const own = await request.get(`/api/admin/${email}`, {
			headers: { Authorization: customer.bearer },
		});
		expect(await own.json()).toEqual({ admin: false });
	});
}

test("files that are not part of the site are 404", async () => {
	for (const path of [
		"/.dev.vars",
		"/.env",
		"/.git/config",
		"/wrangler.toml",
		"/wrangler.json",
		"/package.json",
		"/_headers",
		"/_worker.js",
		"/_worker.js/index.js",
		"/server/wrangler.json",
		"/server/entry.mjs",
		"/dist/server/wrangler.json",
		"/../server/wrangler.json",
		"/..%2fserver%2fwrangler.json",
		"/%2e%2e/server/wrangler.json",
		"/_astro/..%2f..%2fserver/wrangler.json",
		"/_astro/%2e%2e/%2e%2e/server/wrangler.json",
		"/..\\server\\wrangler.json",
		"/..%5cserver%5cwrangler.json",
		"/w/..%2f1/widgets.js",
		"/images/..%2f..%2fserver/wrangler.json",
		"/src/worker.ts",
		"/migrations/0000_open.sql",
		"/admin",
		"/api/auth/reference",
		"/_image",
		"/_image?href=/favicon.svg",
		"/_image?href=https://evil.test/a.png",
	]) {
		const { status, body } = await rawRequest("GET", path);
		expect([301, 302, 307, 308, 400, 404], path).toContain(status);
		expect(body, path).not.toMatch(leakPattern);
	}
});
