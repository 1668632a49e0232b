/** What administrators do in the shop and at Stripe, and what banks decide. */
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { dayOf } from "../../../src/config/days.ts";
import type { TaxConfig } from "../../../src/shop/costs/tax.ts";
import { adjustCard, issueCard } from "../../../src/shop/gift-cards/manage-cards.server.ts";
import { endOffer, listOffers, saveOffer } from "../../../src/shop/offers/manage-offers.server.ts";
import { noEnd, type OfferTerms } from "../../../src/shop/offers/offer-terms.ts";
import { endSale } from "../../../src/shop/offers/run-sales.server.ts";
import { listSales, planSale } from "../../../src/shop/offers/sales.server.ts";
import { readSettings } from "../../../src/shop/settings/settings.server.ts";
import {
	callStripe,
	cancelAtStripe,
	deliverEvent,
	expireReservation,
} from "../../helpers/payments.ts";
import { callApi, callerOf } from "../../helpers/shop.ts";
import type { Action } from "./actions.ts";
import { callUnderFault, countWorked } from "./counts.ts";
import type { Fault } from "./faults.ts";
import { dashboardMetadata } from "./invariants.ts";
import { eventsSince, listSince } from "./ledger.ts";
import type { KnownOrder, RefundRequest, World } from "./world.ts";

/** Restocks a tool, changes its price, or archives it: rarely, because it stays archived. */
export async function changeTool(world: World, { name, amount, fault }: Action): Promise<void> {
	const { token } = world.admin;
	const tool = world.tools[amount % world.tools.length] ?? "";
	const send = (method: string, path: string, body?: object) =>
		callUnderFault(fault, () => callApi(method, path, { token, ...(body && { body }) }));
	if (name === "archive" && amount < 3) return;
	const response =
		name === "restock"
			? await send("PUT", `/service/${tool}`, { quantity: 3 * amount })
			: name === "reprice"
				? await send("PUT", `/service?id=${tool}`, {
						price: 10 + amount,
						quantity: 1 + amount,
						minOrderQuantity: 1,
					})
				: await send("DELETE", `/service?id=${tool}`);
	if (response && response.status < 300) countWorked(name);
}

/** Puts a tool on sale, or ends its sale. Orders pay the price at which they are placed. */
export async function putOnSale(world: World, { amount }: Action): Promise<void> {
	const tool = world.tools[amount % world.tools.length] ?? "";
	const caller = callerOf(world.admin);
	const running = (await listSales(undefined)).sales.find(
		({ state, tools }) =>
			state === "running" && tools.some(({ toolId, endedAt }) => toolId === tool && !endedAt),
	);
	if (running) {
		if (await endSale(running.id, caller)) countWorked("sale");
		return;
	}
	const wrong = await planSale(caller, {
		name: "Sale",
		firstDay: undefined,
		lastDay: dayOf(Date.now()) + 1,
		percent: 10 + amount,
		tools: [{ id: tool, priceCents: undefined }],
	});
	if (!wrong) countWorked("sale");
}

const offerActions: OfferTerms["action"][] = [
	{ type: "percent", value: 15 },
	{ type: "payFor", value: { pieces: 2, pay: 1 } },
	{ type: "amount", value: 701 },
	{ type: "freeShipping", value: true },
];

/** Starts a rule or, with an odd amount, a code with two uses; ends what of that kind runs. Orders keep what they have. */
export async function runOffer(world: World, { target, amount }: Action): Promise<void> {
	const caller = callerOf(world.admin);
	const needsCode = amount % 2 === 1;
	const running = (await listOffers()).find(
		(offer) => offer.state !== "ended" && offer.needsCode === needsCode,
	);
	if (running) await endOffer(running.id, caller);
	const code = `M-${crypto.randomUUID()}`.slice(0, 20).toUpperCase();
	const action = offerActions[(target + amount) % offerActions.length];
	const now = new Date();
	const problems = await saveOffer(
		caller,
		{
			label: `Offer ${amount}`,
			startsAt: now,
			endsAt: noEnd,
			terms: {
				action: action ?? { type: "percent", value: 5 },
				conditions: target === 2 ? { minPieces: 2 } : { tools: world.tools },
				combines: amount % 3 === 0,
			},
			codes: needsCode
				? { oncePerCustomer: target === 1, code, maxUses: 2, count: 0, prefix: "" }
				: undefined,
		},
		undefined,
		now,
	);
	if (problems.length > 0) return;
	if (needsCode) world.code = code;
	countWorked("offer");
}

/** Issues a gift card, worth an order or a part of one, or corrects the balance of the last one. */
export async function issueGiftCard(world: World, { target, amount }: Action): Promise<void> {
	const caller = callerOf(world.admin);
	const last = world.giftCards.at(-1);
	const isDone =
		last && target === 5 && (await adjustCard(caller, last.id, { cents: -700, note: "less" }));
	const id = crypto.randomUUID();
	const cents = 1500 + 2500 * amount;
	const asked = { id, cents, email: "", message: "", expiresAt: undefined };
	if (!isDone) world.giftCards.push({ id, code: await issueCard(caller, asked) });
	countWorked("giftCard");
}

const taxes: TaxConfig[] = [
	{ mode: "included", label: "VAT", percent: 19 },
	{ mode: "none" },
	{ mode: "included", label: "VAT", percent: 19, rates: [{ countries: ["AT"], percent: 20 }] },
	{ mode: "stripe", behaviour: "exclusive" },
];

/** Sets another tax in the dashboard, or takes it back. Where orders need no country, not one that depends on it. */
export async function changeTax(world: World, { amount, fault }: Action): Promise<void> {
	const choices = world.pricing === "included" ? taxes.slice(0, 2) : taxes;
	const value = amount === 0 ? null : JSON.stringify(choices[amount % choices.length]);
	const { version } = (await readSettings()).tax;
	const { token } = world.admin;
	const answer = await callUnderFault(fault, () =>
		callApi("PUT", "/setting/tax", { token, body: { value, version } }),
	);
	if (answer?.status === 200) countWorked("tax");
}

const addresses = [
	{ line1: "Invalidenstr. 1", city: "Berlin", postalCode: "10115", country: "DE" },
	{ line1: "Ring 1", city: "Wien", postalCode: "1010", country: "AT" },
];

/** Changes where an order goes to, and accepts what that costs. */
export async function changeDelivery(world: World, { id }: KnownOrder, action: Action) {
	const { amount, fault } = action;
	const send = (totalPrice?: number) =>
		callUnderFault(fault, () =>
			callApi("PATCH", `/order/${id}/delivery`, {
				token: world.admin.token,
				body: { ...addresses[amount % 2], name: `Ada ${amount}`, totalPrice },
			}),
		);
	const asked = await send();
	if (asked?.status !== 200) return;
	const answer = asked.body.modifiedCount === 0 ? await send(asked.body.totalPrice) : asked;
	if (answer?.body.modifiedCount === 1) countWorked("changeDelivery");
}

/** Adds a line to an order of the first customer: the others' limits hold for what they order themselves. */
export async function addLine(world: World, line: KnownOrder, { amount, fault }: Action) {
	if (line.owner % 3 !== 0) return;
	const toolId = world.tools[amount % world.tools.length] ?? "";
	const answer = await callUnderFault(fault, () =>
		callApi("POST", `/order/${line.id}/line`, {
			token: world.admin.token,
			body: { toolId, quantity: 1 },
		}),
	);
	if (answer?.status !== 201) return;
	const { insertedId, totalPrice } = answer.body;
	// The line that it was picked by may have been deleted; this one was not.
	const chargedPrice = totalPrice;
	world.lines.push({ ...line, id: insertedId, chargedPrice, payments: [], deleted: false });
	countWorked("addLine");
}

/** The first customer orders at the telephone. */
export async function takePhoneOrder(world: World, { amount, fault }: Action) {
	const toolId = world.tools[amount % world.tools.length] ?? "";
	const tool = await callApi("GET", `/service?id=${toolId}`);
	const [{ price } = { price: 1 }] = tool.body;
	const answer = await callUnderFault(fault, () =>
		callApi("POST", "/order/phone", {
			token: world.admin.token,
			body: {
				lines: [{ toolId, quantity: 1, price }],
				email: world.customers[0].email,
				name: "Ada",
				phone: "1",
				...addresses[0],
				sendsLink: amount % 2 === 1,
			},
		}),
	);
	if (answer?.status !== 201) return;
	const { insertedId, order } = answer.body;
	for (const { _id: id } of order.lines)
		world.lines.push({
			id,
			owner: 0,
			cookie: "",
			orderId: insertedId,
			chargedPrice: order.totalPrice,
			payments: [],
		});
	countWorked("phoneOrder");
}

/** Ships a line, or all that can be shipped of its order in one parcel. */
export async function ship(world: World, line: KnownOrder, action: Action): Promise<void> {
	const { token } = world.admin;
	if (action.name === "ship") {
		const isCertain = watchUndos(line);
		const response = await setStatus(world, line, "Shipped", action.fault);
		if (response?.status !== 200) return;
		line.shipped = isCertain();
		return countWorked("ship");
	}
	const parcel = world.lines.filter(
		({ orderId, shipped, cancelled, isCard }) =>
			orderId === line.orderId && !shipped && !cancelled && !isCard,
	);
	const body = {
		lineIds: parcel.map(({ id }) => id),
		carrier: "UPS",
		trackingNumber: `1Z${action.amount}`,
	};
	if (parcel.length === 0) return;
	const watched = parcel.map((one) => ({ one, isCertain: watchUndos(one) }));
	const response = await callUnderFault(action.fault, () =>
		callApi("POST", "/shipment", { token, body }),
	);
	if (response?.status !== 201) return;
	for (const { one, isCertain } of watched) one.shipped = isCertain();
	countWorked("shipParcel");
}

/** Returns a function that tells whether no undo of the order's shipping has run since. */
function watchUndos(line: KnownOrder): () => boolean {
	const { undos } = line;
	const isUndoing = line.isUndoing ?? false;
	return () => !isUndoing && line.undos === undos;
}

/** Undoes shipping. */
export async function undoShip(world: World, line: KnownOrder, { fault }: Action): Promise<void> {
	// Whether it is shipped is not known until the answer arrives.
	const wasShipped = line.shipped;
	line.shipped = false;
	line.undos = (line.undos ?? 0) + 1;
	line.isUndoing = true;
	const response = await setStatus(world, line, "Pending", fault);
	line.isUndoing = false;
	if (response?.status === 200) return countWorked("undoShip");
	if (response) line.shipped ||= wasShipped ?? false;
}

const setStatus = (world: World, { id }: KnownOrder, status: string, fault: Fault) =>
	callUnderFault(fault, () =>
		callApi("PUT", `/order?id=${id}`, { token: world.admin.token, body: { status } }),
	);

/** Refunds an order in full or in part, with its pieces or without. */
export async function refund(world: World, { id }: KnownOrder, action: Action): Promise<void> {
	const { amount, target, fault } = action;
	const body = {
		reason: target % 2 ? "other" : "requested_by_customer",
		restock: amount % 2 === 1,
		// A line that is bought alone has its order's id.
		...(amount === 2 && { pieces: [{ line: id, quantity: 1 }] }),
		...(target === 3 && { credit: true }),
		...(amount > 0 && { amount: (amount * 333 + target) / 100 }),
	};
	const request: RefundRequest = { lineId: id, key: crypto.randomUUID(), body };
	world.refundRequests.push(request);
	if (!(await sendRefund(world, request, fault))) return;
	countWorked(amount > 0 ? "partial refund" : "refund");
	if (amount === 2) countWorked("refund of a piece");
	if (target === 3) countWorked("refund as credit");
}

/** Repeats a refund with its key. */
export async function repeatRefund(world: World, request: RefundRequest, fault: Fault) {
	if (await sendRefund(world, request, fault)) countWorked("repeatRefund");
}

/** Makes a refund again that has failed, of this order or of one whose refund the bank has returned. */
export async function retryRefund(world: World, line: KnownOrder, action: Action): Promise<void> {
	const { amount, fault } = action;
	const { token } = world.admin;
	const id = (amount > 0 && world.returnedRefunds.at(-1)) || line.id;
	const response = await callUnderFault(fault, () =>
		callApi("POST", `/order/${id}/refund/retry`, { token }),
	);
	if (response?.status !== 201) return;
	world.retriedRefunds.push(response.body.refundId);
	countWorked("retryRefund");
}

async function sendRefund(world: World, request: RefundRequest, fault: Fault): Promise<boolean> {
	const { lineId, key, body } = request;
	const { token } = world.admin;
	const headers = { "Idempotency-Key": key };
	const response = await callUnderFault(fault, () =>
		callApi("POST", `/order/${lineId}/refund`, { token, headers, body }),
	);
	if (response?.status !== 201) return false;
	const { refundId } = response.body;
	if (request.refundId && request.refundId !== refundId)
		throw new Error("a key has returned two refunds");
	request.refundId = refundId;
	return true;
}

/** Refunds a payment at Stripe of which the shop has confirmed that it paid the order. */
export async function refundInDashboard({ paidBy }: KnownOrder, amount: number): Promise<void> {
	if (!paidBy) return;
	const form = {
		payment_intent: paidBy,
		"metadata[source]": dashboardMetadata.source,
		...(amount > 0 && { amount: String(amount * 217) }),
	};
	const made = await callStripe("refunds", form).catch(() => undefined);
	if (made) countWorked("dashboardRefund");
}

/** The bank returns a refund, or makes one that was pending. */
export async function settleRefund(world: World, { target, amount, fault }: Action): Promise<void> {
	const refunds = await listDuringOutage<Stripe.Refund>("refunds", world);
	const status = amount < 3 ? "failed" : "succeeded";
	const possible =
		status === "failed" ? refunds : refunds.filter((one) => one.status === "pending");
	const refund = possible[target % Math.max(possible.length, 1)];
	// The shop only logs it if the refund of a payment that nothing awaited fails: a human helps.
	const isOfLine = world.lines.some(({ paidBy }) => paidBy === refund?.payment_intent);
	if (!refund || !isOfLine) return;
	if (!(await control("_refunds", { refund: refund.id, status }))) return;
	countWorked(`refund ${status}`);
	const orderId = refund.metadata?.orderId;
	if (status !== "failed" || !orderId) return;
	world.returnedRefunds.push(orderId);
	// Stripe tells the shop at once, or the job finds out.
	const events = await eventsSince(world.cursor).catch(() => []);
	const event = events.find(({ type }) => type === "refund.failed");
	if (event && amount < 2) await callUnderFault(fault, () => deliverEvent(event));
}

/** The customer's bank disputes a payment, or asks about it. */
export async function dispute({ paidBy }: KnownOrder, amount: number): Promise<void> {
	if (!paidBy) return;
	const reason = amount < 2 ? "inquiry" : "fraudulent";
	if (await control("_disputes", { payment_intent: paidBy, reason })) countWorked("dispute");
}

/** A bank decides on a dispute: the shop wins or loses it, with its fee. */
export async function decideDispute(world: World, { target, amount }: Action): Promise<void> {
	const disputes = await listDuringOutage<Stripe.Dispute>("disputes", world);
	const found = disputes[target % Math.max(disputes.length, 1)];
	if (!found) return;
	const isInquiry = found.status.startsWith("warning");
	const won = isInquiry ? "warning_closed" : "won";
	const status = amount < 3 ? won : isInquiry ? "needs_response" : "lost";
	if (!(await control("_disputes", { dispute: found.id, status }))) return;
	countWorked("decideDispute");
	countWorked(`dispute ${status}`);
}

/** What is new in a list; nothing while Stripe fails. */
const listDuringOutage = <T extends { id: string }>(list: "refunds" | "disputes", world: World) =>
	listSince<T>(list, world.cursor).catch((): T[] => []);

/** A control request to the stand-in; returns whether it accepts it. */
async function control(path: string, body: object): Promise<boolean> {
	const request = { method: "POST", body: JSON.stringify(body) };
	const response = await fetch(`${env.STRIPE_API_URL}/${path}`, request);
	await response.body?.cancel();
	return response.ok;
}

export async function cancelPaymentAtStripe({ payments }: KnownOrder): Promise<void> {
	const payment = payments.at(-1);
	const canceled = payment && (await cancelAtStripe(payment.id).catch(() => undefined));
	if (canceled) countWorked("cancelAtStripe");
}

export async function expire({ id }: KnownOrder): Promise<void> {
	await expireReservation(id);
	countWorked("expire");
}
