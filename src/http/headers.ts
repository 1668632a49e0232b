/**
 * Headers that stand on everything the Worker renders. What is served without it, prerendered pages
 * and files, gets the same from public/_headers; a test holds the two together.
 */

import { ShopError } from "../shop/errors.ts";

/** On every answer that does not say otherwise itself. */
export const securityHeaders = {
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "strict-origin-when-cross-origin",
	"Permissions-Policy":
		"accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), serial=(), usb=()",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
} as const;

/**
 * Strict-Transport-Security (RFC 6797) for two years, the length browsers' own lists ask for
 * (hstspreload.org). Other hosts below the shop's domain may have no https: they are included only
 * where the owner says so (HSTS_INCLUDE_SUBDOMAINS).
 */
export function hstsValue(includeSubDomains: boolean): string {
	return `max-age=63072000${includeSubDomains ? "; includeSubDomains" : ""}`;
}

/**
 * What a request over plain http gets at a shop whose address is https: to read, a redirect to the
 * same page there (308, RFC 9110), as Cloudflare's "Always Use HTTPS" does for a whole zone. Gives
 * undefined where the request may be answered. Throws https_required where it would change
 * something: its body and token have been sent in the open, and the client had better notice.
 */
export function redirectToHttps(request: Request, shopOrigin: string): Response | undefined {
	const { protocol, pathname, search } = new URL(request.url);
	if (protocol !== "http:" || !shopOrigin.startsWith("https:")) return undefined;
	if (request.method !== "GET" && request.method !== "HEAD") throw new ShopError("https_required");
	return new Response(null, {
		status: 308,
		headers: { Location: `${shopOrigin}${pathname}${search}`, "Cache-Control": "no-store" },
	});
}

/**
 * What a page's content policy gets beside what Astro writes: nobody frames it, and no script of it
 * may turn text into markup or code (W3C Trusted Types). A page that must do otherwise says so in a
 * directive of its own.
 */
export const pageCsp = {
	"frame-ancestors": "frame-ancestors 'none'",
	"trusted-types": "trusted-types 'none'; require-trusted-types-for 'script'",
} as const;

/** What is no page has nothing to load, wherever it is opened. */
const nonHtmlCsp = "default-src 'none'; frame-ancestors 'none'";

/** Sets the headers of an answer to a request for `url`. `includeSubDomains` is for httpsOnly. */
export function setResponseHeaders(
	{ status, headers }: Response,
	url: URL,
	includeSubDomains = false,
): void {
	for (const [name, value] of Object.entries(securityHeaders)) {
		if (!headers.has(name)) headers.set(name, value);
	}
	if (url.protocol === "https:") {
		headers.set("Strict-Transport-Security", hstsValue(includeSubDomains));
	}
	// Not where the answer is "as before": a browser would take the headers for those of the page it has.
	if (status !== 304) headers.set("Content-Security-Policy", cspFor(headers));
	// Who asked for it is in a redirect's address or cookie, and in every call's answer.
	const isPrivate = headers.has("location") || headers.has("set-cookie") || isApiUrl(url);
	if (isPrivate && !headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}

function isApiUrl(url: URL): boolean {
	return url.pathname.startsWith("/api/");
}

function cspFor(headers: Headers): string {
	const csp = headers.get("content-security-policy")?.replace(/;\s*$/, "");
	if (!headers.get("content-type")?.startsWith("text/html")) return csp ?? nonHtmlCsp;
	// Only a shop in development has pages without: its tools write scripts and styles of their own.
	if (!csp) return pageCsp["frame-ancestors"];
	const missing = Object.entries(pageCsp)
		.filter(([directive]) => !csp.includes(directive))
		.map(([, directive]) => directive);
	return [csp, ...missing].join("; ");
}
