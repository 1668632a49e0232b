import { describe, expect, it } from "vitest";
import { type CardToRefund, endOfRefunded, whyNewCard } from "./refunded-cards.ts";

const dayMs = 24 * 60 * 60_000;
const now = Date.UTC(2026, 5, 1);
const day = (days: number) => new Date(now + days * dayMs);

/** A card that ends and was spent so many days from now. */
const card = (ends: number | null, spent: number, more: Partial<CardToRefund> = {}) => ({
	balanceCents: 0,
	disabledAt: null,
	spentAt: day(spent).getTime(),
	expiresAt: ends === null ? null : day(ends),
	...more,
});

describe("what comes back onto a card", () => {
	it.each([
		["as many days as were left when it was spent", card(50, -100), day(150)],
		["which may have been over meanwhile", card(-10, -100), day(90)],
		["on the day it was spent: as before", card(200, 0), day(200)],
		["tomorrow's end becomes 30 days", card(1, 0), day(30)],
		["spent on its last day, long ago: 30 days", card(-60, -61), day(30)],
		["paid for: it never ends", card(null, -100), null],
	])("can be spent %s", (_, spent, end) => {
		expect(endOfRefunded(spent, now)).toEqual(end);
	});

	it.each([
		[
			"a disabled one, also if it would have no later end",
			card(null, 0, { disabledAt: day(-1) }),
			"disabled",
		],
		["one with something left that ends sooner", card(1, 0, { balanceCents: 1 }), "ends"],
		["not an empty one: its end is what comes back", card(1, 0), undefined],
		["not one that ends no sooner", card(200, 0, { balanceCents: 1 }), undefined],
		["not one that was paid for", card(null, -100, { balanceCents: 1 }), undefined],
	])("has a code of its own for %s", (_, former, why) => {
		expect(whyNewCard(former, now)).toBe(why);
	});
});
