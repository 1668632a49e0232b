/** Gift cards that customers buy: paid once, they are cards; refunded, they are none. Nobody has both the card and its money. */
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { toLineText } from "../../src/shop/carts/line-texts.ts";
import { parseCsv } from "../../src/shop/csv/parse-csv.server.ts";
import { exportCsv } from "../../src/shop/exports/exports.server.ts";
import { parseDays } from "../../src/shop/exports/exports.ts";
import { placeBasicOrder, readCheckoutForm } from "../../src/shop/orders/basic-checkout.server.ts";
import { brokenRows } from "../helpers/broken-rows.ts";
import { type Line, linesOf, payOrder, requestOrder } from "../helpers/checkouts.ts";
import { withMail } from "../helpers/mail.ts";
import {
	controlStripe,
	deliverEvent,
	eventOf,
	refundAtStripe,
	resolveDispute,
} from "../helpers/payments.ts";
import { centsAtStripe, deliverNewest, failAtBank } from "../helpers/refunds.ts";
import { addGiftCard, addTool, callApi, newEmail, type Person, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

let rider: Person;
let admin: Person;
beforeAll(async () => {
	env.DIGEST_TO = "off";
	[rider, admin] = await Promise.all([signUp({ verified: true }), signUp({ role: "admin" })]);
});

/** After each test, all rows keep the rules by which the doctor looks. */
afterEach(async () => {
	expect(await brokenRows()).toEqual([]);
});

const intentOf = async (orderId: string) =>
	String(
		await env.DB.prepare("select transaction_id from orders where id = ?")
			.bind(orderId)
			.first("transaction_id"),
	);

/** Adds a gift card to the catalogue, and returns the line of an order of so many. */
async function giftLine(quantity: number, cents = 5000): Promise<Line> {
	const toolId = await addGiftCard({ priceCents: cents, quantity: 1000 });
	return { toolId, quantity, price: cents / 100 };
}

/** What is left on the cards that an order has bought, and whether each can be used. */
async function cardsOf(orderId: string) {
	const { results } = await env.DB.prepare(
		"select balance_cents as cents, disabled_at is null as usable from gift_cards join order_lines on order_lines.id = line_id where order_id = ? order by gift_cards.id",
	)
		.bind(orderId)
		.all<{ cents: number; usable: number }>();
	return results.map(({ cents, usable }) => (usable ? cents : `disabled ${cents}`));
}

/** The documents of an order, with their lines. */
async function documentsOf(orderId: string) {
	const { results } = await env.DB.prepare(
		"select kind, total_cents, lines from invoices where order_id = ? order by number",
	)
		.bind(orderId)
		.all<{ kind: string; total_cents: number; lines: string }>();
	return results.map(({ lines, ...rest }) => ({ ...rest, lines: JSON.parse(lines) }));
}

const refund = (id: string, body: object = {}) =>
	callApi("POST", `/order/${id}/refund`, {
		token: admin.token,
		body: { reason: "other", ...body },
	});

/** Buys so many gift cards of 50, with one piece of these tools, and pays. The codes have come by e-mail. */
async function buy(quantity: number, tools: string[] = []) {
	const lines = [await giftLine(quantity), ...linesOf(tools)];
	return withMail(async (sent) => {
		const { status, body } = await requestOrder(rider, lines);
		expect(status, JSON.stringify(body)).toBe(201);
		expect(await cardsOf(body.insertedId)).toEqual([]);
		await payOrder(rider, body.insertedId);
		const mails = () => sent.filter(({ subject }) => subject.includes("gift card"));
		await expect.poll(() => mails().length).toBe(quantity);
		const codes = mails().flatMap(
			({ text }) => /([A-Z0-9]{4}-){4}[A-Z0-9]{4}/.exec(text)?.[0] ?? [],
		);
		const [line, ...others] = body.order.lines;
		return { id: String(body.insertedId), lineId: String(line._id), others, codes };
	});
}

/** Spends of a card on a tool for 25.99. */
async function spend(code = "") {
	const placed = await requestOrder(rider, linesOf([await addTool()]), { code });
	expect(placed.body.order).toMatchObject({ giftCardPrice: 25.99, paid: true });
	return String(placed.body.insertedId);
}

it("is paid once, and its pieces are cards whose codes come by e-mail; nothing is left to pack", async () => {
	const { id, codes, lineId } = await buy(2);
	expect(await cardsOf(id)).toEqual([5000, 5000]);
	expect(new Set(codes).size).toBe(2);
	await deliverEvent(await eventOf(await intentOf(id), "payment_intent.succeeded"));
	expect(await cardsOf(id)).toEqual([5000, 5000]);
	const line = await callApi("GET", `/order/${lineId}`, { token: rider.token });
	expect(line.body).toMatchObject({ status: "Shipped", paid: true });
	const undone = await callApi("PUT", `/order?id=${lineId}`, {
		token: admin.token,
		body: { status: "Pending" },
	});
	expect(undone.body.error.code).toBe("not_shippable");
	expect(await documentsOf(id)).toMatchObject([
		{ total_cents: 10_000, lines: [{ kind: "gift-card", netCents: 10_000, taxRate: 0 }] },
	]);
});

it("pays for tools, but not for another gift card", async () => {
	const [{ codes }, card] = [await buy(1), await giftLine(1, 2500)];
	const [code] = codes;
	const alone = await requestOrder(rider, [card], { code });
	expect(alone.body.error.fields.code).toContain("can't pay for another one");
	const mixed = await requestOrder(rider, [card, ...linesOf([await addTool()])], { code });
	expect(mixed.body.order).toMatchObject({ totalPrice: 50.99, giftCardPrice: 25.99, paid: false });
	// Without the tool, it pays nothing.
	const [, tool] = mixed.body.order.lines;
	await callApi("DELETE", `/order?id=${tool._id}`, { token: rider.token });
	const order = await env.DB.prepare("select total_cents, gift_card_cents from orders where id = ?")
		.bind(mixed.body.insertedId)
		.first();
	expect(order).toEqual({ total_cents: 2500, gift_card_cents: 0 });
});

it("needs no address and no phone, with JavaScript and without, unless a tool is ordered with it", async () => {
	// The buyer's profile has neither.
	const buyer = await signUp({ verified: true });
	const card = await giftLine(1);
	const noContact = { phone: undefined, address: undefined };
	const placed = await requestOrder(buyer, [card], { ...noContact, totalPrice: 50 });
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	expect(placed.body.order).toMatchObject({ shippingPrice: 0, taxPrice: 0, totalPrice: 50 });
	await payOrder(buyer, placed.body.insertedId);
	expect(await cardsOf(placed.body.insertedId)).toEqual([5000]);
	// Its invoice has a buyer without an address.
	expect(await documentsOf(placed.body.insertedId)).toMatchObject([{ total_cents: 5000 }]);
	const mixed = await requestOrder(buyer, [card, ...linesOf([await addTool()])], noContact);
	expect(mixed.body.error.fields).toEqual({
		phone: "Phone is Required",
		address: "Address is Required",
	});

	const guest = () => ({ name: "Grace", email: newEmail(), key: crypto.randomUUID() });
	const place = (fields: Record<string, string>, lines: Line[]) => {
		const form = new URLSearchParams(fields);
		for (const line of lines) form.append("line", toLineText(line));
		const from = new Request("http://localhost/cart/checkout");
		return placeBasicOrder(readCheckoutForm(form), from);
	};
	// More than an address may have unpaid orders: those without one have none in common.
	for (let count = 0; count < 4; count++) {
		const { id } = await place({ ...guest(), byMail: "1" }, [card]);
		const row = await env.DB.prepare("select address_key, address, phone from orders where id = ?")
			.bind(id)
			.first();
		expect(row).toEqual({ address_key: null, address: "", phone: "" });
	}
	// The hidden field decides nothing.
	await expect(
		place({ ...guest(), byMail: "1" }, linesOf([await addTool()])),
	).rejects.toMatchObject({ fields: { phone: "Phone is Required" } });
});

it("gets no tool into its order before that has an address", async () => {
	const { body } = await requestOrder(rider, [await giftLine(1)], {
		phone: undefined,
		address: undefined,
	});
	const added = await callApi("POST", `/order/${body.insertedId}/line`, {
		token: admin.token,
		body: { toolId: await addTool(), quantity: 1 },
	});
	expect([added.status, added.body.error.fields?.toolId]).toEqual([
		422,
		"This order has no address yet. Change its delivery first.",
	]);
});

it("is ordered by the specification's call too", async () => {
	const { toolId: productCode } = await giftLine(1);
	const body = { productCode, quantity: 1, phone: "1", address: "5 Spoke Street" };
	const { address: _, phone: __, ...without } = body;
	const { token } = await signUp({ verified: true });
	const refused = await callApi("POST", "/order", { token, body: without });
	expect(refused.body.error.fields).toHaveProperty("phone");
	const placed = await callApi("POST", "/order", { token: rider.token, body });
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	await payOrder(rider, placed.body.insertedId);
	expect(await cardsOf(placed.body.insertedId)).toEqual([5000]);
});

it("that is refunded is worth nothing; of a used one no more than is left on it", async () => {
	const { id, codes, lineId, others } = await buy(2, [await addTool()]);
	await spend(codes[0]);
	const tooMuch = await refund(lineId, { amount: 75 });
	expect([tooMuch.status, tooMuch.body.error.message]).toEqual([
		409,
		expect.stringContaining("$74.01 can be refunded"),
	]);
	const left = await callApi("GET", `/order/${id}/refund`, { token: admin.token });
	expect(left.body.lines[0]).toMatchObject({ itemsPrice: 74.01 });
	// Two at once: one wins.
	const both = await Promise.all([refund(lineId), refund(lineId)]);
	expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
	expect(await cardsOf(id)).toEqual([0, 0]);
	const spent = await requestOrder(rider, linesOf([await addTool()]), { code: codes[1] });
	expect(spent.body.error.fields.code).toContain("gift card is empty");
	// The bank returns the refund: the cards have their money again.
	allowConsole(/refund_failed/);
	await failAtBank(await intentOf(id));
	expect((await cardsOf(id)).toSorted()).toEqual([2401, 5000]);
	expect((await refund(id)).body).toMatchObject({ amount: 100 });
	expect(others).toHaveLength(1);
	expect(await cardsOf(id)).toEqual([0, 0]);
	expect(await centsAtStripe(await intentOf(id))).toEqual([10_000]);
	// The books name the order wherever a purchase or its refund changes a card.
	let file = "";
	for await (const piece of exportCsv("giftCards", parseDays(new URLSearchParams()), false))
		file += piece;
	const entries = parseCsv(file).filter(({ cells }) => cells.includes(id));
	const counts = Map.groupBy(entries, ({ cells: [, entry] }) => entry);
	expect([...counts].map(([entry, own]) => [entry, own.length])).toEqual([
		["issued", 2],
		["taken_back", 4],
		["given_back", 2],
	]);
});

it("that Stripe's dashboard refunds is worth nothing", async () => {
	const { id, codes } = await buy(1, [await addTool()]);
	await spend(codes[0]);
	await refundAtStripe(await intentOf(id));
	await deliverNewest(await intentOf(id), "charge.refunded");
	expect(await cardsOf(id)).toEqual([0]);
});

it("gets nothing back while its payment is disputed: the refund waits on a code of its own", async () => {
	const { id, codes } = await buy(1);
	const spent = await spend(codes[0]);
	const payment_intent = await intentOf(id);
	await controlStripe("/_disputes", { payment_intent, reason: "fraudulent" });
	await deliverNewest(payment_intent, "charge.dispute.created");
	const sent = await withMail(async (mails) => {
		expect((await refund(spent)).status).toBe(201);
		await vi.waitFor(() => expect(mails.map(({ text }) => text).join()).toContain("disputed"));
		return mails;
	});
	expect(sent.find(({ text }) => text.includes("disputed"))?.text).toContain(
		"which works once that's settled.",
	);
	// What was paid for never ends, whatever code it has.
	const replacing = () =>
		env.DB.prepare(
			"select new.balance_cents as cents, new.disabled_at is null as usable, new.message like '%disputed%' as waits, new.expires_at as \"end\" from gift_cards as new join gift_cards as old on old.id = new.replaces join order_lines on order_lines.id = old.line_id where order_id = ?",
		)
			.bind(id)
			.all();
	expect((await replacing()).results).toEqual([{ cents: 2599, usable: 0, waits: 1, end: null }]);
	expect(await cardsOf(id)).toEqual(["disabled 2401"]);
	await resolveDispute(payment_intent, "winning");
	await deliverNewest(payment_intent, "charge.dispute.closed");
	expect((await replacing()).results).toEqual([{ cents: 2599, usable: 1, waits: 1, end: null }]);
	expect(await cardsOf(id)).toEqual([2401]);
});

it("can't be used while its payment is disputed, nor after the dispute is lost", async () => {
	const [won, lost] = [await buy(1), await buy(1)];
	for (const { id } of [won, lost]) {
		const payment_intent = await intentOf(id);
		await controlStripe("/_disputes", { payment_intent, reason: "fraudulent" });
		await deliverNewest(payment_intent, "charge.dispute.created");
		expect(await cardsOf(id)).toEqual(["disabled 5000"]);
	}
	for (const [{ id }, outcome] of [
		[won, "winning"],
		[lost, "losing"],
	] as const) {
		await resolveDispute(await intentOf(id), outcome);
		await deliverNewest(await intentOf(id), "charge.dispute.closed");
	}
	expect([await cardsOf(won.id), await cardsOf(lost.id)]).toEqual([[5000], ["disabled 5000"]]);
});
