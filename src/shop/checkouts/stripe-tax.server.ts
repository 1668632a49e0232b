/**
 * Stripe Tax: the tax of a checkout as it is placed, its record when it is paid, and the reversal when it is
 * refunded (docs.stripe.com/tax: Tax API). While Stripe Tax fails, no checkout is placed. Records and
 * reversals can be repeated at any time: the caller stores the ids that they return, and a job repeats what
 * has none.
 */
import type Stripe from "stripe";
import * as messages from "../../messages.ts";
import { callStripe, isStripeServerError, isTaxLocationInvalid } from "../../platform/stripe.ts";
import { currency, shipping, tax } from "../config/config.ts";
import { ShopError } from "../errors.ts";
import { toStripeCurrency } from "../payments/payments.ts";
import { type Address, addressFields } from "./address.ts";
import {
	type CheckoutLine,
	type CheckoutTotals,
	checkoutTotals,
	type PricingConfig,
} from "./totals.ts";

/** A line with the id of its order, by which tax reports name it. */
export interface OrderLine extends CheckoutLine {
	orderId: string;
}

export interface PricedCheckout {
	totals: CheckoutTotals;
	/** Stripe's id, to record the tax once it is paid; null without Stripe Tax. Stripe keeps it for 90 days. */
	taxCalculationId: string | null;
}

const shopPricing: PricingConfig = { shipping, tax };

/**
 * Returns what a checkout costs, with the tax that Stripe Tax calculates, if the shop uses it. Throws
 * ShopError `invalid` if the shop does not ship to the address or Stripe Tax does not find it, and Stripe's
 * errors (`payments_*`), with a message that nothing was ordered.
 */
export async function priceCheckout(
	lines: readonly OrderLine[],
	address: Address,
	config: PricingConfig = shopPricing,
): Promise<PricedCheckout> {
	const totals = checkoutTotals(lines, address, config);
	if (config.tax.mode !== "stripe") return { totals, taxCalculationId: null };
	if (address.country === "") {
		throw new ShopError("invalid", { fields: { country: messages.countryRequired } });
	}
	const calculation = await calculate(lines, totals.shippingCents, address, config.tax.behaviour);
	const priced = checkoutTotals(lines, address, config, {
		taxCents: calculation.tax_amount_exclusive,
		includedTaxCents: calculation.tax_amount_inclusive,
	});
	// Never a charge that differs from what Stripe Tax will report.
	if (!calculation.id || calculation.amount_total !== priced.totalCents) {
		throw new ShopError("payments_failed", {
			message: messages.taxUnavailable,
			cause: new Error(`Tax calculation ${calculation.id}: ${calculation.amount_total}`),
		});
	}
	return { totals: priced, taxCalculationId: calculation.id };
}

async function calculate(
	lines: readonly OrderLine[],
	shippingCents: number,
	address: Address,
	taxBehavior: "inclusive" | "exclusive",
): Promise<Stripe.Tax.Calculation> {
	const lineItems = lines.map(({ orderId, unitPriceCents, quantity }) => ({
		reference: orderId,
		amount: unitPriceCents * quantity,
		quantity,
		tax_behavior: taxBehavior,
	}));
	try {
		return await callStripe((stripe) =>
			stripe.tax.calculations.create({
				currency: toStripeCurrency(currency),
				line_items: lineItems,
				...(shippingCents > 0 && {
					shipping_cost: { amount: shippingCents, tax_behavior: taxBehavior },
				}),
				customer_details: { address: toStripeAddress(address), address_source: "shipping" },
			}),
		);
	} catch (error) {
		if (isTaxLocationInvalid(error)) {
			throw new ShopError("invalid", {
				fields: { [locationField(address.country)]: messages.taxLocationUnknown },
			});
		}
		if (!(error instanceof ShopError)) throw error;
		throw new ShopError(error.code, { message: messages.taxUnavailable, cause: error.cause });
	}
}

function toStripeAddress({ line1, line2, city, region, postalCode, country }: Address) {
	return { line1, line2, city, state: region, postal_code: postalCode, country };
}

/** The field to correct: the postal code decides about the tax where there is one. */
function locationField(country: string): string {
	const hasPostalCode = addressFields(country).some(({ name }) => name === "postalCode");
	return hasPostalCode ? "postalCode" : "country";
}

/**
 * Records the tax of a paid checkout at Stripe and returns the transaction's id. Repeating it returns the
 * same one. Throws Stripe's errors (`payments_*`).
 */
export async function recordTax(checkoutId: string, taxCalculationId: string): Promise<string> {
	const { id } = await createOnce(`tax-${checkoutId}`, (options) =>
		callStripe((stripe) =>
			stripe.tax.transactions.createFromCalculation(
				{ calculation: taxCalculationId, reference: checkoutId },
				options,
			),
		),
	);
	return id;
}

/** A refund of a checkout whose tax was recorded. */
export interface TaxRefund {
	refundId: string;
	taxTransactionId: string;
	/** What is refunded, tax included. */
	amountCents: number;
	/** What the checkout paid. */
	totalCents: number;
}

/**
 * Takes the tax of a refund off what Stripe Tax reports, and returns the reversal's id. Repeating it
 * returns the same one. Stripe divides a part over lines and taxes. Throws Stripe's errors (`payments_*`).
 */
export async function reverseTax({
	refundId,
	taxTransactionId,
	amountCents,
	totalCents,
}: TaxRefund): Promise<string> {
	const isFull = amountCents === totalCents;
	const { id } = await createOnce(`tax-refund-${refundId}`, (options) =>
		callStripe((stripe) =>
			stripe.tax.transactions.createReversal(
				{
					original_transaction: taxTransactionId,
					reference: refundId,
					...(isFull ? { mode: "full" } : { mode: "partial", flat_amount: -amountCents }),
				},
				options,
			),
		),
	);
	return id;
}

/**
 * Creates what has a reference of ours, which is unique at Stripe: there is never a second one. The
 * idempotency key returns the first if its response was lost. If Stripe has stored a failure under the key,
 * the request is repeated without it. Should the response of that be lost too, Stripe answers that the
 * reference exists: the error stays, because Stripe has no list in which to find the id.
 */
async function createOnce<T>(
	idempotencyKey: string,
	create: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
	try {
		return await create({ idempotencyKey });
	} catch (error) {
		if (isStripeServerError(error)) return create({});
		throw error;
	}
}
