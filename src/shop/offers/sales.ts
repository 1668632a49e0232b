/** Sale prices: how much less that is, and how the form of a new sale is read. */
import { smallestCents } from "../../config/config.ts";
import { dayIn } from "../../values/days.ts";
import { formatDate } from "../../values/fields.ts";
import { toCents } from "../../values/money.ts";
import type { Tool } from "../tools/tools.ts";
import type { SaleState } from "./sale-states.ts";

/** The most tools of a sale: one transaction starts it. */
const maxSaleTools = 100;

/** The days before a sale whose lowest price it is compared with (Directive 98/6/EC, Article 6a). */
export const priorDays = 30;

/** Returns how much lower a price is than another, in percent, rounded down: a page must not promise more than it is. */
export function percentOff(before: number, now: number): number {
	const cents = toCents(before);
	return Math.floor(((cents - toCents(now)) * 100) / cents);
}

/** The last day of a sale, as text. It ends at midnight after it. */
export function lastDayOf({ endsAt }: NonNullable<Tool["sale"]>): string {
	return formatDate(new Date(Date.parse(endsAt) - 1));
}

/** A price less so many percent, in steps that can be paid. */
export function reducedCents(cents: number, percent: number): number {
	return Math.round((cents * (100 - percent)) / 100 / smallestCents) * smallestCents;
}

/** A sale with its tools, and what each has sold at its price. */
export interface ListedSale {
	id: string;
	name: string;
	state: SaleState;
	startsAt: Date;
	endsAt: Date;
	tools: {
		toolId: string;
		name: string;
		image: string;
		priceCents: number;
		/** The lowest price of the 30 days before, once it has started. */
		priorPriceCents: number | null;
		startedAt: Date | null;
		endedAt: Date | null;
		pieces: number;
	}[];
}

/** What a form asks for. Days are those of the shop's time zone; a sale lasts until the end of its last one. */
export interface AskedSale {
	name: string;
	/** Undefined for now; NaN for what is no day. */
	firstDay: number | undefined;
	lastDay: number | undefined;
	/** Off the price of each tool that has none of its own here. */
	percent: number | undefined;
	tools: { id: string; price: number | undefined }[];
}

/** The names of the form's fields. */
export const priceField = (toolId: string) => `price-${toolId}`;

/** Reads the form of a new sale of these tools. */
export function parseSale(form: URLSearchParams, toolIds: readonly string[]): AskedSale {
	const text = (name: string) => (form.get(name) ?? "").trim();
	const number = (name: string) => (text(name) === "" ? undefined : Number(text(name)));
	return {
		name: text("name"),
		firstDay: dayIn(text("first-day")),
		lastDay: dayIn(text("last-day")),
		percent: number("percent"),
		tools: toolIds.map((id) => ({ id, price: number(priceField(id)) })),
	};
}

/** The values of `tool` in a form or an address, each once. */
export function toolsIn(values: readonly unknown[]): string[] {
	return [...new Set(values.map(String))].slice(0, maxSaleTools);
}
