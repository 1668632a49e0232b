/** The words of search, the jobs, the standards and the pages, from content/. They are prepared once an isolate. */
import { getCollection } from "astro:content";
import { giftGuide } from "../../messages/gifts.ts";
import { publicPaths } from "../../paths/public.ts";
import { readVocabulary } from "../fit/vocabulary.server.ts";
import type { SearchableJob } from "./jobs.ts";
import type { SearchablePage } from "./result.ts";
import { buildLexicon, type Synonyms } from "./synonyms.ts";
import type { SearchContent } from "./topics.ts";

let prepared: Promise<SearchContent> | undefined;

/** Returns what a search needs of the content. A shop need not have any. */
export function searchContent(): Promise<SearchContent> {
	prepared ??= prepare();
	return prepared;
}

async function prepare(): Promise<SearchContent> {
	const [entries, jobEntries] = [await getCollection("search"), await getCollection("jobs")];
	const jobs = jobEntries.map(({ id, data }) => ({ ...data, slug: id }));
	const synonyms: Synonyms = entries[0]?.data ?? { same: [], means: {}, misspelt: {}, ignored: [] };
	return {
		lexicon: buildLexicon(synonyms, jobs.flatMap(textsOf)),
		jobs,
		pages: await publishedPages(synonyms),
		symptoms: (await getCollection("symptoms")).map(({ id, data: { title, phrases } }) => ({
			id,
			title,
			phrases,
			path: publicPaths.symptom(id),
		})),
		vocabulary: await readVocabulary(),
	};
}

/** The texts of a job, whose words are spelt right. */
const textsOf = ({ title, symptoms, needs }: SearchableJob) => [
	title,
	...symptoms,
	...needs.flatMap(({ tool }) => tool ?? []),
];

/** The guide for a gift and the pages of content/legal, which visitors look for by words. A draft has no page. */
async function publishedPages({ pages = {} }: Synonyms): Promise<SearchablePage[]> {
	const { gift: phrasesOfGift = [] } = pages;
	const gift = { id: "gift", title: giftGuide, path: publicPaths.gift, phrases: phrasesOfGift };
	const legal = (await getCollection("legal")).flatMap(({ id, data: { title, published } }) => {
		const phrases = pages[id];
		return phrases && published ? [{ id, title, path: publicPaths.legal(id), phrases }] : [];
	});
	return [gift, ...legal];
}
