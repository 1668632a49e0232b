/** What a search is about beside tools: jobs of the workshop, standards of a bike, and pages of the shop. */

import type { Vocabulary } from "../fit/standards.ts";
import { findJobs, matchPhrase, maxJobs, type SearchableJob, stemsOf } from "./jobs.ts";
import type { SearchablePage } from "./result.ts";
import { findStandards, jobsAbout } from "./standards.ts";
import type { Lexicon } from "./synonyms.ts";

/** What a search needs beside the tools. */
export interface SearchContent {
	lexicon: Lexicon;
	jobs: SearchableJob[];
	pages: SearchablePage[];
	/** What riders notice, each with a page of its causes. */
	symptoms: SearchablePage[];
	vocabulary: Vocabulary;
}

export type Topics = ReturnType<typeof findTopics>;

/** Returns what these words are about, and what the tools for it can do. */
export function findTopics(
	words: readonly string[],
	{ jobs, pages, symptoms, vocabulary, lexicon }: SearchContent,
) {
	const about = findJobs(words, jobs, lexicon);
	const named = findStandards(words.join(" "), vocabulary, lexicon);
	// What is wrong with the bike tells more than what it has, but not a word of it alone.
	const isSymptom =
		about.needs.length > 0 && (about.guesses.length === 0 || named.standards.length === 0);
	const ofStandards = isSymptom ? { jobs: [], needs: [] } : jobsAbout(named, jobs);
	return {
		about,
		named,
		ofStandards,
		symptoms: findPages(words, symptoms, lexicon).pages.slice(0, 1),
		help: findPages(words, pages, lexicon),
		needs: isSymptom ? about.needs : ofStandards.needs,
		isSymptom,
		/** Whether the needs are only guessed: then they take no tool's place. */
		isGuess: about.guesses.length > 0 || ofStandards.needs.length > 0,
	};
}

/**
 * Returns the pages that words are about, the best first: those with a phrase that is the search, or is in it. The
 * `guesses` have one word of it; they are meant if neither a tool nor a job is.
 */
export function findPages(
	words: readonly string[],
	pages: readonly SearchablePage[],
	lexicon: Lexicon,
): { pages: SearchablePage[]; guesses: SearchablePage[] } {
	const asked = stemsOf(words.join(" "), lexicon);
	const scored = pages
		.map((page) => {
			const phrases = page.phrases.map((phrase) => stemsOf(phrase, lexicon));
			const isGuess = phrases.some((stems) => stems.size === 1 && stems.isSubsetOf(asked));
			const score = Math.max(0, ...phrases.map((stems) => matchPhrase(asked, stems)));
			return { page, isGuess, score };
		})
		.toSorted((one, other) => other.score - one.score);
	const pagesOf = (chosen: typeof scored) => chosen.map(({ page }) => page);
	return {
		pages: pagesOf(scored.filter(({ score }) => score >= 2)),
		guesses: pagesOf(scored.filter(({ isGuess }) => isGuess)),
	};
}

/** Returns the jobs of these lists that a search shows, each once. */
export function uniqueJobs(...lists: (readonly SearchableJob[])[]): SearchableJob[] {
	return [...new Set(lists.flat())].slice(0, maxJobs);
}
