/** What can be changed of many tools at once, and how the form of it is read. */
import { smallestCents } from "../../config/config.ts";
import { maxLengths } from "../../values/fields.ts";
import { toCents, toPrice } from "../../values/money.ts";
import type { ToolState } from "../tools/tool-fields.ts";
import type { LineFields } from "./tool-columns.ts";

export type BulkChange =
	/** The slug of the category, or null for none. */
	| { category: string | null }
	| { state: ToolState }
	/** The change of the price: in percent, or in the shop's currency. */
	| { percent: number }
	| { amount: number }
	/** The pieces in stock, or how many more or fewer. */
	| { stock: number }
	| { addStock: number }
	/** A name, or null for none. */
	| { maker: string | null }
	| { supplier: string | null };

/** The most tools of one change that are ticked: a page of the list. */
export const maxBulkTools = 100;

/** The bounds of a change of prices, in percent. */
export const percentBounds = { min: -90, max: 900 } as const;

/** The values of the form's `change`. Those that `bulkInputs` names have an input of their own. */
export const bulkChoices = {
	list: "list",
	draft: "draft",
	archive: "archive",
	price: "price",
	amount: "amount",
	stock: "stock",
	maker: "maker",
	supplier: "supplier",
	/** Not a change by itself: leads to the form of a new sale. */
	sale: "sale",
	category: (slug: string) => `category ${slug}`,
} as const;

/** The inputs of the form, each shown for the choice of its name: `price` has `percent`. */
export const bulkInputs = ["percent", "amount", "stock", "maker", "supplier"] as const;

const states = new Map<string, ToolState>([
	[bulkChoices.list, "listed"],
	[bulkChoices.draft, "draft"],
	[bulkChoices.archive, "archived"],
]);

/** The longest name of a maker or a supplier, as the field has it. */
const maxNameLength = 60;

/** Reads what the form asks for, or undefined if it names nothing that can be done. */
export function parseBulkChange(form: URLSearchParams): BulkChange | undefined {
	const choice = form.get("change") ?? "";
	const inputOf = (name: (typeof bulkInputs)[number]) => (form.get(name) ?? "").trim();
	const state = states.get(choice);
	if (state) return { state };
	switch (choice) {
		case bulkChoices.price: {
			const percent = Number(inputOf("percent"));
			const { min, max } = percentBounds;
			return percent !== 0 && percent >= min && percent <= max ? { percent } : undefined;
		}
		case bulkChoices.amount: {
			const amount = Number(inputOf("amount"));
			return amount !== 0 && Number.isFinite(amount) ? { amount } : undefined;
		}
		case bulkChoices.stock:
			return parseStock(inputOf("stock"));
		case bulkChoices.maker:
		case bulkChoices.supplier: {
			const name = inputOf(choice);
			if (name.length > maxNameLength) return undefined;
			return choice === "maker" ? { maker: name || null } : { supplier: name || null };
		}
		default: {
			const [kind, slug = ""] = choice.split(" ");
			const isSlug = kind === "category" && slug.length <= maxLengths.name;
			return isSlug ? { category: slug || null } : undefined;
		}
	}
}

/** Reads "30", which sets the stock, or "+5" and "-5", which change it. */
function parseStock(written: string): BulkChange | undefined {
	const [, sign, digits] = /^([+-]?)(\d{1,7})$/.exec(written) ?? [];
	if (digits === undefined) return undefined;
	if (!sign) return { stock: Number(digits) };
	const addStock = Number(sign + digits);
	return addStock === 0 ? undefined : { addStock };
}

/** Returns the fields that a change gives a tool. A price is one that can be charged in steps, and at least the smallest. */
export function fieldsAfter(
	change: BulkChange,
	{ price, quantity }: Pick<LineFields, "price" | "quantity">,
): Partial<LineFields> {
	if ("percent" in change)
		return { price: rounded((toCents(price) * (100 + change.percent)) / 100) };
	if ("amount" in change) return { price: rounded(toCents(price) + toCents(change.amount)) };
	if ("stock" in change) return { quantity: change.stock };
	if ("addStock" in change) return { quantity: quantity + change.addStock };
	return change;
}

function rounded(cents: number): number {
	return toPrice(Math.max(smallestCents, Math.round(cents / smallestCents) * smallestCents));
}
