/** Tax calculations. Stripe API: Tax Calculations. */
import type { Call, Context } from "./context.ts";
import { invalidParameter, missingParameter, notFound } from "./errors.ts";
import { type Form, groupOf, groupsOf, textOf } from "./form-encoding.ts";
import { newId, nowSeconds } from "./objects.ts";
import { integerOf, metadataFrom, readCurrency } from "./parameters.ts";
import { percentage, taxesOn } from "./tax-amounts.ts";
import type {
	CalculationLine,
	ShippingCost,
	TaxAddress,
	TaxBehavior,
	TaxCalculation,
	TaxPart,
	TaxTotal,
} from "./tax-objects.ts";
import { type PlaceTaxes, type TaxRate, taxesOf } from "./tax-rates.ts";

const MAX_LINES = 100;
const EXPIRES_AFTER_S = 90 * 86_400;
/** Stripe docs: Product tax codes (tangible goods; shipping; nontaxable). */
const GOODS = "txcd_99999999";
const SHIPPING = "txcd_92010001";
const NONTAXABLE = "txcd_00000000";

/**
 * Calculates the tax on `line_items` and `shipping_cost` for the address in `customer_details`. Throws
 * ApiError for invalid parameters and `customer_tax_location_invalid`.
 *
 * Stripe API: Create a Tax Calculation.
 */
export function createCalculation(context: Context, call: Call): TaxCalculation {
	const { form } = call;
	const currency = readCurrency(form);
	const customer = readCustomer(form);
	const taxes = taxesFor(customer);
	const lines = readLines(form, taxes);
	const shipping = readShipping(form, taxes);
	const items = [...lines, ...(shipping ? [shipping] : [])];
	const sumOf = (behavior: TaxBehavior) =>
		sum(items.filter((item) => item.tax_behavior === behavior).map((item) => item.amount_tax));
	const id = newId("taxcalc");
	const now = nowSeconds();
	const calculation: TaxCalculation = {
		id,
		object: "tax.calculation",
		amount_total: sum(items.map(({ amount }) => amount)) + sumOf("exclusive"),
		currency,
		customer: null,
		customer_details: customer,
		expires_at: now + EXPIRES_AFTER_S,
		line_items: {
			object: "list",
			data: lines,
			has_more: false,
			url: `/v1/tax/calculations/${id}/line_items`,
		},
		livemode: false,
		ship_from_details: null,
		shipping_cost: shipping,
		tax_amount_exclusive: sumOf("exclusive"),
		tax_amount_inclusive: sumOf("inclusive"),
		tax_breakdown: totals(items, taxes),
		tax_date: integerOf(form, "tax_date", "tax_date") ?? now,
	};
	context.store.save(calculation);
	return calculation;
}

/** The calculation with an id. Throws ApiError 404 for an unknown or expired one. */
export function findCalculation(context: Context, id: string, param = "id"): TaxCalculation {
	const calculation = context.store.find("tax.calculation", id);
	if (!calculation || calculation.expires_at <= nowSeconds()) {
		throw notFound("tax calculation", id, param);
	}
	return calculation;
}

/** Lets a calculation expire, as if 90 days had passed. */
export function expireCalculation(context: Context, id: string): TaxCalculation {
	const calculation = findCalculation(context, id, "calculation");
	calculation.expires_at = nowSeconds();
	context.store.save(calculation);
	return calculation;
}

function readCustomer(form: Form): TaxCalculation["customer_details"] {
	const details = groupOf(form, "customer_details");
	const address = details && groupOf(details, "address");
	if (!details || !address) throw missingParameter("customer_details[address]");
	const source = textOf(details, "address_source");
	if (source === undefined) throw missingParameter("customer_details[address_source]");
	if (source !== "billing" && source !== "shipping") {
		throw invalidParameter(
			"customer_details[address_source]",
			"Invalid address_source: must be one of billing or shipping",
		);
	}
	return {
		address: readAddress(address),
		address_source: source,
		ip_address: null,
		tax_ids: groupsOf(details, "tax_ids").map((one) => ({
			type: textOf(one, "type") ?? "unknown",
			value: textOf(one, "value") ?? "",
		})),
		taxability_override: textOf(details, "taxability_override") ?? "none",
	};
}

function readAddress(form: Form): TaxAddress {
	const text = (name: string) => textOf(form, name) || null;
	const country = text("country");
	if (country === null) throw missingParameter("customer_details[address][country]");
	return {
		city: text("city"),
		country,
		line1: text("line1"),
		line2: text("line2"),
		postal_code: text("postal_code"),
		state: text("state"),
	};
}

/** The taxes of a customer's address; none with an override, whose name is then the reason. */
function taxesFor(customer: TaxCalculation["customer_details"]): Taxes {
	const taxes = taxesOf(customer.address);
	const override = customer.taxability_override;
	return override === "none" ? taxes : { ...taxes, rates: [], reason: override };
}

type Taxes = Omit<PlaceTaxes, "reason"> & { reason: string };

function readLines(form: Form, taxes: Taxes): CalculationLine[] {
	const groups = groupsOf(form, "line_items");
	if (groups.length === 0) throw missingParameter("line_items");
	if (groups.length > MAX_LINES) {
		throw invalidParameter("line_items", `A calculation has at most ${MAX_LINES} line items.`);
	}
	const references = new Set<string>();
	return groups.map((group, index) => {
		const param = `line_items[${index}]`;
		const reference = textOf(group, "reference") ?? `L${index + 1}`;
		if (references.has(reference)) {
			const message = `The reference ${reference} is used by more than one line item.`;
			throw invalidParameter(`${param}[reference]`, message);
		}
		references.add(reference);
		return {
			id: newId("tax_li"),
			object: "tax.calculation_line_item",
			...taxed(group, param, GOODS, taxes),
			livemode: false,
			metadata: metadataFrom(group),
			performance_location: null,
			product: null,
			quantity: integerOf(group, "quantity", `${param}[quantity]`) ?? 1,
			reference,
		};
	});
}

function readShipping(form: Form, taxes: Taxes): ShippingCost | null {
	const group = groupOf(form, "shipping_cost");
	return group ? taxed(group, "shipping_cost", SHIPPING, taxes) : null;
}

/** The amount in a group with its tax. */
function taxed(group: Form, param: string, defaultCode: string, taxes: Taxes) {
	const amount = integerOf(group, "amount", `${param}[amount]`);
	if (amount === undefined) throw missingParameter(`${param}[amount]`);
	if (amount < 0) throw invalidParameter(`${param}[amount]`, "The amount must not be negative.");
	const behavior = textOf(group, "tax_behavior") ?? "exclusive";
	if (behavior !== "exclusive" && behavior !== "inclusive") {
		throw invalidParameter(
			`${param}[tax_behavior]`,
			"Invalid tax_behavior: must be one of exclusive or inclusive",
		);
	}
	const code = textOf(group, "tax_code") ?? defaultCode;
	const ownTaxes = code === NONTAXABLE ? { ...taxes, rates: [], reason: "product_exempt" } : taxes;
	const isInclusive = behavior === "inclusive";
	const rates = ownTaxes.rates.map(({ rate }) => rate);
	const amounts = taxesOn(amount, rates, isInclusive);
	const amountTax = sum(amounts);
	const taxable = isInclusive ? amount - amountTax : amount;
	return {
		amount,
		amount_tax: amountTax,
		tax_behavior: behavior as TaxBehavior,
		tax_breakdown: breakdown(ownTaxes, amounts, taxable),
		tax_code: code,
	};
}

function breakdown(taxes: Taxes, amounts: number[], taxable: number): TaxPart[] {
	const { country, state, reason } = taxes;
	if (taxes.rates.length === 0) {
		const level = state ? "state" : "country";
		const jurisdiction = { country, display_name: state ?? country, level, state };
		const none = { tax_rate_details: null, taxability_reason: reason, taxable_amount: 0 };
		return [{ amount: 0, jurisdiction, sourcing: "destination", ...none }];
	}
	return taxes.rates.map((rate, index) => ({
		amount: amounts[index] ?? 0,
		jurisdiction: {
			country: rate.country,
			display_name: rate.place,
			level: rate.level,
			state: rate.state,
		},
		sourcing: "destination",
		tax_rate_details: {
			display_name: rate.label,
			percentage_decimal: percentage(rate.rate),
			tax_type: rate.type,
		},
		taxability_reason: reason,
		taxable_amount: taxable,
	}));
}

/** The sums over line items and shipping by jurisdiction, reason and whether the tax is included. */
function totals(items: (CalculationLine | ShippingCost)[], taxes: Taxes): TaxTotal[] {
	const found = new Map<string, TaxTotal>();
	for (const { tax_behavior, tax_breakdown = [] } of items) {
		for (const [index, part] of tax_breakdown.entries()) {
			const rate = part.tax_rate_details === null ? undefined : taxes.rates[index];
			const inclusive = tax_behavior === "inclusive";
			const name = `${rate ? index : "none"} ${part.taxability_reason} ${inclusive}`;
			const total = found.get(name) ?? emptyTotal(taxes, rate, part.taxability_reason, inclusive);
			total.amount += part.amount;
			total.taxable_amount += part.taxable_amount;
			found.set(name, total);
		}
	}
	return [...found.values()];
}

function emptyTotal(
	taxes: Taxes,
	rate: TaxRate | undefined,
	reason: string,
	inclusive: boolean,
): TaxTotal {
	return {
		amount: 0,
		inclusive,
		tax_rate_details: {
			country: taxes.country,
			flat_amount: null,
			percentage_decimal: percentage(rate?.rate ?? 0),
			rate_type: rate ? "percentage" : null,
			state: rate ? rate.state : taxes.state,
			tax_type: rate?.type ?? null,
		},
		taxability_reason: reason,
		taxable_amount: 0,
	};
}

function sum(amounts: number[]): number {
	return amounts.reduce((total, amount) => total + amount, 0);
}
