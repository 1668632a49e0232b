/** The smoke test against a fake shop that answers wrongly in one way at a time. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeServer, listen } from "../../local/http-server.ts";
import { pageCsp, securityHeaders } from "../../src/http/headers.ts";
import { checks } from "./checks.ts";
import { openSite } from "./site-client.ts";
import { asTable, hasFailed, smoke } from "./smoke.ts";

interface FakeResponse {
	status?: number;
	headers?: Record<string, string>;
	body?: string;
}

const script = "customElements.define('x-y', class extends HTMLElement {})";
const hash = `sha384-${createHash("sha384").update(script).digest("base64")}`;
const policy = ["default-src 'self'", "script-src 'self'", ...Object.values(pageCsp)].join("; ");
const image = `/images/${"a".repeat(32)}?w=320`;
const open = { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" };
const immutable = { "Cache-Control": "public, max-age=31536000, immutable" };

const html = (body: string): FakeResponse => ({
	headers: {
		...securityHeaders,
		"Content-Type": "text/html",
		"Content-Security-Policy": policy,
		"Strict-Transport-Security": "max-age=63072000",
		"Cache-Status": "cloudflare; hit",
	},
	body: `<html>${body}</html>`,
});

/** A shop that passes every check: its responses by path. */
const healthyShop = (): Record<string, FakeResponse> => ({
	"/api/health": { body: '{"ok":true}' },
	"/": html(""),
	"/?utm_source=smoke-test": html(""),
	"/blogs": html(""),
	"/tools": html(`<img src="${image}">`),
	"/review": html(""),
	"/widgets": html(`/w/1.0.0/widgets.js ${hash}`),
	[image]: {
		headers: { ...immutable, "Content-Type": "image/webp", "X-Content-Type-Options": "nosniff" },
		body: "x".repeat(200),
	},
	"/w/1.0.0/widgets.js": {
		headers: { ...open, ...immutable, "Content-Type": "text/javascript; charset=utf-8" },
		body: script,
	},
	"/embed/v1/reviews/3.json": { headers: { ...open, ETag: '"1"' }, body: "[]" },
	"/api/auth/sign-in/email": { status: 401, headers: { "Cache-Control": "no-store" } },
	"/api/order": { status: 401 },
	"/dashboard/myorders": { status: 302, headers: { Location: "/login?from=x" } },
});

let shop = healthyShop();
let server: Server;
let address = "";

function respond(request: IncomingMessage, response: ServerResponse): void {
	const entry = shop[request.url ?? ""];
	const { status = entry ? 200 : 404, headers = {}, body = "" } = entry ?? {};
	const notModified =
		headers.ETag !== undefined && request.headers["if-none-match"] === headers.ETag;
	response.writeHead(notModified ? 304 : status, headers).end(notModified ? undefined : body);
}

beforeAll(async () => {
	server = createServer(respond);
	await listen(server, 0);
	const serverAddress = server.address();
	address = `http://127.0.0.1:${typeof serverAddress === "object" ? serverAddress?.port : 0}`;
});
afterAll(() => closeServer(server));
beforeEach(() => {
	shop = healthyShop();
});

const failedChecks = async () =>
	(await smoke(address)).filter(({ outcome }) => outcome === "failed").map(({ check }) => check);

/** Changes one response of the shop. */
function change(path: string, change: FakeResponse): void {
	const before = shop[path] ?? {};
	shop[path] = { ...before, ...change, headers: { ...before.headers, ...change.headers } };
}

describe("the smoke test", () => {
	it("passes a healthy shop and skips what only a deployed shop has", async () => {
		const results = await smoke(address);
		expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
		expect(hasFailed(results)).toBe(false);
		const skipped = results.filter(({ outcome }) => outcome === "skipped");
		expect(skipped.map(({ check }) => check)).toEqual([
			"Strict-Transport-Security",
			"http redirects to https",
			"/ and a campaign link to it are cached",
		]);
		expect(asTable(results)).toContain("requires the platform's cache");
	});

	it.each<[string, string, FakeResponse]>([
		["health", "/api/health", { body: '{"ok":false,"payments":false}' }],
		["health", "/api/health", { status: 503 }],
		["pages", "/review", { status: 500 }],
		["pages", "/tools", { body: "<html>" }],
		["security headers", "/blogs", { headers: { "X-Content-Type-Options": "" } }],
		["security headers", "/", { headers: { "Content-Security-Policy": "default-src 'self'" } }],
		[
			"security headers",
			"/",
			{ headers: { "Content-Security-Policy": `${policy} 'unsafe-inline'` } },
		],
		["an image", image, { status: 404 }],
		["an image", image, { headers: { "Cache-Control": "no-store" } }],
		["a widget's script", "/w/1.0.0/widgets.js", { body: "another version" }],
		[
			"a widget's script",
			"/w/1.0.0/widgets.js",
			{ headers: { "Access-Control-Allow-Origin": "" } },
		],
		["a widget's script", "/widgets", { body: "<html></html>" }],
		["an embed", "/embed/v1/reviews/3.json", { body: "{}" }],
		["an embed", "/embed/v1/reviews/3.json", { headers: { "Set-Cookie": "a=1" } }],
		["a wrong password is rejected", "/api/auth/sign-in/email", { status: 200 }],
		[
			"a wrong password is rejected",
			"/api/auth/sign-in/email",
			{ headers: { "Set-Cookie": "a=1" } },
		],
		["protected paths", "/api/order", { status: 200 }],
		["protected paths", "/_image?href=/favicon.svg", { body: "<svg/>" }],
		["protected paths", "/dashboard/myorders", { status: 200 }],
		["unknown paths are 404", "/no/such/page", { body: "<html></html>" }],
	])("fails %s if %s returns %j", async (check, path, defect) => {
		change(path, defect);
		expect(await failedChecks()).toEqual([check]);
	});

	it("fails every check if nothing responds", async () => {
		const results = await smoke("http://127.0.0.1:9");
		expect(results.filter(({ outcome }) => outcome === "passed")).toEqual([]);
		expect(hasFailed(results)).toBe(true);
	});

	it("rejects an invalid URL", async () => {
		await expect(smoke("shop.example")).rejects.toThrow("not a valid URL");
	});
});

/** Runs the checks directly, since the smoke test skips them at a local server. */
describe("what only a deployed shop has", () => {
	const runCheck = (name: string) => {
		const check = checks.find((one) => one.name === name);
		if (!check) throw new Error(`No check ${name}`);
		return check.run(openSite(address));
	};

	it("Strict-Transport-Security is on pages and files", async () => {
		await runCheck("Strict-Transport-Security");
		change("/blogs", { headers: { "Strict-Transport-Security": "max-age=0" } });
		await expect(runCheck("Strict-Transport-Security")).rejects.toThrow("/blogs");
	});

	it("the platform caches /", async () => {
		await runCheck("/ and a campaign link to it are cached");
		change("/", { headers: { "Cache-Status": "shop; hit" } });
		await expect(runCheck("/ and a campaign link to it are cached")).rejects.toThrow("shop; hit");
	});

	it("http redirects to the same path on https, files too", async () => {
		const name = "http redirects to https";
		await expect(runCheck(name)).rejects.toThrow("Always Use HTTPS");
		for (const path of ["/", "/blogs", "/favicon.svg"]) {
			change(path, { status: 308, headers: { Location: address + path } });
		}
		await runCheck(name);
		change("/favicon.svg", { status: 302 });
		await expect(runCheck(name)).rejects.toThrow("/favicon.svg");
	});
});
