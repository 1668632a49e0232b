/** Cacheable pages for tests. */
import { serve } from "../../src/http/serve.ts";
import { origin } from "./helpers.ts";

/** The header in which a page sets how long it may be cached. */
export const cacheHeaders = {
	"Cloudflare-CDN-Cache-Control": "public, max-age=60, stale-while-revalidate=600",
};
let pages = 0;

/** The path of a page that is not cached yet. */
export function newPage(): string {
	pages += 1;
	return `/tools/page-${pages}`;
}

/** Requests a page as a visitor does; `render` produces it. */
export function visit(
	path: string,
	render: (request: Request) => Response,
	headers: HeadersInit = {},
) {
	return serve(new Request(origin + path, { headers }), async (request) => render(request));
}

/** A page that counts its renders. */
export function countingPage(headers: Record<string, string> = {}, init: ResponseInit = {}) {
	const counter = { rendered: 0 };
	const render = () => {
		counter.rendered += 1;
		return new Response(`<p>${counter.rendered}</p>`, {
			...init,
			headers: { "Content-Type": "text/html", ...cacheHeaders, "Cache-Tag": "tools", ...headers },
		});
	};
	return { counter, render };
}
