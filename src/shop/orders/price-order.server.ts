/** What an order costs, before anything is stored: the first of the three steps of placing it. */
import { sql } from "drizzle-orm";
import type { Customer } from "../../access/caller.ts";
import { seller } from "../../config/config.ts";
import type { OrderFit } from "../../db/order-tables.ts";
import { ShopError } from "../../errors.ts";
import { giftCards as texts } from "../../messages/gift-cards.ts";
import { dayOutOfRange } from "../../messages/gift-order.ts";
import * as messages from "../../messages/messages.ts";
import { guestTokenHashes } from "../../platform/auth/guest-token.ts";
import type { Results } from "../../platform/database/database.ts";
import type { RequestKey } from "../../platform/limits/idempotency-key.ts";
import { checkVatNumber } from "../../platform/services/vies.ts";
import { toCents } from "../../values/money.ts";
import { readPricing } from "../costs/pricing.server.ts";
import { vatNumberToCheck } from "../costs/reverse-charge.ts";
import type { CodeCustomer } from "../gift-cards/holding-order.server.ts";
import {
	canSpend,
	cardProblem,
	cardsToRead,
	type Spend,
	selectCards,
	spendOf,
	spendProblem,
} from "../gift-cards/spend-cards.server.ts";
import type { KnownTools } from "../offers/bundle-lines.ts";
import { codesIn } from "../offers/codes.ts";
import { canUse, codeRefusal, readOffers, selectCode } from "../offers/read-offers.server.ts";
import { closedError } from "../settings/settings.server.ts";
import { resolveDelivery } from "./delivery.server.ts";
import { isGiftDay } from "./gift.ts";
import type { OrderRequest } from "./orders.ts";
import { priceLines } from "./price-lines.server.ts";
import { maxGiftCards } from "./requested-lines.server.ts";

/** How an order is entered, if not by the API for its customer. */
export interface Entry {
	/** The id of who of the staff enters it for a customer at the telephone. */
	staffId?: string;
	/** Whether the customer gets an e-mail with the link to pay, a guest at most one a day. */
	sendsLink: boolean;
	/** The order costs what its tools cost. Otherwise the offers of now apply. */
	isWithoutOffers?: boolean;
}

/** Who asks for which order. */
export interface Ask {
	/** The id that the order gets. */
	id: string;
	now: Date;
	/** Undefined for a guest. */
	user: Customer | undefined;
	/** The user, or the guest as a customer. */
	customer: Customer;
	request: OrderRequest;
	requestKey: RequestKey;
	/** The request that asks, whose network counts. */
	from: Request | undefined;
	/** Whether tools fit the customer's bike, by their ids. */
	fits: ReadonlyMap<string, OrderFit>;
	entry: Entry | undefined;
}

export type Priced = Awaited<ReturnType<typeof priceOrder>>;

/**
 * Prices an order with the offers of now. `again` is what the first attempt found of its tools, for an order without offers,
 * which reads none. Throws ShopError `invalid`, or `shop_closed` during a holiday that closes the shop.
 */
export async function priceOrder(ask: Ask, again: KnownTools = nothingKnown) {
	const { now, customer, request, entry } = ask;
	const toolIds = request.lines.map(({ toolId }) => toolId);
	const asked = await codesOf(ask);
	const { offersOfNow, weights, cards, known } = entry?.isWithoutOffers
		? { ...nothingRead, known: again }
		: await readOffers(toolIds, asked.code, asked.customer, asked.cards);
	const pricing = await readPricing(toolIds, weights);
	// Staff may take an order all the same.
	if (pricing.settings.holiday?.mode === "closed" && !entry?.staffId)
		throw closedError(pricing.settings.holiday);
	// The specification's order has an address and a phone, whatever it is of.
	const isByMail =
		!entry?.isWithoutOffers && request.lines.every(({ toolId }) => known.giftCards.has(toolId));
	const delivery = resolveDelivery(customer, request, pricing, isByMail);
	checkGift(request, known, now);
	const { company = "", taxNumber = "" } = request;
	const toCheck = vatNumberToCheck({ ...delivery.address, company, taxNumber }, pricing);
	const vatCheck = toCheck && (await checkVatNumber(toCheck, seller.vatNumber ?? ""));
	const { boughtCardsCents, codeProblem, areOnlyCards, ...priced } = await priceLines(
		ask,
		known,
		offersOfNow,
		delivery.address,
		pricing,
		vatCheck && vatCheck.state === "valid" ? toCheck : undefined,
	);
	const { amounts } = priced;
	const spends = spendOf(cards, { ...amounts, boughtCardsCents }, now);
	const giftProblem = asked.giftCode
		? (cardProblem(
				cards.find(({ codeHash }) => codeHash !== null && codeHash === asked.cards?.codeHash),
				now,
			) ?? (areOnlyCards ? texts.buysNoCard : undefined))
		: undefined;
	return {
		...priced,
		delivery,
		vatCheck,
		amounts: { ...amounts, giftCardCents: spends.reduce((sum, { cents }) => sum + cents, 0) },
		spends,
		known,
		settingsVersion: pricing.settings.version,
		isTotalSeen:
			request.totalPrice === undefined || toCents(request.totalPrice) === amounts.totalCents,
		codes: keepsCodes(asked, codeProblem ?? giftProblem, spends, now),
	};
}

/** The codes and the credit that an order asks for, and for whom they are read. */
async function codesOf({ user, customer, request, from, entry }: Ask) {
	const { code, giftCode } = codesIn(request.code);
	const codeCustomer: CodeCustomer = {
		userId: user?.id,
		email: customer.email,
		// The browser of an order by telephone is that of the staff.
		guestTokenHashes: from && !entry?.staffId ? await guestTokenHashes(from.headers) : [],
	};
	const creditOf = request.useCredit ? user?.id : undefined;
	const cards = await cardsToRead({ code: giftCode, creditOf });
	return { code, giftCode, customer: codeCustomer, cards };
}

/**
 * The rule that the code can be used, and the cards can pay. `problem` is what was wrong when they were read. Its error is
 * `invalid`, with the field `code`.
 */
function keepsCodes(
	{ code: typed, customer, cards }: Awaited<ReturnType<typeof codesOf>>,
	problem: string | undefined,
	spends: readonly Spend[],
	now: Date,
) {
	const canPay = canSpend(spends, now);
	const read = {
		code: selectCode(typed, customer),
		...(cards && { cards: selectCards(cards, customer) }),
	};
	return {
		guard: [
			...(problem === undefined ? [] : [sql`false`]),
			...(typed ? [canUse(typed, customer)] : []),
			...(canPay ? [canPay] : []),
		],
		read,
		error({ code: [row], cards: found = [] }: Results<typeof read>) {
			const refusal = typed ? codeRefusal(row, typed, now)?.codeProblem : undefined;
			const code = problem ?? refusal ?? spendProblem(spends, found, now);
			return code === undefined ? undefined : new ShopError("invalid", { fields: { code } });
		},
	};
}

const nothingRead = { offersOfNow: { offers: [], facts: [] }, weights: undefined, cards: [] };
const nothingKnown: KnownTools = { bundles: new Map(), giftCards: new Set() };

/** Throws ShopError `invalid` for too many gift cards, or a day on which they can't be e-mailed. */
function checkGift({ lines, gift }: OrderRequest, { giftCards }: KnownTools, now: Date): void {
	const tooMany = lines.findIndex(
		({ toolId, quantity }) => giftCards.has(toolId) && quantity > maxGiftCards,
	);
	if (tooMany >= 0)
		throw new ShopError("invalid", {
			fields: { [`lines.${tooMany}.quantity`]: messages.atMost(maxGiftCards) },
		});
	if (!isGiftDay(gift?.day, now))
		throw new ShopError("invalid", { fields: { "gift.day": dayOutOfRange } });
}
