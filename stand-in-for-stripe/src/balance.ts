/** Balance transactions: the money of charges, refunds and disputes. Stripe API: Balance Transactions. */
import type { Context } from "./context.ts";
import { type BalanceTransaction, newId, nowSeconds } from "./objects.ts";

const DAY_S = 86_400;
/** The days until the money of a charge is available: the schedule of most countries. */
const AVAILABLE_AFTER_DAYS = 2;

/** What a payment costs: 2.9 % and 30 of the smallest unit. Stripe docs: Understand fees. */
function feeOf(amount: number): number {
	return Math.round(amount * 0.029) + 30;
}

type NewTransaction = Pick<
	BalanceTransaction,
	"amount" | "currency" | "description" | "reporting_category" | "source" | "type"
> & { fee?: number };

/**
 * Stores money that enters or leaves the balance. Only charges and disputes have a fee, and a refund does
 * not return the charge's.
 *
 * Stripe API: The Balance Transaction object. Stripe docs: Balance transaction types; Reporting categories.
 */
export function recordTransaction(
	context: Context,
	transaction: NewTransaction,
): BalanceTransaction {
	const { amount, currency, reporting_category: category } = transaction;
	const fee = transaction.fee ?? (category === "charge" ? feeOf(amount) : 0);
	const created = nowSeconds();
	const isPending = category === "charge";
	const stored: BalanceTransaction = {
		id: newId("txn"),
		object: "balance_transaction",
		...transaction,
		available_on: created + (isPending ? AVAILABLE_AFTER_DAYS * DAY_S : 0),
		balance_type: "payments",
		created,
		exchange_rate: null,
		fee,
		fee_details:
			fee === 0
				? []
				: [
						{
							amount: fee,
							application: null,
							currency,
							description: category === "dispute" ? "Dispute fee" : "Stripe processing fees",
							type: "stripe_fee",
						},
					],
		net: amount - fee,
		status: isPending ? "pending" : "available",
	};
	context.store.save(stored, transaction.source);
	return stored;
}
