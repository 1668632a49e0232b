/** What a live shop must do, seen from outside. Nothing is changed by looking. */
import { createHash } from "node:crypto";
import { securityHeaders } from "../../src/http/headers.ts";
import {
	assertThat,
	expectHeader,
	expectStatus,
	type Site,
	type SiteResponse,
} from "./site-client.ts";

/** What only a deployed shop has: its checks are left out, by name, where it is missing. */
export type Capability = "https" | "the platform's cache";

export interface Check {
	name: string;
	/** Left out where the shop has no such part. */
	requires?: Capability;
	/** Throws where the shop does not do so; an instance of Wrong says what was seen. */
	run(site: Site): Promise<void>;
}

/** A page that the Worker renders and one that is served without it: both need every header. */
const pages = ["/", "/blogs"];

/** How often a page is asked for until the platform keeps it: data centres have many machines. */
const cacheTries = 8;

async function health(site: Site): Promise<void> {
	const response = await site.request("/api/health");
	expectStatus(response, 200, "/api/health");
	const { ok }: { ok?: unknown } = JSON.parse(response.text);
	assertThat(ok === true, `/api/health says ${response.text}`);
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

/** Prerendered pages carry most of their policy in the page. */
function metaPolicy({ text }: SiteResponse): string {
	return /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(text)?.[1] ?? "";
}

async function httpsOnly(site: Site): Promise<void> {
	for (const path of pages) {
		const response = await site.request(path);
		expectHeader(response, "Strict-Transport-Security", /^max-age=[1-9]\d{6,}/, path);
	}
}

/** Files are served without the Worker: only the zone's "Always Use HTTPS" redirects them. */
async function redirectsToHttps(site: Site): Promise<void> {
	for (const path of [...pages, "/favicon.svg"]) {
		const response = await site.request(`${site.origin.replace(/^https:/, "http:")}${path}`);
		const location = response.headers.get("Location");
		assertThat(
			[301, 308].includes(response.status) && location === site.origin + path,
			`http ${path} answered ${response.status} to ${location ?? "nowhere"}: switch on Always Use HTTPS`,
		);
	}
}

async function cachedByPlatform(site: Site): Promise<void> {
	let status = "none";
	for (let tries = 0; tries < cacheTries && status !== "HIT"; tries += 1) {
		status = (await site.request("/")).headers.get("Cf-Cache-Status") ?? "none";
	}
	assertThat(status === "HIT", `/ has Cf-Cache-Status: ${status} after ${cacheTries} tries`);
}

async function picture(site: Site): Promise<void> {
	const path = /\/images\/[0-9a-f]{64}\?w=\d+/.exec((await site.request("/tools")).text)?.[0];
	// A new shop has no tools yet, and so no picture to look at.
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
	assertThat(path !== undefined && hash !== undefined, "/widgets names no script and its hash");
	const response = await site.request(path ?? "");
	expectStatus(response, 200, path ?? "");
	expectHeader(response, "Content-Type", /^text\/javascript/, path ?? "");
	expectHeader(response, "Access-Control-Allow-Origin", /^\*$/, path ?? "");
	expectHeader(response, "Cross-Origin-Resource-Policy", /^cross-origin$/, path ?? "");
	expectHeader(response, "Cache-Control", /immutable/, path ?? "");
	const actualHash = `sha384-${createHash("sha384").update(response.body).digest("base64")}`;
	assertThat(actualHash === hash, `${path} has the hash ${actualHash}, and /widgets says ${hash}`);
}

async function embed(site: Site): Promise<void> {
	const path = "/embed/v1/reviews/3.json";
	const response = await site.request(path, { headers: { Origin: "https://blog.example" } });
	expectStatus(response, 200, path);
	expectHeader(response, "Access-Control-Allow-Origin", /^\*$/, path);
	assertThat(Array.isArray(JSON.parse(response.text)), `${path} is no list`);
	assertThat(!response.headers.has("Set-Cookie"), `${path} sets a cookie`);
	const headers = { "If-None-Match": response.headers.get("ETag") ?? "none" };
	expectStatus(await site.request(path, { headers }), 304, `${path} asked again`);
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
	assertThat(guarded.status === 302, `/dashboard/myorders answered ${guarded.status}`);
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
	{ name: "http leads to https", requires: "https", run: redirectsToHttps },
	{ name: "a second GET of / is kept", requires: "the platform's cache", run: cachedByPlatform },
	{ name: "a picture", run: picture },
	{ name: "a widget's script", run: widget },
	{ name: "what other sites embed", run: embed },
	{ name: "a wrong sign-in is refused", run: signIn },
	{ name: "what is closed", run: protectedPaths },
	{ name: "unknown addresses are 404", run: unknownPaths },
];
