/** Disputes and inquiries. Stripe API: Disputes. */
import { recordTransaction } from "./balance.ts";
import { type Call, type Context, emitEvent } from "./context.ts";
import { invalidParameter, notFound } from "./errors.ts";
import {
	type BalanceTransaction,
	type Charge,
	type Dispute,
	type DisputeStatus,
	newId,
	nowSeconds,
} from "./objects.ts";
import { testCardOf } from "./payment-methods.ts";

const DAY_S = 86_400;
/** What a dispute costs the merchant, in the currency's smallest unit. */
const FEE = 1500;
const CLOSED: DisputeStatus[] = ["won", "lost", "warning_closed"];

/** What a status may become. An inquiry takes no money until it becomes a dispute. */
const NEXT: Record<DisputeStatus, DisputeStatus[]> = {
	warning_needs_response: ["warning_under_review", "warning_closed", "needs_response"],
	warning_under_review: ["warning_closed", "needs_response"],
	warning_closed: [],
	needs_response: ["under_review", "won", "lost"],
	under_review: ["won", "lost"],
	won: [],
	lost: [],
};

/** The statuses that a control request can set. */
export const DISPUTE_STATUSES = Object.keys(NEXT);

/** Opens the dispute that the test card of a captured charge leads to, if any. Stripe docs: Testing, Disputes. */
export function openTestDispute(context: Context, call: Call, charge: Charge): void {
	const method = context.store.find("payment_method", charge.payment_method);
	const { disputed } = method ? testCardOf(context, method) : {};
	if (disputed) openDispute(context, call, charge, disputed);
}

/**
 * Opens a dispute of a charge for a `reason`, or an inquiry. Its amount is what has not been refunded.
 *
 * Stripe docs: Testing, Disputes; How disputes work. Stripe API: The Dispute object.
 */
export function openDispute(
	context: Context,
	call: Call,
	charge: Charge,
	reason: string,
	amount = charge.amount_captured - charge.amount_refunded,
): Dispute {
	const created = nowSeconds();
	const isInquiry = reason === "inquiry";
	const dispute: Dispute = {
		id: newId("du"),
		object: "dispute",
		amount,
		balance_transactions: [],
		charge: charge.id,
		created,
		currency: charge.currency,
		enhanced_eligibility_types: [],
		evidence: { uncategorized_text: null },
		evidence_details: {
			due_by: created + 9 * DAY_S,
			has_evidence: false,
			past_due: false,
			submission_count: 0,
		},
		intended_submission_method: null,
		is_charge_refundable: isInquiry,
		livemode: false,
		metadata: {},
		payment_intent: charge.payment_intent,
		payment_method_details: detailsOfDispute(charge, isInquiry),
		reason: isInquiry ? "fraudulent" : reason,
		status: isInquiry ? "warning_needs_response" : "needs_response",
	};
	charge.disputed = true;
	context.store.save(charge);
	if (!isInquiry) dispute.balance_transactions.push(transaction(context, dispute, "dispute"));
	context.store.save(dispute, charge.payment_intent);
	emitEvent(context, call, "charge.dispute.created", dispute);
	if (!isInquiry) emitEvent(context, call, "charge.dispute.funds_withdrawn", dispute);
	return dispute;
}

/** The bank's decision on a dispute. Throws ApiError for a status that cannot follow the current one. */
export function decideDispute(
	context: Context,
	call: Call,
	id: string,
	status: DisputeStatus,
): Dispute {
	const dispute = findDispute(context, id);
	if (!NEXT[dispute.status].includes(status)) {
		const message = `A dispute with a status of ${dispute.status} cannot become ${status}.`;
		throw invalidParameter("status", message);
	}
	return moveDispute(context, call, dispute, status);
}

/** The dispute with an id. Throws ApiError 404 for an unknown one. */
export function findDispute(context: Context, id: string): Dispute {
	const dispute = context.store.find("dispute", id);
	if (!dispute) throw notFound("dispute", id);
	return dispute;
}

/** Whether the customer's bank has taken the money of a charge back, or may do so. */
export function isChargedBack(context: Context, charge: Charge): boolean {
	if (!charge.disputed) return false;
	const query = { kind: "dispute" as const, labels: [charge.payment_intent], created: [] };
	return context.store
		.list({ ...query, limit: 100 })
		.some(
			(dispute) =>
				dispute.object === "dispute" && !dispute.is_charge_refundable && dispute.status !== "won",
		);
}

function moveDispute(
	context: Context,
	call: Call,
	dispute: Dispute,
	status: DisputeStatus,
): Dispute {
	const isEscalated = dispute.status.startsWith("warning_") && status === "needs_response";
	dispute.status = status;
	if (isEscalated) {
		dispute.is_charge_refundable = false;
		const { card } = dispute.payment_method_details;
		if (card) card.case_type = "chargeback";
		dispute.balance_transactions.push(transaction(context, dispute, "dispute"));
	}
	if (status === "won")
		dispute.balance_transactions.push(transaction(context, dispute, "dispute_reversal"));
	context.store.save(dispute);
	const isClosed = CLOSED.includes(status);
	emitEvent(context, call, isClosed ? "charge.dispute.closed" : "charge.dispute.updated", dispute);
	if (isEscalated) emitEvent(context, call, "charge.dispute.funds_withdrawn", dispute);
	if (status === "won") emitEvent(context, call, "charge.dispute.funds_reinstated", dispute);
	return dispute;
}

function detailsOfDispute(charge: Charge, isInquiry: boolean): Dispute["payment_method_details"] {
	const { card, type } = charge.payment_method_details;
	if (!card) return { type };
	return { card: { brand: card.brand, case_type: isInquiry ? "inquiry" : "chargeback" }, type };
}

function transaction(
	context: Context,
	dispute: Dispute,
	category: "dispute" | "dispute_reversal",
): BalanceTransaction {
	const isWithdrawal = category === "dispute";
	return recordTransaction(context, {
		amount: isWithdrawal ? -dispute.amount : dispute.amount,
		currency: dispute.currency,
		description: `Chargeback ${isWithdrawal ? "withdrawal" : "reversal"} for ${dispute.charge}`,
		fee: isWithdrawal ? FEE : 0,
		reporting_category: category,
		source: dispute.id,
		type: "adjustment",
	});
}
