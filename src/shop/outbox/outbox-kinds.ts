/** The kinds and outcomes of outbox rows. Imports nothing, because the tables need them. */

/** What happened, or is to happen. The part before the dot is the kind of the subject; a digest has none, and its e-mails have the digest. */
export const outboxKinds = [
	"order.placed",
	"order.changed",
	"order.paid",
	"order.expiring",
	"order.payment_failed",
	"order.shipped",
	"order.refunded",
	"order.cancelled",
	"order.gift",
	"order.return_asked",
	"order.return_approved",
	"order.return_rejected",
	"order.return_received",
	"return.wait_ends",
	"gift_card.issued",
	"review.hidden",
	"question.answered",
	"stock.low",
	"stock.back",
	"stock.alert",
	"digest",
	"digest.mail",
] as const;
export type OutboxKind = (typeof outboxKinds)[number];

/** What came of a row: sent, dropped because it no longer applied, or given up. */
export const outboxOutcomes = ["sent", "dropped", "failed"] as const;
export type OutboxOutcome = (typeof outboxOutcomes)[number];

/** What the subject's row does not have. No secrets. */
export type OutboxPayload = Record<string, string | number>;
