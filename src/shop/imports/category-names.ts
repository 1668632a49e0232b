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

/**
 * The last part of a path such as `Tools > Chain`, as Google, Shopify and WooCommerce write it, since categories have no
 * levels here. Of several paths, with commas between them, that of the first.
 */
export function lastOfPath(text: string): string {
	const path = text.split(",").find((one) => one.includes(">")) ?? text;
	return (path.split(">").at(-1) ?? "").normalize("NFC").replace(/\s+/g, " ").trim();
}

/** The categories of a shop: their slugs, by themselves and by `categoryKey` of their names. */
export type KnownCategories = ReadonlyMap<string, string>;

/** The slug of the category that a cell means: by its slug, its name, or the last part of a path. Undefined if there is none. */
export function categoryIn(text: string, known: KnownCategories): string | undefined {
	const own = known.get(text);
	if (own !== undefined) return own;
	const keys = [text, lastOfPath(text)].map(categoryKey).filter(Boolean);
	return keys.map((key) => known.get(key)).find((slug) => slug !== undefined);
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
		const name = lastOfPath(cell);
		const key = categoryKey(name);
		// A number is the id of a category elsewhere.
		if (!/\p{L}/u.test(key) || name.length > maxLengths.name) continue;
		if (categoryIn(cell, known) !== undefined) continue;
		const before = found.get(key);
		if (before) before.lines += 1;
		else if (found.size < maxNewNames) {
			const slug = freeSlug(slugOf(name) || "category", slugs);
			slugs.add(slug);
			found.set(key, { slug, name, lines: 1, target: found.size < room ? slug : "" });
		}
	}
	return [...found.values()];
}

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
