/** The pages of the shop that a search is about, such as the returns. */
import { matchPhrase, stemsOf } from "./jobs.ts";
import type { Lexicon } from "./synonyms.ts";

export interface SearchablePage {
	/** Its name in content/legal. */
	id: string;
	title: string;
	path: string;
	/** What visitors type who want it. */
	phrases: readonly string[];
}

/** The pages that a search is about, the best first. */
interface FoundPages {
	pages: SearchablePage[];
	/** Those that have one word of it. They are meant if neither a tool nor a job is. */
	guesses: SearchablePage[];
}

/** Returns the pages that words are about: those with a phrase that is the search, or is in it. */
export function findPages(
	words: readonly string[],
	pages: readonly SearchablePage[],
	lexicon: Lexicon,
): FoundPages {
	const asked = stemsOf(words.join(" "), lexicon);
	const scored = pages
		.map((page) => {
			const phrases = page.phrases.map((one) => stemsOf(one, lexicon));
			return {
				page,
				score: Math.max(0, ...phrases.map((one) => matchPhrase(asked, one))),
				hasWord: phrases.some((one) => one.size === 1 && one.isSubsetOf(asked)),
			};
		})
		.toSorted((one, other) => other.score - one.score);
	return {
		pages: scored.filter(({ score }) => score >= 2).map(({ page }) => page),
		guesses: scored.filter(({ hasWord }) => hasWord).map(({ page }) => page),
	};
}
