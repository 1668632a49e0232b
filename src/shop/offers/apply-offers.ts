/** What offers take off an order, line by line, with an explanation for each. Pure: runs in the Worker and the browser. */
import { smallestCents } from "../../config/config.ts";
import { codeProblems as texts } from "../../messages/code-problems.ts";
import { actionKind } from "./actions.ts";
import { type Condition, conditions, linesCents } from "./conditions.ts";
import type { DiscountedOrder } from "./discounts.ts";
import type { OfferInForce, OfferLine } from "./offer-terms.ts";

const byId = (one: OfferInForce, other: OfferInForce) => (one.id < other.id ? -1 : 1);
/** Percentages before amounts: that is more for the customer. */
const byAction = (one: OfferInForce, other: OfferInForce) =>
	Number(one.terms.action.type !== "percent") - Number(other.terms.action.type !== "percent");

/** Whether offers see a line: a gift card is money. */
const isDiscounted = ({ facts }: Pick<OfferLine, "facts">): boolean => !facts.isGiftCard;

/** The conditions of an offer, with their values read. */
const conditionsOf = ({ terms, names = {} }: Pick<OfferInForce, "terms" | "names">): Condition[] =>
	Object.entries(conditions).flatMap(([name, { read }]) => {
		const value = terms.conditions[name];
		return value === undefined ? [] : [read(value, names)];
	});

const isAbout = (asked: readonly Condition[], line: OfferLine): boolean =>
	asked.every((one) => !("isAbout" in one) || one.isAbout(line));

/** What an order lacks for the conditions of an offer, a sentence each; of lines that it is about. */
const lackOf = (
	asked: readonly Condition[],
	about: readonly OfferLine[],
	lines: readonly OfferLine[],
	what = "",
): string[] =>
	asked.flatMap((one) => ("missing" in one ? (one.missing(about, lines, what) ?? []) : []));

/** What an offer sees of an order: the lines it is about, by their place, or undefined if its conditions don't hold. */
function placesOf(
	offer: Pick<OfferInForce, "terms">,
	lines: readonly OfferLine[],
): number[] | undefined {
	const asked = conditionsOf(offer);
	const places = lines.flatMap((line, place) => (isAbout(asked, line) ? [place] : []));
	const about = lines.filter((_, place) => places.includes(place));
	return about.length > 0 && lackOf(asked, about, lines).length === 0 ? places : undefined;
}

/** Why an offer takes nothing off these lines, and what they lack for it. */
export function whyNothing(offer: OfferInForce, all: readonly OfferLine[]): string {
	const lines = all.filter(isDiscounted);
	if (lines.length === 0) return texts.notForGiftCards;
	const asked = conditionsOf(offer);
	const wanted = asked.flatMap((one) => ("what" in one && one.what !== "" ? [one.what] : []));
	const what = wanted.join(" ");
	const about = lines.filter((line) => isAbout(asked, line));
	const { type, value } = offer.terms.action;
	const action = actionKind(type).read(value);
	const isNamed = asked.some((one) => "namesWhat" in one);
	const lacks = [
		...(about.length === 0 && !isNamed ? [texts.isFor(what)] : []),
		...lackOf(asked, about, lines, what),
	];
	if (lacks.length > 0) return lacks.join(" ");
	const left = about.map((line) => ({ ...line, leftCents: linesCents([line]) }));
	return action.missing?.(left, what) ?? texts.noGain;
}

/** What an offer takes off each line, of which `left` is left; a line, and each part of a bundle, costs at least the smallest amount. */
function discountsOf(
	offer: OfferInForce,
	lines: readonly OfferLine[],
	left: readonly number[],
	smallest: number,
): number[] {
	const places = placesOf(offer, lines) ?? [];
	const { type, value } = offer.terms.action;
	const about = places.flatMap((place) => {
		const line = lines[place];
		return line ? [{ ...line, leftCents: left[place] ?? 0 }] : [];
	});
	const given = actionKind(type).read(value).discounts?.(about, smallest) ?? [];
	const byPlace = new Map(places.map((place, index) => [place, given[index] ?? 0]));
	return lines.map(({ facts }, place) =>
		Math.max(
			Math.min(byPlace.get(place) ?? 0, (left[place] ?? 0) - (facts.lines ?? 1) * smallest),
			0,
		),
	);
}

/**
 * Applies offers to the lines of an order. On each line the one that is best for the customer counts; those that
 * combine come on top, of what is left. No order of the offers gives another result, and no line becomes free.
 */
export function applyOffers(
	lines: readonly OfferLine[],
	offers: readonly OfferInForce[],
	smallest: number = smallestCents,
): DiscountedOrder {
	const goods = lines.filter(isDiscounted);
	if (goods.length < lines.length) {
		const { discounts, ...applied } = applyOffers(goods, offers, smallest);
		const rest = discounts.values();
		return {
			...applied,
			discounts: lines.map((line) => (isDiscounted(line) && rest.next().value) || 0),
		};
	}
	const sorted = offers.toSorted(byId);
	const prices = lines.map((line) => linesCents([line]));
	const cents = new Map<string, number>();
	const add = (id: string, more: number) => cents.set(id, (cents.get(id) ?? 0) + more);
	const best: { id: string; discount: number }[] = prices.map(() => ({ id: "", discount: 0 }));
	for (const offer of sorted.filter(({ terms }) => !terms.combines)) {
		for (const [place, discount] of discountsOf(offer, lines, prices, smallest).entries())
			if (discount > (best[place]?.discount ?? 0)) best[place] = { id: offer.id, discount };
	}
	for (const { id, discount } of best) add(id, discount);
	const left = prices.map((price, place) => price - (best[place]?.discount ?? 0));
	for (const offer of sorted.filter(({ terms }) => terms.combines).toSorted(byAction)) {
		for (const [place, discount] of discountsOf(offer, lines, left, smallest).entries()) {
			left[place] = (left[place] ?? 0) - discount;
			add(offer.id, discount);
		}
	}
	const applied = sorted
		.map((offer) => ({
			offer,
			cents: cents.get(offer.id) ?? 0,
			freesShipping: freesShipping(offer) && placesOf(offer, lines) !== undefined,
		}))
		.filter((one) => one.cents > 0 || one.freesShipping);
	return {
		discounts: prices.map((price, place) => price - (left[place] ?? price)),
		isShippingFree: applied.some((one) => one.freesShipping),
		applied,
	};
}

const freesShipping = ({ terms: { action } }: OfferInForce): boolean =>
	actionKind(action.type).read(action.value).freesShipping ?? false;
