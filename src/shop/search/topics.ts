/** What a search is about beside tools: jobs, standards of a bike, and pages of the shop. */

import type { Vocabulary } from "../fit/standards.ts";
import { findJobs, maxJobs, type SearchableJob } from "./jobs.ts";
import { findPages, type SearchablePage } from "./pages.ts";
import { findStandards, jobsAbout } from "./standards.ts";
import type { Lexicon } from "./synonyms.ts";

/** What a search needs beside the tools. */
export interface SearchContent {
	lexicon: Lexicon;
	jobs: SearchableJob[];
	pages: SearchablePage[];
	vocabulary: Vocabulary;
}

export type Topics = ReturnType<typeof findTopics>;

/** Returns what these words are about, and what the tools for it can do. */
export function findTopics(
	words: readonly string[],
	{ jobs, pages, vocabulary, lexicon }: SearchContent,
) {
	const about = findJobs(words, jobs, lexicon);
	const named = findStandards(words.join(" "), vocabulary, lexicon);
	// What is wrong with the bike tells more than what it has.
	const ofStandards = about.needs.length > 0 ? { jobs: [], needs: [] } : jobsAbout(named, jobs);
	return {
		about,
		named,
		ofStandards,
		help: findPages(words, pages, lexicon),
		needs: about.needs.length > 0 ? about.needs : ofStandards.needs,
		/** Whether the needs are only guessed: then they take no tool's place. */
		isGuess: about.guesses.length > 0 || ofStandards.needs.length > 0,
	};
}

/** Returns the jobs of these lists that a search shows, each once. */
export function uniqueJobs(...lists: (readonly SearchableJob[])[]): SearchableJob[] {
	return [...new Set(lists.flat())].slice(0, maxJobs);
}
