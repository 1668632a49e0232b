/** A filter of tools by which staff find them, and change all that match. */
import { pasted } from "../../values/pasted.ts";

/** The lists in which staff change many tools, in their order. */
export const productLists = ["listed", "unlisted", "low"] as const;
export type ProductList = (typeof productLists)[number];

export interface ToolFilter {
	list: "listed" | "unlisted";
	/** The state of tools that are not listed: drafts or archived ones alone. */
	state?: "draft" | "archived" | undefined;
	/** A part of the name, of the SKU or of the maker's part number. */
	q?: string | undefined;
	/** The slug of a category; empty for tools without one. */
	category?: string | undefined;
	maker?: string | undefined;
	supplier?: string | undefined;
}

/** The names of the filter in an address. `category` is `none` for tools without one. */
const parameters = ["state", "q", "category", "maker", "supplier"] as const;

const none = "none";

const maxLength = 100;

/** Reads the filter of an address. What it does not name matches all. */
export function parseFilter(
	list: ToolFilter["list"],
	search: URLSearchParams,
): { filter: ToolFilter; isFiltered: boolean } {
	const named = parameters.map((name) => {
		const text = search.get(name) ?? "";
		return [name, (name === "q" ? pasted(text) : text.trim()).slice(0, maxLength)];
	});
	const given = Object.fromEntries(named.filter(([, value]) => value)) as Omit<ToolFilter, "list">;
	const { state, category, ...others } = given;
	const isState = list === "unlisted" && (state === "draft" || state === "archived");
	const filter = {
		...others,
		list,
		...(isState && { state }),
		...(category !== undefined && { category: category === none ? "" : category }),
	};
	return { filter, isFiltered: Object.keys(filter).length > 1 };
}

/** The parameters of a filter in an address. */
export function filterParameters({ list: _, category, ...others }: ToolFilter) {
	return {
		...Object.fromEntries(
			Object.entries(others).filter((pair): pair is [string, string] => Boolean(pair[1])),
		),
		...(category !== undefined && { category: category || none }),
	};
}
