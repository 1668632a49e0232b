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
	/** What the tools of the jobs with this symptom can do; empty if the search is no symptom. */
	needs: Need[];
	/** Whether the search is the symptom, and not only a part of it, which may as well be a tool's name. */
	isSymptom: boolean;
}

/** Jobs that a search shows. */
const maxJobs = 3;

/** The needs whose tools come first. Each is read from the index of capabilities. */
const maxNeeds = 4;

/** Letters by which forms of a word are the same: skips, skipping, skipped. */
const stemLength = 4;

/** Returns the jobs that words are about. */
export function findJobs(
	words: readonly string[],
	jobs: readonly SearchableJob[],
	lexicon: Lexicon,
): FoundJobs {
	const asked = stemsOf(words.join(" "), lexicon);
	if (asked.size === 0) return { jobs: [], needs: [], isSymptom: false };
	const found = jobs.flatMap((job) => {
		const { symptoms, known, title } = stemsOfJob(job, lexicon);
		const symptom = Math.max(0, ...symptoms.map((stems) => matchSymptom(asked, stems)));
		// Of a sentence, one word may be missing.
		const isAbout = overlap(asked, known) >= asked.size - Number(asked.size > 3);
		const score = symptom || (isAbout ? overlap(asked, title) / title.size : 0);
		return score > 0 ? [{ job, symptom, score }] : [];
	});
	found.sort((one, other) => other.score - one.score);
	const best = Math.max(0, ...found.map(({ symptom }) => symptom));
	const bySymptom = found.filter(({ symptom }) => best > 0 && symptom === best);
	const needs = bySymptom
		.flatMap(({ job }) => job.needs)
		.toSorted((one, other) => Number(one.optional) - Number(other.optional));
	const unique = new Map(
		needs.map((need) => [`${need.action} ${need.dimension ?? need.to}`, need]),
	);
	return {
		jobs: found.slice(0, maxJobs).map(({ job }) => job),
		needs: [...unique.values()].slice(0, maxNeeds),
		isSymptom: best > 1,
	};
}

/** Returns 3 if these are the words of a symptom, 2 if they have all of its words, 1 if they are the most of it. */
function matchSymptom(asked: ReadonlySet<string>, symptom: ReadonlySet<string>): number {
	const hasAll = isSubset(symptom, asked);
	if (hasAll && symptom.size === asked.size) return 3;
	if (hasAll && symptom.size > 1) return 2;
	return asked.size > 1 && isSubset(asked, symptom) ? 1 : 0;
}

type Stems = ReadonlySet<string>;

interface JobStems {
	symptoms: readonly Stems[];
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
		known: stemsOf(`${job.title} ${job.summary} ${job.symptoms.join(" ")}`, lexicon),
		title: stemsOf(job.title, lexicon),
	};
	ofLexicon.set(job, stems);
	return stems;
}

function stemsOf(text: string, { phrases, ignored }: Lexicon): Set<string> {
	const words = splitWords(text).filter((word) => !ignored.has(word) && word !== "has");
	const replaced = words.flatMap((word) => {
		// The first of a group of synonyms stands for all of them.
		const [first = word] = phrases.get(phraseKey([word]))?.toSorted() ?? [];
		return first.split(" ").length === 1 ? [first] : [word];
	});
	return new Set(replaced.map((word) => singular(word).slice(0, stemLength)));
}

function isSubset(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
	return [...one].every((word) => other.has(word));
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
	return [...one].filter((word) => other.has(word)).length;
}
