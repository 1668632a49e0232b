/** What is taken off a tax transaction when a payment is refunded. */
import type { Call, Context } from "./context.ts";
import { ApiError, invalidParameter, missingParameter, notFound } from "./errors.ts";
import { type Form, groupOf, groupsOf, textOf } from "./form-encoding.ts";
import { newId, nowSeconds } from "./objects.ts";
import { integerOf, metadataFrom } from "./parameters.ts";
import { allocate, proportion } from "./tax-amounts.ts";
import type { TaxTransaction, TransactionLine } from "./tax-objects.ts";
import {
	findByReference,
	findTransaction,
	type Ledger,
	lineList,
	readLedger,
	readReference,
	requestOf,
	required,
	SHIPPING,
	type Share,
	saveLedger,
} from "./tax-transactions.ts";

/**
 * Reverses a transaction in full, or in part: `line_items` and `shipping_cost`, or a `flat_amount` that is
 * divided in proportion to what is left of each. Amounts are negative, and never more than what is left.
 * A partial reversal can be reversed in full, once. The reference works as for transactions.
 *
 * Stripe API: Create a reversal transaction. Stripe docs: Undo a partial reversal.
 */
export function createReversal(context: Context, call: Call): TaxTransaction {
	const { form } = call;
	const mode = required(form, "mode");
	const originalId = required(form, "original_transaction");
	const reference = readReference(form, "reference");
	if (mode !== "full" && mode !== "partial") {
		throw invalidParameter("mode", "Invalid mode: must be one of full or partial");
	}
	const existing = findByReference(context, form, reference);
	if (existing) return existing;
	const original = findTransaction(context, originalId, "original_transaction");
	if (original.type === "reversal") return undo(context, original, { mode, reference, form });
	const ledger = readLedger(context, originalId);
	const reversed = mode === "full" ? allOf(original, ledger) : partOf(form, original, ledger);
	const reversal = reversalOf(original, reference, form, reversed);
	for (const [name, share] of Object.entries(reversed)) {
		const left = ledger.left[name];
		if (!left) continue;
		left.amount -= share.amount;
		left.tax -= share.tax;
	}
	context.store.save(reversal, reference);
	// Only a partial reversal can be undone.
	const left = mode === "partial" ? reversed : {};
	saveLedger(context, reversal.id, { request: requestOf(form), left });
	saveLedger(context, originalId, ledger);
	return reversal;
}

/** Cancels out a partial reversal: what it reversed is left of its transaction again. */
function undo(
	context: Context,
	reversal: TaxTransaction,
	{ mode, reference, form }: { mode: string; reference: string; form: Form },
): TaxTransaction {
	const { request, left } = readLedger(context, reversal.id);
	const transactionId = reversal.reversal?.original_transaction;
	if (mode !== "full" || !transactionId || Object.keys(left).length === 0) {
		throw invalidParameter(
			"original_transaction",
			"Only a partial reversal can be reversed, in full and once.",
		);
	}
	const lines = reversal.line_items.data.map(
		(line): TransactionLine => ({
			...line,
			...positive(line),
			id: newId("tax_li"),
			reversal: { original_line_item: line.id },
		}),
	);
	const shipping = reversal.shipping_cost;
	const id = newId("tax");
	const now = nowSeconds();
	const undone: TaxTransaction = {
		...reversal,
		id,
		created: now,
		line_items: lineList(id, lines),
		metadata: metadataFrom(form),
		posted_at: now,
		reference,
		reversal: { original_transaction: reversal.id },
		shipping_cost: shipping && { ...shipping, ...positive(shipping) },
	};
	const ledger = readLedger(context, transactionId);
	for (const [name, share] of Object.entries(left)) {
		const rest = ledger.left[name];
		if (!rest) continue;
		rest.amount += share.amount;
		rest.tax += share.tax;
	}
	context.store.save(undone, reference);
	saveLedger(context, id, { request: requestOf(form), left: {} });
	saveLedger(context, reversal.id, { request, left: {} });
	saveLedger(context, transactionId, ledger);
	return undone;
}

/** What a full reversal reverses. Throws ApiError if some of it has been reversed. */
function allOf(original: TaxTransaction, { left }: Ledger): Record<string, Share> {
	const shares = [...original.line_items.data, original.shipping_cost].map((item) =>
		item ? item.amount + item.amount_tax : 0,
	);
	if (sum(Object.values(left).map(({ amount, tax }) => amount + tax)) !== sum(shares)) {
		throw reversedBefore(
			`The tax transaction ${original.id} has already been reversed. Reverse what is left with mode=partial.`,
		);
	}
	return structuredClone(left);
}

function partOf(form: Form, original: TaxTransaction, ledger: Ledger): Record<string, Share> {
	const flat = integerOf(form, "flat_amount", "flat_amount");
	const lines = groupsOf(form, "line_items");
	const shipping = groupOf(form, SHIPPING);
	if (flat === undefined) {
		if (lines.length === 0 && !shipping) throw missingParameter("line_items");
		return sharesOf(lines, shipping, ledger);
	}
	if (lines.length > 0 || shipping) {
		const message = "You may only specify flat_amount, or line_items and shipping_cost.";
		throw invalidParameter("flat_amount", message);
	}
	if (flat >= 0) throw invalidParameter("flat_amount", "The amount to reverse must be negative.");
	return divideFlat(-flat, original, ledger);
}

/** Divides an amount with tax in proportion to what is left, so that parts add up to the whole. */
function divideFlat(
	amount: number,
	original: TaxTransaction,
	{ left }: Ledger,
): Record<string, Share> {
	const entries = Object.entries(left).map(([name, share]) => {
		const isExclusive = behaviorOf(original, name) === "exclusive";
		return { name, share, isExclusive, total: share.amount + (isExclusive ? share.tax : 0) };
	});
	const rest = sum(entries.map(({ total }) => total));
	if (amount > rest) throw tooMuch("flat_amount", amount, rest);
	const parts = allocate(
		amount,
		entries.map(({ total }) => total),
	);
	return Object.fromEntries(
		entries.flatMap(({ name, share, isExclusive, total }, index) => {
			const part = parts[index] ?? 0;
			if (part === 0) return [];
			const tax = proportion(share.tax, part, total);
			return [[name, { amount: isExclusive ? part - tax : part, tax }]];
		}),
	);
}

/** What `line_items` and `shipping_cost` reverse. Throws ApiError for an unknown line item or too much. */
function sharesOf(
	lines: Form[],
	shipping: Form | undefined,
	{ left }: Ledger,
): Record<string, Share> {
	const shares: Record<string, Share> = {};
	for (const [index, line] of lines.entries()) {
		const param = `line_items[${index}]`;
		const id = required(line, "original_line_item", `${param}[original_line_item]`);
		readReference(line, "reference", `${param}[reference]`);
		if (id === SHIPPING || !left[id]) {
			throw notFound("tax transaction line item", id, `${param}[original_line_item]`);
		}
		if (shares[id]) {
			throw invalidParameter(`${param}[original_line_item]`, "Each line item can be given once.");
		}
		shares[id] = readShare(line, param, left[id]);
	}
	if (shipping) {
		const left_ = left[SHIPPING];
		if (!left_) throw invalidParameter(SHIPPING, "This transaction has no shipping cost.");
		shares[SHIPPING] = readShare(shipping, SHIPPING, left_);
	}
	return shares;
}

function readShare(form: Form, param: string, left: Share): Share {
	const read = (name: string, rest: number): number => {
		const amount = integerOf(form, name, `${param}[${name}]`);
		if (amount === undefined) throw missingParameter(`${param}[${name}]`);
		if (amount > 0) throw invalidParameter(`${param}[${name}]`, "Amounts to reverse are negative.");
		if (-amount > rest) throw tooMuch(`${param}[${name}]`, -amount, rest);
		return amount === 0 ? 0 : -amount;
	};
	return { amount: read("amount", left.amount), tax: read("amount_tax", left.tax) };
}

function reversalOf(
	original: TaxTransaction,
	reference: string,
	form: Form,
	reversed: Record<string, Share>,
): TaxTransaction {
	const id = newId("tax");
	const given = new Map(
		groupsOf(form, "line_items").map((line) => [textOf(line, "original_line_item"), line]),
	);
	const lines = original.line_items.data.flatMap((line): TransactionLine[] => {
		const share = reversed[line.id];
		if (!share) return [];
		const input = given.get(line.id) ?? {};
		return [
			{
				...line,
				...negative(share),
				id: newId("tax_li"),
				metadata: metadataFrom(input),
				quantity: integerOf(input, "quantity", "line_items[quantity]") ?? line.quantity,
				reference: textOf(input, "reference") ?? line.reference,
				reversal: { original_line_item: line.id },
				type: "reversal",
			},
		];
	});
	const shipping = reversed[SHIPPING];
	const now = nowSeconds();
	return {
		...original,
		id,
		created: now,
		line_items: lineList(id, lines),
		metadata: metadataFrom(form),
		posted_at: now,
		reference,
		reversal: { original_transaction: original.id },
		shipping_cost:
			original.shipping_cost && shipping
				? { ...original.shipping_cost, ...negative(shipping) }
				: null,
		type: "reversal",
	};
}

function behaviorOf(original: TaxTransaction, name: string) {
	const item =
		name === SHIPPING
			? original.shipping_cost
			: original.line_items.data.find(({ id }) => id === name);
	return item?.tax_behavior;
}

function negative({ amount, tax }: Share): { amount: number; amount_tax: number } {
	return { amount: amount === 0 ? 0 : -amount, amount_tax: tax === 0 ? 0 : -tax };
}

function positive({ amount, amount_tax }: { amount: number; amount_tax: number }) {
	return { amount: Math.abs(amount), amount_tax: Math.abs(amount_tax) };
}

function tooMuch(param: string, amount: number, rest: number): ApiError {
	const message = `The amount to reverse (${amount}) is greater than what is left of the transaction (${rest}).`;
	return invalidParameter(param, message);
}

function reversedBefore(message: string): ApiError {
	return new ApiError(400, { type: "invalid_request_error", message }, true);
}

function sum(amounts: number[]): number {
	return amounts.reduce((total, amount) => total + amount, 0);
}
