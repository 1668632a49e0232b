/**
 * The hashes in the Content-Security-Policy of a page. Astro writes those of every inline script and style
 * of the shop into every page: 2 KB, which compress badly, before the first byte of the page.
 */
import { hashBase64 } from "../../values/hash.ts";

export const cspHeader = "Content-Security-Policy";

/** The attributes of a tag. Between quotes there may be any text of a user, such as `<script>` or `>`. */
const attributes = `(?:"[^"]*"|'[^']*'|[^"'>])*`;

/** An inline script or style with what is in it, a comment, or any other tag. A text has no `<` that is not escaped. */
const elementOrTag = new RegExp(
	`<(script|style)\\b${attributes}>([\\s\\S]*?)</\\1>|<!--[\\s\\S]*?-->|<${attributes}>`,
	"gi",
);

/**
 * Returns the policy without the hashes of elements that are not in the page. It never adds one: whatever
 * is in the page, only what the shop was built with may run. A page with islands keeps those of
 * `insertedStyles`, the hashes of what islands insert.
 */
export async function withoutUnusedHashes(
	policy: string,
	html: string,
	insertedStyles: readonly string[],
): Promise<string> {
	// A script with a URL has no text.
	const texts = [...html.matchAll(elementOrTag)].map(([, , text = ""]) => text).filter(Boolean);
	const hashes = await Promise.all(texts.map((text) => hashBase64("SHA-256", text)));
	const used = new Set(hashes.map((hash) => `sha256-${hash}`));
	if (html.includes("<astro-island")) for (const hash of insertedStyles) used.add(hash);
	return policy.replaceAll(/ '(sha256-[^']+)'/g, (source, hash) => (used.has(hash) ? source : ""));
}

/** Returns the response of a page with the hashes that its HTML uses alone. */
export async function withOwnHashes(
	response: Response,
	insertedStyles: readonly string[],
): Promise<Response> {
	const policy = response.headers.get(cspHeader);
	if (!policy?.includes("'sha256-") || !response.body) return response;
	const html = await response.text();
	const page = new Response(html, response);
	page.headers.set(cspHeader, await withoutUnusedHashes(policy, html, insertedStyles));
	return page;
}
