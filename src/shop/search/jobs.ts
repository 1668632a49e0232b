/** Jobs of the workshop that a search is about, by what is wrong with the bike or by their title. */
import type { Job, Need } from "../jobs/jobs.ts";
import type { Lexicon } from "./synonyms.ts";
import { phraseKey, singular, splitWords } from "./words.ts";

/** The parts of a job that a search reads. */
export type SearchableJob = Pick<Job, "title" | "summary" | "symptoms" | "needs" | "picture"> & {
	slug: string;
};

/** What a job needs, also for one standard alone. */
export interface SearchedNeed extends Need {
	only?: string;
}

export interface FoundJobs {
	/** The best first. */
	jobs: SearchableJob[];
	/** The jobs with a symptom that has one word, such as `creaking`. They are not meant if a tool's name has it. */
	guesses: SearchableJob[];
	/** What the tools of the jobs with this symptom can do; empty if the search is no symptom. */
	needs: SearchedNeed[];
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
		// One word of a sentence may be missing.
		const isAbout = asked.intersection(known).size >= asked.size - Number(asked.size > 3);
		const ofTitle = isAbout ? asked.intersection(title).size / title.size : 0;
		const score = symptom || (tool >= 0 ? 1 / (tool + 1) : ofTitle);
		return score > 0 ? [{ job, symptom, score }] : [];
	});
	found.sort((one, other) => other.score - one.score);
	const best = Math.max(0, ...found.map(({ symptom }) => symptom));
	const isGuess = ({ symptoms }: JobStems) => symptoms.some((stems) => asked.isSubsetOf(stems));
	const guesses = (best === 0 && asked.size === 1 ? all.filter(isGuess) : []).map(({ job }) => job);
	const bySymptom = found.filter(({ symptom }) => best > 0 && symptom === best);
	return {
		jobs: found.slice(0, maxJobs).map(({ job }) => job),
		guesses: guesses.slice(0, maxJobs),
		needs: firstNeeds([...bySymptom.map(({ job }) => job), ...guesses].flatMap((job) => job.needs)),
	};
}

/** Returns the needs whose tools are looked for, each once: first those that are not optional. */
export function firstNeeds(needs: readonly SearchedNeed[]): SearchedNeed[] {
	const sorted = needs.toSorted((one, other) => Number(one.optional) - Number(other.optional));
	const unique = new Map(
		sorted.map((need) => [`${need.action} ${need.dimension ?? need.to} ${need.only}`, need]),
	);
	return [...unique.values()].slice(0, maxNeeds);
}

type Stems = ReadonlySet<string>;

/** Returns 3 if these are the words of a phrase, 2 if they have all of its words, 1 if they are the most of it. */
export function matchPhrase(asked: Stems, phrase: Stems): number {
	if (phrase.isSubsetOf(asked)) {
		if (phrase.size === asked.size) return 3;
		if (phrase.size > 1) return 2;
	}
	return asked.size > 1 && asked.isSubsetOf(phrase) ? 1 : 0;
}

type JobStems = ReturnType<typeof readStems>;

/** The stems of jobs, which took a quarter of the processor time of a suggestion. */
const knownStems = new WeakMap<Lexicon, Map<SearchableJob, JobStems>>();

function stemsOfJob(job: SearchableJob, lexicon: Lexicon): JobStems {
	const ofJobs = knownStems.get(lexicon) ?? new Map<SearchableJob, JobStems>();
	const stems = ofJobs.get(job) ?? readStems(job, lexicon);
	knownStems.set(lexicon, ofJobs.set(job, stems));
	return stems;
}

function readStems({ title, summary, symptoms, needs }: SearchableJob, lexicon: Lexicon) {
	const stems = (text: string) => stemsOf(text, lexicon);
	return {
		symptoms: symptoms.map(stems),
		/** What each of its tools is called, with synonyms. */
		tools: needs.flatMap(({ tool }) =>
			tool ? [(lexicon.phrases.get(phraseKey(splitWords(tool))) ?? [tool]).map(stems)] : [],
		),
		known: stems(`${title} ${summary} ${symptoms.join(" ")}`),
		title: stems(title),
	};
}

/** Returns the stems of a text's words. A synonym stands for all of its group. */
export function stemsOf(text: string, lexicon: Lexicon): Set<string> {
	const words = splitWords(text);
	const stems = new Set<string>();
	while (words.length > 0) {
		// The first words may be one phrase that has a synonym of one word, such as `bottom bracket`.
		let length = Math.min(lexicon.longest, words.length);
		while (length > 1 && !synonymOf(words.slice(0, length), lexicon)) length--;
		const part = words.splice(0, length);
		const first = synonymOf(part, lexicon) ?? part.join(" ");
		if (length > 1 || !(lexicon.ignored.has(first) || first === "has")) stems.add(stem(first));
	}
	return stems;
}

/** Returns the first synonym of one word. */
function synonymOf(words: readonly string[], { phrases }: Lexicon): string | undefined {
	const synonyms = phrases.get(phraseKey(words)) ?? [];
	return synonyms.filter((phrase) => !phrase.includes(" ")).toSorted()[0];
}

/** Returns what the forms of a word begin with: skips, skipping and skipped are the same. */
function stem(word: string): string {
	const [, begin = singular(word)] = /^(.{3,}?)(?:ing|ed|en|ly|y|e)$/.exec(singular(word)) ?? [];
	return begin.replace(/(?<=..)(.)\1$/, "$1");
}
