/** What can be changed of many tools at once, and how the form of it is read. */
import type { ToolState } from "../tools/tool-fields.ts";

export type BulkChange =
	/** The slug of the category, or null for none. */
	| { category: string | null }
	| { state: ToolState }
	/** By how much the price rises or falls. */
	| { percent: number };

/** The most tools of one change: a page of the list. */
export const maxBulkTools = 100;

/** The bounds of a change of prices, in percent. */
export const percentBounds = { min: -90, max: 900 } as const;

/** The values of the form's `change`. */
export const bulkChoices = {
	list: "list",
	archive: "archive",
	price: "price",
	/** Not a change by itself: leads to the form of a new sale. */
	sale: "sale",
	category: (slug: string) => `category ${slug}`,
} as const;

/** Reads what the form asks for, or undefined if it names nothing that can be done. */
export function parseBulkChange(form: FormData): BulkChange | undefined {
	const choice = String(form.get("change") ?? "");
	if (choice === bulkChoices.list) return { state: "listed" };
	if (choice === bulkChoices.archive) return { state: "archived" };
	if (choice === bulkChoices.price) {
		const percent = Number(form.get("percent"));
		const { min, max } = percentBounds;
		return percent !== 0 && percent >= min && percent <= max ? { percent } : undefined;
	}
	const [kind, slug = ""] = choice.split(" ");
	return kind === "category" ? { category: slug || null } : undefined;
}
