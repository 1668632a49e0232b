/**
 * A cached page may read only the query parameters of its cache key: any other would put one visitor's
 * response into the cache of all.
 */

import { logError } from "../platform/services/log.ts";
import { isDeployed } from "../platform/settings/settings.ts";
import { findCachedRoute } from "./cached-routes.ts";

/**
 * Leaves in `url.searchParams` of a cached page only the parameters of its cache key. Reading any other
 * throws, so that every test of the page fails. A deployed shop logs an error instead, and the parameter
 * is missing.
 */
export function restrictToCacheKey(url: URL): void {
	const route = findCachedRoute(url.pathname);
	if (!route) return;
	const value = new CacheKeyParams(url.searchParams, route.queryParams);
	Object.defineProperty(url, "searchParams", { value });
}

/** Astro looks for the name of an action in each page's URL. The shop has no actions. */
const astroParam = "_action";

class CacheKeyParams extends URLSearchParams {
	readonly #names: readonly string[];

	constructor(params: URLSearchParams, names: readonly string[]) {
		super([...params].filter(([name]) => names.includes(name)));
		this.#names = names;
	}

	override get(name: string): string | null {
		this.#check(name);
		return super.get(name);
	}

	override getAll(name: string): string[] {
		this.#check(name);
		return super.getAll(name);
	}

	override has(name: string, value?: string): boolean {
		this.#check(name);
		return super.has(name, value);
	}

	#check(name: string): void {
		if (this.#names.includes(name) || name === astroParam) return;
		const error = new Error(
			`A cached page reads the query parameter ${name}. List it in src/worker/cached-routes.ts.`,
		);
		if (!isDeployed()) throw error;
		logError("cache", error);
	}
}
