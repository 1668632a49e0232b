/**
 * Headers that stand on everything the Worker renders. What is served without it, prerendered pages
 * and files, gets the same from public/_headers; a test holds the two together.
 */

/** On every answer that does not say otherwise itself. */
export const securityHeaders = {
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "strict-origin-when-cross-origin",
	"Permissions-Policy":
		"accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), serial=(), usb=()",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** Two years, the length browsers' own lists ask for (hstspreload.org). */
export const httpsOnly = "max-age=63072000; includeSubDomains";

/**
 * What a page's content policy gets beside what Astro writes: nobody frames it, and no script of it
 * may turn text into markup or code (W3C Trusted Types). A page that must do otherwise says so in a
 * directive of its own.
 */
export const pagePolicy = {
	"frame-ancestors": "frame-ancestors 'none'",
	"trusted-types": "trusted-types 'none'; require-trusted-types-for 'script'",
} as const;

/** What is no page has nothing to load, wherever it is opened. */
const barePolicy = "default-src 'none'; frame-ancestors 'none'";

/** Sets the headers of an answer to a request for `url`. */
export function protect({ status, headers }: Response, url: URL): void {
	for (const [name, value] of Object.entries(securityHeaders)) {
		if (!headers.has(name)) headers.set(name, value);
	}
	if (url.protocol === "https:") headers.set("Strict-Transport-Security", httpsOnly);
	// Not where the answer is "as before": a browser would take the headers for those of the page it has.
	if (status !== 304) headers.set("Content-Security-Policy", policyOf(headers));
	// Who asked for it is in a redirect's address or cookie, and in every call's answer.
	const personal = headers.has("location") || headers.has("set-cookie") || isCall(url);
	if (personal && !headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}

function isCall(url: URL): boolean {
	return url.pathname.startsWith("/api/");
}

function policyOf(headers: Headers): string {
	const policy = headers.get("content-security-policy")?.replace(/;\s*$/, "");
	if (!headers.get("content-type")?.startsWith("text/html")) return policy ?? barePolicy;
	// Only a shop in development has pages without: its tools write scripts and styles of their own.
	if (!policy) return pagePolicy["frame-ancestors"];
	const added = Object.entries(pagePolicy)
		.filter(([directive]) => !policy.includes(directive))
		.map(([, directive]) => directive);
	return [policy, ...added].join("; ");
}
