/** The standards of a bike that a search names: `xd`, `GXP`, `square taper`; and the jobs that are about them. */
import type { StoredCapability } from "../fit/capability-rows.ts";
import { leavesOf, membersOf, type Standard, type Vocabulary } from "../fit/standards.ts";
import type { Need } from "../jobs/jobs.ts";
import { firstNeeds, type SearchableJob, type SearchedNeed } from "./jobs.ts";
import type { Lexicon } from "./synonyms.ts";
import { phraseKey, singular, splitWords } from "./words.ts";

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
	/** All that are meant, by dimension. A group stands for its standards. */
	meant: ReadonlyMap<string, readonly string[]>;
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
	const has = (phrase: string) => text.includes(` ${phrase} `);
	const chosen = Object.entries(dimensions).filter(
		([, { ofTheBike, unit }]) => ofTheBike && unit === undefined,
	);
	const isMaker = (code: string) =>
		chosen.filter(([, { standards }]) => standards.some((one) => codesOf(one).includes(code)))
			.length > maxDimensions;
	const codes = new Set(words.filter((word) => !isMaker(word)));
	const found = chosen.flatMap(([id, dimension]) =>
		dimension.standards.map((standard) => {
			const lengths = phrasesOf(standard)
				.filter(has)
				.map((phrase) => phrase.split(" ").length);
			const score = Math.max(0, ...lengths, codes.intersection(new Set(codesOf(standard))).size);
			return { id, dimension, standard, score };
		}),
	);
	const most = Math.max(...found.map(({ score }) => score));
	const best = found.filter(({ score }) => score > 0 && score === most);
	// `octalink crank` is no bottom bracket.
	const meant = best.filter(({ dimension }) =>
		splitWords(dimension.name).some((word) => has(phraseKey([word]))),
	);
	const all = meant.length > 0 ? meant : best;
	const shown = all.filter(
		({ id, standard: { within } }) =>
			!all.some((one) => one.id === id && one.standard.id === within),
	);
	const sets = [...Map.groupBy(all, ({ id }) => id)].map(([id, named]) => {
		const own = named.flatMap(({ dimension, standard }) => membersOf(dimension, standard.id));
		const isLeaf = new Set(named.flatMap(({ dimension }) => leavesOf(dimension)));
		const leaves = own.filter((standard) => isLeaf.has(standard)).map((standard) => standard.id);
		const groups = named.flatMap(({ standard: { id: group, within } }) => [group, within ?? group]);
		return { id, leaves: new Set(leaves), related: new Set([...leaves, ...groups]) };
	});
	const texts = all.flatMap(({ dimension: { name, standards } }) => [
		name,
		...standards.flatMap(namesOf),
	]);
	return {
		standards: shown.slice(0, maxStandards).map(({ id, dimension, standard }) => ({
			dimension: id,
			standard: standard.id,
			name: `${dimension.name}: ${standard.name}`,
		})),
		meant: new Map(
			[...Map.groupBy(shown, ({ id }) => id)].map(([id, named]) => [
				id,
				named.map(({ standard }) => standard.id),
			]),
		),
		leaves: new Map(sets.map(({ id, leaves }) => [id, leaves])),
		related: new Map(sets.map(({ id, related }) => [id, related])),
		words: new Set(texts.flatMap(splitWords).map(singular)),
	};
}

const namesOf = ({ name, alsoKnownAs }: Standard) => [name, ...alsoKnownAs];

/** Returns a standard's names as phrases. One word in lower case, such as `block`, means other things too. */
function phrasesOf(standard: Standard): string[] {
	return namesOf(standard)
		.filter((text) => /^[\p{Lu}\d]/u.test(text) || text.includes(" "))
		.map((text) => phraseKey(splitWords(text)))
		.filter((phrase) => /\p{L}/u.test(phrase));
}

/** Matches a code, such as `XD` and `BB86`. A part of `TL-FC32` is none. */
const code = /(?<![\p{L}\p{N}-])(?=\d*[A-Z])[A-Z\d]{2,}(?![\p{L}\p{N}-])/gu;

/** Returns the codes in a standard's names, in lower case. */
const codesOf = (standard: Standard) =>
	namesOf(standard)
		.flatMap((text) => text.match(code) ?? [])
		.map((found) => found.toLowerCase());

/** Points of a job whose first tool is for the standard, and of one that names it. */
const points = { first: 2, named: 1 } as const;

/** Returns the jobs that are about these standards, the most first, and what they do to them. */
export function jobsAbout(
	{ leaves, related }: NamedStandards,
	jobs: readonly SearchableJob[],
): { jobs: SearchableJob[]; needs: SearchedNeed[] } {
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
		.flatMap((need) =>
			[...(leaves.get(need.dimension ?? "") ?? [])].map((only, turn) => ({ turn, need, only })),
		)
		.toSorted((one, other) => one.turn - other.turn)
		.map(({ need, only }) => ({ ...need, only }));
	return { jobs: found.map(({ job }) => job), needs: firstNeeds(needs) };
}

/** Whether a tool is for one of the standards that a search names. */
export function fitsNamed(
	capabilities: readonly StoredCapability[],
	{ leaves }: NamedStandards,
): boolean {
	return capabilities.some(
		({ dimension, standard, fits }) => fits === 1 && leaves.get(dimension)?.has(standard),
	);
}
