/** The kinds and states of a return, and what leads from one state to the next. Imports nothing, because the tables need them. */

/** A return that a customer asks for, or the withdrawal from a contract, which a consumer declares. */
export const returnKinds = ["return", "withdrawal"] as const;
export type ReturnKind = (typeof returnKinds)[number];

/**
 * `waiting` is a withdrawal from what was not shipped, before it is cancelled: nobody has proved to be the customer, who can undo
 * it for a day.
 */
export const returnStates = [
	...(["asked", "waiting", "approved"] as const),
	...(["rejected", "received", "closed"] as const),
] as const;
export type ReturnState = (typeof returnStates)[number];

/** The states in which something is left to do. */
export const openStates = [
	"asked",
	"waiting",
	"approved",
	"received",
] as const satisfies ReturnState[];

/** Why a customer sends something back. A withdrawal needs no reason. */
export const returnReasons = [
	"does_not_fit",
	"not_as_described",
	"damaged",
	"defective",
	"wrong_item",
	"not_needed",
	"other",
] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** How what has arrived is. */
export const conditions = ["as_new", "opened", "damaged"] as const;
export type Condition = (typeof conditions)[number];

/** What a return is refunded as once it has arrived: the money, that and another order instead, or store credit. */
export const refundOutcomes = ["refund", "exchange", "credit"] as const;
export type RefundOutcome = (typeof refundOutcomes)[number];

/** How it ended: refunded, cancelled before it was shipped, undone by its customer, or with nothing. */
export const returnOutcomes = [...refundOutcomes, "cancel", "undone", "none"] as const;
export type ReturnOutcome = (typeof returnOutcomes)[number];

/** What staff do with a return. */
export type ReturnAction =
	| "approve"
	| "reject"
	| "receive"
	| RefundOutcome
	| "cancel"
	| "undo"
	| "close";

const transitions: Record<ReturnState, Partial<Record<ReturnAction, ReturnState>>> = {
	asked: { approve: "approved", reject: "rejected", close: "closed" },
	waiting: { cancel: "closed", undo: "closed" },
	approved: { receive: "received", close: "closed" },
	received: { refund: "closed", exchange: "closed", credit: "closed", close: "closed" },
	rejected: {},
	closed: {},
};

/** Returns the state that an action leads to; undefined if it is not possible in this one. */
export const nextState = (state: ReturnState, action: ReturnAction): ReturnState | undefined =>
	transitions[state][action];

/** Returns the states in which an action is possible, for the condition of its statement. */
export const statesFor = (action: ReturnAction): ReturnState[] =>
	returnStates.filter((state) => nextState(state, action) !== undefined);
