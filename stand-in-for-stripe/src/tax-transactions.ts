/** Tax transactions, which commit a calculation. Stripe API: Tax Transactions. */
import type { Call, Context } from "./context.ts";
import { ApiError, invalidParameter, missingParameter, notFound } from "./errors.ts";
import { canonicalForm, type Form, textOf } from "./form-encoding.ts";
import { newId, nowSeconds } from "./objects.ts";
import { integerOf, metadataFrom } from "./parameters.ts";
import { findCalculation } from "./tax-calculations.ts";
import type { ShippingCost, TaxTransaction, TransactionLine } from "./tax-objects.ts";

/** An amount and its tax, of a line item or of shipping: what is left of it, or what is reversed. */
export interface Share {
	amount: number;
	tax: number;
}

/** What is stored beside a transaction and never returned. */
export interface Ledger {
	/** The parameters, so that a repeated call is recognized. */
	request: string;
	/** What is not reversed yet: the line items by id, and shipping under its own name. */
	left: Record<string, Share>;
}

/** The name of shipping in a ledger. */
export const SHIPPING = "shipping_cost";
const MAX_REFERENCE_LENGTH = 500;

/**
 * Commits a calculation. The reference identifies the transaction: the same call again returns it, another
 * one with its reference is an error.
 *
 * Stripe API: Create a Transaction from a Calculation.
 */
export function createTransaction(context: Context, call: Call): TaxTransaction {
	const { form } = call;
	const calculationId = required(form, "calculation");
	const reference = readReference(form, "reference");
	const existing = findByReference(context, form, reference);
	if (existing) return existing;
	const calculation = findCalculation(context, calculationId, "calculation");
	const id = newId("tax");
	const now = nowSeconds();
	const lines = calculation.line_items.data.map((line): TransactionLine => {
		const { tax_breakdown, performance_location, ...common } = line;
		return {
			...common,
			id: newId("tax_li"),
			object: "tax.transaction_line_item",
			reversal: null,
			type: "transaction",
		};
	});
	const shipping = calculation.shipping_cost && withoutBreakdown(calculation.shipping_cost);
	const transaction: TaxTransaction = {
		id,
		object: "tax.transaction",
		created: now,
		currency: calculation.currency,
		customer: null,
		customer_details: calculation.customer_details,
		line_items: lineList(id, lines),
		livemode: false,
		metadata: metadataFrom(form),
		posted_at: integerOf(form, "posted_at", "posted_at") ?? now,
		reference,
		reversal: null,
		ship_from_details: null,
		shipping_cost: shipping,
		tax_date: calculation.tax_date,
		type: "transaction",
	};
	const left: Ledger["left"] = {};
	for (const { id: lineId, amount, amount_tax } of lines)
		left[lineId] = { amount, tax: amount_tax };
	if (shipping) left[SHIPPING] = { amount: shipping.amount, tax: shipping.amount_tax };
	context.store.save(transaction, reference);
	saveLedger(context, id, { request: requestOf(form), left });
	return transaction;
}

/** The transaction with an id. Throws ApiError 404 for an unknown one. */
export function findTransaction(context: Context, id: string, param = "id"): TaxTransaction {
	const transaction = context.store.find("tax.transaction", id);
	if (!transaction) throw notFound("tax transaction", id, param);
	return transaction;
}

/** The transaction of a reference if it was made by the same call. Throws ApiError if it was another. */
export function findByReference(
	context: Context,
	form: Form,
	reference: string,
): TaxTransaction | undefined {
	const query = { labels: [reference], created: [], limit: 1 };
	const [found] = context.store.list({ kind: "tax.transaction", ...query });
	if (found?.object !== "tax.transaction") return undefined;
	if (readLedger(context, found.id).request === requestOf(form)) return found;
	throw new ApiError(
		400,
		{
			type: "invalid_request_error",
			code: "resource_already_exists",
			message: `A tax transaction with the reference '${reference}' already exists.`,
			param: "reference",
		},
		true,
	);
}

/** The parameters of a call as a text that is the same for the same call. */
export function requestOf({ expand, ...params }: Form): string {
	return canonicalForm(params);
}

/** What is stored beside a transaction; empty if nothing is. */
export function readLedger(context: Context, id: string): Ledger {
	return JSON.parse(context.store.setting(ledgerName(id)) ?? '{"request":"","left":{}}');
}

/** Stores this beside a transaction. */
export function saveLedger(context: Context, id: string, ledger: Ledger): void {
	context.store.saveSetting(ledgerName(id), JSON.stringify(ledger));
}

function ledgerName(id: string): string {
	return `ledger ${id}`;
}

/** The list of a transaction's lines, as Stripe returns it. */
export function lineList(id: string, data: TransactionLine[]): TaxTransaction["line_items"] {
	return { object: "list", data, has_more: false, url: `/v1/tax/transactions/${id}/line_items` };
}

function withoutBreakdown({ tax_breakdown, ...shipping }: ShippingCost): ShippingCost {
	return shipping;
}

/** A parameter of a call. Throws ApiError if it is missing or empty. */
export function required(form: Form, name: string, param = name): string {
	const text = textOf(form, name);
	if (!text) throw missingParameter(param);
	return text;
}

/** The reference that a call names. Throws ApiError if it is missing or has more than 500 characters. */
export function readReference(form: Form, name: string, param = name): string {
	const reference = required(form, name, param);
	if (reference.length > MAX_REFERENCE_LENGTH) {
		const message = `A reference has at most ${MAX_REFERENCE_LENGTH} characters.`;
		throw invalidParameter(param, message);
	}
	return reference;
}
