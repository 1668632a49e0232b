/**
 * Security headers of every response of the Worker. Prerendered pages and static files get the same
 * from public/_headers; a test compares the two.
 */

import { ShopError } from "../errors.ts";

/**
 * Set on every response that does not set them itself. Permissions-Policy leaves out `payment`, which is
 * then allowed to the payment page and to the frames of wallets to which Stripe.js passes it on.
 */
export const securityHeaders = {
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "strict-origin-when-cross-origin",
	"Permissions-Policy":
		"accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), serial=(), usb=()",
	"Cross-Origin-Resource-Policy": "same-origin",
} as const;

/**
 * Keeps a page that opened a private one from holding on to its window (HTML, 7.1.3). Public pages do without it: a browser
 * that comes from another site would start the page anew once its headers are there, 80 ms later on a phone.
 */
const openerPolicy = ["Cross-Origin-Opener-Policy", "same-origin"] as const;

/**
 * Returns Strict-Transport-Security (RFC 6797) for two years, which hstspreload.org recommends.
 * Subdomains may not support https, so they are included only if the owner sets
 * HSTS_INCLUDE_SUBDOMAINS.
 */
export function hstsValue(includeSubDomains: boolean): string {
	return `max-age=63072000${includeSubDomains ? "; includeSubDomains" : ""}`;
}

/** Whether a request came over plain http to a shop that has https. */
export function isPlainHttp({ url }: Request, shopOrigin: string): boolean {
	return url.startsWith("http:") && shopOrigin.startsWith("https:");
}

/**
 * Redirects GET over plain http to https (308, RFC 9110), as Cloudflare's "Always Use HTTPS"
 * does for a whole zone. Returns undefined if no redirect is needed. Throws ShopError
 * `https_required` for other methods: their body and token were already sent unencrypted, and the
 * client should notice.
 */
export function redirectToHttps(request: Request, shopOrigin: string): Response | undefined {
	if (!isPlainHttp(request, shopOrigin)) return undefined;
	const { pathname, search } = new URL(request.url);
	if (request.method !== "GET") throw new ShopError("https_required");
	return new Response(null, {
		status: 308,
		headers: { Location: `${shopOrigin}${pathname}${search}`, "Cache-Control": "no-store" },
	});
}

/**
 * Added to the Content-Security-Policy that Astro writes: no framing, and no script may turn text
 * into markup or code (W3C Trusted Types). A page overrides one by setting the directive itself.
 */
export const pageCsp = {
	"frame-ancestors": "frame-ancestors 'none'",
	"trusted-types": "trusted-types 'none'; require-trusted-types-for 'script'",
} as const;

/**
 * Headers of what needs no credentials and is the same for everybody: any page may fetch or embed it, including cross-origin isolated
 * ones (COEP). It never varies by Origin, and says nothing of credentials (WHATWG Fetch, HTTP-CORS protocol).
 */
export const crossOriginHeaders = {
	"Access-Control-Allow-Origin": "*",
	"Access-Control-Expose-Headers": "*",
	"Cross-Origin-Resource-Policy": "cross-origin",
	"Timing-Allow-Origin": "*",
} as const;

/** What a preflight to such a path is told beside them. The wildcard leaves out Authorization. */
export const preflightHeaders = {
	...crossOriginHeaders,
	"Access-Control-Allow-Methods": "GET, HEAD",
	"Access-Control-Allow-Headers": "*",
	"Access-Control-Max-Age": "86400",
} as const;

/** For responses that are not HTML: they need to load nothing. */
const nonHtmlCsp = "default-src 'none'; frame-ancestors 'none'";

/** Sets the headers of the response to a request for `url`. `includeSubDomains` is passed to `hstsValue`. */
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
	// Not on a 304: the browser would apply it to the page it has cached (RFC 9111, 4.3.4).
	if (status !== 304) headers.set("Content-Security-Policy", cspFor(headers));
	// Redirects, cookies and API responses depend on the user.
	const isPrivate = headers.has("location") || headers.has("set-cookie") || isApiUrl(url);
	if (isPrivate && !headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
	const isPublic = headers.get("Cache-Control")?.startsWith("public");
	if (!isPublic && !headers.has(openerPolicy[0])) headers.set(...openerPolicy);
}

function isApiUrl(url: URL): boolean {
	return url.pathname.startsWith("/api/");
}

function cspFor(headers: Headers): string {
	const csp = headers.get("content-security-policy")?.replace(/;\s*$/, "");
	if (!headers.get("content-type")?.startsWith("text/html")) return csp ?? nonHtmlCsp;
	// Only `astro dev` renders pages without a policy: its tools inject their own scripts and styles.
	if (!csp) return pageCsp["frame-ancestors"];
	const missing = Object.entries(pageCsp)
		.filter(([directive]) => !csp.includes(directive))
		.map(([, directive]) => directive);
	return [csp, ...missing].join("; ");
}
