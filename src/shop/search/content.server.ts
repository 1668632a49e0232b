/** The words of search and the jobs, from content/. They are prepared once an isolate. */
import { getCollection } from "astro:content";
import type { SearchableJob } from "./jobs.ts";
import { buildLexicon, type Lexicon } from "./synonyms.ts";

interface SearchContent {
	lexicon: Lexicon;
	jobs: SearchableJob[];
}

let prepared: Promise<SearchContent> | undefined;

/** Returns what a search needs of the content. A shop need not have any. */
export function searchContent(): Promise<SearchContent> {
	prepared ??= prepare();
	return prepared;
}

async function prepare(): Promise<SearchContent> {
	const [entries, jobEntries] = [await getCollection("search"), await getCollection("jobs")];
	const jobs = jobEntries.map(({ id, data: { title, summary, symptoms, needs } }) => ({
		slug: id,
		title,
		summary,
		symptoms,
		needs,
	}));
	const synonyms = entries[0]?.data ?? { same: [], means: {}, misspelt: {}, ignored: [] };
	return { lexicon: buildLexicon(synonyms, jobTexts(jobs)), jobs };
}

/** The texts whose words are spelt right. */
function jobTexts(jobs: readonly SearchableJob[]): string[] {
	return jobs.flatMap(({ title, symptoms }) => [title, ...symptoms]);
}
