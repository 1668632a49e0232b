/**
 * The calls of Stripe Tax (Stripe docs: Collect tax with the Tax API): the calculation when an order is
 * placed or repriced, the tax transaction when it is paid, and the reversal when it is refunded. While
 * Stripe Tax fails, no order is placed. Transactions and reversals can be repeated at any time: the
 * caller stores the ids that they return, and a job repeats what has none.
 */
import type Stripe from "stripe";
import { currency } from "../../config/config.ts";
import { toStripeCurrency } from "../../config/currencies.ts";
import { ShopError } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import {
	callStripe,
	isStripeServerError,
	isTaxLocationInvalid,
} from "../../platform/services/stripe.ts";
import type { Address } from "../addresses/address-columns.ts";
import { addressFields } from "../addresses/address-form.ts";
import { isSupplyWithinEu } from "./reverse-charge.ts";
import { pickupId } from "./shipping.ts";
import { toTaxRate } from "./tax.ts";
import {
	isOnlyCards,
	lineCents,
	type OrderTotals,
	orderTotals,
	type PricedDestination,
	type PricingConfig,
	type RequestedLine,
} from "./totals.ts";

/** What the price of a line depends on, and its id, by which tax reports name it. */
export interface PricedLine extends RequestedLine {
	id: string;
}

export interface PricedOrder {
	totals: OrderTotals;
	/** Stripe's id, to record the tax once it is paid; null without Stripe Tax. Stripe keeps it for 90 days. */
	taxCalculationId: string | null;
}

/**
 * Returns what an order costs, with the tax that Stripe Tax calculates, if the shop uses it. `vatNumber` is the buyer's
 * if VIES knows it: a business in another member state owes the tax itself. Throws
 * ShopError `invalid` if the shop does not ship to the address or Stripe Tax does not find it, and Stripe's
 * errors (`payments_*`), with a message for the customer.
 */
export async function priceWithTax(
	lines: readonly PricedLine[],
	destination: Address & PricedDestination,
	config: PricingConfig,
	vatNumber?: string,
): Promise<PricedOrder> {
	const address = taxedAddress(destination, config.shipping);
	const isReverse = vatNumber !== undefined && isSupplyWithinEu(address, config);
	if (isReverse && config.tax.mode === "included") {
		// The price stays the price: it includes no tax then.
		const untaxed = orderTotals(lines, destination, { ...config, tax: { mode: "none" } });
		return { totals: untaxed, taxCalculationId: null };
	}
	const totals = orderTotals(lines, destination, config);
	if (config.tax.mode !== "stripe" || isOnlyCards(lines)) return { totals, taxCalculationId: null };
	if (address.country === "") {
		throw new ShopError("invalid", { fields: { country: messages.countryRequired } });
	}
	// A gift card is taxed with what it pays for: Stripe Tax hears of that alone.
	const goods = lines.filter(({ isGiftCard = false }) => !isGiftCard);
	const calculation = await calculate(goods, totals.shippingCents, address, {
		taxBehavior: config.tax.behaviour,
		...(isReverse && { vatNumber }),
	});
	const priced = orderTotals(lines, destination, config, {
		taxCents: calculation.tax_amount_exclusive,
		includedTaxCents: calculation.tax_amount_inclusive,
		taxRate: rateOf(calculation),
	});
	// Never a charge that differs from what Stripe Tax will report.
	if (!calculation.id || calculation.amount_total !== priced.totalCents - priced.boughtCardsCents) {
		throw taxUnavailable(
			new Error(`Tax calculation ${calculation.id}: ${calculation.amount_total}`),
		);
	}
	return { totals: priced, taxCalculationId: calculation.id };
}

/** Where an order is taxed: one that is fetched in the shop there. */
function taxedAddress(
	destination: Address & PricedDestination,
	{ pickup }: PricingConfig["shipping"],
): Address {
	if (destination.service !== pickupId || !pickup) return destination;
	const { line1, city, region = "", postalCode = "", country } = pickup;
	return { line1, line2: "", city, region, postalCode, country };
}

async function calculate(
	lines: readonly PricedLine[],
	shippingCents: number,
	address: Address,
	{ taxBehavior, vatNumber }: { taxBehavior: "inclusive" | "exclusive"; vatNumber?: string },
): Promise<Stripe.Tax.Calculation> {
	const lineItems = lines.map((line) => ({
		reference: line.id,
		amount: lineCents(line),
		quantity: line.quantity,
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
				customer_details: {
					address: toStripeAddress(address),
					address_source: "shipping",
					...(vatNumber && {
						tax_ids: [{ type: "eu_vat" as const, value: vatNumber }],
						taxability_override: "reverse_charge" as const,
					}),
				},
			}),
		);
	} catch (error) {
		if (isTaxLocationInvalid(error)) {
			throw new ShopError("invalid", {
				fields: { [locationField(address.country)]: messages.taxLocationUnknown },
			});
		}
		if (!(error instanceof ShopError)) throw error;
		throw taxUnavailable(error.cause);
	}
}

/** The rate of a calculation: the sum over its jurisdictions, of which each taxes all that it taxes alike. */
function rateOf({ tax_breakdown }: Stripe.Tax.Calculation): number {
	const rates = tax_breakdown.map(({ tax_rate_details }) =>
		toTaxRate(Number(tax_rate_details.percentage_decimal)),
	);
	return rates.reduce((sum, rate) => sum + rate, 0);
}

/** Whatever failed, the same request may succeed later. The log has the cause. */
function taxUnavailable(cause: unknown): ShopError {
	return new ShopError("payments_unavailable", { message: messages.taxUnavailable, cause });
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
 * Creates the tax transaction of a paid order, by which Stripe Tax reports its tax, and returns its id.
 * Repeating it returns the same one. `failures` are those of this order before. Throws Stripe's errors
 * (`payments_*`).
 */
export async function createTaxTransaction(
	orderId: string,
	taxCalculationId: string,
	failures = 0,
): Promise<string> {
	const { id } = await createOnce(`tax-${orderId}`, failures, (options) =>
		callStripe((stripe) =>
			stripe.tax.transactions.createFromCalculation(
				{ calculation: taxCalculationId, reference: orderId },
				options,
			),
		),
	);
	return id;
}

/** A refund of an order that has a tax transaction. */
export interface TaxRefund {
	refundId: string;
	taxTransactionId: string;
	/** What is refunded, tax included. */
	amountCents: number;
}

/**
 * Reverses a part of a tax transaction and returns the reversal's id. Repeating it returns the same one.
 * Stripe divides the amount in proportion to what is left of each line item, of shipping and of their
 * taxes, so refunds that add up to the order reverse exactly its tax. Also all of it is reversed as a
 * part, because only a partial reversal can be undone. Throws Stripe's errors (`payments_*`).
 */
export async function reverseTax(
	{ refundId, taxTransactionId, amountCents }: TaxRefund,
	failures = 0,
): Promise<string> {
	const { id } = await createOnce(`tax-refund-${refundId}`, failures, (options) =>
		callStripe((stripe) =>
			stripe.tax.transactions.createReversal(
				{
					original_transaction: taxTransactionId,
					reference: refundId,
					mode: "partial",
					flat_amount: -amountCents,
				},
				options,
			),
		),
	);
	return id;
}

/**
 * Cancels out the reversal of a refund that has failed, and returns the id of what does (Stripe docs: Undo
 * a partial reversal). Repeating it returns the same one. Throws Stripe's errors (`payments_*`).
 */
export async function undoTaxReversal(
	refundId: string,
	taxReversalId: string,
	failures = 0,
): Promise<string> {
	const { id } = await createOnce(`tax-undo-${refundId}`, failures, (options) =>
		callStripe((stripe) =>
			stripe.tax.transactions.createReversal(
				{ original_transaction: taxReversalId, reference: `${refundId}-undo`, mode: "full" },
				options,
			),
		),
	);
	return id;
}

/** Maximum number of idempotency keys that one call tries. Stripe forgets them after a day. */
const maxKeys = 10;

/**
 * Creates what has a reference of ours, which is unique at Stripe: there is never a second one. If its
 * response was lost, the idempotency key returns it. Stripe stores a failure of its own under the key, too:
 * then the next key is tried. All keys of earlier attempts are tried first, because one of them may have
 * the lost response, and Stripe has no list in which to find it.
 */
async function createOnce<T>(
	key: string,
	failures: number,
	create: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
	const lastKey = Math.min(failures + 2, maxKeys);
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await create({ idempotencyKey: `${key}-v${attempt}` });
		} catch (error) {
			if (!isStripeServerError(error) || attempt === lastKey) throw error;
		}
	}
}
