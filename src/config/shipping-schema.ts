/** The schema of `shipping`: in shop.config.ts, and as the dashboard stores it. */
import * as v from "valibot";
import { currencyFacts } from "./currencies.ts";
import {
	amount,
	count,
	country,
	countryCodes,
	type FieldError,
	list,
	text,
} from "./schema-parts.ts";

const name = v.pipe(text, v.maxLength(40, "must be at most 40 characters"));

/** Weights are whole grams, as those of tools. */
const grams = v.pipe(count, v.maxValue(1_000_000, "must be at most 1000 kg"));

const days = v.pipe(
	v.tuple([count, count]),
	v.check(([from, to]) => from <= to, "must be the least, then the most"),
);

/** What an order costs to ship from a value or a weight on. */
const steps = (from: v.GenericSchema<number>) =>
	v.optional(
		v.pipe(
			list(v.strictObject({ from, price: amount })),
			v.maxLength(20, "must be at most 20"),
			v.check(
				(rows) =>
					rows.every((row, index) => index === 0 || row.from > (rows[index - 1]?.from ?? 0)),
				"must begin with the lowest, and have each only once",
			),
		),
	);

const rate = v.strictObject({
	countries: countryCodes,
	/** Only for postal codes that begin with one of these. */
	postalCodes: v.optional(
		list(v.pipe(text, v.toUpperCase(), v.maxLength(10, "must be at most 10 characters"))),
	),
	/** What customers choose by, such as "Express". Rates with the same name are one service. */
	service: v.optional(name),
	price: amount,
	/** The price of orders whose items cost at least `from`. */
	byValue: steps(amount),
	/** The price of parcels that weigh at least `from` grams. */
	byWeight: steps(grams),
	/** What a parcel may weigh in grams: heavier orders take more of them, and each costs. */
	parcelGrams: v.optional(grams),
	/** Shipping is free if the items cost at least this. */
	freeFrom: v.optional(amount),
	/** In how many days an order arrives: at least, and at most. A tool's page says it. */
	days: v.optional(days),
});

const shortText = v.pipe(
	v.string("must be text"),
	v.trim(),
	v.maxLength(40, "must be at most 40 characters"),
);

/** An address of the shop. */
const place = {
	line1: name,
	city: name,
	region: v.optional(shortText),
	postalCode: v.optional(shortText),
	country,
};

export const shipping = v.strictObject({
	countries: countryCodes,
	rates: v.pipe(list(rate), v.maxLength(60, "must be at most 60")),
	/** What a tool without a weight counts as, in grams. */
	defaultGrams: v.optional(grams),
	/** Where customers may fetch their order. */
	pickup: v.optional(
		v.strictObject({
			...place,
			/** When the shop is open, and what to bring. */
			text: v.optional(v.pipe(v.string("must be text"), v.trim(), v.maxLength(300))),
			days: v.optional(days),
		}),
	),
	/** Where parcels leave, for labels of carriers. */
	sender: v.optional(v.strictObject({ ...place, phone: v.optional(shortText) })),
});
export type Shipping = v.InferOutput<typeof shipping>;

/** Returns the errors of rates that do not fit the countries, the currency or each other. */
export function shippingErrors(
	{ countries, rates }: Shipping,
	currencyCode: string,
	at: readonly string[] = [],
): FieldError[] {
	const { centsPerUnit, smallestCents } = currencyFacts(currencyCode, "en");
	const step = smallestCents / centsPerUnit;
	const errors: FieldError[] = [];
	const add = (path: (string | number)[], message: string) =>
		errors.push({ path: [...at, "rates", ...path], message });
	const isMultiple = (value: number) =>
		(Math.round(value / step) * smallestCents) / centsPerUnit === value;
	for (const [index, rate] of rates.entries()) {
		const amounts = [
			[["price"], rate.price],
			[["freeFrom"], rate.freeFrom ?? 0],
			...[...(rate.byValue ?? []).entries()].flatMap(([row, { from, price }]) => [
				[["byValue", row, "from"], from] as const,
				[["byValue", row, "price"], price] as const,
			]),
			...[...(rate.byWeight ?? []).entries()].map(
				([row, { price }]) => [["byWeight", row, "price"], price] as const,
			),
		] as const;
		for (const [path, value] of amounts) {
			if (!isMultiple(value))
				add([index, ...path], `must be a multiple of ${step} ${currencyCode}`);
		}
		if (rate.byValue && rate.byWeight)
			add([index, "byWeight"], "must not be set beside byValue: a price depends on one of them");
	}
	const isForAll = (rate: Shipping["rates"][number]) => !rate.postalCodes;
	const hasRate = (code: string) =>
		rates.some(
			(rate) => isForAll(rate) && (rate.countries === "all" || rate.countries.includes(code)),
		);
	if (countries === "all") {
		if (!rates.some((rate) => isForAll(rate) && rate.countries === "all"))
			add([], 'must have one for "all" countries');
		return errors;
	}
	for (const code of countries.filter((code) => !hasRate(code)))
		add([], `must have one for ${code}`);
	for (const [index, rate] of rates.entries()) {
		if (rate.countries === "all") continue;
		for (const code of rate.countries.filter((code) => !countries.includes(code)))
			add([index, "countries"], `has ${code}, which is not in ${[...at, "countries"].join(".")}`);
	}
	return errors;
}
