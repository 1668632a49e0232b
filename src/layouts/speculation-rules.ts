/** What a browser may fetch before it is asked for (WICG Speculation Rules). */
import { sitePaths } from "../site-paths.ts";

const { home, tools, review, blogs, portfolio } = sitePaths;

/**
 * Public pages, once the pointer rests on a link to one: fetched only, so that nothing runs and no
 * partner's click is kept before a visitor really comes. Guarded pages are never among them. The
 * content policy knows this text by its hash (astro.config.mjs).
 */
export const speculationRules: string = JSON.stringify({
	prefetch: [
		{
			where: { href_matches: [home, tools, `${tools}/*`, review, blogs, portfolio] },
			eagerness: "moderate",
		},
	],
});
