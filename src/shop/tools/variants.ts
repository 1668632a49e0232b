/** A family of tools as its page shows it: the tools, and the choices that lead from one to another. */
import { sitePaths } from "../../paths/site.ts";

/** Something by which the tools of a family differ; with a dimension of the fit vocabulary, a bike chooses its value. */
export interface Option {
	key: string;
	name: string;
	dimension?: string;
}

/** A tool of a family. */
export interface Variant {
	_id: string;
	address?: string;
	/** Its value of each option, by the option's key. */
	values: Readonly<Record<string, string>>;
	price: number;
	minOrderQuantity: number;
	/** Whether at least the minimum order is in stock. */
	available: boolean;
	sku?: string;
	image: string;
}

export interface Family {
	/** Its page's address. */
	slug: string;
	name: string;
	description: string;
	/** Its own pictures, which its tools have in common. */
	images: readonly { image: string; alt: string }[];
	maker?: string;
	options: readonly Option[];
	variants: readonly Variant[];
}

/** A value that one can choose of an option, and the page with it chosen. */
export interface Choice {
	value: string;
	/** The tool that has it, and as much as possible of what is chosen already. */
	variant: Variant;
	href: string;
	isChosen: boolean;
}

/** Returns the values of a tool in the order of the options: "5 mm, red". */
export function valuesText(
	options: readonly Pick<Option, "key">[],
	values: Variant["values"],
): string {
	return options.flatMap(({ key }) => values[key] ?? []).join(", ");
}

/** Returns each option with its values, of which each is a link to a tool. */
export function choicesOf(
	{ options, variants }: Pick<Family, "options" | "variants">,
	chosenId: string,
): (Option & { choices: Choice[] })[] {
	const chosen = variants.find(({ _id }) => _id === chosenId)?.values ?? {};
	return options.map((option) => {
		const inCommon = ({ values }: Variant) =>
			options.filter(({ key }) => key !== option.key && values[key] === chosen[key]).length;
		const groups = Map.groupBy(variants, ({ values }) => values[option.key]);
		const choices = inOrder([...groups], ([value = ""]) => value).flatMap(([value, group]) => {
			const [variant] = group.toSorted(
				(one, other) =>
					inCommon(other) - inCommon(one) ||
					Number(other.available) - Number(one.available) ||
					one.price - other.price,
			);
			if (value === undefined || !variant) return [];
			const isChosen = value === chosen[option.key];
			return [{ value, variant, href: sitePaths.tool(variant), isChosen }];
		});
		return { ...option, choices };
	});
}

const byNumber = new Intl.Collator("en", { numeric: true });

/** Sorts what begins with a number, such as "5 mm", by it. Anything else stays in the order in which it was added. */
function inOrder<Item>(items: readonly Item[], textOf: (item: Item) => string): readonly Item[] {
	if (!items.every((item) => /^\d/.test(textOf(item)))) return items;
	return items.toSorted((one, other) => byNumber.compare(textOf(one), textOf(other)));
}

/** Whether the tools of a family have different prices. */
export function hasPrices({ variants }: Pick<Family, "variants">): boolean {
	return new Set(variants.map(({ price }) => price)).size > 1;
}

/**
 * The words of a text. "2.5", "5/15", "Rider's" and "M-Wave" are one each: they don't say "5", "S" or "M". "11-speed" says
 * "11".
 */
const splitWords = (text: string) =>
	text
		.normalize()
		.toLowerCase()
		.replace(/(\d)-(?=\p{L})/gu, "$1 ")
		.split(/[\s,;:()[\]–—]+/)
		.filter(Boolean);

/**
 * Returns the values that a name does not say, each by whole words. Longer ones take their words first, so that
 * "Dark Red" does not say "Red" as well.
 */
export function valuesMissingIn(name: string, values: readonly string[]): string[] {
	const left = splitWords(name);
	const wanted = values.map((value) => ({ value, words: splitWords(value) }));
	const missing = wanted
		.toSorted((one, other) => other.words.length - one.words.length)
		.filter(({ words }) => {
			const start = left.findIndex((_, index) =>
				words.every((word, offset) => left[index + offset] === word),
			);
			// What stood beside the taken words does not become a neighbor: an empty word takes their place.
			if (start !== -1) left.splice(start, words.length, "");
			return start === -1;
		});
	return wanted.filter((one) => missing.includes(one)).map(({ value }) => value);
}

/**
 * Returns a name that says the options of a tool, so that carts, orders, e-mails and parcels tell the tools of a family
 * apart: those values that it lacks are added to it. `before` are the values that the name was made with; they leave its
 * end. A name that is too long loses its own words, never a value, unless the values alone are too long.
 */
export function nameWithOptions(
	name: string,
	values: readonly string[],
	maxLength: number,
	before: readonly string[] = [],
): string {
	const madeEnd = `, ${before.join(", ")}`;
	const own = before.length > 0 && name.endsWith(madeEnd) ? name.slice(0, -madeEnd.length) : name;
	const missing = valuesMissingIn(own, values);
	if (missing.length === 0) return own;
	const full = `${own}, ${missing.join(", ")}`;
	if (full.length <= maxLength) return full;
	// What is cut off may have said a value: all of them stand behind it.
	const end = `, ${values.join(", ")}`;
	return end.length >= maxLength ? own : own.slice(0, maxLength - end.length).trimEnd() + end;
}
