/** Reads the offers that an order can have now, with what they know of its tools: one round trip. */
import { getCollection } from "astro:content";
import { and, eq, gt, lte, or, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { families } from "../../db/family-tables.ts";
import { offerCodes, offers, orderOffers } from "../../db/offer-tables.ts";
import { orders } from "../../db/order-tables.ts";
import { categories, tools } from "../../db/tool-tables.ts";
import { codeProblems as texts } from "../../messages/code-problems.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { formatDate } from "../../values/fields.ts";
import { toCapabilities } from "../fit/capability-rows.ts";
import { readVocabulary } from "../fit/vocabulary.server.ts";
import {
	type CodeCustomer,
	isOfLinks,
	ownOpenOrder,
	readHoldingOrder,
} from "../gift-cards/holding-order.server.ts";
import {
	type CardsToRead,
	type CardToSpend,
	selectCards,
} from "../gift-cards/spend-cards.server.ts";
import { jobsOfTool } from "../jobs/tool-jobs.ts";
import { applyOffers } from "./apply-offers.ts";
import { type KnownTools, partsOf, toKnown } from "./bundle-lines.ts";
import { unknownCode } from "./codes.ts";
import { withFacts } from "./discount-now.ts";
import {
	type DiscountedOrder,
	noDiscounts,
	type OffersOfNow,
	type PricedTool,
} from "./discounts.ts";
import type { ConditionName, OfferInForce, ToolFacts } from "./offer-terms.ts";

/** How many rules run at one time. */
export const maxRules = 50;

const { id, categorySlug, familyId, salePriceCents, capabilities } = tools;

/** What offers know of a tool. Its maker is its family's if it names none. */
export const factsColumns = {
	id,
	categorySlug,
	familyId,
	salePriceCents,
	capabilities,
	isGiftCard: tools.isGiftCard,
	/** The text of `parts`: an order compares it, since SQL and JavaScript may write JSON differently. */
	parts: sql<string | null>`${tools.parts}`.as("parts_text"),
	maker: sql<
		string | null
	>`coalesce(${tools.maker}, (select ${families.maker} from ${families} where ${families.id} = ${tools.familyId}))`.as(
		"made_by",
	),
};

/** The statement that selects what offers know of tools, and what they weigh. */
function selectFacts(toolIds: readonly string[]) {
	return database()
		.select({ ...factsColumns, name: tools.name, grams: tools.weightGrams })
		.from(tools)
		.where(inList(id, toolIds));
}
type FactsRow = Omit<Awaited<ReturnType<typeof selectFacts>>[number], "grams" | "name">;

const asksForJobs = ({ terms }: Pick<OfferInForce, "terms">) => terms.conditions.jobs !== undefined;

/** What offers know of tools. Their jobs only if an offer asks, since that compares what each can do with all jobs. */
export async function toFacts(
	rows: readonly FactsRow[],
	asked: readonly Pick<OfferInForce, "terms">[],
): Promise<ToolFacts[]> {
	const withJobs = asked.some(asksForJobs);
	const jobs = withJobs ? await getCollection("jobs") : [];
	const vocabulary = withJobs ? await readVocabulary() : undefined;
	return rows.map((row) => ({
		toolId: row.id,
		category: row.categorySlug,
		maker: row.maker,
		family: row.familyId,
		jobs: vocabulary
			? jobsOfTool(toCapabilities(row.capabilities), jobs, vocabulary).map(({ id }) => id)
			: [],
		isOnSale: row.salePriceCents !== null,
		...(row.isGiftCard && { isGiftCard: true }),
		...(row.parts !== null && { lines: partsOf(row.parts).length }),
	}));
}

/** The orders of a customer with the offer that a statement selects, as a FROM clause. Begins with the customer's orders, which are few. */
const ordersWithOffer = (from: SQL, condition: SQL) =>
	sql`from ${from} cross join ${orderOffers} on ${orderOffers.orderId} = ${orders.id} and ${orderOffers.offerId} = ${offers.id} where ${condition}`;

/** The condition that a customer has an order with the offer that is open or paid. */
function hasUsed(customer: CodeCustomer): SQL {
	const { userId, email } = customer;
	const isOwn = [
		...(email === undefined ? [] : [sql`${orders.email} = ${email}`]),
		...(userId === undefined ? [] : [sql`${orders.userId} = ${userId}`]),
		...isOfLinks(customer),
	];
	const has = isOwn.map(
		(one) =>
			sql`exists (select 1 ${ordersWithOffer(sql`${orders}`, sql`${one} and ${orders.closedAt} is null`)})`,
	);
	return or(...has) ?? sql`0`;
}

/** The customer's own open order that has the code, or its offer if that is for once. */
const openOrderWith = (code: string, customer: CodeCustomer) =>
	ownOpenOrder(customer, (from, condition) =>
		ordersWithOffer(
			from,
			sql`${condition} and (${offers.oncePerCustomer} or ${orderOffers.code} = ${code})`,
		),
	);

/** More tools than this are not named. */
const maxNames = 3;

/** What the categories, tools and families of the selected offer are called, as JSON. */
const namesOfOffer = (() => {
	const listed = (name: ConditionName) =>
		sql`(select value from json_each(${offers.terms}, ${`$.conditions.${name}`}))`;
	const areFew = sql`json_array_length(${offers.terms}, '$.conditions.tools') <= ${maxNames}`;
	return sql<string>`(
		select json_group_object(named.id, named.name)
		from (
			select ${categories.slug} as id, ${categories.name} as name
			from ${categories}
			where ${categories.slug} in ${listed("categories")}
			union all
			select ${tools.id}, ${tools.name}
			from ${tools}
			where ${areFew} and ${tools.id} in ${listed("tools")} and ${tools.archivedAt} is null
			union all
			select ${families.id}, ${families.name}
			from ${families}
			where ${areFew} and ${families.id} in ${listed("tools")}
		) as named
	)`;
})();

/** The condition that a code can be used once more, and by this customer. */
export function canUse(code: string, customer: CodeCustomer): SQL {
	const used = hasUsed(customer);
	return sql`exists (
		select 1
		from ${offerCodes}
		join ${offers} on ${offers.id} = ${offerCodes.offerId}
		where ${offerCodes.code} = ${code}
			and (${offerCodes.maxUses} is null or ${offerCodes.uses} < ${offerCodes.maxUses})
			and not (${offers.oncePerCustomer} and ${used})
	)`;
}

/** The statement that selects the offer of a code, with what may keep this customer from it. */
export function selectCode(code: string, customer: CodeCustomer | undefined) {
	const used = customer ? hasUsed(customer) : sql`0`;
	const openOrder = customer ? openOrderWith(code, customer) : sql<null>`null`;
	return database()
		.select({
			offer: offers,
			maxUses: offerCodes.maxUses,
			uses: offerCodes.uses,
			isUsed: sql<number>`(${offers.oncePerCustomer} and ${used})`.as("is_used"),
			openOrder: openOrder.as("open_order"),
			names: namesOfOffer.as("names"),
		})
		.from(offerCodes)
		.innerJoin(offers, eq(offers.id, offerCodes.offerId))
		.where(eq(offerCodes.code, code));
}
type CodeRow = Awaited<ReturnType<typeof selectCode>>[number];

/** Why a code can't be used, with the customer's own unpaid order that has it. */
type CodeRefusal = Required<Pick<OffersOfNow, "codeProblem">> & Pick<OffersOfNow, "codeOrder">;

/** Why a code can't be used now, whatever is ordered; undefined if it can. */
export function codeRefusal(
	row: CodeRow | undefined,
	code: string,
	now: Date,
): CodeRefusal | undefined {
	if (!row) return { codeProblem: unknownCode(code) };
	const { offer, maxUses, uses, isUsed } = row;
	if (offer.startsAt > now) return { codeProblem: texts.notYet(formatDate(offer.startsAt)) };
	if (offer.endsAt <= now)
		return { codeProblem: texts.over(formatDate(new Date(offer.endsAt.getTime() - 1))) };
	if (!isUsed && (maxUses === null || uses < maxUses)) return undefined;
	const codeOrder = readHoldingOrder(row.openOrder);
	if (!codeOrder) return { codeProblem: isUsed ? texts.usedByYou : texts.usedUp };
	return { codeProblem: texts.usedByOwnOrder, codeOrder };
}
const namesColumn = v.record(v.string(), v.string());

/** The offers of now, and what an order is priced by too, so that it makes no trip for that. */
interface ReadOffers {
	offersOfNow: OffersOfNow;
	/** What the tools weigh in grams, by their ids; null where that is not known. */
	weights: ReadonlyMap<string, number | null>;
	/** The gift cards and the credit that were asked for. */
	cards: CardToSpend[];
	known: KnownTools;
}

/** Reads the rules of now, the offer of a code, the facts and weights of tools, and the gift cards that pay. */
export async function readOffers(
	toolIds: readonly string[],
	code = "",
	customer?: CodeCustomer,
	cards?: CardsToRead,
	now = new Date(),
): Promise<ReadOffers> {
	const { rules, facts, ...found } = await batch({
		rules: database()
			.select()
			.from(offers)
			.where(and(sql`${offers.needsCode} = 0`, gt(offers.endsAt, now), lte(offers.startsAt, now)))
			.limit(maxRules),
		facts: selectFacts(toolIds),
		...(code !== "" && { code: selectCode(code, customer) }),
		...(cards && { cards: selectCards(cards, customer) }),
	});
	const row = "code" in found ? found.code?.[0] : undefined;
	const refusal = code === "" ? undefined : codeRefusal(row, code, now);
	const inForce = [
		...rules.map(({ id, label, terms }) => ({ id, label, terms, code: null })),
		...(row && refusal === undefined ? [offerOf(row, code)] : []),
	];
	return {
		offersOfNow: {
			offers: inForce,
			facts: await toFacts(facts, inForce),
			...refusal,
		},
		weights: new Map(facts.map((row) => [row.id, row.grams])),
		cards: ("cards" in found && found.cards) || [],
		known: toKnown(facts),
	};
}

function offerOf({ offer: { id, label, terms }, names }: CodeRow, code: string): OfferInForce {
	const known = v.parse(namesColumn, JSON.parse(names));
	return { id, label, terms, code, ...(Object.keys(known).length > 0 && { names: known }) };
}

/** Applies offers again to the lines of an order that changes: those that it has, by their terms of then. */
export async function discountAgain(
	orderId: string,
	lines: readonly PricedTool[],
): Promise<DiscountedOrder> {
	const rows = await database().select().from(orderOffers).where(eq(orderOffers.orderId, orderId));
	if (rows.length === 0) return noDiscounts(lines);
	const offersOfOrder = rows.map(({ offerId: id, label, terms, code }) => ({
		id,
		label,
		terms,
		code,
	}));
	const found = await selectFacts(lines.map(({ toolId }) => toolId));
	return applyOffers(withFacts(lines, await toFacts(found, rows)), offersOfOrder);
}
