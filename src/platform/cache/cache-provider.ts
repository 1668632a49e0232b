/**
 * Astro's cache provider: passes what a page sets with `Astro.cache.set` to the page cache, as a value
 * instead of headers. `astro dev` uses no provider, so it caches nothing.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { CacheProviderFactory } from "astro";
import type { CachePolicy } from "./cache-policy.ts";

const currentRender = new AsyncLocalStorage<{ policy: CachePolicy | undefined }>();

/** Runs `render`. Returns its response and the policy that it set, if any. */
export async function renderWithPolicy(
	render: () => Promise<Response>,
): Promise<{ response: Response; policy: CachePolicy | undefined }> {
	const rendered = { policy: undefined };
	const response = await currentRender.run(rendered, render);
	return { response, policy: rendered.policy };
}

const cacheProvider: CacheProviderFactory = () => ({
	name: "shop",
	setHeaders: ({ maxAge = 0, swr = 0, tags = [] }) => {
		const rendered = currentRender.getStore();
		if (rendered && maxAge > 0) rendered.policy = { maxAge, swr, tags };
		return new Headers();
	},
	invalidate: () => Promise.reject(new Error("Call purge of platform/page-cache.")),
});

export default cacheProvider;
