/** The schema of tax, for shop.config.ts and the settings of the dashboard. */
import * as v from "valibot";
import { currencyFacts } from "./currencies.ts";
import { countryCodes, type FieldError, list, text } from "./schema-parts.ts";

const percent = v.pipe(
	v.number("must be a number"),
	v.minValue(0, "must not be negative"),
	v.maxValue(100, "must be at most 100"),
	v.check((value) => Number(value.toFixed(4)) === value, "must have at most four decimals"),
);

export const tax = v.variant(
	"mode",
	[
		v.strictObject({
			mode: v.literal("included"),
			/** What a receipt calls the tax. */
			label: v.pipe(text, v.maxLength(40, "must be at most 40 characters")),
			percent,
			/** The rates of countries where it is another. */
			rates: v.optional(list(v.strictObject({ countries: countryCodes, percent }))),
		}),
		v.strictObject({
			mode: v.literal("stripe"),
			behaviour: v.picklist(["inclusive", "exclusive"], "must be inclusive or exclusive"),
		}),
		v.strictObject({ mode: v.literal("none") }),
	],
	"must be included, stripe or none",
);
export type Tax = v.InferOutput<typeof tax>;

/** Stripe keeps a calculation of tax for 90 days: it must be paid, and recorded, before. */
const maxReservationDays = 80;

/** Returns the error of a tax on top that Stripe could not charge: it may end in any digit. */
export function taxErrors(
	config: Tax,
	currencyCode: string,
	at: readonly string[] = [],
): FieldError[] {
	const { centsPerUnit, smallestCents } = currencyFacts(currencyCode, "en");
	const isOnTop = config.mode === "stripe" && config.behaviour === "exclusive";
	if (!isOnTop || smallestCents === 1) return [];
	const message = `must be inclusive: Stripe charges multiples of ${smallestCents / centsPerUnit} ${currencyCode}`;
	return [{ path: [...at, "behaviour"], message }];
}

/** Returns the error of a reservation that is longer than Stripe keeps the tax of its order; `at` is the field that is shown. */
export function reservationErrors(minutes: number, config: Tax, at: string): FieldError[] {
	if (config.mode !== "stripe" || minutes <= maxReservationDays * 24 * 60) return [];
	const message = `must be at most ${maxReservationDays} days with Stripe Tax, whose calculations expire`;
	const isOwn = at === "reservationMinutes";
	return [{ path: [at], message: isOwn ? message : `reservationMinutes ${message}` }];
}
