/** Payouts, and the list of balance transactions. Stripe API: Payouts. */
import { recordTransaction } from "./balance.ts";
import { type Call, type Context, emitEvent } from "./context.ts";
import { invalidParameter, notFound } from "./errors.ts";
import { type Form, textOf } from "./form-encoding.ts";
import { listPage, membersPage, type Page } from "./lists.ts";
import {
	type BalanceTransaction,
	newId,
	nowSeconds,
	type Payout,
	type PayoutStatus,
} from "./objects.ts";

const DAY_S = 86_400;
const PAGE = 100;

/** The statuses that a control request can set. */
export const PAYOUT_STATUSES: PayoutStatus[] = ["in_transit", "paid", "failed"];

/**
 * Pays out what no automatic payout of the currency has paid out yet, whether it is available already or
 * not. Throws ApiError if there is nothing to pay out.
 *
 * Stripe API: The Payout object. Stripe docs: Payout reconciliation.
 */
export function payOut(
	context: Context,
	call: Call,
	currency: string,
	status: PayoutStatus = "paid",
): Payout {
	const members = transactionsToPayOut(context, currency);
	const amount = members.reduce((sum, { net }) => sum + net, 0);
	if (amount <= 0) {
		throw invalidParameter("currency", `There is nothing to pay out in ${currency}: ${amount}.`);
	}
	const id = newId("po");
	const created = nowSeconds();
	for (const member of members) {
		const available_on = Math.min(member.available_on, created);
		context.store.save({ ...member, available_on, status: "available" });
	}
	const own = recordTransaction(context, {
		amount: -amount,
		currency,
		description: "STRIPE PAYOUT",
		reporting_category: "payout",
		source: id,
		type: "payout",
	});
	const payout = newPayout({ id, created, amount, currency, balance_transaction: own.id });
	const ids = [own, ...members].map((member) => member.id);
	context.store.save(payout, "", JSON.stringify(ids));
	context.store.saveSetting(lastPayoutSetting(currency), own.id);
	emitEvent(context, call, "payout.created", payout);
	emitEvent(context, call, "payout.reconciliation_completed", payout);
	return status === "in_transit" ? payout : settlePayout(context, call, id, status);
}

/** A payout on its way to the bank, where it arrives at the start of the next day. */
function newPayout(
	facts: Pick<Payout, "id" | "created" | "amount" | "currency" | "balance_transaction">,
): Payout {
	return {
		...facts,
		object: "payout",
		application_fee: null,
		application_fee_amount: null,
		arrival_date: (Math.floor(facts.created / DAY_S) + 1) * DAY_S,
		automatic: true,
		description: "STRIPE PAYOUT",
		destination: null,
		failure_balance_transaction: null,
		failure_code: null,
		failure_message: null,
		livemode: false,
		metadata: {},
		method: "standard",
		original_payout: null,
		payout_method: null,
		reconciliation_status: "completed",
		reversed_by: null,
		source_type: "card",
		statement_descriptor: null,
		status: "in_transit",
		trace_id: null,
		type: "bank_account",
	};
}

/**
 * The bank's answer to a payout: one in transit is paid, and any can fail, also after it was paid. The money
 * of a failed one returns to the balance, to be paid out by the next.
 *
 * Stripe API: The Payout object, status.
 */
export function settlePayout(
	context: Context,
	call: Call,
	id: string,
	status: PayoutStatus,
): Payout {
	const payout = findPayout(context, id);
	if (payout.status === "failed" || payout.status === status || status === "in_transit") {
		throw invalidParameter("status", `This payout has a status of ${payout.status}.`);
	}
	payout.status = status;
	if (status === "failed") {
		payout.failure_code = "account_closed";
		payout.failure_message = "The bank account has been closed.";
		payout.failure_balance_transaction = recordTransaction(context, {
			amount: payout.amount,
			currency: payout.currency,
			description: "STRIPE PAYOUT FAILURE",
			reporting_category: "payout_reversal",
			source: id,
			type: "payout_failure",
		}).id;
	}
	context.store.save(payout);
	emitEvent(context, call, status === "paid" ? "payout.paid" : "payout.failed", payout);
	return payout;
}

/** The payout with an id. Throws ApiError 404 for an unknown one. */
export function findPayout(context: Context, id: string, param?: string): Payout {
	const payout = context.store.find("payout", id);
	if (!payout) throw notFound("payout", id, param);
	return payout;
}

/** The ids of the balance transactions of a payout, its own and then the newest first. */
function transactionIdsOf(context: Context, { id }: Payout): string[] {
	return JSON.parse(context.store.privateDataOf(id));
}

/**
 * One page of balance transactions, by `source` or `payout`. Throws ApiError for an unknown payout.
 *
 * Stripe API: List all balance transactions.
 */
export function listTransactions(context: Context, form: Form): Page {
	const url = "/v1/balance_transactions";
	const payout = textOf(form, "payout");
	const source = textOf(form, "source");
	if (payout === undefined) {
		return listPage(
			context,
			form,
			"balance_transaction",
			url,
			source === undefined ? [] : [source],
		);
	}
	const members = transactionIdsOf(context, findPayout(context, payout, "payout")).flatMap(
		(id) => context.store.find("balance_transaction", id) ?? [],
	);
	return membersPage(form, {
		data: members.filter((one) => source === undefined || one.source === source),
		url,
	});
}

const lastPayoutSetting = (currency: string) => `last_payout_${currency}`;

/** What was created after the last payout of the currency, the newest first. */
function transactionsToPayOut(context: Context, currency: string): BalanceTransaction[] {
	const last = context.store.setting(lastPayoutSetting(currency));
	const found: BalanceTransaction[] = [];
	for (let after: string | undefined; ; ) {
		const query = { kind: "balance_transaction" as const, labels: [], created: [], limit: PAGE };
		const page = context.store
			.list({ ...query, after })
			.filter((one) => one.object === "balance_transaction");
		for (const transaction of page) {
			if (transaction.id === last) return found;
			if (transaction.currency === currency && transaction.type !== "payout") {
				found.push(transaction);
			}
		}
		if (page.length < PAGE) return found;
		after = page.at(-1)?.id;
	}
}
