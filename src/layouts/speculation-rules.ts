/** What a browser may prefetch (WICG Speculation Rules). */
import { sitePaths } from "../site-paths.ts";

const { home, tools, review, blogs, portfolio, jobs } = sitePaths;

/**
 * Prefetches public pages when the pointer rests on a link. They are not prerendered, so that no
 * script runs and no partner's click is stored before the visit. Guarded pages are never prefetched.
 * The Content Security Policy allows this script by its hash (astro.config.mjs).
 */
export const speculationRules: string = JSON.stringify({
	prefetch: [
		{
			where: {
				href_matches: [home, tools, `${tools}/*`, review, blogs, portfolio, jobs, `${jobs}/*`],
			},
			eagerness: "moderate",
		},
	],
});
