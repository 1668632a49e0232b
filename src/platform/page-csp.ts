/**
 * The hashes in the Content-Security-Policy of a page. Astro writes those of every inline script and style
 * of the shop into every page: 2 KB, which compress badly, before the first byte of the page.
 */
import { hashBase64 } from "../shop/embeds/hash.ts";

/** An inline script or style and what is in it. */
const inlineElement = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/gi;

/**
 * Returns the policy without the hashes of elements that are not in the page. It never adds one: whatever
 * is in the page, only what the shop was built with may run. A page with islands keeps all, since they
 * insert styles of their own.
 */
export async function withoutUnusedHashes(policy: string, html: string): Promise<string> {
	if (html.includes("<astro-island")) return policy;
	// A script with a URL has no text.
	const texts = [...html.matchAll(inlineElement)].map(([, , text = ""]) => text).filter(Boolean);
	const used = new Set(await Promise.all(texts.map((text) => hashBase64("SHA-256", text))));
	return policy.replaceAll(/ 'sha256-([^']+)'/g, (source, hash) => (used.has(hash) ? source : ""));
}
