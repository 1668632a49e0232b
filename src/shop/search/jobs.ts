/** Jobs of the workshop that a search is about, by what is wrong with the bike or by their title. */
import type { Job, Need } from "../jobs/jobs.ts";
import { type Lexicon, phraseKey, singular } from "./synonyms.ts";
import { splitWords } from "./words.ts";

/** The parts of a job that a search reads. */
export type SearchableJob = Pick<Job, "title" | "summary" | "symptoms" | "needs"> & {
	slug: string;
};

export interface FoundJobs {
	/** The best first. */
	jobs: SearchableJob[];
	/** Of one word, such as `creaking`: the jobs with a symptom that has it. They are not meant if a tool's name has it. */
	guesses: SearchableJob[];
	/** What the tools of the jobs with this symptom can do; empty if the search is no symptom. */
	needs: Need[];
}

/** Jobs that a search shows. */
export const maxJobs = 3;

/** The needs whose tools come first. Each is read from the index of capabilities. */
const maxNeeds = 4;

/** Returns the jobs that words are about. */
export function findJobs(
	words: readonly string[],
	jobs: readonly SearchableJob[],
	lexicon: Lexicon,
): FoundJobs {
	const asked = stemsOf(words.join(" "), lexicon);
	if (asked.size === 0) return { jobs: [], guesses: [], needs: [] };
	const all = jobs.map((job) => ({ job, ...stemsOfJob(job, lexicon) }));
	const found = all.flatMap(({ job, symptoms, known, title, tools }) => {
		const symptom = Math.max(0, ...symptoms.map((stems) => matchPhrase(asked, stems)));
		// What the job is done with first tells more than what else it takes.
		const tool = tools.findIndex((names) => names.some((stems) => matchPhrase(asked, stems) >= 2));
		// Of a sentence, one word may be missing.
		const isAbout = overlap(asked, known) >= asked.size - Number(asked.size > 3);
		const score =
			symptom || (tool >= 0 ? 1 / (tool + 1) : isAbout ? overlap(asked, title) / title.size : 0);
		return score > 0 ? [{ job, symptom, score }] : [];
	});
	found.sort((one, other) => other.score - one.score);
	const best = Math.max(0, ...found.map(({ symptom }) => symptom));
	const isPart = (symptom: Stems) => isSubset(asked, symptom);
	const guesses = all
		.filter(({ symptoms }) => best === 0 && asked.size === 1 && symptoms.some(isPart))
		.map(({ job }) => job);
	const bySymptom = found.filter(({ symptom }) => best > 0 && symptom === best);
	const needs = [...bySymptom.map(({ job }) => job), ...guesses]
		.flatMap((job) => job.needs)
		.toSorted((one, other) => Number(one.optional) - Number(other.optional));
	const unique = new Map(
		needs.map((need) => [`${need.action} ${need.dimension ?? need.to}`, need]),
	);
	return {
		jobs: found.slice(0, maxJobs).map(({ job }) => job),
		guesses: guesses.slice(0, maxJobs),
		needs: [...unique.values()].slice(0, maxNeeds),
	};
}

/** Returns 3 if these are the words of a phrase, 2 if they have all of its words, 1 if they are the most of it. */
export function matchPhrase(asked: ReadonlySet<string>, phrase: ReadonlySet<string>): number {
	const hasAll = isSubset(phrase, asked);
	if (hasAll && phrase.size === asked.size) return 3;
	if (hasAll && phrase.size > 1) return 2;
	return asked.size > 1 && isSubset(asked, phrase) ? 1 : 0;
}

type Stems = ReadonlySet<string>;

interface JobStems {
	symptoms: readonly Stems[];
	/** What each of its tools is called. */
	tools: readonly (readonly Stems[])[];
	known: Stems;
	title: Stems;
}

/** The stems of jobs, which took a quarter of the processor time of a suggestion. */
const knownStems = new WeakMap<Lexicon, WeakMap<SearchableJob, JobStems>>();

function stemsOfJob(job: SearchableJob, lexicon: Lexicon): JobStems {
	const ofLexicon = knownStems.get(lexicon) ?? new WeakMap<SearchableJob, JobStems>();
	knownStems.set(lexicon, ofLexicon);
	const stems = ofLexicon.get(job) ?? {
		symptoms: job.symptoms.map((text) => stemsOf(text, lexicon)),
		tools: job.needs.flatMap(({ tool }) =>
			tool ? [namesOf(tool, lexicon).map((name) => stemsOf(name, lexicon))] : [],
		),
		known: stemsOf(`${job.title} ${job.summary} ${job.symptoms.join(" ")}`, lexicon),
		title: stemsOf(job.title, lexicon),
	};
	ofLexicon.set(job, stems);
	return stems;
}

/** Returns a phrase with its synonyms. */
function namesOf(phrase: string, { phrases }: Lexicon): readonly string[] {
	return phrases.get(phraseKey(splitWords(phrase))) ?? [phrase];
}

/** Returns the stems of a text's words. A synonym stands for all of its group. */
export function stemsOf(text: string, lexicon: Lexicon): Set<string> {
	const words = splitWords(text);
	const stems: string[] = [];
	for (let start = 0; start < words.length; ) {
		const length = lengthOfSynonym(words.slice(start), lexicon);
		const part = words.slice(start, start + length);
		const [first = part.join(" ")] = synonymsOfOneWord(part, lexicon);
		if (length > 1 || !(lexicon.ignored.has(first) || first === "has")) stems.push(stem(first));
		start += length;
	}
	return new Set(stems);
}

/** Returns how many of the first words are one phrase that has a synonym of one word, such as `bottom bracket`. */
function lengthOfSynonym(words: readonly string[], lexicon: Lexicon): number {
	for (let length = Math.min(lexicon.longest, words.length); length > 1; length--) {
		if (synonymsOfOneWord(words.slice(0, length), lexicon).length > 0) return length;
	}
	return 1;
}

function synonymsOfOneWord(words: readonly string[], { phrases }: Lexicon): string[] {
	const synonyms = phrases.get(phraseKey(words)) ?? [];
	return synonyms.filter((phrase) => !phrase.includes(" ")).toSorted();
}

/** Returns what the forms of a word begin with: skips, skipping and skipped are the same. */
function stem(word: string): string {
	const [, begin = singular(word)] = /^(.{3,}?)(?:ing|ed|en|ly|y|e)$/.exec(singular(word)) ?? [];
	return begin.replace(/(?<=..)(.)\1$/, "$1");
}

function isSubset(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
	return [...one].every((word) => other.has(word));
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
	return [...one].filter((word) => other.has(word)).length;
}
