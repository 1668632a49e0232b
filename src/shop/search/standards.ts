/** The standards of a bike that a search names: `xd`, `BB86`, `square taper`. */
import type { Standard, Vocabulary } from "../fit/standards.ts";
import { type Lexicon, phraseKey } from "./synonyms.ts";
import { splitWords } from "./words.ts";

/** A standard, with the dimension that an address of /fit has it by. */
export interface NamedStandard {
	dimension: string;
	standard: string;
	/** For example `Cassette and freehub: SRAM XD`. */
	name: string;
}

/** Standards that a search shows. */
const maxStandards = 3;

/** A word that stands in the names of more dimensions is a maker's: SRAM. */
const maxDimensions = 3;

/** Returns the standards that a search names best. A group stands for its standards. */
export function findStandards(
	q: string,
	{ dimensions }: Vocabulary,
	{ ignored }: Lexicon,
): NamedStandard[] {
	const words = splitWords(q).filter((word) => !ignored.has(word));
	const text = ` ${phraseKey(words)} `;
	const chosen = Object.entries(dimensions).filter(
		([, { ofTheBike, unit }]) => ofTheBike && unit === undefined,
	);
	const isMaker = (code: string) =>
		chosen.filter(([, { standards }]) => standards.some((one) => codesOf(one).includes(code)))
			.length > maxDimensions;
	const codes = words.filter((word) => !isMaker(word));
	const found = chosen.flatMap(([dimension, { name, standards }]) =>
		standards.map((standard) => {
			const phrases = namesOf(standard).filter((phrase) => text.includes(` ${phrase} `));
			const longest = Math.max(0, ...phrases.map((phrase) => phrase.split(" ").length));
			const own = codesOf(standard);
			const score = Math.max(longest, codes.filter((code) => own.includes(code)).length);
			return { dimension, standard, name: `${name}: ${standard.name}`, score };
		}),
	);
	const best = found.filter(
		({ score }) => score > 0 && score === Math.max(...found.map((one) => one.score)),
	);
	return best
		.filter(
			({ dimension, standard: { within } }) =>
				!best.some((one) => one.dimension === dimension && one.standard.id === within),
		)
		.slice(0, maxStandards)
		.map(({ dimension, standard, name }) => ({ dimension, standard: standard.id, name }));
}

/** Returns a standard's names as phrases. One word in lower case, such as `block`, means other things too. */
function namesOf({ name, alsoKnownAs }: Standard): string[] {
	return [name, ...alsoKnownAs]
		.filter((text) => /^[\p{Lu}\d]/u.test(text) || text.includes(" "))
		.map((text) => phraseKey(splitWords(text)))
		.filter((phrase) => /\p{L}/u.test(phrase));
}

/** Returns the codes in a standard's names, such as `XD` and `BB86`, in lower case. */
function codesOf({ name, alsoKnownAs }: Standard): string[] {
	return [name, ...alsoKnownAs]
		.flatMap(
			(text) => text.match(/(?<![\p{L}\p{N}])(?=\d*[A-Z])[A-Z\d]{2,}(?![\p{L}\p{N}])/gu) ?? [],
		)
		.map((code) => code.toLowerCase());
}
