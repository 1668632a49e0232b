/** Rules and codes as staff have them: adds, changes, ends and lists them, with what each has sold and cost. */
import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { families } from "../../db/family-tables.ts";
import { offerCodes, offers, orderOffers } from "../../db/offer-tables.ts";
import { isPaidOrder, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import type { FieldErrors } from "../../errors.ts";
import { offerForm as texts } from "../../messages/offers.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database, inList, insertFrom, newId } from "../../platform/database/database.ts";
import { codeKey, pasted } from "../../values/pasted.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import type { ListedOffer } from "./listed-offer.ts";
import { newCode } from "./new-code.server.ts";
import { type AskedCodes, type AskedOffer, offerState } from "./offer-form.ts";
import { maxRules } from "./read-offers.server.ts";

export type OfferRow = typeof offers.$inferSelect;

/** Returns an offer with the ids of the tools that it names, or the texts that name none as what is wrong. */
export async function nameTools(
	offer: AskedOffer,
): Promise<{ output: AskedOffer } | { fields: FieldErrors }> {
	const { tools: typed } = offer.terms.conditions;
	if (!Array.isArray(typed)) return { output: offer };
	const { ids, missing } = await findNamedTools(typed);
	if (missing.length > 0) return { fields: { tools: missing.map(texts.toolUnknown).join(" ") } };
	const conditions = { ...offer.terms.conditions, tools: ids };
	return { output: { ...offer, terms: { ...offer.terms, conditions } } };
}

/** The tools and families that texts name, by id, address or SKU, and the texts that name none. */
async function findNamedTools(
	typed: readonly string[],
): Promise<{ ids: string[]; missing: string[] }> {
	const named = typed.map(pasted);
	const { id, slug, sku } = tools;
	const { found, groups } = await batch({
		found: database()
			.select({ id, slug, sku })
			.from(tools)
			.where(sql`${inList(id, named)} or ${inList(slug, named)} or ${inList(sku, named)}`),
		groups: database()
			.select({ id: families.id, slug: families.slug })
			.from(families)
			.where(sql`${inList(families.id, named)} or ${inList(families.slug, named)}`),
	});
	const known = [...found, ...groups.map((group) => ({ ...group, sku: null }))];
	const wanted = new Set(named.map(codeKey));
	const namesOf = ({ id, slug, sku }: (typeof known)[number]) =>
		[id, slug, sku].flatMap((name) => (name === null ? [] : [codeKey(name)]));
	const names = new Set(known.flatMap(namesOf));
	return {
		ids: known.filter((one) => namesOf(one).some((name) => wanted.has(name))).map((one) => one.id),
		missing: named.filter((name) => !names.has(codeKey(name))),
	};
}

/** The codes that a form asks for. */
const codesOf = ({ code, maxUses, count, prefix }: AskedCodes) => [
	...(code === "" ? [] : [{ code, maxUses }]),
	...Array.from({ length: count }, () => ({ code: newCode(prefix), maxUses: 1 })),
];

/**
 * Adds an offer or, with the id of one, changes that, with more codes. Orders keep what they were placed with. Returns
 * what is wrong, or nothing.
 */
export async function saveOffer(
	{ id: actorId }: Pick<Caller, "id">,
	{ label, terms, startsAt, endsAt, codes }: AskedOffer,
	id: string | undefined,
	now = new Date(),
): Promise<string[]> {
	const db = database();
	const needsCode = codes !== undefined;
	const newCodes = codes ? codesOf(codes) : [];
	const { running, taken } = await batch({
		running: db
			.select({ id: offers.id })
			.from(offers)
			.where(and(eq(offers.needsCode, false), gt(offers.endsAt, now)))
			.limit(maxRules + 1),
		taken: db
			.select({ code: offerCodes.code })
			.from(offerCodes)
			.where(
				inList(
					offerCodes.code,
					newCodes.map(({ code }) => code),
				),
			),
	});
	if (!needsCode && id === undefined && running.length >= maxRules)
		return [texts.tooMany(maxRules)];
	if (taken.length > 0) return taken.map(({ code }) => texts.codeTaken(code));
	const offerId = id ?? newId();
	const values = {
		label,
		terms,
		startsAt,
		endsAt,
		oncePerCustomer: codes?.oncePerCustomer ?? false,
	};
	const canChange = and(
		eq(offers.id, offerId),
		eq(offers.needsCode, needsCode),
		gt(offers.endsAt, now),
	);
	await commit({
		guard: id ? [hasRow(offers, canChange)] : [],
		write: {
			stored: id
				? db.update(offers).set(values).where(eq(offers.id, id))
				: db
						.insert(offers)
						.values({ ...values, id: offerId, needsCode, createdAt: now, createdBy: actorId }),
			codes: insertFrom(
				offerCodes,
				{
					code: sql`value ->> 'code'`,
					offerId: sql`${offerId}`,
					maxUses: sql`value ->> 'maxUses'`,
				},
				sql`from json_each(${JSON.stringify(newCodes)})`,
			),
			audit: insertAuditEvent({
				action: id ? "offer.changed" : "offer.added",
				actorId,
				subject: offerId,
				detail: { name: label },
			}),
		},
		// It has ended meanwhile.
		refused: () => null,
	});
	return [];
}

/** Ends an offer, or cancels one that has not started. Orders keep it. */
export async function endOffer(
	id: string,
	{ id: actorId }: Pick<Caller, "id">,
	now = new Date(),
): Promise<void> {
	const isThisOffer = eq(offers.id, id);
	await commit({
		guard: [hasRow(offers, and(isThisOffer, gt(offers.endsAt, now)))],
		write: {
			ended: database()
				.update(offers)
				// One that has not started is as if it never ran.
				.set({ endsAt: now, startsAt: sql`min(${offers.startsAt}, ${now.getTime()})` })
				.where(isThisOffer),
			audit: insertAuditEvent(
				{ action: "offer.ended", actorId, subject: id, detail: { name: offers.label } },
				sql`from ${offers} where ${isThisOffer}`,
			),
		},
		// It has ended already.
		refused: () => null,
	});
}

/** How many of the newest offers the list has. */
const maxListed = 60;

/** The newest offers, with what each has sold and cost. */
export async function listOffers(now = new Date()): Promise<ListedOffer[]> {
	const db = database();
	const newest = () =>
		db.select().from(offers).orderBy(desc(offers.startsAt), desc(offers.id)).limit(maxListed);
	const ids = newest().as("listed");
	const isListed = () => db.select({ id: ids.id }).from(ids);
	const { found, sums, codes } = await batch({
		found: newest(),
		sums: db
			.select({
				offerId: orderOffers.offerId,
				orders: sql<number>`count(*)`.as("orders"),
				soldCents: sql<number>`sum(${orders.totalCents})`.as("sold"),
				costCents: sql<number>`sum(${orderOffers.amountCents} + ${orderOffers.shippingCents})`.as(
					"cost",
				),
			})
			.from(orderOffers)
			.innerJoin(orders, and(eq(orders.id, orderOffers.orderId), isPaidOrder))
			.where(inArray(orderOffers.offerId, isListed()))
			.groupBy(orderOffers.offerId),
		codes: db
			.select({
				offerId: offerCodes.offerId,
				count: sql<number>`count(*)`.as("codes"),
				code: sql<string>`min(${offerCodes.code})`.as("first_code"),
				uses: sql<number>`sum(${offerCodes.uses})`.as("all_uses"),
				maxUses: sql<number | null>`sum(${offerCodes.maxUses})`.as("all_max_uses"),
			})
			.from(offerCodes)
			.where(inArray(offerCodes.offerId, isListed()))
			.groupBy(offerCodes.offerId),
	});
	return found.map((offer) => {
		const sum = sums.find(({ offerId }) => offerId === offer.id);
		const own = codes.find(({ offerId }) => offerId === offer.id);
		return {
			...offer,
			state: offerState(offer, now),
			orders: sum?.orders ?? 0,
			soldCents: sum?.soldCents ?? 0,
			costCents: sum?.costCents ?? 0,
			codes: own?.count ?? 0,
			code: own?.count === 1 ? own.code : null,
			uses: own?.uses ?? 0,
			maxUses: own?.maxUses ?? null,
		};
	});
}

/** The offer of this id, or undefined. */
export async function findOffer(id: string): Promise<OfferRow | undefined> {
	const [found] = await database().select().from(offers).where(eq(offers.id, id));
	return found;
}

/** All codes of an offer with their uses, for a file. */
export function codesOfOffer(id: string) {
	return database()
		.select({ code: offerCodes.code, uses: offerCodes.uses, maxUses: offerCodes.maxUses })
		.from(offerCodes)
		.where(eq(offerCodes.offerId, id))
		.orderBy(offerCodes.code);
}
