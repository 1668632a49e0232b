/** Headers that stand on everything the Worker renders. Who may see a page is the page's own matter. */
import { defineMiddleware } from "astro:middleware";
import { tracing } from "./platform/settings.ts";
import { serverTiming, traced } from "./platform/trace.ts";

const securityHeaders = {
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "strict-origin-when-cross-origin",
	"Permissions-Policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
	"Cross-Origin-Opener-Policy": "same-origin",
};

export const onRequest = defineMiddleware(async ({ url }, next) => {
	const [response, trace] = tracing() ? await traced(next) : [await next(), undefined];
	const headers = response.headers;
	for (const [name, value] of Object.entries(securityHeaders)) {
		if (!headers.has(name)) headers.set(name, value);
	}
	if (url.protocol === "https:") {
		headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
	}
	forbidFraming(headers);
	if (trace) headers.set("Server-Timing", serverTiming(trace));
	return response;
});

/** Astro writes each page's content policy; frame-ancestors counts only as a header, so it is added here. */
function forbidFraming(headers: Headers): void {
	if (!headers.get("content-type")?.startsWith("text/html")) return;
	const policy = headers.get("content-security-policy");
	const framing = "frame-ancestors 'none'";
	if (policy?.includes("frame-ancestors")) return;
	headers.set(
		"content-security-policy",
		policy ? `${policy.replace(/;\s*$/, "")}; ${framing}` : framing,
	);
}
