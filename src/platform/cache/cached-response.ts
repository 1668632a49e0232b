/** A page as the cache stores it: rendered from its cache key alone, the same for everyone. */

import { currentRoute } from "../services/log.ts";
import { shopOrigin } from "../settings/settings.ts";
import { renderWithPolicy } from "./cache-provider.ts";
import { etagFor, parseIfNoneMatch } from "./etag.ts";
import type { LoadResult } from "./memory-cache.ts";
import { cspHeader } from "./page-csp.ts";

export interface CachedResponse {
	status: number;
	headers: [string, string][];
	body: Uint8Array<ArrayBuffer>;
	etag: string | undefined;
	/** The route pattern, for the log. */
	route: string | undefined;
}

/** Maximum size of a cached body, in bytes. */
const maxBodyBytes = 256 * 1024;

/** Browsers revalidate each time and get a 304 if nothing changed. `no-store` would disable the back/forward cache. */
const browserCacheControl = "public, max-age=0, must-revalidate";

/**
 * Renders a page from its cache key. No cookie, credentials, Host or other header of the request can get
 * into a response that is shared by all visitors.
 */
export async function renderForCache(
	key: string,
	render: (request: Request) => Promise<Response>,
): Promise<LoadResult<CachedResponse>> {
	const request = new Request(new URL(key, shopOrigin()), { headers: { Accept: "text/html" } });
	const { response, policy } = await renderWithPolicy(() => render(request));
	const body = new Uint8Array(await response.arrayBuffer());
	const shared = isShareable(response, body) ? policy : undefined;
	return {
		value: {
			status: response.status,
			headers: [...response.headers],
			body,
			// A redirect has no body that could tell whether it still leads to the same page.
			etag:
				shared && response.status === 200
					? (response.headers.get("ETag") ?? (await etagFor(body)))
					: undefined,
			route: currentRoute(),
		},
		policy: shared,
	};
}

function isShareable({ status, headers }: Response, body: Uint8Array): boolean {
	// RFC 9110, 15.1, names them among those that a cache may keep.
	const isLasting = status === 200 || status === 301 || status === 410;
	return isLasting && !headers.has("Set-Cookie") && body.byteLength <= maxBodyBytes;
}

/** Creates a response, with a body of its own. */
export function toResponse(cached: CachedResponse): Response {
	const headers = new Headers(cached.headers);
	if (cached.etag) {
		headers.set("ETag", cached.etag);
		if (!headers.has("Cache-Control")) headers.set("Cache-Control", browserCacheControl);
	}
	return new Response(cached.body, { status: cached.status, headers });
}

/** Returns a 304 response if the browser has this version of the page, otherwise the response itself. */
export function revalidate(
	response: Response,
	request: Request,
	etag: string | undefined,
): Response {
	if (!etag || !parseIfNoneMatch(request).includes(etag)) return response;
	const headers = new Headers(response.headers);
	// The browser has both with the cached page, and this policy is incomplete (http/headers).
	headers.delete("Content-Type");
	headers.delete("Content-Length");
	headers.delete(cspHeader);
	void response.body?.cancel();
	return new Response(null, { status: 304, headers });
}
