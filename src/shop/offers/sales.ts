/** Sale prices: how much less that is, and how the form of a new sale is read. */
import type * as v from "valibot";
import { smallestCents } from "../../config/config.ts";
import type { FieldErrors } from "../../errors.ts";
import { sales as texts } from "../../messages/offers.ts";
import { formatDate, maxLengths } from "../../values/fields.ts";
import { priceStep, toCents } from "../../values/money.ts";
import { parseForm, parseRows } from "../../values/parse-form.ts";
import {
	dayField,
	describeFields,
	formOf,
	moneyField,
	optional,
	percentField,
	textField,
} from "../../values/record-fields.ts";
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

export const saleFields = describeFields(texts, {
	name: textField({ max: maxLengths.name, missing: texts.nameMissing }),
	firstDay: { ...optional(dayField()), isFuture: true },
	/** The sale lasts until its end. */
	lastDay: dayField(texts.endMissing),
	/** Off the price of each tool that has none of its own here. */
	percent: optional(percentField({ min: 0.001, max: 90, wrong: texts.percentWrong })),
});
const saleForm = formOf(saleFields);

/** What each of its tools costs, which has the tool's id behind its name. */
export const salePriceFields = describeFields(
	{ labels: { price: texts.price } },
	{ price: optional(moneyField({ min: priceStep, wrong: texts.priceMissing })) },
);
const salePriceForm = formOf(salePriceFields);

/** What a form asks for. Days are those of the shop's time zone. */
export interface AskedSale extends Pick<v.InferOutput<typeof saleForm>, "name" | "lastDay"> {
	/** Undefined for now. */
	firstDay: number | undefined;
	percent: number | undefined;
	tools: { id: string; priceCents: number | undefined }[];
}

/** Reads the form of a new sale of these tools. */
export function readSale(
	sent: URLSearchParams,
	toolIds: readonly string[],
): { output: AskedSale } | { fields: FieldErrors } {
	const read = parseForm(saleForm, sent);
	const prices = parseRows(
		toolIds.map((id) => [id, salePriceForm] as const),
		sent,
	);
	if ("fields" in read || "fields" in prices)
		return {
			fields: { ...("fields" in prices && prices.fields), ...("fields" in read && read.fields) },
		};
	const tools = prices.output.map(([id, { price }]) => ({ id, priceCents: price }));
	return { output: { ...read.output, tools } };
}

/** The values of `tool` in a form or an address, each once. */
export function toolsIn(values: readonly unknown[]): string[] {
	return [...new Set(values.map(String))].slice(0, maxSaleTools);
}
