/** What an order will be, before anything is stored: its lines, what they cost, and what pays them. */
import type { Customer } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { seller } from "../../config/config.ts";
import type { OrderFit } from "../../db/order-tables.ts";
import { ShopError } from "../../errors.ts";
import { giftCards as texts } from "../../messages/gift-cards.ts";
import { dayOutOfRange } from "../../messages/gift-order.ts";
import * as messages from "../../messages/messages.ts";
import {
	createGuestToken,
	guestTokenHashes,
	hashGuestToken,
} from "../../platform/auth/guest-token.ts";
import { hashNetwork } from "../../platform/auth/network.ts";
import { newId } from "../../platform/database/database.ts";
import type { RequestKey } from "../../platform/limits/idempotency-key.ts";
import { checkVatNumber } from "../../platform/services/vies.ts";
import { orderHoldMs, phoneOrderHoldMs, unprovedHoldMs } from "../../platform/settings/settings.ts";
import { toCents } from "../../values/money.ts";
import { readPricing } from "../costs/pricing.server.ts";
import { vatNumberToCheck } from "../costs/reverse-charge.ts";
import { isOnlyCards } from "../costs/totals.ts";
import type { CodeCustomer } from "../gift-cards/holding-order.server.ts";
import {
	type CardsToRead,
	cardProblem,
	cardsToRead,
	spendOf,
} from "../gift-cards/spend-cards.server.ts";
import {
	divideDiscounts,
	type KnownTools,
	piecesByTool,
	savedCents,
	toPriced,
	unitsOf,
} from "../offers/bundle-lines.ts";
import { codesIn } from "../offers/codes.ts";
import { discountNow } from "../offers/discount-now.ts";
import { readOffers } from "../offers/read-offers.server.ts";
import { closedError } from "../settings/settings.server.ts";
import { type ResolvedDelivery, resolveDelivery, toAddressKey } from "./delivery.server.ts";
import { isGiftDay } from "./gift.ts";
import type { OrderRequest } from "./orders.ts";
import { amountsOf, maxGiftCards, toLines, withShares } from "./requested-lines.server.ts";

/** How an order is entered, if not by the API for its customer. */
export interface Entry {
	/** The id of who of the staff enters it for a customer at the telephone. */
	staffId?: string;
	/** Whether the customer gets an e-mail with the link to pay, a guest at most one a day. */
	sendsLink: boolean;
	/** The order costs what its tools cost. Otherwise the offers of now apply. */
	isWithoutOffers?: boolean;
}

/**
 * Returns what is stored if the order can be placed. `from` is the request that asks, whose network counts. `again` is what the first attempt found of its tools, for an order without
 * offers, which reads none. Throws ShopError `invalid`, or `shop_closed` during a holiday that closes the shop.
 */
export async function prepareOrder(
	user: Customer | undefined,
	request: OrderRequest,
	requestKey: RequestKey,
	from: Request | undefined,
	fits: ReadonlyMap<string, OrderFit>,
	entry: Entry | undefined,
	again: KnownTools | undefined,
) {
	const customer = user ?? toGuest(request);
	const toolIds = request.lines.map(({ toolId }) => toolId);
	const { code, giftCode } = codesIn(request.code);
	const codeCustomer: CodeCustomer = {
		userId: user?.id,
		email: customer.email,
		// The browser of an order by telephone is that of the staff.
		guestTokenHashes: from && !entry?.staffId ? await guestTokenHashes(from.headers) : [],
	};
	const asked = await cardsToRead({
		code: giftCode,
		creditOf: request.useCredit ? user?.id : undefined,
	});
	const {
		offersOfNow,
		weights,
		cards,
		known = again ?? nothingKnown,
	} = await offersFor(toolIds, codeCustomer, code, asked, entry);
	const pricing = await readPricing(toolIds, weights);
	// Staff may take an order all the same.
	if (pricing.settings.holiday?.mode === "closed" && !entry?.staffId)
		throw closedError(pricing.settings.holiday);
	// The specification's order has an address and a phone, whatever it is of.
	const isByMail =
		!entry?.isWithoutOffers && request.lines.every(({ toolId }) => known.giftCards.has(toolId));
	const delivery = resolveDelivery(customer, request, pricing, isByMail);
	const id = newId();
	// The limits are against strangers, not against staff.
	const isUnproved = !entry?.staffId && !customer.verified;
	const now = new Date();
	const tooMany = request.lines.findIndex(
		({ toolId, quantity }) => known.giftCards.has(toolId) && quantity > maxGiftCards,
	);
	if (tooMany >= 0)
		throw new ShopError("invalid", {
			fields: { [`lines.${tooMany}.quantity`]: messages.atMost(maxGiftCards) },
		});
	if (!isGiftDay(request.gift?.day, now))
		throw new ShopError("invalid", { fields: { "gift.day": dayOutOfRange } });
	const units = unitsOf(await toLines(id, request.lines, known));
	const { isShippingFree, discounts, applied, codeProblem } = discountNow(units, offersOfNow);
	const { company = "", taxNumber = "" } = request;
	const toCheck = vatNumberToCheck({ ...delivery.address, company, taxNumber }, pricing);
	const vatCheck = toCheck && (await checkVatNumber(toCheck, seller.vatNumber ?? ""));
	const isValid = vatCheck && vatCheck.state === "valid";
	const priced = await amountsOf(
		toPriced(units, discounts),
		{ ...delivery.address, service: request.service, isShippingFree },
		pricing,
		isValid ? toCheck : undefined,
	);
	const { service, savedShippingCents, boughtCardsCents } = priced;
	const lines = withShares(divideDiscounts(units, discounts), priced.amounts).map((one) => ({
		...one,
		fit: fits.get(one.toolId),
	}));
	const saved = savedCents(lines);
	const amounts = {
		...priced.amounts,
		itemsCents: priced.amounts.itemsCents + saved,
		discountsCents: priced.amounts.discountsCents + saved,
	};
	const { totalPrice } = request;
	const spends = spendOf(cards, { ...amounts, boughtCardsCents }, now);
	const giftProblem = giftCode
		? (cardProblem(
				cards.find(({ codeHash }) => codeHash !== null && codeHash === asked?.codeHash),
				now,
			) ?? (isOnlyCards(units) ? texts.buysNoCard : undefined))
		: undefined;
	const giftCardCents = spends.reduce((sum, { cents }) => sum + cents, 0);
	return {
		id,
		requestKey,
		now,
		user,
		customer,
		request,
		delivery,
		service,
		lines,
		amounts: { ...amounts, giftCardCents },
		entry,
		vatCheck,
		pricing,
		applied,
		savedShippingCents,
		codeProblem,
		known,
		asked,
		spends,
		giftProblem,
		code,
		codeCustomer,
		taken: piecesByTool(lines),
		isUnproved,
		network: isUnproved && from ? await networkOf(from) : undefined,
		expiresAt: new Date(now.getTime() + holdMs(isUnproved, entry)),
		guest: user ? undefined : await guestColumns(id, customer.email, delivery),
		isTotalSeen: totalPrice === undefined || toCents(totalPrice) === amounts.totalCents,
	};
}

function holdMs(isUnproved: boolean, entry: Entry | undefined): number {
	if (entry?.staffId) return phoneOrderHoldMs();
	return isUnproved ? unprovedHoldMs() : orderHoldMs();
}

/** The keyed hash of a request's network; undefined without Cloudflare, which always says the address. */
const networkOf = async (from: Request) =>
	from.headers.has("cf-connecting-ip") ? hashNetwork(from) : undefined;

export type Placement = Awaited<ReturnType<typeof prepareOrder>>;

const nothingRead = { weights: undefined, known: undefined, cards: [] };
const nothingKnown: KnownTools = { bundles: new Map(), giftCards: new Set() };

/** The offers of now, unless the order is one without. */
async function offersFor(
	toolIds: readonly string[],
	customer: CodeCustomer,
	code: string,
	asked: CardsToRead | undefined,
	entry: Entry | undefined,
) {
	if (entry?.isWithoutOffers) return { offersOfNow: { offers: [], facts: [] }, ...nothingRead };
	return readOffers(toolIds, code, customer, asked);
}

/** A guest as a customer: without a profile, and with the limits of an e-mail that is not verified. */
function toGuest({ email = "" }: OrderRequest): Customer {
	return { id: guestUserId, name: "", email, phone: "", address: "", verified: false };
}

/** The columns that only a guest's order has. */
async function guestColumns(id: string, email: string, { address }: ResolvedDelivery) {
	const token = await createGuestToken(id, email);
	return {
		accessTokenHash: await hashGuestToken(token),
		// Orders without an address have none in common.
		...(address.line1 !== "" && { addressKey: toAddressKey(address) }),
	};
}
