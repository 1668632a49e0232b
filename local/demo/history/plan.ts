/** Plans the history: who ordered when and what, and what became of it. */
import type { Address } from "../../../src/shop/addresses/address-columns.ts";
import { demoAccounts } from "../accounts.ts";
import { demoReviews } from "../data.ts";
import { fillBasket, orderTimes } from "./demand.ts";
import { createPeople } from "./people.ts";
import type { Person, PlannedOrder, PlannedReview } from "./planned-order.ts";
import type { Random } from "./random.ts";
import { planRefunds } from "./refund-plan.ts";
import { reviewTexts } from "./review-texts.ts";
import { riderOrders } from "./rider-orders.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** How many orders there are beside the demo rider's and those that await their payment. */
const orderCount = 408;
/** How long ago those were placed, in milliseconds. */
const unpaidAges = [5.2 * hourMs, 3.4 * hourMs];

/** The age of the oldest and of the newest review that is not one of data.ts, which stay the newest. */
const reviewAge = { oldest: 156, newest: 32 };
/** With a history, the reviews of data.ts are from the last month. */
export const demoReviewAt = (now: number, daysAgo: number) => now - (daysAgo / 4) * dayMs;

/** Sites that have sent customers. */
const partners = ["spoke-letters", "commuter-bench", "the-slow-mile", "kids-on-bikes"];

/** An order whose customer is not known yet. */
interface Slot {
	at: number;
	wanted: string[];
	person?: Person;
	review?: PlannedReview;
	demoReview?: number;
}

/** Returns all orders until `now`, the oldest first. */
export function planOrders(
	random: Random,
	now: number,
	shippedTo: readonly string[],
): PlannedOrder[] {
	const { authors, others } = createPeople(random, shippedTo);
	const times = [...orderTimes(random, orderCount, now), ...unpaidAges.map((age) => now - age)];
	const slots = times.sort((a, b) => a - b).map((at): Slot => ({ at, wanted: [] }));
	placeDemoReviews(random, slots, authors, now);
	placeReviews(random, slots, now);
	const planned = withCustomers(random, slots, others).map((slot): PlannedOrder => {
		const isSure = slot.review !== undefined || slot.demoReview !== undefined;
		const isNew = now - slot.at < 2 * dayMs;
		const origin = !isSure && random.chance(0.06) ? "phone" : "shop";
		return {
			...slot,
			lines: fillBasket(random, slot.wanted, (now - slot.at) / dayMs),
			fate: isSure || isNew ? "paid" : random.pickBy(["paid", "expired", "deleted"], fateWeight),
			origin,
			partner: origin === "shop" && random.chance(0.12) ? random.pick(partners) : undefined,
		};
	});
	leaveUnpaid(planned.filter(({ at }) => unpaidAges.includes(now - at)));
	const all = planRefunds(planned, now);
	return [...all, ...ordersOfRider(now)].toSorted((a, b) => a.at - b.at);
}

const fateWeight = (fate: PlannedOrder["fate"]) =>
	({ paid: 92, expired: 5, deleted: 3, unpaid: 0 })[fate];

/** Takes the free slot that is nearest to a time. */
function takeSlot(slots: Slot[], at: number): Slot {
	const free = slots.filter(({ wanted, person }) => wanted.length === 0 && !person);
	const [nearest] = free.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
	if (!nearest) throw new Error("There are more reviews than orders.");
	return nearest;
}

/** Who wrote the demo's reviews has ordered before. */
function placeDemoReviews(random: Random, slots: Slot[], authors: Person[], now: number): void {
	for (const [index, { toolSlug, daysAgo }] of demoReviews.entries()) {
		const slot = takeSlot(slots, demoReviewAt(now, daysAgo) - random.integer(12, 20) * dayMs);
		const person = authors[index];
		Object.assign(slot, { demoReview: index, wanted: toolSlug ? [toolSlug] : [], person });
	}
}

/** Each review has an order some weeks before it. */
function placeReviews(random: Random, slots: Slot[], now: number): void {
	const step = (reviewAge.oldest - reviewAge.newest) / reviewTexts.length;
	for (const [index, text] of reviewTexts.entries()) {
		const age = reviewAge.oldest - (index + random.next()) * step;
		const at = now - age * dayMs;
		const slot = takeSlot(slots, at - random.integer(13, 24) * dayMs);
		Object.assign(slot, { wanted: [text.tool], review: { ...text, at } });
	}
}

/** Nobody orders more often, or again so soon. */
const maxOrders = 11;
const minDaysBetween = 6;

/** Gives each order a customer: new ones come all the time, and some come back. */
function withCustomers(
	random: Random,
	slots: readonly Slot[],
	others: readonly Person[],
): (Slot & { person: Person })[] {
	const waiting = [...others];
	const known: Person[] = [];
	const ordersOf = new Map<Person, number[]>();
	const mayReturn = (person: Person, at: number) => {
		const own = ordersOf.get(person) ?? [];
		return own.length < maxOrders && at - (own.at(-1) ?? 0) > minDaysBetween * dayMs;
	};
	const reviewed = new Set<string>();
	let left = slots.filter(({ person }) => !person).length;
	return slots.map((slot) => {
		if (slot.person) {
			known.push(slot.person);
			ordersOf.set(slot.person, [slot.at]);
			reviewed.add(`${slot.person.userId} ${slot.wanted[0]}`);
			return { ...slot, person: slot.person };
		}
		const canHave = ({ userId }: Person) =>
			!slot.review || (userId !== null && !reviewed.has(`${userId} ${slot.review.tool}`));
		const back = known.filter((one) => canHave(one) && mayReturn(one, slot.at));
		const isNew = back.length === 0 || random.chance((1.2 * waiting.length) / left);
		left -= 1;
		const next = isNew ? waiting.find(canHave) : undefined;
		if (next) {
			waiting.splice(waiting.indexOf(next), 1);
			known.push(next);
		}
		const person = next ?? random.pickBy(back, ({ loyalty }) => 0.02 + loyalty);
		ordersOf.set(person, [...(ordersOf.get(person) ?? []), slot.at]);
		if (slot.review) reviewed.add(`${person.userId} ${slot.review.tool}`);
		return { ...slot, person };
	});
}

/** One of two orders was placed by telephone. */
function leaveUnpaid([byPhone, other]: PlannedOrder[]): void {
	if (byPhone) Object.assign(byPhone, { fate: "unpaid", origin: "phone", partner: undefined });
	if (other) other.fate = "unpaid";
}

function ordersOfRider(now: number): PlannedOrder[] {
	const account = demoAccounts.find(({ id }) => id === "demo-rider");
	if (!account) throw new Error("There is no demo rider.");
	const address: Address = {
		line1: "27 Canal Street",
		line2: "",
		city: "Portland",
		region: "OR",
		postalCode: "97209",
		country: "US",
	};
	const { id: userId, name, email, phone } = account;
	const person: Person = { userId, name, email, phone, address, loyalty: 0 };
	return riderOrders.map(({ hoursAgo, unpaid, review, parcels, ...order }) => ({
		...order,
		person,
		at: now - hoursAgo * hourMs,
		fate: unpaid ? "unpaid" : "paid",
		origin: "shop",
		review: review && { ...review, at: now - review.daysAgo * dayMs },
		parcels: parcels?.map((parcel) => ({ ...parcel, at: now - parcel.hoursAgo * hourMs })),
	}));
}
