/** Cacheable pages for tests. */

import type { PagePolicy } from "../../src/platform/cache/cache-policy.ts";
import cacheProvider from "../../src/platform/cache/cache-provider.ts";
import { serve, serveShared } from "../../src/worker/serve.ts";
import { workersCache } from "../setup/edge-cache.ts";
import { origin } from "./shop.ts";

const provider = cacheProvider(undefined);

/** Sets the policy of the page that is being rendered, as Astro does after a page's `Astro.cache.set`. */
export function setPolicy(policy: PagePolicy): void {
	provider.setHeaders?.(policy, new Request(origin));
}

/** How long the pages of these tests may be cached. */
export const ttl = { maxAge: 60, swr: 600 };
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

/** Visits pages of a shop with Cloudflare's cache in front of its cached entrypoint, which `render` produces. */
export function visitDeployed(render: (request: Request) => Response) {
	const renderPage = async (request: Request) => render(request);
	const cachedPages = workersCache((request) => serveShared(request, renderPage));
	const visitPage = (path: string, headers: HeadersInit = {}) =>
		serve(new Request(origin + path, { headers }), renderPage, cachedPages);
	return { visitPage, cachedPages };
}

interface Page {
	tags?: PagePolicy["tags"];
	/** Sets no policy. */
	uncached?: boolean;
	status?: number;
	headers?: Record<string, string>;
}

/** A page that counts its renders. */
export function countingPage({ tags = ["tools"], uncached, status = 200, headers }: Page = {}) {
	const counter = { rendered: 0 };
	const render = () => {
		counter.rendered += 1;
		if (!uncached) setPolicy({ ...ttl, tags });
		return new Response(`<p>${counter.rendered}</p>`, {
			status,
			headers: { "Content-Type": "text/html", ...headers },
		});
	};
	return { counter, render };
}
