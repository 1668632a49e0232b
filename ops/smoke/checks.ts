/** What a live shop must do, seen from outside. Nothing is changed by looking. */
import { createHash } from "node:crypto";
import { securityHeaders } from "../../src/http/headers.ts";
import { expectHeader, expectStatus, expectThat, type Seen, type Site } from "./site.ts";

/** What only a deployed shop has: its checks are left out, by name, where it is missing. */
export type Part = "https" | "the platform's cache";

export interface Check {
	name: string;
	/** Left out where the shop has no such part. */
	needs?: Part;
	/** Throws where the shop does not do so; an instance of Wrong says what was seen. */
	look(site: Site): Promise<void>;
}

/** A page that the Worker renders and one that is served without it: both need every header. */
const pages = ["/", "/blogs"];

/** How often a page is asked for until the platform keeps it: data centres have many machines. */
const cacheTries = 8;

async function health(site: Site): Promise<void> {
	const seen = await site.ask("/api/health");
	expectStatus(seen, 200, "/api/health");
	const { ok }: { ok?: unknown } = JSON.parse(seen.text);
	expectThat(ok === true, `/api/health says ${seen.text}`);
}

async function page(site: Site): Promise<void> {
	for (const path of [...pages, "/tools", "/review"]) {
		const seen = await site.ask(path);
		expectStatus(seen, 200, path);
		expectHeader(seen, "Content-Type", /^text\/html/, path);
		expectThat(/<\/html>\s*$/.test(seen.text), `${path} is cut off`);
	}
}

async function headers(site: Site): Promise<void> {
	for (const path of pages) {
		const seen = await site.ask(path);
		for (const [name, value] of Object.entries(securityHeaders)) {
			const found = seen.headers.get(name);
			expectThat(found === value, `${path} has ${name}: ${found ?? "none"}`);
		}
		expectHeader(seen, "Content-Security-Policy", /frame-ancestors 'none'/, path);
		const policies = `${seen.headers.get("Content-Security-Policy")}; ${metaPolicy(seen)}`;
		expectThat(/script-src 'self'/.test(policies), `${path} has no script-src`);
		expectThat(!/unsafe-(inline|eval)/.test(policies), `${path} allows unsafe scripts or styles`);
	}
}

/** Prerendered pages carry most of their policy in the page. */
function metaPolicy({ text }: Seen): string {
	return /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(text)?.[1] ?? "";
}

async function httpsOnly(site: Site): Promise<void> {
	for (const path of pages) {
		const seen = await site.ask(path);
		expectHeader(seen, "Strict-Transport-Security", /^max-age=[1-9]\d{6,}/, path);
	}
}

/** Files are served without the Worker: only the zone's "Always Use HTTPS" redirects them. */
async function redirectsToHttps(site: Site): Promise<void> {
	for (const path of [...pages, "/favicon.svg"]) {
		const seen = await site.ask(`${site.origin.replace(/^https:/, "http:")}${path}`);
		const to = seen.headers.get("Location");
		expectThat(
			[301, 308].includes(seen.status) && to === site.origin + path,
			`http ${path} answered ${seen.status} to ${to ?? "nowhere"}: switch on Always Use HTTPS`,
		);
	}
}

async function keptByPlatform(site: Site): Promise<void> {
	let status = "none";
	for (let tries = 0; tries < cacheTries && status !== "HIT"; tries += 1) {
		status = (await site.ask("/")).headers.get("Cf-Cache-Status") ?? "none";
	}
	expectThat(status === "HIT", `/ has Cf-Cache-Status: ${status} after ${cacheTries} tries`);
}

async function picture(site: Site): Promise<void> {
	const path = /\/images\/[0-9a-f]{64}\?w=\d+/.exec((await site.ask("/tools")).text)?.[0];
	// A new shop has no tools yet, and so no picture to look at.
	if (!path) return;
	const seen = await site.ask(path, { headers: { Accept: "image/webp" } });
	expectStatus(seen, 200, path);
	expectHeader(seen, "Content-Type", /^image\/(webp|avif)$/, path);
	expectHeader(seen, "Cache-Control", /immutable/, path);
	expectHeader(seen, "X-Content-Type-Options", /^nosniff$/, path);
	expectThat(seen.body.length > 100, `${path} is empty`);
}

async function widget(site: Site): Promise<void> {
	const shown = (await site.ask("/widgets")).text;
	const path = /\/w\/\d+\.\d+\.\d+\/widgets\.js/.exec(shown)?.[0];
	const hash = /sha384-[\w+/]{64}/.exec(shown)?.[0];
	expectThat(path !== undefined && hash !== undefined, "/widgets names no script and its hash");
	const seen = await site.ask(path ?? "");
	expectStatus(seen, 200, path ?? "");
	expectHeader(seen, "Content-Type", /^text\/javascript/, path ?? "");
	expectHeader(seen, "Access-Control-Allow-Origin", /^\*$/, path ?? "");
	expectHeader(seen, "Cross-Origin-Resource-Policy", /^cross-origin$/, path ?? "");
	expectHeader(seen, "Cache-Control", /immutable/, path ?? "");
	const made = `sha384-${createHash("sha384").update(seen.body).digest("base64")}`;
	expectThat(made === hash, `${path} has the hash ${made}, and /widgets says ${hash}`);
}

async function embed(site: Site): Promise<void> {
	const path = "/embed/v1/reviews/3.json";
	const seen = await site.ask(path, { headers: { Origin: "https://blog.example" } });
	expectStatus(seen, 200, path);
	expectHeader(seen, "Access-Control-Allow-Origin", /^\*$/, path);
	expectThat(Array.isArray(JSON.parse(seen.text)), `${path} is no list`);
	expectThat(!seen.headers.has("Set-Cookie"), `${path} sets a cookie`);
	const headers = { "If-None-Match": seen.headers.get("ETag") ?? "none" };
	expectStatus(await site.ask(path, { headers }), 304, `${path} asked again`);
}

async function signIn(site: Site): Promise<void> {
	const path = "/api/auth/sign-in/email";
	const seen = await site.ask(path, {
		method: "POST",
		headers: { "Content-Type": "application/json", Origin: site.origin },
		body: JSON.stringify({ email: "smoke-test@example.com", password: "not the password" }),
	});
	expectStatus(seen, 401, path);
	expectThat(!seen.headers.has("Set-Cookie"), `${path} sets a cookie for a wrong password`);
	expectHeader(seen, "Cache-Control", /no-store/, path);
}

async function closed(site: Site): Promise<void> {
	expectStatus(await site.ask("/api/order"), 401, "/api/order");
	expectStatus(await site.ask("/_image?href=/favicon.svg"), 404, "/_image");
	expectStatus(await site.ask("/api/auth/admin/list-users"), 404, "/api/auth/admin/list-users");
	const guarded = await site.ask("/dashboard/myorders");
	expectThat(guarded.status === 302, `/dashboard/myorders answered ${guarded.status}`);
	expectHeader(guarded, "Location", /^\/login\?/, "/dashboard/myorders");
}

async function unknown(site: Site): Promise<void> {
	for (const path of ["/no/such/page", "/tools/no-such-tool", "/api/no-such-call"]) {
		expectStatus(await site.ask(path, { headers: { Accept: "text/html" } }), 404, path);
	}
}

/** All checks, in the order of the report. */
export const checks: readonly Check[] = [
	{ name: "health", look: health },
	{ name: "pages", look: page },
	{ name: "security headers", look: headers },
	{ name: "Strict-Transport-Security", needs: "https", look: httpsOnly },
	{ name: "http leads to https", needs: "https", look: redirectsToHttps },
	{ name: "a second GET of / is kept", needs: "the platform's cache", look: keptByPlatform },
	{ name: "a picture", look: picture },
	{ name: "a widget's script", look: widget },
	{ name: "what other sites embed", look: embed },
	{ name: "a wrong sign-in is refused", look: signIn },
	{ name: "what is closed", look: closed },
	{ name: "unknown addresses are 404", look: unknown },
];
