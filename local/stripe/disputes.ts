import { announce, type Call, type Desk } from "./desk.ts";
import { groupOf, textOf } from "./form.ts";
import { type Charge, type Dispute, newId, nowSeconds } from "./objects.ts";
import { noSuch, Refusal } from "./refusals.ts";

const DAY_S = 86_400;

/**
 * The bank of a card takes the money of a charge back, as the test cards that are disputed do.
 *
 * Stripe docs: Testing, Disputes. Stripe API: The Dispute object.
 */
export function openDispute(desk: Desk, call: Call, charge: Charge): Dispute {
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
	desk.store.save(charge);
	desk.store.save(dispute, charge.payment_intent);
	announce(desk, call, "charge.dispute.created", dispute);
	announce(desk, call, "charge.dispute.funds_withdrawn", dispute);
	return dispute;
}

/**
 * Takes evidence: `winning_evidence` as its uncategorized text wins the dispute, `losing_evidence`
 * loses it, anything else leaves it under review.
 *
 * Stripe docs: Testing, Evidence. Stripe API: Update a dispute.
 */
export function answerDispute(desk: Desk, call: Call, id: string): Dispute {
	const dispute = findDispute(desk, id);
	refuseClosed(dispute);
	const text = textOf(groupOf(call.form, "evidence") ?? {}, "uncategorized_text") ?? null;
	dispute.evidence.uncategorized_text = text;
	dispute.evidence_details.has_evidence = text !== null;
	dispute.evidence_details.submission_count += 1;
	if (text === "winning_evidence" || text === "losing_evidence") {
		return end(desk, call, dispute, text === "winning_evidence" ? "won" : "lost");
	}
	dispute.status = "under_review";
	desk.store.save(dispute);
	announce(desk, call, "charge.dispute.updated", dispute);
	return dispute;
}

/** The merchant gives in. Stripe API: Close a dispute. */
export function closeDispute(desk: Desk, call: Call, id: string): Dispute {
	const dispute = findDispute(desk, id);
	refuseClosed(dispute);
	return end(desk, call, dispute, "lost");
}

/** The dispute of an id. Refuses one that there is not. */
export function findDispute(desk: Desk, id: string): Dispute {
	const dispute = desk.store.find("dispute", id);
	if (!dispute) throw noSuch("dispute", id);
	return dispute;
}

function end(desk: Desk, call: Call, dispute: Dispute, status: "won" | "lost"): Dispute {
	dispute.status = status;
	desk.store.save(dispute);
	announce(desk, call, "charge.dispute.closed", dispute);
	if (status === "won") announce(desk, call, "charge.dispute.funds_reinstated", dispute);
	return dispute;
}

function refuseClosed({ status }: Dispute): void {
	if (status !== "won" && status !== "lost") return;
	const message = "This dispute is already closed";
	throw new Refusal(400, { type: "invalid_request_error", message }, true);
}
