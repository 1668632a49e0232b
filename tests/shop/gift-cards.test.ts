/** Gift cards and store credit: what orders spend of them, what comes back, and that no cent is lost. */
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../src/access/caller.ts";
import { giftCards as texts } from "../../src/messages/gift-cards.ts";
import { cardForm } from "../../src/shop/gift-cards/card-form.ts";
import {
	adjustCard,
	creditOf,
	expireCards,
	findCard,
	issueCard,
	listCards,
	readCard,
	setDisabled,
} from "../../src/shop/gift-cards/manage-cards.server.ts";
import { orderPage } from "../../src/shop/orders/order-page.server.ts";
import { askReturn } from "../../src/shop/returns/ask-return.server.ts";
import { approveReturn, receiveReturn } from "../../src/shop/returns/decide-return.server.ts";
import { refundReturn } from "../../src/shop/returns/refund-return.server.ts";
import { returnsOfOrder } from "../../src/shop/returns/returns.server.ts";
import { parseForm } from "../../src/values/parse-form.ts";
import { brokenRows } from "../helpers/broken-rows.ts";
import { linesOf, payOrder, requestOrder } from "../helpers/checkouts.ts";
import { placeOrder as placeAsGuest, requestOrder as requestAsGuest } from "../helpers/guests.ts";
import { mailTo, withMail } from "../helpers/mail.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import {
	callStripe,
	controlStripe,
	expireReservation,
	requestIntent,
	resolveDispute,
} from "../helpers/payments.ts";
import { centsAtStripe, deliverNewest } from "../helpers/refunds.ts";
import {
	addTool,
	addTools,
	callApi,
	callerOf,
	newEmail,
	origin,
	type Person,
	signUp,
} from "../helpers/shop.ts";

let rider: Person;
let admin: Person;
let staff: Caller;
beforeAll(async () => {
	env.DIGEST_TO = "off";
	[rider, admin] = await Promise.all([signUp({ verified: true }), signUp({ role: "admin" })]);
	staff = callerOf(admin);
});

/** After each test, all rows keep the rules by which the doctor looks. */
afterEach(async () => {
	expect(await brokenRows()).toEqual([]);
});

/** A new card worth so much; its id and its code. */
async function newCard(cents: number, more: { email?: string; expiresAt?: Date } = {}) {
	const id = crypto.randomUUID();
	const asked = { id, cents, email: "", message: "", expiresAt: undefined, ...more };
	return { id, code: await issueCard(staff, asked) };
}

const balanceOf = (id: string) =>
	env.DB.prepare("select balance_cents from gift_cards where id = ?")
		.bind(id)
		.first("balance_cents");

/** What is left on the cards that refunds have become instead of going back onto one. */
async function replacing(id: string) {
	const { results } = await env.DB.prepare(
		"select balance_cents from gift_cards where replaces = ? order by rowid",
	)
		.bind(id)
		.all();
	return results.map(({ balance_cents }) => balance_cents);
}

/** Places an order of so many tools, one piece of each for 25.99. */
async function place(count: number, fields: Record<string, unknown>, person = rider) {
	const lines = linesOf(await addTools(count));
	const placed = await requestOrder(person, lines, fields);
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	return placed.body.order;
}

const intentOf = (orderId: string) =>
	env.DB.prepare("select transaction_id from orders where id = ?")
		.bind(orderId)
		.first<string>("transaction_id");

/** What Stripe has of an order that was paid by it in part. */
const chargedOf = async (orderId: string) =>
	(await callStripe<{ amount: number }>(`payment_intents/${await intentOf(orderId)}`)).amount;

const refund = (id: string, body: object = {}) =>
	callApi("POST", `/order/${id}/refund`, {
		token: admin.token,
		body: { reason: "other", ...body },
	});

describe("an order", () => {
	it("spends a card, and Stripe takes the rest; a refund goes to Stripe first, then onto the card", async () => {
		const card = await newCard(2000);
		const order = await place(2, { code: card.code });
		expect(order).toMatchObject({ totalPrice: 51.98, giftCardPrice: 20, paid: false });
		expect(await balanceOf(card.id)).toBe(0);
		await payOrder(rider, order._id);
		const intent = String(await intentOf(order._id));
		expect(await chargedOf(order._id)).toBe(3198);
		expect((await refund(order._id, { amount: 10 })).body).toMatchObject({
			amount: 10,
			status: "done",
		});
		expect([await centsAtStripe(intent), await balanceOf(card.id)]).toEqual([[1000], 0]);
		const left = await callApi("GET", `/order/${order._id}/refund`, { token: admin.token });
		expect(left.body.ways).toEqual([
			{ kind: "stripe", price: 21.98 },
			{ kind: "gift_card", codeEnd: card.code.slice(-4), price: 20 },
		]);
		const rest = await refund(order._id);
		expect(rest.body).toMatchObject({ amount: 41.98, status: "done" });
		expect(rest.body.lines).toHaveLength(2);
		expect(await balanceOf(card.id)).toBe(2000);
		expect((await centsAtStripe(intent)).toSorted()).toEqual([1000, 2198]);
		const { results } = await env.DB.prepare(
			"select kind, total_cents, gift_card_cents from invoices where order_id = ? order by number",
		)
			.bind(order._id)
			.all();
		expect(results).toEqual([
			{ kind: "invoice", total_cents: 5198, gift_card_cents: 2000 },
			{ kind: "credit-note", total_cents: 1000, gift_card_cents: 0 },
			{ kind: "credit-note", total_cents: 2000, gift_card_cents: 2000 },
			{ kind: "credit-note", total_cents: 2198, gift_card_cents: 0 },
		]);
	});

	it("is paid at once by a card that has enough, with its e-mail and invoice, and cancelling it gives all back", async () => {
		const card = await newCard(10_000);
		const key = crypto.randomUUID();
		const lines = linesOf([await addTool()]);
		const { order, mail } = await withMail(async (sent) => {
			const placed = await requestOrder(rider, lines, { code: card.code, key });
			return { order: placed.body.order, mail: await mailTo(sent, rider.email, /receipt/) };
		});
		expect(order).toMatchObject({ paid: true, giftCardPrice: 25.99, lines: [{ paid: true }] });
		expect(mail.text).toContain("Gift card and store credit: $25.99");
		expect(mail.text).not.toContain("Transaction");
		// Sent again, it is the same order.
		const again = await requestOrder(rider, lines, { code: card.code, key });
		expect(again.body.order).toMatchObject({ _id: order._id, paid: true });
		expect(await balanceOf(card.id)).toBe(7401);
		expect((await requestIntent(rider, order)).body.error.code).toBe("already_paid");
		const cancelled = await callApi("POST", `/order/${order._id}/cancel`, { token: rider.token });
		expect(cancelled.body).toMatchObject({ amount: 25.99, status: "done" });
		expect(await balanceOf(card.id)).toBe(10_000);
	});

	it("that the shop could not settle is settled by its payment page, or by the job", async () => {
		const card = await newCard(10_000);
		const [first, second] = [await place(1, {}), await place(1, {})];
		for (const { _id: id } of [first, second]) {
			await env.DB.batch([
				env.DB.prepare("update orders set gift_card_cents = total_cents where id = ?").bind(id),
				env.DB.prepare(
					"insert into gift_card_entries (card_id, cents, why, order_id, created_at) values (?, -2599, 'spent', ?, 1)",
				).bind(card.id, id),
			]);
		}
		expect((await requestIntent(rider, first)).body.error.code).toBe("already_paid");
		await expireReservation(second._id);
		await reconcile();
		expect(await intentOf(second._id)).toBe(`cards-${second._id}`);
	});

	it("that is cancelled tells how much goes to the bank and how much onto the card", async () => {
		const card = await newCard(2000);
		const order = await place(2, { code: card.code });
		await payOrder(rider, order._id);
		const mail = await withMail(async (sent) => {
			await callApi("POST", `/order/${order._id}/cancel`, { token: rider.token });
			return mailTo(sent, rider.email, /canceled/);
		});
		expect(mail.text).toContain("Refund to your bank: $31.98\n");
		expect(mail.text).toContain("Refund to gift cards or store credit: $20.00\n");
	});

	it("leaves Stripe what it can charge", async () => {
		const card = await newCard(2590);
		const { giftCardPrice } = await place(1, { code: card.code });
		expect([giftCardPrice, await balanceOf(card.id)]).toEqual([25.49, 41]);
	});

	it("that is closed unpaid gives the card back, and one that gets smaller what it needs no more", async () => {
		const card = await newCard(4000);
		const closed = await place(1, { code: card.code });
		expect(closed.paid).toBe(true);
		const order = await place(2, { code: card.code });
		expect([order.giftCardPrice, await balanceOf(card.id)]).toEqual([14.01, 0]);
		await expireReservation(order.lines[0]._id);
		await reconcile();
		expect(await balanceOf(card.id)).toBe(1401);
		const more = await newCard(4000);
		const { lines, _id: id } = await place(2, { code: more.code });
		await callApi("DELETE", `/order?id=${lines[1]._id}`, { token: rider.token });
		expect([await intentOf(id), await balanceOf(more.id)]).toEqual([`cards-${id}`, 1401]);
	});

	it("of many at once spends no cent twice", async () => {
		const card = await newCard(6000);
		const tools = await addTools(8);
		const placed = await Promise.all(
			tools.map((tool) =>
				requestAsGuest({ lines: linesOf([tool]), code: card.code, email: newEmail() }),
			),
		);
		const spent = placed
			.filter(({ status }) => status === 201)
			.reduce((sum, { body }) => sum + Math.round(body.order.giftCardPrice * 100), 0);
		expect(spent + Number(await balanceOf(card.id))).toBe(6000);
		for (const { status, body } of placed)
			if (status !== 201) expect(body.error.fields.code).toMatch(/left/);
	});

	it.each([
		["unknown", async () => "AAAA-BBBB-CCCC-DDDD-EEEE", /know this code/],
		["empty", async () => spentCode(), /gift card is empty/],
		["expired", async () => (await newCard(100, { expiresAt: new Date(1) })).code, /valid until/],
		["disabled", async () => disabledCode(), /no longer be used/],
	])("does not take a card that is %s", async (_, code, message) => {
		const rejected = await requestOrder(rider, linesOf([await addTool()]), {
			code: await code(),
		});
		expect(rejected.status).toBe(422);
		expect(rejected.body.error.fields.code).toMatch(message);
	});
});

it("is held by one's own unpaid order, which is named, and nobody else's", async () => {
	const typed = async (code: string, { token, cookie }: { token?: string; cookie?: string }) =>
		(
			await callApi("POST", "/cart/offers", {
				token,
				body: { toolIds: [], code },
				headers: { Origin: origin, ...(cookie && { Cookie: cookie }) },
			})
		).body;
	const person = await signUp();
	const card = await newCard(2000);
	const order = await place(1, { code: card.code }, person);
	const held = {
		codeProblem: texts.heldByOwnOrder,
		codeOrder: { id: order._id, number: order.number },
	};
	expect(await typed(card.code, person)).toMatchObject(held);
	const again = await requestOrder(person, linesOf([await addTool()]), { code: card.code });
	expect(again.body.error.fields.code).toBe(texts.heldByOwnOrder);
	for (const other of [await signUp(), {}]) {
		const told = await typed(card.code, other);
		expect(told).toMatchObject({ codeProblem: texts.empty });
		expect(told).not.toHaveProperty("codeOrder");
	}
	// The e-mail alone proves nothing, the link of a guest's order does.
	const stranger = { lines: linesOf([await addTool()]), email: person.email, code: card.code };
	expect((await requestAsGuest(stranger)).body.error.fields.code).toBe(texts.empty);
	const ofGuest = await newCard(1000);
	const guest = await placeAsGuest([await addTool()], { code: ofGuest.code });
	expect(await typed(ofGuest.code, guest)).toMatchObject({
		codeOrder: { id: guest.order._id, number: guest.order.number },
	});
	// Cancelled, it gives the money back; paid, it has spent it.
	await callApi("DELETE", `/order?id=${order._id}`, { token: person.token });
	expect(await typed(card.code, person)).not.toHaveProperty("codeProblem");
	const paid = await place(1, { code: card.code }, person);
	await payOrder(person, paid._id);
	expect(await typed(card.code, person)).toMatchObject({ codeProblem: texts.empty });
});

async function spentCode() {
	const card = await newCard(2599);
	await place(1, { code: card.code });
	return card.code;
}

async function disabledCode() {
	const card = await newCard(2599);
	await setDisabled(staff, card.id, true);
	return card.code;
}

describe("store credit", () => {
	it("that was given for a payment is disabled while that is disputed", async () => {
		const person = await signUp({ verified: true });
		const order = await place(2, {}, person);
		await payOrder(person, order._id);
		await refund(order._id, { credit: true, amount: 10 });
		const intent = String(await intentOf(order._id));
		await controlStripe("/_disputes", { payment_intent: intent, reason: "fraudulent" });
		await deliverNewest(intent, "charge.dispute.created");
		expect(await creditOf(person.id)).toBe(0);
		// Credit of another order has a code of its own meanwhile, which works at once.
		const other = await place(1, {}, person);
		await payOrder(person, other._id);
		expect((await refund(other._id, { credit: true })).status).toBe(201);
		expect(await replacing(`credit-${person.id}`)).toEqual([2599]);
		await resolveDispute(intent, "winning");
		await deliverNewest(intent, "charge.dispute.closed");
		expect(await creditOf(person.id)).toBe(1000);
	});

	it("of an account is a refund's, and pays the next order with a card", async () => {
		const person = await signUp({ verified: true });
		const order = await place(1, {}, person);
		await payOrder(person, order._id);
		const { made, mail } = await withMail(async (sent) => ({
			made: await refund(order._id, { credit: true }),
			mail: await mailTo(sent, person.email, /credit/),
		}));
		expect(made.body).toMatchObject({ amount: 25.99, status: "done" });
		expect(mail.text).toContain("your account's store credit");
		expect(await creditOf(person.id)).toBe(2599);
		expect(await centsAtStripe(String(await intentOf(order._id)))).toEqual([]);
		const card = await newCard(3000);
		const next = await place(2, { code: card.code, useCredit: true }, person);
		expect(next).toMatchObject({ paid: true, giftCardPrice: 51.98 });
		expect([await balanceOf(card.id), await creditOf(person.id)]).toEqual([0, 401]);
		// What was taken last goes back first.
		await refund(next._id, { amount: 30 });
		expect([await balanceOf(card.id), await creditOf(person.id)]).toEqual([802, 2599]);
		// Another's credit is not spent.
		expect((await place(1, { useCredit: true })).giftCardPrice).toBeUndefined();
	});

	it("of a guest comes as a code by e-mail, after a return", async () => {
		const email = newEmail();
		const card = await newCard(2599);
		const { body } = await requestAsGuest({
			lines: linesOf([await addTool()]),
			code: card.code,
			email,
		});
		const { _id: orderId, lines } = body.order;
		const lineId = lines[0]._id;
		await callApi("PUT", `/order?id=${lineId}`, {
			token: admin.token,
			body: { status: "Shipped" },
		});
		const hash = await env.DB.prepare("select access_token_hash from orders where id = ?")
			.bind(orderId)
			.first<string>("access_token_hash");
		await askReturn({ user: undefined, guestTokenHashes: [String(hash)] }, orderId, {
			kind: "return",
			reason: "other",
			note: "",
			name: "",
			lines: [{ lineId, quantity: 1 }],
		});
		const found = async () => {
			const [newest] = await returnsOfOrder(orderId);
			if (!newest) throw new Error("There is no return.");
			return newest;
		};
		await approveReturn(staff, await found(), { answer: "Here", labelUrl: "", lines: [] });
		await receiveReturn(staff, await found(), [
			{ lineId, received: 1, condition: "as_new", restocked: 1 },
		]);
		const mail = await withMail(async (sent) => {
			await refundReturn(staff, await found(), { outcome: "credit", shipping: true });
			return mailTo(sent, email, /credit/);
		});
		expect(await found()).toMatchObject({ state: "closed", outcome: "credit" });
		const [code] = mail.text.match(/\w{4}(-\w{4}){4}/) ?? [];
		expect(await balanceOf(card.id)).toBe(0);
		expect(await place(1, { code })).toMatchObject({ paid: true });
	});
});

describe("staff", () => {
	it("issue a card once for a form, by e-mail; correct, disable and list it, all on record", async () => {
		const email = newEmail();
		const form = new URLSearchParams({
			id: crypto.randomUUID(),
			amount: "50",
			email,
			message: "Happy birthday",
			until: "",
		});
		const read = parseForm(cardForm, form);
		if (!("output" in read)) throw new Error(JSON.stringify(read.fields));
		const { id } = read.output;
		const { code, mail } = await withMail(async (sent) => {
			await issueCard(staff, read.output);
			const again = await issueCard(staff, read.output);
			return { code: again, mail: await mailTo(sent, email, /gift card/) };
		});
		expect(mail.text).toContain("Happy birthday");
		expect(mail.text).toContain(code);
		expect(await balanceOf(id)).toBe(5000);
		expect(await adjustCard(staff, id, { cents: -6000, note: "Too much" })).toBe(false);
		expect(await adjustCard(staff, id, { cents: -1000, note: "Too much" })).toBe(true);
		await setDisabled(staff, id, true);
		await setDisabled(staff, id, false);
		const listed = await listCards(undefined, email);
		expect(listed.rows).toMatchObject([{ id, balanceCents: 4000, codeEnd: code.slice(-4) }]);
		expect(listed.owedCents).toBeGreaterThanOrEqual(4000);
		const page = await readCard(id);
		expect(page?.entries.map(({ entry }) => [entry.reason, entry.cents])).toEqual([
			["adjusted", -1000],
			["issued", 5000],
		]);
		const { body } = await callApi("GET", `/audit?subject=${id}`, admin);
		expect(body.map(({ action }: { action: string }) => action).toSorted()).toEqual([
			"gift_card.adjusted",
			"gift_card.disabled",
			"gift_card.enabled",
			"gift_card.issued",
		]);
	});

	it.each([
		[{ amount: "" }, /amount/],
		[{ amount: "-1" }, /amount/],
		[{ email: "nobody" }, /valid Email/],
		[{ until: "2020-01-01" }, /future date/],
	])("can't issue one with %j", (wrong, message) => {
		const sent = { id: crypto.randomUUID(), amount: "5", email: "", message: "", until: "" };
		const read = parseForm(cardForm, new URLSearchParams({ ...sent, ...wrong }));
		expect("fields" in read && Object.entries(read.fields)).toEqual([
			[Object.keys(wrong)[0], expect.stringMatching(message)],
		]);
	});

	it("what is left of a card keeps its end, and what was refunded has a later one", async () => {
		const soon = new Date(Date.now() + 60_000);
		const [idle, used, more] = [
			await newCard(500, { expiresAt: soon }),
			await newCard(2599, { expiresAt: soon }),
			await newCard(3000, { expiresAt: soon }),
		];
		const orders = [await place(1, { code: used.code }), await place(1, { code: more.code })];
		await refund(orders[0]?._id ?? "");
		const { mail } = await withMail(async (sent) => ({
			made: await refund(orders[1]?._id ?? "", { amount: 20 }),
			mail: await mailTo(sent, rider.email, /credit/),
		}));
		expect(mail.text).toContain("Your refund stays valid longer");
		// The second part goes the same way: no more than was paid with the card.
		await refund(orders[1]?._id ?? "");
		const day = 24 * 60 * 60_000;
		expect((await findCard(used.id))?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 29 * day);
		await expireCards(new Date(Date.now() + 120_000));
		const balances = [idle.id, used.id, more.id].map(balanceOf);
		expect(await Promise.all(balances)).toEqual([0, 2599, 0]);
		expect(await replacing(more.id)).toEqual([2000, 599]);
		await expireCards(new Date(Date.now() + 31 * day));
		expect([await balanceOf(used.id), await replacing(more.id)]).toEqual([0, [0, 0]]);
	});

	it("a refund never enables a card: it has a code of its own", async () => {
		const card = await newCard(5000);
		const order = await place(1, { code: card.code });
		await setDisabled(staff, card.id, true);
		const { mail } = await withMail(async (sent) => ({
			made: await callApi("POST", `/order/${order._id}/cancel`, { token: rider.token }),
			mail: await mailTo(sent, rider.email, /gift card/),
		}));
		expect(mail.text).toContain("can't be used anymore");
		const code = /([A-Z0-9]{4}-){4}[A-Z0-9]{4}/.exec(mail.text)?.[0] ?? "";
		expect([await balanceOf(card.id), await replacing(card.id)]).toEqual([2401, [2599]]);
		expect((await findCard(card.id))?.disabledAt).not.toBeNull();
		// Staff read it too.
		for (const user of [callerOf(rider), { ...staff, role: "admin" as const }]) {
			const page = await orderPage(order._id, { user, guestTokenHashes: [] });
			const why = page?.timeline.flatMap((entry) => entry.why ?? []);
			expect(why).toEqual([expect.stringContaining("can't be used anymore")]);
		}
		expect((await place(1, { code })).paid).toBe(true);
		expect(await replacing(card.id)).toEqual([0]);
	});
});
