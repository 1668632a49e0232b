/** The names of categories in files: which category each means, and which ones the shop does not have yet. */
import { maxLengths } from "../../values/fields.ts";
import { splitWords } from "../search/words.ts";
import { slugOf } from "../tools/addresses.ts";
import type { FileCategory } from "./import-states.ts";

/** The most names that a file can offer as new categories. */
const maxNewNames = 100;

/** What names of a category have in common, whatever their case, accents, separators and plural. */
export function categoryKey(name: string): string {
	return splitWords(name.replaceAll("&", " and "))
		.map((word) =>
			word.replace(/ies$/, "y").replace(/(?<=\w\w(ch|sh|x|ss))es$|(?<=\w\w[^s])s$/, ""),
		)
		.join(" ");
}

const tidy = (name: string) => name.normalize("NFC").replace(/\s+/g, " ").trim();

/**
 * The last part of a path such as `Tools > Chain`, as Google, Shopify and WooCommerce write it, or `Tools/Chain`, as Magento
 * does, since categories have no levels here.
 */
function lastOfPath(text: string): string {
	return tidy(text.split(text.includes(">") ? ">" : "/").at(-1) ?? "");
}

/** What PrestaShop and Magento call the root of their categories: whatever else a cell names says more. */
const roots = ["Home", "Default Category", "Root Catalog"].map(categoryKey);

/**
 * The names in a cell of one or several categories, with commas between them: of paths their last parts, then names without
 * a path, and roots at the end. The first one counts.
 */
export function namesIn(text: string): string[] {
	const rankOf = (one: string) => {
		if (roots.includes(categoryKey(one))) return 2;
		return /[>/]/.test(one) ? 0 : 1;
	};
	const named = text.split(",").toSorted((one, other) => rankOf(one) - rankOf(other));
	return named.map(lastOfPath).filter(Boolean);
}

/** The categories of a shop: their slugs, by themselves and by `categoryKey` of their names. */
export type KnownCategories = ReadonlyMap<string, string>;

/**
 * The slug of the category that a cell means: by its slug or its whole name, which may have commas and slashes, and otherwise
 * the first of its names that there is. Undefined if there is none.
 */
export function categoryIn(text: string, known: KnownCategories): string | undefined {
	const own = known.get(text);
	if (own !== undefined) return own;
	// The last part of a path may be a name with commas: `Parts > Tires, tubes`.
	const names = [text, lastOfPath(text), ...namesIn(text)].filter(
		(name, place) => place !== 1 || name.includes(","),
	);
	return names.map((name) => known.get(categoryKey(name))).find((slug) => slug !== undefined);
}

/**
 * The categories that cells name and the shop does not have, each name once, as it is written first. As many as there is
 * `room` for are to be made; lines with another have none, until staff choose one.
 */
export function newCategories(
	cells: readonly string[],
	known: KnownCategories,
	room: number,
): FileCategory[] {
	const found = new Map<string, FileCategory>();
	const slugs = new Set(known.values());
	for (const cell of cells) {
		if (found.size === maxNewNames) break;
		if (categoryIn(cell, known) !== undefined) continue;
		const name = namesIn(cell).find(isName);
		if (name === undefined || found.has(categoryKey(name))) continue;
		const slug = freeSlug(slugOf(name) || "category", slugs);
		slugs.add(slug);
		found.set(categoryKey(name), { slug, name, lines: 0, target: found.size < room ? slug : "" });
	}
	const all = new Map([...knownCategories([...found.values()]), ...known]);
	const bySlug = new Map([...found.values()].map((one) => [one.slug, one]));
	for (const cell of cells) {
		const made = bySlug.get(categoryIn(cell, all) ?? "");
		if (made) made.lines += 1;
	}
	return [...found.values()];
}

/** Whether it can name a category. A number is the id of one elsewhere. */
const isName = (name: string) => /\p{L}/u.test(categoryKey(name)) && name.length <= maxLengths.name;

function freeSlug(slug: string, taken: ReadonlySet<string>): string {
	let free = slug;
	for (let number = 2; taken.has(free); number += 1) free = `${slug.slice(0, 55)}-${number}`;
	return free;
}

/** The map of a shop's categories; a slug goes before a name that is the same. */
export const knownCategories = (rows: readonly { slug: string; name: string }[]): KnownCategories =>
	new Map([
		...rows.map(({ slug, name }) => [categoryKey(name), slug] as const),
		...rows.map(({ slug }) => [slug, slug] as const),
	]);
