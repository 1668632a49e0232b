/** The state of a scenario: two customers, an administrator, a few tools, and what the shop confirmed to them. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { forgetSettings } from "../../../src/platform/settings/stored-settings.ts";
import type { Payment } from "../../helpers/payments.ts";
import {
	type ApiResponse,
	addBundle,
	addGiftCard,
	addTool,
	callApi,
	cookieOf,
	newEmail,
	origin,
	type Person,
	signUp,
} from "../../helpers/shop.ts";
import { checkTaxLedger } from "../../helpers/tax-ledger.ts";
import { countWorked } from "./counts.ts";
import { expectContains, expectSame } from "./fast-expect.ts";
import { realDatabase } from "./faults.ts";
import { expectBoughtCards, expectGiftCards } from "./gift-cards.ts";
import {
	expectBundles,
	expectCodeUses,
	expectEventsInOutbox,
	expectGuestsJoined,
	expectLineRefunds,
	expectMails,
	expectPartnerSums,
	expectReservationLimits,
	expectShares,
	expectStockAddsUp,
	expectStripeAgrees,
	expectValidLines,
	expectValidOrders,
	expectWithdrawals,
	heldByUnproved,
	tracePayments,
} from "./invariants.ts";
import { expectInvoices } from "./invoices.ts";
import { type Ledger, readCursor, readLedger, type StripeCursor } from "./ledger.ts";
import { type PricingName, setPricing } from "./pricing.ts";
import { clearQueues, runJobWithoutFaults } from "./queues.ts";

interface Line {
	toolId: string;
	quantity: number;
}

/** Where it is delivered to: an address in one line, or in fields for a shop that needs the country. */
interface Delivery {
	phone: string;
	/** The e-mail of a guest. */
	email?: string;
	name?: string;
	address?: string;
	line1?: string;
	city?: string;
	postalCode?: string;
	country?: string;
	partner?: string;
}

/** A request for one line, or for an order with one for each line, kept so that it can be repeated. */
export interface LineRequest {
	owner: number;
	key: string;
	body: Delivery &
		({ productCode: string; quantity: number } | { lines: (Line & { price: number })[] });
}

export interface KnownOrder {
	id: string;
	owner: number;
	/** The cookie by which a guest may see and pay its order. */
	cookie: string;
	orderId: string;
	/** What Stripe was to charge for its order when it was placed. */
	chargedPrice: number;
	/** What the customer's tabs received to pay with, the newest last. */
	payments: Payment[];
	/** What the shop has confirmed of it. */
	paidBy?: string;
	/** It has confirmed that of a line of the same order. */
	isOfPaidOrder?: boolean;
	deleted?: boolean;
	/** This is a gift card, which nobody ships. */
	isCard?: boolean;
	shipped?: boolean;
	/** How often its shipping was undone, or tried to be, and whether that runs now. */
	undos?: number;
	isUndoing?: boolean;
	cancelled?: boolean;
}

/** A refund that an administrator asked for, kept so that it can be repeated. */
export interface RefundRequest {
	lineId: string;
	key: string;
	body: object;
	/** The refund that the shop has confirmed. */
	refundId?: string;
}

export interface World {
	/** The partner that sent some of the customers. */
	/** The code of an offer that runs, with two uses. */
	code: string | undefined;
	/** The newest is the one that customers have. */
	giftCards: { id: string; code: string }[];
	partner: string;
	cursor: StripeCursor;
	customers: [Person, Person];
	/** Who orders without an account, and may make one later. */
	guest: { email: string; accountId: string | undefined; hasAsked?: boolean };
	admin: Person;
	tools: string[];
	/** The last of the tools, which becomes gift cards. */
	giftTool: string;
	/** A bundle of the first two tools. */
	bundle: { id: string; parts: [tool: string, quantity: number][] };
	pricing: PricingName;
	lineRequests: LineRequest[];
	lines: KnownOrder[];
	/** Payments that wait for 3-D Secure. */
	challenges: Payment[];
	refundRequests: RefundRequest[];
	/** The orders whose refunds banks have returned. */
	returnedRefunds: string[];
	/** The orders of which something is sent back. */
	sentBack: string[];
	/** The ids of refunds that the shop has confirmed to make again. */
	retriedRefunds: string[];
	/** Order ids by customer and Idempotency-Key. */
	keys: Map<string, string>;
	/** The total ever stocked of each tool at the last check. */
	stocked: Map<string, number>;
	/** The pieces that unproved buyers held of each tool at the last check. */
	unproved: Map<string, number>;
}

/** How many gift cards a world starts with: fewer than of any tool, so that an order has them last. */
const giftPieces = 2;

let people: Promise<[Person, Person, Person]> | undefined;

/** The same users in every world: sign-up takes longer than a scenario. */
function sharedPeople(): Promise<[Person, Person, Person]> {
	people ??= (async () => [
		await signUp({ verified: true }),
		await signUp(),
		await signUp({ role: "admin" }),
	])();
	return people;
}

/** A new world, with tools of its own. */
export async function newWorld(pieces: number[], pricing: PricingName): Promise<World> {
	setPricing(pricing);
	await realDatabase.prepare("delete from settings").run();
	forgetSettings();
	await clearQueues();
	const [first, second, admin] = await sharedPeople();
	const tools: string[] = [];
	for (const quantity of pieces) tools.push(await addTool({ quantity }));
	const giftTool = await addGiftCard({ quantity: giftPieces });
	tools.push(giftTool);
	const [one = "", two = ""] = tools;
	const parts: World["bundle"]["parts"] = [
		[one, 1],
		[two, 2],
	];
	return {
		bundle: { id: await addBundle(parts, { priceCents: 7001 }), parts },
		code: undefined,
		giftCards: [],
		partner: `blog-${crypto.randomUUID().slice(0, 8)}`,
		cursor: await readCursor(),
		customers: [first, second],
		guest: { email: newEmail(), accountId: undefined },
		admin,
		tools,
		giftTool,
		pricing,
		lineRequests: [],
		lines: [],
		challenges: [],
		refundRequests: [],
		returnedRefunds: [],
		sentBack: [],
		retriedRefunds: [],
		keys: new Map(),
		stocked: new Map(tools.map((id, index) => [id, pieces[index] ?? giftPieces])),
		unproved: new Map(),
	};
}

/** Whether an owner is the guest; the others are the two customers. */
export const isGuest = (owner: number) => owner % 3 === 2;

/** Calls the API as a customer with their token, or as the guest with the cookie of an order. */
export function callAs(
	{ customers: [first, second] }: World,
	{ owner, cookie }: { owner: number; cookie?: string },
	...[method, path, { headers, ...request } = {}]: Parameters<typeof callApi>
): Promise<ApiResponse> {
	if (!isGuest(owner)) {
		const { token } = owner % 3 === 0 ? first : second;
		return callApi(method, path, { ...request, token, ...(headers && { headers }) });
	}
	const ofBrowser = { Origin: origin, ...(cookie && { Cookie: cookie }), ...headers };
	return callApi(method, path, { ...request, headers: ofBrowser });
}

/** The guest makes an account, and verifies the e-mail. */
export async function makeAccountOfGuest({ guest }: World): Promise<boolean> {
	if (guest.hasAsked) return false;
	guest.hasAsked = true;
	const { id } = await signUp();
	// Verifying is one statement of the shop's too.
	await realDatabase.prepare("update users set email = ? where id = ?").bind(guest.email, id).run();
	await realDatabase.prepare("update users set email_verified = 1 where id = ?").bind(id).run();
	guest.accountId = id;
	return true;
}

/** Records the lines that the shop has confirmed. A key may only ever return one order. */
export function recordLines(
	world: World,
	{ owner, key, body }: LineRequest,
	answer: ApiResponse,
): void {
	const { insertedId: orderId, order } = answer.body;
	const knownId = world.keys.get(`${owner}:${key}`);
	// The key of a guest's order is free again once the order has joined an account.
	const mayBeFree = isGuest(owner) && world.guest.accountId !== undefined;
	if (knownId && !(mayBeFree && orderId !== knownId)) {
		expectSame(orderId, knownId, "the order of a key");
		return;
	}
	const lines = "lines" in body ? body.lines : [{ ...body, toolId: body.productCode }];
	const placed: { _id: string; productCode: string }[] = order.lines ?? [order];
	const { id: bundleId, parts } = world.bundle;
	expect(placed).toMatchObject(
		lines.flatMap(({ toolId: productCode, quantity }) =>
			productCode === bundleId
				? parts.map(([tool, pieces]) => ({
						productCode: tool,
						quantity: pieces * quantity,
						orderId,
						bundle: { productCode, quantity },
					}))
				: [{ productCode, quantity, orderId }],
		),
	);
	world.keys.set(`${owner}:${key}`, orderId);
	if (order.paid) countWorked("paid by cards");
	for (const { _id: id, productCode } of placed)
		world.lines.push({
			isCard: productCode === world.giftTool,
			id,
			owner,
			orderId,
			chargedPrice: order.totalPrice - (order.giftCardPrice ?? 0),
			cookie: cookieOf(answer),
			isOfPaidOrder: order.paid,
			payments: [],
		});
}

/**
 * Checks all invariants. `stockMayChange` allows the total ever stocked to change. `isSettled` if the job
 * has run without faults, `isPlacement` if nothing was done but placing orders, one after the other.
 */
export async function check(
	world: World,
	{
		stockMayChange = false,
		isSettled = false,
		isPlacement = false,
	}: { stockMayChange?: boolean; isSettled?: boolean; isPlacement?: boolean },
): Promise<void> {
	const ledger = await readLedger(world.tools, world.cursor);
	expectStockAddsUp(ledger);
	expectBundles(ledger);
	expectValidLines(ledger);
	expectValidOrders(ledger);
	expectCodeUses(ledger);
	expectPartnerSums(ledger);
	expectLineRefunds(ledger, isSettled);
	expectInvoices(ledger);
	expectGiftCards(ledger);
	expectBoughtCards(ledger);
	expectEventsInOutbox(ledger);
	expectMails(ledger, isSettled);
	await expectWithdrawals(world.sentBack);
	const limits = {
		open: Number(env.MAX_OPEN_ORDERS_UNVERIFIED),
		reserved: Number(env.MAX_HELD_PIECES_UNVERIFIED),
	};
	// The second customer's e-mail is not verified, and a guest has no account.
	for (const userId of [world.customers[1].id, null])
		expectReservationLimits(ledger, ({ user_id }) => user_id === userId, limits);
	const ofNetwork = {
		open: Number(env.MAX_OPEN_ORDERS_NETWORK),
		reserved: Number(env.MAX_HELD_PIECES_NETWORK),
	};
	for (const network of new Set([...ledger.orders.values()].map((order) => order.network)))
		if (network !== null)
			expectReservationLimits(ledger, (order) => order.network === network, ofNetwork);
	if (isPlacement)
		expectShares(ledger, world.unproved, {
			percent: Number(env.STOCK_PERCENT_UNVERIFIED),
			perKit: new Map(world.bundle.parts),
		});
	world.unproved = heldByUnproved(ledger);
	expectGuestsJoined(ledger, world.guest);
	for (const { id, stocked } of ledger.tools) {
		if (!stockMayChange) expectSame(stocked, world.stocked.get(id), `stocked of ${id}`);
		world.stocked.set(id, stocked);
	}
	expectConfirmationsHold(world, ledger);
	for (const { intent, paid, refunded, refundDue } of tracePayments(ledger)) {
		if (paid === 0 && !refundDue)
			expect(ledger.handled, "an event that is still to be handled").not.toContain(intent.id);
		// Its e-mail is sent too: see `expectMails`.
		if (isSettled) expectSame(paid + refunded, 1, `orders and refunds of ${intent.id}`);
	}
	if (isSettled) await expectStripeAgrees(ledger, world.cursor);
}

/** Runs of the job within which Stripe Tax reports all refunds. */
const maxTaxRuns = 4;

async function isTaxDue(orderIds: string[]): Promise<boolean> {
	const due = await realDatabase
		.prepare(
			"select 1 from refunds where tax_due_at is not null and order_id in (select value from json_each(?))",
		)
		.bind(JSON.stringify(orderIds))
		.first();
	return due !== null;
}

/**
 * Without faults one run of the job, five minutes at most after any step, settles everything: payments
 * are found, a payment that nothing awaits is refunded and its customer told, refunds are made. Stripe Tax
 * reports them a few runs later: a reversal may have to wait until another one is undone.
 */
export async function settle(world: World): Promise<void> {
	await runJobWithoutFaults();
	// A bank may return a refund that this run has made: the next one reads that event.
	await runJobWithoutFaults();
	await check(world, { isSettled: true });
	// A shop without countries has no Stripe Tax; the others have, once it is set.
	if (world.pricing === "included") return;
	const ids = [...(await readLedger(world.tools, world.cursor)).orders.keys()];
	for (let runs = 0; runs < maxTaxRuns && (await isTaxDue(ids)); runs += 1) {
		await runJobWithoutFaults();
	}
	await checkTaxLedger(ids);
}

/** What the shop confirmed to a customer or an administrator stays true. */
function expectConfirmationsHold(world: World, { lines, lineRefunds }: Ledger): void {
	for (const known of world.lines) {
		const line = lines.get(known.id);
		expect(line, "a confirmed order").toBeDefined();
		if (known.paidBy) expectSame(line?.transaction_id, known.paidBy, "paid");
		if (known.deleted) expect(line?.closed_at, "deleted").not.toBeNull();
		if (known.shipped) expectSame(line?.status, "Shipped", "shipped");
		if (known.cancelled) expect(line?.cancelled_at, "cancelled").not.toBeNull();
	}
	const refundIds = lineRefunds.map(({ id }) => id);
	const confirmedIds = world.refundRequests.flatMap(({ refundId }) => refundId ?? []);
	for (const refundId of [...confirmedIds, ...world.retriedRefunds])
		expectContains(refundIds, refundId, "a confirmed refund");
}
