/** The smoke test's checks of a live shop. They are read-only. */
import { createHash } from "node:crypto";
import { securityHeaders } from "../../src/http/headers.ts";
import {
	assertThat,
	expectHeader,
	expectStatus,
	type Site,
	type SiteResponse,
} from "./site-client.ts";

/** What only a deployed shop has; checks that require it are skipped elsewhere. */
export type Capability = "https" | "the platform's cache";

export interface Check {
	name: string;
	/** The check is skipped if the shop does not have this. */
	requires?: Capability;
	/** Throws if the check fails; a CheckFailed says what was received. */
	run(site: Site): Promise<void>;
}

/** A page that the Worker renders and a static one: both need every header. */
const pages = ["/", "/blogs"];

/** Requests until a page must be cached: a data centre has many machines. */
const cacheAttempts = 8;

async function health(site: Site): Promise<void> {
	const response = await site.request("/api/health");
	expectStatus(response, 200, "/api/health");
	const { ok }: { ok?: unknown } = JSON.parse(response.text);
	assertThat(ok === true, `/api/health returned ${response.text}`);
}

async function page(site: Site): Promise<void> {
	for (const path of [...pages, "/tools", "/review"]) {
		const response = await site.request(path);
		expectStatus(response, 200, path);
		expectHeader(response, "Content-Type", /^text\/html/, path);
		assertThat(/<\/html>\s*$/.test(response.text), `${path} is cut off`);
	}
}

async function headers(site: Site): Promise<void> {
	for (const path of pages) {
		const response = await site.request(path);
		for (const [name, value] of Object.entries(securityHeaders)) {
			const actual = response.headers.get(name);
			assertThat(actual === value, `${path} has ${name}: ${actual ?? "none"}`);
		}
		expectHeader(response, "Content-Security-Policy", /frame-ancestors 'none'/, path);
		const policies = `${response.headers.get("Content-Security-Policy")}; ${metaPolicy(response)}`;
		assertThat(/script-src 'self'/.test(policies), `${path} has no script-src`);
		assertThat(!/unsafe-(inline|eval)/.test(policies), `${path} allows unsafe scripts or styles`);
	}
}

/** The policy of a prerendered page's meta element. */
function metaPolicy({ text }: SiteResponse): string {
	return /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(text)?.[1] ?? "";
}

async function httpsOnly(site: Site): Promise<void> {
	for (const path of pages) {
		const response = await site.request(path);
		expectHeader(response, "Strict-Transport-Security", /^max-age=[1-9]\d{6,}/, path);
	}
}

/** Static files bypass the Worker: only the zone's "Always Use HTTPS" redirects them. */
async function redirectsToHttps(site: Site): Promise<void> {
	for (const path of [...pages, "/favicon.svg"]) {
		const response = await site.request(`${site.origin.replace(/^https:/, "http:")}${path}`);
		const location = response.headers.get("Location");
		assertThat(
			[301, 308].includes(response.status) && location === site.origin + path,
			`http ${path} returned ${response.status} with Location ${location ?? "none"}: turn on Always Use HTTPS`,
		);
	}
}

/** A campaign link gets the page that was cached for the plain one: the shop names Cloudflare's cache in Cache-Status. */
async function cachedByPlatform(site: Site): Promise<void> {
	for (const path of ["/", "/?utm_source=smoke-test"]) {
		let status = "none";
		for (let attempt = 0; attempt < cacheAttempts && !isHit(status); attempt += 1) {
			status = (await site.request(path)).headers.get("Cache-Status") ?? "none";
		}
		assertThat(
			isHit(status),
			`${path} has Cache-Status: ${status} after ${cacheAttempts} requests`,
		);
	}
}

const isHit = (cacheStatus: string) => cacheStatus.startsWith("cloudflare; hit");

async function image(site: Site): Promise<void> {
	const path = /\/images\/[0-9a-f]{32}\?w=\d+/.exec((await site.request("/tools")).text)?.[0];
	// A new shop has no tools yet, and so no images.
	if (!path) return;
	const response = await site.request(path, { headers: { Accept: "image/webp" } });
	expectStatus(response, 200, path);
	expectHeader(response, "Content-Type", /^image\/(webp|avif)$/, path);
	expectHeader(response, "Cache-Control", /immutable/, path);
	expectHeader(response, "X-Content-Type-Options", /^nosniff$/, path);
	assertThat(response.body.length > 100, `${path} is empty`);
}

async function widget(site: Site): Promise<void> {
	const html = (await site.request("/widgets")).text;
	const path = /\/w\/\d+\.\d+\.\d+\/widgets\.js/.exec(html)?.[0];
	const hash = /sha384-[\w+/]{64}/.exec(html)?.[0];
	assertThat(path !== undefined && hash !== undefined, "/widgets has no script with a hash");
	const response = await site.request(path ?? "");
	expectStatus(response, 200, path ?? "");
	expectHeader(response, "Content-Type", /^text\/javascript/, path ?? "");
	expectHeader(response, "Access-Control-Allow-Origin", /^\*$/, path ?? "");
	expectHeader(response, "Cross-Origin-Resource-Policy", /^cross-origin$/, path ?? "");
	expectHeader(response, "Cache-Control", /immutable/, path ?? "");
	const actualHash = `sha384-${createHash("sha384").update(response.body).digest("base64")}`;
	assertThat(actualHash === hash, `${path} has the hash ${actualHash}, but /widgets has ${hash}`);
}

async function embed(site: Site): Promise<void> {
	const path = "/embed/v1/reviews/3.json";
	const response = await site.request(path, { headers: { Origin: "https://blog.example" } });
	expectStatus(response, 200, path);
	expectHeader(response, "Access-Control-Allow-Origin", /^\*$/, path);
	assertThat(Array.isArray(JSON.parse(response.text)), `${path} is not an array`);
	assertThat(!response.headers.has("Set-Cookie"), `${path} sets a cookie`);
	const headers = { "If-None-Match": response.headers.get("ETag") ?? "none" };
	expectStatus(await site.request(path, { headers }), 304, `${path} with If-None-Match`);
}

async function signIn(site: Site): Promise<void> {
	const path = "/api/auth/sign-in/email";
	const response = await site.request(path, {
		method: "POST",
		headers: { "Content-Type": "application/json", Origin: site.origin },
		body: JSON.stringify({ email: "smoke-test@example.com", password: "not the password" }),
	});
	expectStatus(response, 401, path);
	assertThat(!response.headers.has("Set-Cookie"), `${path} sets a cookie for a wrong password`);
	expectHeader(response, "Cache-Control", /no-store/, path);
}

async function protectedPaths(site: Site): Promise<void> {
	expectStatus(await site.request("/api/order"), 401, "/api/order");
	expectStatus(await site.request("/_image?href=/favicon.svg"), 404, "/_image");
	expectStatus(await site.request("/api/auth/admin/list-users"), 404, "/api/auth/admin/list-users");
	const guarded = await site.request("/dashboard/myorders");
	assertThat(guarded.status === 302, `/dashboard/myorders returned ${guarded.status}`);
	expectHeader(guarded, "Location", /^\/login\?/, "/dashboard/myorders");
}

async function unknownPaths(site: Site): Promise<void> {
	for (const path of ["/no/such/page", "/tools/no-such-tool", "/api/no-such-call"]) {
		expectStatus(await site.request(path, { headers: { Accept: "text/html" } }), 404, path);
	}
}

/** All checks, in the order of the report. */
export const checks: readonly Check[] = [
	{ name: "health", run: health },
	{ name: "pages", run: page },
	{ name: "security headers", run: headers },
	{ name: "Strict-Transport-Security", requires: "https", run: httpsOnly },
	{ name: "http redirects to https", requires: "https", run: redirectsToHttps },
	{
		name: "/ and a campaign link to it are cached",
		requires: "the platform's cache",
		run: cachedByPlatform,
	},
	{ name: "an image", run: image },
	{ name: "a widget's script", run: widget },
	{ name: "an embed", run: embed },
	{ name: "a wrong password is rejected", run: signIn },
	{ name: "protected paths", run: protectedPaths },
	{ name: "unknown paths are 404", run: unknownPaths },
];
