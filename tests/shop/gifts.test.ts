/** Gift cards that e-mails bring to somebody on a day: when they go out, what stops them, and what their buyer can change. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, it, vi } from "vitest";
import { dayOf, dayText, hourOfDay } from "../../src/config/days.ts";
import { toLineText } from "../../src/shop/carts/line-texts.ts";
import { mailAgain } from "../../src/shop/gift-cards/manage-cards.server.ts";
import { placeBasicOrder, readCheckoutForm } from "../../src/shop/orders/basic-checkout.server.ts";
import { correctGift, sendGiftAgain } from "../../src/shop/orders/gift.server.ts";
import { orderPage } from "../../src/shop/orders/order-page.server.ts";
import { dispatchOutbox } from "../../src/shop/outbox/outbox.server.ts";
import { brokenRows } from "../helpers/broken-rows.ts";
import { linesOf, payOrder, requestOrder } from "../helpers/checkouts.ts";
import { type SentMail, withMail } from "../helpers/mail.ts";
import { controlStripe, resolveDispute } from "../helpers/payments.ts";
import { deliverNewest, failAtBank } from "../helpers/refunds.ts";
import {
	addGiftCard,
	addTool,
	callApi,
	callerOf,
	newEmail,
	type Person,
	signUp,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

let rider: Person;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
	env.DIGEST_TO = "off";
	[rider, stranger, admin] = await Promise.all([
		signUp({ verified: true }),
		signUp({ verified: true }),
		signUp({ role: "admin" }),
	]);
});

const buyerOf = (person: Person) => ({
	user: { ...callerOf(person), role: "user" as const },
	guestTokenHashes: [],
});
const today = () => dayOf(Date.now());
const inDays = (days: number) => dayText(today() + days);

const cardLine = async (quantity = 1) => ({
	toolId: await addGiftCard({ priceCents: 5000, quantity: 1000 }),
	quantity,
	price: 50,
});

/** Orders gift cards for somebody, with one piece of these tools. */
async function place(gift: object, quantity = 1, tools: string[] = []) {
	const lines = [await cardLine(quantity), ...linesOf(tools)];
	const { status, body } = await requestOrder(rider, lines, { gift });
	expect(status, JSON.stringify(body)).toBe(201);
	const [{ _id: lineId }] = body.order.lines;
	return { id: String(body.insertedId), lineId: String(lineId) };
}

/** Buys them, and pays. */
async function buy(gift: object, quantity = 1) {
	const order = await place(gift, quantity);
	await payOrder(rider, order.id);
	return order;
}

const giftOf = async (id: string) => (await orderPage(id, buyerOf(rider)))?.gift;
const intentOf = async (id: string) =>
	String(
		await env.DB.prepare("select transaction_id from orders where id = ?")
			.bind(id)
			.first("transaction_id"),
	);
const refund = (id: string, body: object = {}) =>
	callApi("POST", `/order/${id}/refund`, {
		token: admin.token,
		body: { reason: "other", ...body },
	});
async function dispute(id: string) {
	const intent = await intentOf(id);
	await controlStripe("/_disputes", { payment_intent: intent, reason: "fraudulent" });
	await deliverNewest(intent, "charge.dispute.created");
}
async function endDispute(id: string, outcome: "winning" | "losing") {
	await resolveDispute(await intentOf(id), outcome);
	await deliverNewest(await intentOf(id), "charge.dispute.closed");
}

/** Rows of the outbox with gifts that wait, as their time. */
async function waiting(id: string) {
	const { results } = await env.DB.prepare(
		"select available_at as at from outbox where subject_id = ? and kind = 'order.gift' and done_at is null",
	)
		.bind(id)
		.all<{ at: number }>();
	return results.map(({ at }) => at);
}

/** The day of an order's gift comes: the scheduled job runs. */
async function dayComes(id: string) {
	await env.DB.prepare(
		"update outbox set available_at = 1, due_at = 1 where subject_id = ? and kind = 'order.gift' and done_at is null",
	)
		.bind(id)
		.run();
	await env.DB.prepare("update orders set gift_due_at = 1 where id = ?").bind(id).run();
	await dispatchOutbox();
}

const to = (sent: SentMail[], email: string) => sent.filter((mail) => mail.to === email);
const codesIn = (mail: SentMail | undefined) =>
	mail?.text.match(/([A-Z0-9]{4}-){4}[A-Z0-9]{4}/g) ?? [];

it("is e-mailed at nine of the shop's morning on its day, all cards in one e-mail, and to nobody before", async () => {
	const email = newEmail();
	const day = inDays(3);
	const message = "Happy birthday!\nRide safe <b>always</b>.";
	const gift = { email, day, from: "Ada\u00a0R.", message };
	await withMail(async (sent) => {
		const { id } = await place(gift, 3, [await addTool()]);
		expect(await giftOf(id)).toMatchObject({ state: "unpaid", email, isAtOnce: false });
		await dispatchOutbox(Date.now() + 400 * 86_400_000);
		expect([await waiting(id), to(sent, email)]).toEqual([[], []]);
		await payOrder(rider, id);
		expect(await waiting(id)).toEqual([hourOfDay(today() + 3, 9)]);
		await dispatchOutbox();
		expect(to(sent, email)).toEqual([]);
		expect(await giftOf(id)).toMatchObject({ state: "waiting" });
		expect(
			to(sent, rider.email)
				.map(({ text }) => text)
				.join(),
		).toContain(`We'll e-mail the gift to ${email} on`);
		// The buyer gets no code.
		expect(to(sent, rider.email).flatMap(codesIn)).toEqual([]);
		await dayComes(id);
		const [mail, ...more] = to(sent, email);
		expect(more).toEqual([]);
		expect(mail?.subject).toBe("Ada\u00a0R. sent you 3 Cogsmith gift cards");
		expect(mail?.text).toContain(message);
		expect(mail?.html).toContain("&lt;b&gt;always");
		expect(new Set(codesIn(mail)).size).toBe(3);
		expect(await giftOf(id)).toMatchObject({ state: "sent", againLeft: 3 });
		const [code] = codesIn(mail);
		const spent = await requestOrder(stranger, linesOf([await addTool()]), { code });
		expect(spent.body.order).toMatchObject({ giftCardPrice: 25.99, paid: true });
		// Staff send one of them again: its e-mail is that of a gift too.
		const cardId = await env.DB.prepare(
			"select id from gift_cards where email = ? and balance_cents = 5000",
		)
			.bind(email)
			.first<string>("id");
		await mailAgain(cardId ?? "");
		await vi.waitFor(() => expect(to(sent, email)).toHaveLength(2));
		expect(to(sent, email)[1]?.subject).toBe("Ada\u00a0R. sent you a Cogsmith gift card");
	});
});

it("is e-mailed as soon as it is paid without a day, or if its hour is past", async () => {
	await withMail(async (sent) => {
		for (const day of [undefined, ""]) {
			const email = newEmail();
			const { id } = await buy({ email, day });
			await vi.waitFor(() => expect(to(sent, email)).toHaveLength(1));
			expect(await giftOf(id)).toMatchObject({ isAtOnce: true, state: "sent" });
			expect(to(sent, email)[0]?.subject).toBe(`${rider.name} sent you a Cogsmith gift card`);
		}
		// Paid after its hour: a bank may take days.
		const email = newEmail();
		const { id } = await place({ email, day: inDays(1) });
		await env.DB.prepare("update orders set gift_due_at = 1 where id = ?").bind(id).run();
		await payOrder(rider, id);
		await vi.waitFor(() => expect(to(sent, email)).toHaveLength(1));
	});
});

it("takes a day from today to a year ahead, and a message that is text alone", async () => {
	const email = newEmail();
	const line = await cardLine();
	const refused = async (gift: object) => {
		const { status, body } = await requestOrder(rider, [line], { gift: { email, ...gift } });
		return status === 422 ? body.error.fields : body;
	};
	const range = "Choose a day from today to a year from now.";
	expect(await refused({ day: inDays(-1) })).toEqual({ "gift.day": range });
	expect(await refused({ day: inDays(366) })).toEqual({ "gift.day": range });
	expect(await refused({ day: "2026-02-30" })).toHaveProperty(["gift.day"]);
	expect(await refused({ email: "" })).toHaveProperty(["gift.email"]);
	expect(await refused({ email: "a@b" })).toHaveProperty(["gift.email"]);
	const address = "Leave out web addresses. If it isn't one, add a space after the dot.";
	for (const message of [
		"https://evil.test",
		"see www.evil",
		"EVIL.test",
		"evil。test",
		"ann@evil.test",
		"ftp://a",
		"10.0.0.1/x",
	]) {
		expect(await refused({ message }), message).toEqual({ "gift.message": address });
	}
	expect(await refused({ from: "evil.test" })).toEqual({ "gift.from": address });
	// Header injection, and marks that turn text around.
	expect(await refused({ from: "Ada\r\nBcc: all@evil" })).toHaveProperty(["gift.from"]);
	expect(await refused({ email: `${email}\nBcc: x@y.test` })).toHaveProperty(["gift.email"]);
	expect(await refused({ message: "a\u202eb" })).toHaveProperty(["gift.message"]);
	expect(await refused({ message: "x".repeat(301) })).toHaveProperty(["gift.message"]);
	for (const gift of [
		{ day: inDays(0) },
		{ day: inDays(365), message: `Dr. J.R. says: 3.50 is 5% off. ${"x".repeat(260)}` },
	])
		await place({ email, ...gift });
	// An order without gift cards has nobody to send them to.
	const without = await requestOrder(rider, linesOf([await addTool()]), { gift: { email } });
	expect(await giftOf(without.body.insertedId)).toBeUndefined();
});

it("is given without JavaScript too; a part that was left empty is none", async () => {
	const order = async (fields: Record<string, string>) => {
		const form = new URLSearchParams({ name: "Grace", email: newEmail(), byMail: "1", ...fields });
		form.append("key", crypto.randomUUID());
		form.append("line", toLineText(await cardLine()));
		const from = new Request("http://localhost/cart/checkout");
		const { id } = await placeBasicOrder(readCheckoutForm(form), from);
		const row = await env.DB.prepare("select gift_to from orders where id = ?").bind(id).first();
		return JSON.parse(String(row?.gift_to));
	};
	const empty = { "gift.email": "", "gift.day": "", "gift.message": "", "gift.from": "" };
	expect(await order(empty)).toBeNull();
	const email = newEmail();
	expect(await order({ ...empty, "gift.email": email, "gift.message": "Enjoy" })).toEqual({
		email,
		from: "",
		message: "Enjoy",
	});
	await expect(order({ ...empty, "gift.message": "Enjoy" })).rejects.toMatchObject({
		fields: { "gift.email": expect.any(String) },
	});
});

it("is corrected by its buyer until it is sent, and sent again a few times after that", async () => {
	const [wrong, right] = [newEmail(), newEmail()];
	await withMail(async (sent) => {
		const { id } = await buy({ email: wrong, day: inDays(1), message: "Hi" });
		expect(await correctGift(buyerOf(stranger), id, stranger.email)).toBe(false);
		expect(await sendGiftAgain(buyerOf(rider), id)).toBe(false);
		expect(await correctGift(buyerOf(rider), id, right)).toBe(true);
		expect(await giftOf(id)).toMatchObject({ email: right, message: "Hi" });
		await dayComes(id);
		expect([to(sent, wrong).length, to(sent, right).length]).toEqual([0, 1]);
		expect(await correctGift(buyerOf(rider), id, wrong)).toBe(false);
		expect(await sendGiftAgain(buyerOf(stranger), id)).toBe(false);
		for (let count = 2; count <= 4; count++) {
			// Two taps at once send one.
			const both = await Promise.all([1, 2].map(() => sendGiftAgain(buyerOf(rider), id)));
			expect(both).toContain(true);
			await vi.waitFor(() => expect(to(sent, right).length).toBeGreaterThanOrEqual(count));
			await vi.waitFor(async () => expect(await waiting(id)).toEqual([]));
			if (to(sent, right).length === 4) break;
		}
		expect(await sendGiftAgain(buyerOf(rider), id)).toBe(false);
		expect(to(sent, right)).toHaveLength(4);
		expect(new Set(to(sent, right).flatMap(codesIn)).size).toBe(1);
		expect(await giftOf(id)).toMatchObject({ againLeft: 0 });
	});
});

it("is stopped by a refund before its day; one that fails at the bank lets it go", async () => {
	const [gone, failed, half] = [newEmail(), newEmail(), newEmail()];
	await withMail(async (sent) => {
		const one = await buy({ email: gone, day: inDays(1) });
		expect((await refund(one.lineId)).status).toBe(201);
		expect(await giftOf(one.id)).toMatchObject({ state: "stopped" });
		await dayComes(one.id);
		expect([to(sent, gone), await waiting(one.id)]).toEqual([[], []]);
		expect(await sendGiftAgain(buyerOf(rider), one.id)).toBe(false);

		const other = await buy({ email: failed, day: inDays(1) });
		expect((await refund(other.lineId)).status).toBe(201);
		await dayComes(other.id);
		allowConsole(/refund_failed/);
		await failAtBank(await intentOf(other.id));
		expect(await waiting(other.id)).toHaveLength(1);
		await dayComes(other.id);
		expect(to(sent, failed)).toHaveLength(1);

		const part = await buy({ email: half, day: inDays(1) }, 2);
		expect((await refund(part.lineId, { amount: 50 })).status).toBe(201);
		await dayComes(part.id);
		expect(codesIn(to(sent, half)[0])).toHaveLength(1);
	});
});

it("of a refund and the e-mail in one moment, the code that was sent is worth nothing, or none was sent", async () => {
	await withMail(async (sent) => {
		for (let round = 0; round < 4; round++) {
			const email = newEmail();
			const { id, lineId } = await buy({ email, day: inDays(1) });
			const [refunded] = await Promise.all([refund(lineId), dayComes(id)]);
			expect(refunded.status).toBe(201);
			await vi.waitFor(async () => expect(await waiting(id)).toEqual([]));
			const page = await giftOf(id);
			expect(page?.state).toBe(to(sent, email).length > 0 ? "sent" : "stopped");
			const left = await env.DB.prepare(
				"select sum(balance_cents) as cents from gift_cards where line_id = ?",
			)
				.bind(lineId)
				.first("cents");
			expect(left).toBe(0);
		}
	});
});

it("is held by a dispute: one that is won lets it go, before its day and after, one that is lost never does", async () => {
	const [early, late, lost] = [newEmail(), newEmail(), newEmail()];
	await withMail(async (sent) => {
		const before = await buy({ email: early, day: inDays(1) });
		const [at] = await waiting(before.id);
		await dispute(before.id);
		await endDispute(before.id, "winning");
		// It still waits for its day, once.
		expect(await waiting(before.id)).toEqual([at]);
		await dayComes(before.id);
		expect(to(sent, early)).toHaveLength(1);

		const after = await buy({ email: late, day: inDays(1) });
		await dispute(after.id);
		expect(await giftOf(after.id)).toMatchObject({ state: "held" });
		await dayComes(after.id);
		expect(to(sent, late)).toEqual([]);
		await endDispute(after.id, "winning");
		await vi.waitFor(() => expect(to(sent, late)).toHaveLength(1));

		const never = await buy({ email: lost, day: inDays(1) });
		await dispute(never.id);
		await dayComes(never.id);
		await endDispute(never.id, "losing");
		await dispatchOutbox(Date.now() + 400 * 86_400_000);
		expect(to(sent, lost)).toEqual([]);
		expect(await giftOf(never.id)).toMatchObject({ state: "held" });
	});
});

it("goes out again, once, if the e-mail service fails, and counts as sent meanwhile", async () => {
	const email = newEmail();
	let fails = true;
	allowConsole(/"mail"/);
	await withMail(
		async (sent) => {
			const { id } = await buy({ email, day: inDays(1) });
			await dayComes(id);
			expect(to(sent, email)).toEqual([]);
			expect(await correctGift(buyerOf(rider), id, newEmail())).toBe(false);
			fails = false;
			await dayComes(id);
			expect(to(sent, email)).toHaveLength(1);
			expect(await waiting(id)).toEqual([]);
		},
		{
			service: async (recipient) => {
				if (fails && recipient === email) throw new Error("not now");
			},
		},
	);
	expect(await brokenRows()).toEqual([]);
});
