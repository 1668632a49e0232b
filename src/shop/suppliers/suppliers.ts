/** Who delivers tools, and what to reorder from them. */
import type * as v from "valibot";
import { dayMs } from "../../config/days.ts";
import * as texts from "../../messages/suppliers.ts";
import { formatCents, formatDecimals, toPrice } from "../../values/money.ts";
import {
	countField,
	describeFields,
	emailField,
	formOf,
	linesField,
	moneyField,
	optional,
	textField,
} from "../../values/record-fields.ts";
import { csvFile } from "../csv/csv.ts";

/** What staff keep of a supplier. */
export const supplierFields = describeFields(texts, {
	name: textField({ max: 60, missing: texts.nameMissing }),
	mail: optional(emailField, ""),
	leadDays: {
		...countField({ max: 365, wrong: texts.leadDaysWrong }),
		says: (days) => texts.deliveryIn(Number(days)),
	},
	reviewDays: {
		...countField({ min: 1, max: 365, wrong: texts.reviewDaysWrong }),
		usual: "14",
		says: (days) => texts.orderedEvery(Number(days)),
	},
	minOrderCents: {
		...moneyField({ wrong: texts.minOrderWrong }),
		usual: "0",
		says: (cents) => texts.minimum(formatCents(Number(cents))),
	},
	note: linesField({ max: 1000 }),
});
export const supplierForm = formOf(supplierFields);
export type Supplier = v.InferOutput<typeof supplierForm>;

/** For how many days sales are counted. */
export const soldDays = 90;
/** The sales of a tool that was added later count as those of so many days at least. */
const newestDays = 14;

/** A tool with what was sold of it. */
export interface Stocked {
	id: string;
	name: string;
	supplier: string;
	sku: string | null;
	mpn: string | null;
	gtin: string | null;
	costCents: number | null;
	quantity: number;
	minOrderQuantity: number;
	/** The stock at which it is low. */
	lowStock: number;
	createdAt: Date;
	/** The pieces sold in the last `soldDays`. */
	sold: number;
}

/** A tool to reorder. */
export interface Reorder extends Stocked {
	/** For how many days its stock lasts: for ever if it has not sold. */
	lasts: number;
	/** How many pieces to order. */
	order: number;
}

/**
 * Returns the tools whose stock won't last until the delivery after the next order, those that end first before the
 * others. What is ordered lasts until then, and at least one customer can order their minimum. One that is asked for is
 * returned in any case, with at least so many that its stock is low no more.
 */
export function toReorder(
	tools: readonly Stocked[],
	{ leadDays, reviewDays }: Pick<Supplier, "leadDays" | "reviewDays">,
	now: number,
	asked?: string,
): Reorder[] {
	return tools
		.flatMap((tool): Reorder[] => {
			const age = (now - tool.createdAt.getTime()) / dayMs;
			const days = Math.min(soldDays, Math.max(newestDays, age));
			// Divided last, so that a whole number of pieces is not rounded up.
			const needed = Math.ceil((tool.sold * (leadDays + reviewDays)) / days);
			const isAsked = tool.id === asked;
			if (needed <= tool.quantity && !isAsked) return [];
			const goal = Math.max(needed, tool.minOrderQuantity, isAsked ? tool.lowStock + 1 : 0);
			const lasts =
				tool.sold > 0 ? Math.floor((tool.quantity * days) / tool.sold) : Number.POSITIVE_INFINITY;
			return [{ ...tool, lasts, order: Math.max(1, goal - tool.quantity) }];
		})
		.toSorted((one, other) => one.lasts - other.lasts || one.name.localeCompare(other.name));
}

/** What an order costs, of the tools whose cost is known, and of how many it is not. */
export function costOf(tools: readonly Reorder[]): { cents: number; unknown: number } {
	const known = tools.map(({ costCents, order }) => costCents && costCents * order);
	return {
		cents: known.reduce<number>((sum, cents) => sum + (cents ?? 0), 0),
		unknown: known.filter((cents) => cents === null).length,
	};
}

/** Returns what to order as a CSV file. */
export function toReorderCsv(tools: readonly Reorder[]): string {
	const { sku, mpn, gtin, name, stock, sold, quantity, cost } = texts.columns;
	const rows = tools.map((tool) => [
		tool.sku,
		tool.mpn,
		tool.gtin,
		tool.name,
		tool.quantity,
		tool.sold,
		tool.order,
		tool.costCents === null ? null : formatDecimals(toPrice(tool.costCents)),
	]);
	return csvFile([[sku, mpn, gtin, name, stock, sold, quantity, cost], ...rows]);
}

/** Returns what to order as lines of text, by the maker's numbers if there are any, else by the shop's own. */
export function toReorderText(tools: readonly Reorder[]): string {
	return tools
		.map(({ order, name, mpn, gtin, sku }) =>
			texts.orderLine(order, name, mpn ?? gtin ?? sku ?? ""),
		)
		.join("\n");
}
