/** Who gets the gift cards of an order by e-mail, when, and with which words. Runs in the Worker and the browser. */
import * as v from "valibot";
import { dayOf, hourOfDay, parseDay } from "../../config/days.ts";
import * as texts from "../../messages/gift-order.ts";
import { dayWrong } from "../../messages/messages.ts";
import { email, formatTimestamp, maxLengths, multilineText, text } from "../../values/fields.ts";
import { shownEmail } from "../../values/shown-email.ts";
import { maxGiftMessage, maxGiftsAgain } from "../gift-cards/gift-card-kinds.ts";

/** The last day that can be chosen, in days from today. */
const maxDays = 365;

/** The hour at which they are e-mailed, in the shop's time zone. */
const giftHour = 9;

/** What e-mail programs make a link of: a scheme, `www.`, a name with a dot in it, an IP address. */
const webAddress = /:\/\/|\bwww\.|[\p{L}\p{N}-][.\u3002\uff0e\uff61]\p{L}{2}|\d+(\.\d+){3}/iu;

const notWebAddress = v.check<string, string>(
	(typed) => !webAddress.test(typed),
	texts.noWebAddress,
);

/** A day as date fields write it; empty for none. */
const giftDay = v.pipe(
	v.string(),
	v.trim(),
	v.check((typed) => typed === "" || parseDay(typed) !== undefined, dayWrong),
);

/** The fields of who gets the gift cards. */
export const giftFields = v.object({
	email,
	/** Who they are from; by default the name of the order. */
	from: v.optional(v.pipe(text(maxLengths.name), notWebAddress)),
	/** On which day they are e-mailed; by default as soon as they are paid. */
	day: v.optional(giftDay),
	message: v.optional(v.pipe(multilineText(maxGiftMessage), notWebAddress)),
});

/** Whether gift cards can be e-mailed on a day, if one was chosen. */
export function isGiftDay(day: string | undefined, now: Date): boolean {
	const chosen = parseDay(day ?? "");
	const today = dayOf(now.getTime());
	return chosen === undefined || (chosen >= today && chosen <= today + maxDays);
}

/** When gift cards are e-mailed for which this day was chosen: not before `now`. */
export function giftDueAt(day: string | undefined, now: Date): Date {
	const chosen = parseDay(day ?? "");
	const dueAt = chosen === undefined ? 0 : hourOfDay(chosen, giftHour);
	return new Date(Math.max(dueAt, now.getTime()));
}

/** What of an order decides whether its gift cards are e-mailed. */
interface GiftFacts {
	isPaid: boolean;
	isClosed: boolean;
	giftSentAt: Date | null;
	/** The lines of its gift cards. */
	lines: readonly {
		disputedAt: Date | null;
		totalCents: number;
		refundedCents: number;
		refundDueCents: number;
	}[];
}

/** What comes of gift cards for somebody: they wait to be paid, or for their day; a dispute holds them, or a refund has stopped them. */
export type GiftState = "unpaid" | "waiting" | "held" | "stopped" | "sent";

/** What comes of them. */
function giftStateOf({ isPaid, isClosed, giftSentAt, lines }: GiftFacts): GiftState {
	if (giftSentAt) return "sent";
	const isLeft = lines.some((line) => line.refundedCents + line.refundDueCents < line.totalCents);
	if (isClosed || !isLeft) return "stopped";
	if (!isPaid) return "unpaid";
	return lines.some(({ disputedAt }) => disputedAt) ? "held" : "waiting";
}

/** Gift cards for somebody, as the page of their order shows them. */
export interface GiftOnPage {
	email: string;
	from: string;
	message: string;
	state: GiftState;
	dueAt: Date;
	/** Whether they go out as soon as they are paid. */
	isAtOnce: boolean;
	sentAt: Date | null;
	/** How often the buyer can still e-mail them again. */
	againLeft: number;
}

/** The same of an order that has some for somebody. */
export function giftOnPage(
	{
		giftTo,
		giftDueAt: dueAt,
		...order
	}: {
		giftTo: Pick<GiftOnPage, "email" | "from" | "message"> | null;
		giftDueAt: Date | null;
		giftSentAt: Date | null;
		giftsAgain: number;
		createdAt: Date;
		paidAt: Date | null;
		closedAt: Date | null;
	},
	lines: readonly (GiftFacts["lines"][number] & { giftCodes: unknown; closedAt: Date | null })[],
): GiftOnPage | undefined {
	if (!giftTo || !dueAt) return undefined;
	const cards = lines.filter((line) => line.giftCodes !== null);
	if (cards.length === 0) return undefined;
	const { giftSentAt, giftsAgain, createdAt, paidAt, closedAt } = order;
	const state = giftStateOf({
		isPaid: paidAt !== null,
		isClosed: closedAt !== null,
		giftSentAt,
		lines: cards.filter((line) => line.closedAt === null),
	});
	return {
		...giftTo,
		state,
		dueAt,
		sentAt: giftSentAt,
		isAtOnce: dueAt.getTime() <= createdAt.getTime(),
		againLeft: maxGiftsAgain - giftsAgain,
	};
}

/** What comes of them, in a sentence; times are in the shop's time zone, whose morning it is. */
export function giftSentence(
	{ email: address, state, dueAt, isAtOnce, sentAt }: GiftOnPage,
	now = Date.now(),
): string {
	const { states } = texts.giftOnOrder;
	const email = shownEmail(address);
	const isDue = isAtOnce || dueAt.getTime() <= now;
	const at = formatTimestamp(sentAt ?? dueAt);
	if (state === "unpaid") return isDue ? states.unpaid(email) : states.unpaidUntil(email, at);
	if (state === "waiting") return isDue ? states.now(email) : states.waiting(email, at);
	return states[state](email, at);
}
