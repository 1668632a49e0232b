/** Returns and withdrawals: what a customer sends, how it is numbered, and when a withdrawal is in time. */
import * as v from "valibot";
import { contact } from "../../config/config.ts";
import * as texts from "../../messages/returns.ts";
import { maxLengths, multilineText } from "../../values/fields.ts";
import type { SoldOption } from "../tools/stored-options.ts";
import type {
	Condition,
	ReturnKind,
	ReturnOutcome,
	ReturnReason,
	ReturnState,
} from "./return-states.ts";
import { openStates, returnReasons } from "./return-states.ts";

/** How people call a return: `R1`. */
export const formatReturnNumber = (number: number) => `R${number}`;

/** So many pieces of a line. */
export interface Pieces {
	lineId: string;
	quantity: number;
}

/** What a customer sends back, and why. */
export interface AskedReturn {
	kind: ReturnKind;
	/** Null for a withdrawal. */
	reason: ReturnReason | null;
	note: string;
	/** The customer's name, on a withdrawal. */
	name: string;
	lines: Pieces[];
}

/** The name of the field with the pieces of a line. */
export const piecesField = (lineId: string) => `pieces-${lineId}`;

const wholeNumber = (text: string | null) => (/^\d{1,6}$/.test(text ?? "") ? Number(text) : 0);

/** Reads the pieces that a form has for these lines. Lines without any are left out. */
export function readPieces(form: URLSearchParams, lineIds: readonly string[]): Pieces[] {
	return lineIds.flatMap((lineId) => {
		const quantity = wholeNumber(form.get(piecesField(lineId)));
		return quantity > 0 ? { lineId, quantity } : [];
	});
}

/** A customer's words. */
const returnNote = multilineText(maxLengths.note);

const reason = v.picklist(returnReasons, texts.form.reasonMissing);

/** Reads what a customer asks for from its form, or what is wrong with it. */
export function readReturn(
	form: URLSearchParams,
	lineIds: readonly string[],
): { asked: AskedReturn } | { problem: string } {
	const lines = readPieces(form, lineIds);
	if (lines.length === 0) return { problem: texts.form.piecesMissing };
	const parsed = v.safeParse(v.object({ reason, note: returnNote }), {
		reason: form.get("reason"),
		note: form.get("note") ?? "",
	});
	if (!parsed.success) return { problem: parsed.issues[0].message };
	return { asked: { kind: "return", name: "", ...parsed.output, lines } };
}

/** What staff have found of a line. */
export interface ReceivedLine {
	lineId: string;
	received: number;
	condition: Condition;
	/** How many of them go back to the stock. */
	restocked: number;
}

/** Where returns go, unless staff say otherwise. */
export const returnAddress = () => contact.address.join("\n");

/** The days within which a consumer may withdraw (Directive 2011/83/EU, Article 9(1)). */
export const withdrawalDays = 14;

const dayMs = 24 * 60 * 60_000;

/**
 * Returns when the period of withdrawal ends at the earliest, from when the lines of an order were shipped; undefined
 * while one of them was not. It begins when the last of them is delivered (Article 9(2)(b)(i)), which the shop does not
 * know: it is not before it was shipped. So until then a withdrawal is in time, and later it may be.
 */
export function withdrawalEnd(lines: readonly { shippedAt: Date | null }[]): Date | undefined {
	const times = lines.map(({ shippedAt }) => shippedAt?.getTime());
	if (times.includes(undefined)) return undefined;
	return new Date(Math.max(...times.map(Number)) + (withdrawalDays + 1) * dayMs);
}

/**
 * How long an order has the link to withdraw after all of it was shipped. The period is 14 days from delivery, and 12
 * months longer for a consumer who was not told of the right (Article 10(1)). When that was, the shop does not know: this leaves
 * eleven months for the delivery. The link in the footer stays.
 */
const withdrawalLinkMs = 2 * 365 * dayMs;

/** Whether the order of these lines has the link. What was cancelled or refunded before it was shipped has nothing to withdraw from. */
export function hasWithdrawalLink(
	lines: readonly Record<"shippedAt" | "cancelledAt" | "refundedAt", Date | null>[],
	now: number,
): boolean {
	const left = lines.filter((line) => line.shippedAt ?? !(line.cancelledAt ?? line.refundedAt));
	const times = left.map(({ shippedAt }) => shippedAt?.getTime() ?? now);
	return now < Math.max(...times) + withdrawalLinkMs;
}

/** The lists of staff: to decide, withdrawals that wait, on their way, to refund, done. */
export const returnViews = [...openStates, "done"] as const;
export type ReturnView = (typeof returnViews)[number];

/** A line of an order with how many of its pieces can still be sent back. */
export interface ReturnableLine {
	line: Pick<ReturnedLine, "toolName" | "image"> & { id: string };
	left: number;
}

/** Pieces of a return with what their line is of. */
export interface ReturnedLine {
	lineId: string;
	toolId: string;
	/** With the value of each option, and the code. */
	toolName: string;
	options: readonly SoldOption[] | null;
	sku: string | null;
	image: string;
	/** Whether it has left the shop. */
	isShipped: boolean;
	/** How many were ordered, of which so many are sent back. */
	ordered: number;
	quantity: number;
	/** How many of the ordered ones other returns have refunded. */
	before: number;
	/** How many have arrived, and how; null until it is checked in. */
	received: number | null;
	condition: Condition | null;
	restocked: number;
}

/** A return with its lines and its order. */
export interface ReturnFound {
	id: string;
	number: number;
	orderId: string;
	kind: ReturnKind;
	state: ReturnState;
	reason: ReturnReason | null;
	note: string;
	name: string;
	image: string;
	createdAt: Date;
	decidedAt: Date | null;
	answer: string;
	labelUrl: string;
	/** Whether the order's account or link has declared it. */
	isProved: boolean;
	/** Until when its customer can undo a withdrawal from what was not shipped. */
	waitsUntil: Date | null;
	receivedAt: Date | null;
	closedAt: Date | null;
	outcome: ReturnOutcome | null;
	refundId: string | null;
	order: {
		id: string;
		number: number;
		name: string;
		email: string;
		currency: string;
		transactionId: string | null;
	};
	lines: ReturnedLine[];
}

/** What the staff's page of a return shows. */
export interface ReturnPage {
	found: ReturnFound;
	/** The lines to choose from, if a withdrawal that waits for its decision has named none. */
	choices: ReturnableLine[];
	/** When the period of a withdrawal ends at the earliest; undefined if not all was shipped. */
	periodEnd: Date | undefined;
	/** What can be refunded of what has arrived, in minor units. */
	sums: { pieces: number; shipping: number } | undefined;
}
