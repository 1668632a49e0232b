/** The standards of a bike that a search names: `xd`, `GXP`, `square taper`; and the jobs that are about them. */
import { leavesOf, membersOf, type Standard, type Vocabulary } from "../fit/standards.ts";
import type { Need } from "../jobs/jobs.ts";
import type { SearchableJob } from "./jobs.ts";
import { type Lexicon, phraseKey } from "./synonyms.ts";
import { splitWords } from "./words.ts";

/** A standard, with the dimension that an address of /fit has it by. */
export interface NamedStandard {
	dimension: string;
	standard: string;
	/** For example `Cassette and freehub: SRAM XD`. */
	name: string;
}

/** What a search names of a bike. */
export interface NamedStandards {
	/** The standards that are shown. A group stands for its standards. */
	standards: NamedStandard[];
	/** What a tool must fit one of, by dimension: no groups. */
	leaves: ReadonlyMap<string, ReadonlySet<string>>;
	/** The same with the groups, as jobs name them. */
	related: ReadonlyMap<string, ReadonlySet<string>>;
	/** The words of their dimensions and of what those have, makers too, each singular. */
	words: ReadonlySet<string>;
}

/** Standards that a search shows. */
const maxStandards = 3;

/** A word that stands in the names of more dimensions is a maker's: SRAM. */
const maxDimensions = 3;

/** Returns the standards that a search names best. */
export function findStandards(
	q: string,
	{ dimensions }: Vocabulary,
	{ ignored }: Pick<Lexicon, "ignored">,
): NamedStandards {
	const words = splitWords(q).filter((word) => !ignored.has(word));
	const text = ` ${phraseKey(words)} `;
	const chosen = Object.entries(dimensions).filter(
		([, { ofTheBike, unit }]) => ofTheBike && unit === undefined,
	);
	const isMaker = (code: string) =>
		chosen.filter(([, { standards }]) => standards.some((one) => codesOf(one).includes(code)))
			.length > maxDimensions;
	const codes = words.filter((word) => !isMaker(word));
	const found = chosen.flatMap(([id, dimension]) =>
		dimension.standards.map((standard) => {
			const phrases = namesOf(standard).filter((phrase) => text.includes(` ${phrase} `));
			const longest = Math.max(0, ...phrases.map((phrase) => phrase.split(" ").length));
			const own = codesOf(standard);
			const score = Math.max(longest, codes.filter((code) => own.includes(code)).length);
			return { id, dimension, standard, score };
		}),
	);
	const most = Math.max(...found.map((one) => one.score));
	const best = found.filter(({ score }) => score > 0 && score === most);
	// `octalink crank` is no bottom bracket.
	const meant = best.filter(({ dimension }) =>
		splitWords(dimension.name).some((word) => text.includes(` ${phraseKey([word])} `)),
	);
	const all = meant.length > 0 ? meant : best;
	const shown = all.filter(
		({ id, standard: { within } }) =>
			!all.some((one) => one.id === id && one.standard.id === within),
	);
	const byDimension = Map.groupBy(all, ({ id }) => id);
	const sets = [...byDimension].map(([id, named]) => {
		const own = named.flatMap(({ dimension, standard }) => membersOf(dimension, standard.id));
		const isLeaf = new Set(named.flatMap(({ dimension }) => leavesOf(dimension)));
		const leaves = own.filter((standard) => isLeaf.has(standard)).map((standard) => standard.id);
		const groups = named.flatMap(({ standard: { id: group, within } }) => [group, within ?? group]);
		return { id, leaves, related: [...leaves, ...groups] };
	});
	return {
		standards: shown.slice(0, maxStandards).map(({ id, dimension, standard }) => ({
			dimension: id,
			standard: standard.id,
			name: `${dimension.name}: ${standard.name}`,
		})),
		leaves: new Map(sets.map(({ id, leaves }) => [id, new Set(leaves)])),
		related: new Map(sets.map(({ id, related }) => [id, new Set(related)])),
		words: new Set(
			all
				.flatMap(({ dimension: { name, standards } }) => [
					name,
					...standards.flatMap((one) => [one.name, ...one.alsoKnownAs]),
				])
				.flatMap(splitWords)
				.map((word) => phraseKey([word])),
		),
	};
}

/** Returns a standard's names as phrases. One word in lower case, such as `block`, means other things too. */
function namesOf({ name, alsoKnownAs }: Standard): string[] {
	return [name, ...alsoKnownAs]
		.filter((text) => /^[\p{Lu}\d]/u.test(text) || text.includes(" "))
		.map((text) => phraseKey(splitWords(text)))
		.filter((phrase) => /\p{L}/u.test(phrase));
}

/** Returns the codes in a standard's names, such as `XD` and `BB86`, in lower case. A part of `TL-FC32` is none. */
function codesOf({ name, alsoKnownAs }: Standard): string[] {
	return [name, ...alsoKnownAs]
		.flatMap(
			(text) => text.match(/(?<![\p{L}\p{N}-])(?=\d*[A-Z])[A-Z\d]{2,}(?![\p{L}\p{N}-])/gu) ?? [],
		)
		.map((code) => code.toLowerCase());
}

/** Points of a job whose first tool is for the standard, and of one that names it. */
const points = { first: 2, named: 1 } as const;

/** The needs whose tools are looked for. Each is read from the index of capabilities. */
const maxNeeds = 4;

/** Returns the jobs that are about these standards, the most first, and what they do to them. */
export function jobsAbout(
	{ leaves, related }: NamedStandards,
	jobs: readonly SearchableJob[],
): { jobs: SearchableJob[]; needs: StandardNeed[] } {
	const isAbout = ({ dimension = "", standards, onlyFor }: Need) => {
		const wanted = related.get(dimension);
		if (wanted && (!standards || standards.some((id) => wanted.has(id)))) return true;
		return onlyFor?.standards.some((id) => related.get(onlyFor.dimension)?.has(id)) ?? false;
	};
	const scored = jobs.flatMap((job) => {
		const about = job.needs.filter(isAbout);
		if (about.length === 0) return [];
		const isFirst =
			job.needs.find(({ optional }) => !optional) === about.find((one) => !one.optional);
		const isNamed = about.some(({ standards, optional }) => standards && !optional);
		const score = (isFirst ? points.first : 0) + (isNamed ? points.named : 0);
		return [{ job, about, score }];
	});
	scored.sort((one, other) => other.score - one.score);
	const [best] = scored;
	const found = scored.filter(({ score }) => score >= Math.min(points.first, best?.score ?? 0));
	// For each standard in turn, so that none takes the places of all others.
	const needs = found
		.flatMap(({ about }) => about)
		.toSorted((one, other) => Number(one.optional) - Number(other.optional))
		.flatMap((need) =>
			[...(leaves.get(need.dimension ?? "") ?? [])].map((only, turn) => ({ turn, need, only })),
		)
		.toSorted((one, other) => one.turn - other.turn)
		.map(({ need, only }): StandardNeed => ({ ...need, only }));
	const unique = new Map(
		needs.map((need) => [`${need.action} ${need.dimension} ${need.only}`, need]),
	);
	return { jobs: found.map(({ job }) => job), needs: [...unique.values()].slice(0, maxNeeds) };
}

/** What a job needs, also for one standard alone. */
export interface StandardNeed extends Need {
	only?: string;
}

/** What a tool can do, as its row has it. */
type StoredFit = readonly [
	action: string,
	dimension: string,
	standard: string,
	fits: number,
	...unknown[],
];

/** Whether a tool is for one of the standards that a search names. */
export function fitsNamed(capabilities: readonly StoredFit[], { leaves }: NamedStandards): boolean {
	return capabilities.some(
		([, dimension, standard, fits]) => fits === 1 && leaves.get(dimension)?.has(standard),
	);
}
