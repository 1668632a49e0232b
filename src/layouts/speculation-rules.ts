/** What a browser may prerender or prefetch (WICG Speculation Rules). */
import { publicPaths } from "../paths/public.ts";
import { sitePaths } from "../paths/site.ts";

const { home, tools, review } = sitePaths;
const { blogs, portfolio, jobs } = publicPaths;

const publicLinks = {
	where: {
		href_matches: [home, tools, `${tools}/*`, review, blogs, portfolio, jobs, `${jobs}/*`],
	},
	eagerness: "moderate",
};

/**
 * Prerenders public pages when the pointer rests on a link or touches it, so that they open at once. A browser
 * that saves memory or data only prefetches them. Scripts run before the visit then, so what a page stores waits until it is
 * shown (components/visit.ts). Guarded pages are never fetched ahead. The Content Security Policy allows this script
 * by its hash (astro.config.mjs).
 */
export const speculationRules: string = JSON.stringify({
	prerender: [publicLinks],
	prefetch: [publicLinks],
});
