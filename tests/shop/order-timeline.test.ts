/** An order's page: who sees it, and what it tells at each step. What reading it costs: tests/worker/order-page.test.ts. */
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import type { Buyer } from "../../src/access/caller.ts";
import { LineBadges } from "../../src/islands/orders/LineBadges.tsx";
import { ManageOrders } from "../../src/islands/orders/ManageOrders.tsx";
import { OrderCard } from "../../src/islands/orders/OrderCard.tsx";
import { createGuestToken, hashGuestToken } from "../../src/platform/auth/guest-token.ts";
import { orderPage } from "../../src/shop/orders/order-page.server.ts";
import { listOrdersEndpoint } from "../../src/shop/orders/orders.api.ts";
import { linesOf, payOrder, placeOrder } from "../helpers/checkouts.ts";
import { requestOrder } from "../helpers/guests.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import { checkLedgerAfterEach, expireReservation, placePaidLine } from "../helpers/payments.ts";
import {
	addReview,
	addTool,
	callApi,
	callerOf,
	type Person,
	placeLine,
	signUp,
} from "../helpers/shop.ts";

checkLedgerAfterEach();

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp({ verified: true })]);
});

const viewerOf = (person: Person): Buyer => ({
	user: { ...callerOf(person), role: person === admin ? "admin" : "user" },
	guestTokenHashes: [],
});

/** What the server renders of a component. */
const html = <Props extends object>(component: ComponentType<Props>, props: Props) =>
	renderToStaticMarkup(createElement(component, props));

describe("an order's page", () => {
	it("is its customer's and the administrators', by the checkout's id or an order's", async () => {
		const { id, ids } = await placeOrder(rider, 2);
		for (const person of [rider, admin]) {
			for (const one of [id, ...ids]) {
				const page = await orderPage(one, viewerOf(person));
				expect(page?.id).toBe(id);
				expect(page?.isOwn).toBe(person === rider);
				expect(page?.nextStep).toBe(person === rider ? "pay" : undefined);
			}
		}
		expect(await orderPage(id, viewerOf(await signUp()))).toBeUndefined();
		expect(await orderPage("unknown", viewerOf(admin))).toBeUndefined();
	});

	it("has no deleted order", async () => {
		const { id, ids } = await placeOrder(rider, 2);
		const [first = "", second = ""] = ids;
		const remove = (one: string) => callApi("DELETE", `/order?id=${one}`, { token: rider.token });
		await remove(first);
		const page = await orderPage(id, viewerOf(rider));
		expect(page?.lines.map(({ line }) => line._id)).toEqual([second]);
		expect(page?.totalCents).toBe(2599);
		expect(await orderPage(first, viewerOf(rider))).toBeUndefined();
		await remove(second);
		expect(await orderPage(id, viewerOf(rider))).toBeUndefined();
	});

	it("tells of payment, parcels, cancellation and refund", async () => {
		const { id, ids } = await placeOrder(rider, 3, {
			name: "Ada Rider",
			line1: "12 Bell Road",
			city: "Leeds",
			postalCode: "LS1 4AP",
			country: "GB",
		});
		await payOrder(rider, id);
		const [first = "", second = "", third = ""] = ids;
		const token = admin.token;
		const parcel = { carrier: "Royal Mail", trackingNumber: "AB1" };
		await callApi("PUT", `/order/${first}/packed`, { token, body: { packed: true } });
		await callApi("POST", "/shipment", { token, body: { lineIds: [first, second], ...parcel } });
		await callApi("POST", `/order/${third}/cancel`, { token: rider.token });
		const page = await orderPage(id, viewerOf(rider));
		expect(page).toMatchObject({
			state: "shipped",
			nextStep: "track",
			totalCents: 3 * 2599,
			refundedCents: 2599,
			address: ["Ada Rider", "12 Bell Road", "Leeds", "LS1 4AP", "United Kingdom"],
		});
		expect(page?.transactionId).toMatch(/^pi_/);
		expect(page?.timeline).toEqual([
			{ event: "placed", at: expect.any(Date), tools: [] },
			{ event: "paid", at: expect.any(Date), tools: [] },
			{ event: "packed", at: expect.any(Date), tools: ["Spanner 0"] },
			{
				event: "shipped",
				at: expect.any(Date),
				tools: ["Spanner 0", "Spanner 1"],
				parcel: {
					_id: expect.any(String),
					...parcel,
					trackingUrl: expect.stringMatching(/royalmail.*AB1$/),
				},
			},
			{ event: "cancelled", at: expect.any(Date), tools: ["Spanner 2"] },
			{ event: "refunded", at: expect.any(Date), tools: ["Spanner 2"], cents: 2599 },
		]);
	});

	it("says its state once and lists each parcel once, wherever it is shown", async () => {
		const buyer = await signUp({ verified: true });
		const { id, ids } = await placeOrder(buyer, 3);
		await payOrder(buyer, id);
		const ship = (lineIds: string[], trackingNumber: string) =>
			callApi("POST", "/shipment", {
				token: admin.token,
				body: { lineIds, carrier: "Royal Mail", trackingNumber },
			});
		await ship(ids.slice(0, 2), "AB1");
		await ship(ids.slice(2), "AB2");
		const page = await orderPage(id, viewerOf(buyer));
		const parcels = page?.timeline.flatMap(({ parcel }) => parcel?.trackingNumber ?? []);
		expect(parcels?.sort()).toEqual(["AB1", "AB2"]);
		for (const { line } of page?.lines ?? [])
			expect(html(LineBadges, { line, order: page?.state ?? "paid" })).toBe("");

		const { body: own } = await callApi("GET", "/checkout", { token: buyer.token });
		const [order] = v.parse(listOrdersEndpoint.reply, own);
		if (!order) throw new Error("No order is listed.");
		const card = html(OrderCard, { order, onDelete: () => undefined });
		expect(card.match(/class="badge[^>]*>[^<]*/g)).toHaveLength(1);
		expect(card.match(/>Track [^<]*</g)?.sort()).toEqual([
			">Track Royal Mail AB1<",
			">Track Royal Mail AB2<",
		]);

		// A card a line, as the specification has it.
		const managed = html(ManageOrders, {
			orders: [
				{
					id: order._id,
					lines: order.lines.map((line, index) => ({
						...line,
						...(index === 2 && { refundedPrice: 5 }),
					})),
				},
			],
			counts: {},
			uncounted: undefined,
			tab: "all",
			tabPaths: {},
			isFiltered: false,
		});
		expect(managed.match(/<strong[^>]*>Shipped/g)).toHaveLength(3);
		expect(managed.match(/class="badge[^>]*>[^<]*/g)).toEqual([
			expect.stringContaining(">Partly refunded, $5.00"),
		]);
		// The browser would close the first, and React would render all anew.
		expect(managed).not.toMatch(/<p\b[^>]*>(?:(?!<\/p>).)*<p\b/s);
	});

	it("shows an order that was bought alone, with its address as it was typed", async () => {
		const { line } = await placePaidLine(rider, await addTool());
		const page = await orderPage(line._id, viewerOf(rider));
		expect(page).toMatchObject({ id: line._id, state: "paid", nextStep: undefined });
		expect(page?.address).toEqual([rider.name, "1 Test Street"]);
	});

	it("still shows one that has expired", async () => {
		const line = await placeLine(rider, await addTool());
		await expireReservation(line._id);
		await reconcile();
		const page = await orderPage(line._id, viewerOf(rider));
		expect(page).toMatchObject({ state: "expired", nextStep: "orderAgain" });
		expect(page?.timeline.map(({ event }) => event)).toEqual(["placed", "expired"]);
	});

	it("suggests a review once nothing can be tracked, until every tool has one", async () => {
		const { id, ids } = await placeOrder(rider, 2);
		await payOrder(rider, id);
		const token = admin.token;
		await callApi("POST", "/shipment", { token, body: { lineIds: ids } });
		const page = await orderPage(id, viewerOf(rider));
		expect(page?.state).toBe("shipped");
		for (const { line } of page?.lines ?? []) {
			expect(await orderPage(id, viewerOf(rider))).toMatchObject({
				nextStep: "review",
				reviewToolId: line.productCode,
			});
			await addReview(rider, { toolId: line.productCode, lineId: line._id });
		}
		expect((await orderPage(id, viewerOf(rider)))?.nextStep).toBe("orderAgain");
	});

	it("is a guest's by the token of that checkout alone", async () => {
		const placed = await requestOrder({ lines: linesOf([await addTool()]) });
		const { insertedId: id, order } = placed.body;
		const tokenOf = (orderId: string) => createGuestToken(orderId, order.lines[0].email);
		const hashes = [await hashGuestToken(await tokenOf(id))];
		const page = await orderPage(id, { user: undefined, guestTokenHashes: hashes });
		expect(page).toMatchObject({ isOwn: true, isGuest: true, nextStep: "pay" });
		const other = [await hashGuestToken(await tokenOf("another"))];
		for (const guestTokenHashes of [other, []])
			expect(await orderPage(id, { user: undefined, guestTokenHashes })).toBeUndefined();
		expect((await orderPage(id, viewerOf(admin)))?.isOwn).toBe(false);
	});
});
