import { type Call, type Context, emitEvent } from "./context.ts";
import { ApiError, notFound } from "./errors.ts";
import { groupOf, textOf } from "./form-encoding.ts";
import { type Charge, type Dispute, newId, nowSeconds } from "./objects.ts";

const DAY_S = 86_400;

/**
 * Opens a dispute of a charge, as Stripe's test cards for disputes do.
 *
 * Stripe docs: Testing, Disputes. Stripe API: The Dispute object.
 */
export function openDispute(context: Context, call: Call, charge: Charge): Dispute {
	const created = nowSeconds();
	const dispute: Dispute = {
		id: newId("du"),
		object: "dispute",
		amount: charge.amount,
		balance_transactions: [],
		charge: charge.id,
		created,
		currency: charge.currency,
		evidence: { uncategorized_text: null },
		evidence_details: {
			due_by: created + 9 * DAY_S,
			has_evidence: false,
			past_due: false,
			submission_count: 0,
		},
		is_charge_refundable: false,
		livemode: false,
		metadata: {},
		payment_intent: charge.payment_intent,
		payment_method_details: {
			card: { brand: charge.payment_method_details.card.brand, case_type: "chargeback" },
			type: "card",
		},
		reason: "fraudulent",
		status: "needs_response",
	};
	charge.disputed = true;
	context.store.save(charge);
	context.store.save(dispute, charge.payment_intent);
	emitEvent(context, call, "charge.dispute.created", dispute);
	emitEvent(context, call, "charge.dispute.funds_withdrawn", dispute);
	return dispute;
}

/**
 * Submits evidence: the uncategorized text `winning_evidence` wins the dispute, `losing_evidence` loses
 * it, any other leaves it under review.
 *
 * Stripe docs: Testing, Evidence. Stripe API: Update a dispute.
 */
export function updateDispute(context: Context, call: Call, id: string): Dispute {
	const dispute = findDispute(context, id);
	rejectIfClosed(dispute);
	const text = textOf(groupOf(call.form, "evidence") ?? {}, "uncategorized_text") ?? null;
	dispute.evidence.uncategorized_text = text;
	dispute.evidence_details.has_evidence = text !== null;
	dispute.evidence_details.submission_count += 1;
	if (text === "winning_evidence" || text === "losing_evidence") {
		return resolveDispute(context, call, dispute, text === "winning_evidence" ? "won" : "lost");
	}
	dispute.status = "under_review";
	context.store.save(dispute);
	emitEvent(context, call, "charge.dispute.updated", dispute);
	return dispute;
}

/** Accepts the dispute, which is then lost. Stripe API: Close a dispute. */
export function closeDispute(context: Context, call: Call, id: string): Dispute {
	const dispute = findDispute(context, id);
	rejectIfClosed(dispute);
	return resolveDispute(context, call, dispute, "lost");
}

/** The dispute with an id. Throws ApiError 404 for an unknown one. */
export function findDispute(context: Context, id: string): Dispute {
	const dispute = context.store.find("dispute", id);
	if (!dispute) throw notFound("dispute", id);
	return dispute;
}

function resolveDispute(
	context: Context,
	call: Call,
	dispute: Dispute,
	status: "won" | "lost",
): Dispute {
	dispute.status = status;
	context.store.save(dispute);
	emitEvent(context, call, "charge.dispute.closed", dispute);
	if (status === "won") emitEvent(context, call, "charge.dispute.funds_reinstated", dispute);
	return dispute;
}

function rejectIfClosed({ status }: Dispute): void {
	if (status !== "won" && status !== "lost") return;
	const message = "This dispute is already closed";
	throw new ApiError(400, { type: "invalid_request_error", message }, true);
}
