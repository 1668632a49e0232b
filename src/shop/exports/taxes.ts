/** What a payment or a refund consists of, with its tax, and their sums by month, country, rate and category. */

import { decimalsIn } from "../../config/currencies.ts";
import { dayOf, dayText } from "../../config/days.ts";
import type { PaidParts } from "../costs/tax.ts";
import type { Cell } from "../csv/csv.ts";
import type { TaxCategory } from "../invoices/tax-category.ts";

/** The amounts of a payment; those of a refund are negative. Gross is net and tax. Shipping is a part of gross. */
export interface TaxedAmounts {
	grossCents: number;
	netCents: number;
	taxCents: number;
	shippingCents: number;
}

/** Returns the amounts of a payment. */
export function amountsOf(paid: PaidParts): TaxedAmounts {
	const grossCents = paid.itemsCents + paid.shippingCents + paid.taxCents;
	const taxCents = paid.taxCents + paid.includedTaxCents;
	return {
		grossCents,
		netCents: grossCents - taxCents,
		taxCents,
		shippingCents: paid.shippingCents,
	};
}

/** Returns the amounts of a refund from what it refunds. */
export function amountsOfRefund(refunded: PaidParts): TaxedAmounts {
	const parts = amountsOf(refunded);
	return {
		// Not `-cents`, which is -0 of nothing.
		grossCents: 0 - parts.grossCents,
		netCents: 0 - parts.netCents,
		taxCents: 0 - parts.taxCents,
		shippingCents: 0 - parts.shippingCents,
	};
}

/** A payment or a refund, with the rate of its order. */
export interface TaxedRow extends TaxedAmounts {
	at: Date;
	country: string;
	currency: string;
	/** In percent, as it was when the order was placed. */
	rate: number;
	category: TaxCategory;
}

/** Sums rows by month in the shop's time zone, country, rate, category and currency. */
export class TaxSums {
	#sums = new Map<
		string,
		Omit<TaxedRow, "at"> & { month: string; paid: number; refunded: number }
	>();

	add({ at, country, currency, rate, category, ...amounts }: TaxedRow): void {
		const month = dayText(dayOf(at.getTime())).slice(0, 7);
		const key = [month, country, String(rate).padStart(8), category, currency].join(" ");
		const sum = this.#sums.get(key) ?? {
			month,
			country,
			currency,
			rate,
			category,
			paid: 0,
			refunded: 0,
			grossCents: 0,
			netCents: 0,
			taxCents: 0,
			shippingCents: 0,
		};
		if (amounts.grossCents < 0) sum.refunded -= amounts.grossCents;
		else sum.paid += amounts.grossCents;
		sum.grossCents += amounts.grossCents;
		sum.netCents += amounts.netCents;
		sum.taxCents += amounts.taxCents;
		sum.shippingCents += amounts.shippingCents;
		this.#sums.set(key, sum);
	}

	/** The lines of the file, by month, country, rate and category. */
	lines(): Cell[][] {
		const sorted = [...this.#sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
		return sorted.map(([, { month, country, rate, category, currency, ...sum }]) => [
			month,
			country,
			String(rate),
			category,
			currency,
			...[
				sum.paid,
				sum.refunded,
				sum.grossCents,
				sum.netCents,
				sum.taxCents,
				sum.shippingCents,
			].map((cents) => decimalsIn(cents, currency)),
		]);
	}
}
