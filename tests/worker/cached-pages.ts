/** Pages that may be kept, made up by the tests. */
import { serve } from "../../src/http/serve.ts";
import { origin } from "./helpers.ts";

/** The header by which a page says how long it may be kept. */
export const cacheHeaders = {
	"Cloudflare-CDN-Cache-Control": "public, max-age=60, stale-while-revalidate=600",
};
let pages = 0;

/** The address of a page that nothing is kept of yet. */
export function newPage(): string {
	pages += 1;
	return `/tools/page-${pages}`;
}

/** Asks for a page the way a visitor does, where `render` makes it. */
export function visit(
	path: string,
	render: (request: Request) => Response,
	headers: HeadersInit = {},
) {
	return serve(new Request(origin + path, { headers }), async (request) => render(request));
}

/** A page that counts how often it is rendered. */
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
