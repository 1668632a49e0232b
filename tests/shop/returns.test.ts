/** Returns: what a customer can ask for, what staff do, and what that does to stock, money and e-mails. */
import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Buyer, Caller } from "../../src/access/caller.ts";
import { orders } from "../../src/db/order-tables.ts";
import { staff as texts } from "../../src/messages/returns.ts";
import { hashGuestToken } from "../../src/platform/auth/guest-token.ts";
import { forgetSettings } from "../../src/platform/settings/stored-settings.ts";
import { piecesToShip } from "../../src/shop/orders/order-conditions.ts";
import { orderPage } from "../../src/shop/orders/order-page.server.ts";
import { findOrderWithLines } from "../../src/shop/orders/orders.server.ts";
import { dispatchOutbox } from "../../src/shop/outbox/outbox.server.ts";
import { askReturn, store } from "../../src/shop/returns/ask-return.server.ts";
import {
	approveReturn,
	closeReturn,
	receiveReturn,
	rejectReturn,
} from "../../src/shop/returns/decide-return.server.ts";
import { refundReturn } from "../../src/shop/returns/refund-return.server.ts";
import { actOnReturn, readReturnPage } from "../../src/shop/returns/return-page.server.ts";
import {
	findReturn,
	findReturnable,
	listReturns,
	returnsOfOrder,
} from "../../src/shop/returns/returns.server.ts";
import type { AskedReturn, ReturnFound } from "../../src/shop/returns/returns.ts";
import {
	settleWithdrawal,
	undo,
	undoWithdrawal,
} from "../../src/shop/returns/settle-withdrawal.server.ts";
import { withdrawByNumber } from "../../src/shop/returns/withdraw.server.ts";
import {
	listOrdersToShip,
	readPackingSlip,
	readPackingSlips,
} from "../../src/shop/shipments/packing.server.ts";
import { formatTimestamp } from "../../src/values/fields.ts";
import { payOrder, requestOrder, toolPrice } from "../helpers/checkouts.ts";
import * as guests from "../helpers/guests.ts";
import { withMail } from "../helpers/mail.ts";
import {
	beginPayment,
	ledgerOf,
	payByCard,
	placePaidLine,
	refundAtStripe,
	reportPayment,
} from "../helpers/payments.ts";
import { centsAtStripe, deliverNewest, failAtBank } from "../helpers/refunds.ts";
import { addTool, callApi, callerOf, type Person, shipLine, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

let admin: Person;
let rider: Person;
let staff: Caller;
let buyer: Buyer;

beforeAll(async () => {
	env.DIGEST_TO = "off";
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp({ verified: true })]);
	staff = callerOf(admin);
	buyer = { user: callerOf(rider), guestTokenHashes: [] };
});

beforeEach(() => env.DB.exec("delete from account_attempts"));

/** A shipped order of three pieces, 25.99 each, of a tool that has two left. */
async function shippedOrder() {
	const tool = await addTool({ quantity: 5 });
	const { line, payment } = await placePaidLine(rider, tool, 3);
	const id: string = line._id;
	await callApi("PUT", `/order?id=${id}`, { token: admin.token, body: { status: "Shipped" } });
	return { tool, payment, id, orderId: line.orderId as string };
}

const asked = (lineId: string, quantity: number, more: Partial<AskedReturn> = {}): AskedReturn => ({
	kind: "return",
	reason: "not_needed",
	note: "",
	name: "",
	lines: [{ lineId, quantity }],
	...more,
});

async function newestOf(orderId: string): Promise<ReturnFound> {
	const [newest] = await returnsOfOrder(orderId);
	if (!newest) throw new Error("There is no return.");
	return newest;
}

async function ask(orderId: string, lineId: string, quantity: number): Promise<ReturnFound> {
	expect(await askReturn(buyer, orderId, asked(lineId, quantity))).toBe("asked");
	return newestOf(orderId);
}

const approve = (found: ReturnFound) =>
	approveReturn(staff, found, { answer: "9 Workshop Lane", labelUrl: "", lines: [] });

const receive = (found: ReturnFound, received: number, restocked: number) =>
	receiveReturn(
		staff,
		found,
		found.lines.map(({ lineId }) => ({ lineId, received, condition: "opened", restocked })),
	);

const refund = async (found: ReturnFound, amount?: number) =>
	refundReturn(staff, found, { outcome: "refund", shipping: false, amount });

/** A return that was checked in. */
async function receivedReturn(quantity: number, restocked: number) {
	const order = await shippedOrder();
	const found = await ask(order.orderId, order.id, quantity);
	await approve(found);
	await receive(found, quantity, restocked);
	return { ...order, found };
}

const waiting = async () =>
	(
		await env.DB.prepare(
			"select count(*) as count from returns where state in ('asked', 'received')",
		).first()
	)?.count;

describe("a return", () => {
	it("goes from the customer's form to the refund, each step e-mailed, audited and counted", async () => {
		const before = Number(await waiting());
		const { tool, payment, id, orderId } = await shippedOrder();
		const found = await ask(orderId, id, 2);
		expect(found).toMatchObject({ state: "asked", reason: "not_needed", decidedAt: null });
		expect(found.lines).toMatchObject([{ lineId: id, ordered: 3, quantity: 2, isShipped: true }]);
		expect(await waiting()).toBe(before + 1);
		expect(await approve(found)).toBe(true);
		expect(await waiting()).toBe(before);
		expect(await receive(found, 2, 1)).toBe(true);
		expect(await waiting()).toBe(before + 1);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
		expect(await refund(await newestOf(orderId))).toBe(true);
		expect(await waiting()).toBe(before);
		expect(await centsAtStripe(payment.id)).toEqual([5198]);
		expect(await findReturn(found.id)).toMatchObject({
			state: "closed",
			outcome: "refund",
			refundId: expect.any(String),
			lines: [{ received: 2, condition: "opened", restocked: 1 }],
		});
		const creditNote = await env.DB.prepare(
			"select lines from invoices join returns on invoices.refund_id = returns.refund_id where returns.id = ?",
		)
			.bind(found.id)
			.first<string>("lines");
		expect(JSON.parse(creditNote ?? "")).toMatchObject([{ quantity: 2, unitCents: 2599 }]);
		const { body } = await callApi("GET", `/audit?subject=${id}`, admin);
		expect(
			body
				.filter(({ action }: { action: string }) => action.startsWith("order.return"))
				.map(({ action, detail }: { action: string; detail: { quantity: number } }) => [
					action,
					detail.quantity,
				]),
		).toEqual([
			["order.return_closed", 2],
			["order.return_received", 2],
			["order.return_approved", 2],
			["order.return_asked", 2],
		]);
	});

	it("takes no more pieces than were shipped and are not sent back already, also twice in one moment", async () => {
		const { id, orderId } = await shippedOrder();
		expect(await askReturn(buyer, orderId, asked(id, 4))).toBe("gone");
		const outcomes = await Promise.all(
			[1, 2, 3].map(() => askReturn(buyer, orderId, asked(id, 2))),
		);
		expect(outcomes.toSorted()).toEqual(["asked", "gone", "gone"]);
		expect((await findReturnable(buyer, orderId, "return"))?.lines).toMatchObject([{ left: 1 }]);
		await rejectReturn(staff, await newestOf(orderId), "It was opened.");
		expect((await findReturnable(buyer, orderId, "return"))?.lines).toMatchObject([{ left: 3 }]);
	});

	it("is of the buyer's own order, paid, shipped and not refunded", async () => {
		const { id, orderId } = await shippedOrder();
		const other = await signUp({ verified: true });
		const stranger = { user: callerOf(other), guestTokenHashes: [] };
		expect(await askReturn(stranger, orderId, asked(id, 1))).toBe("gone");
		expect(await findReturnable(stranger, orderId, "return")).toBeUndefined();
		const own = await placePaidLine(other, await addTool(), 1);
		// A line of somebody else's order, in one's own.
		expect(await askReturn(stranger, own.line.orderId, asked(id, 1))).toBe("gone");
		// Paid, but not shipped.
		expect(await askReturn(stranger, own.line.orderId, asked(own.line._id, 1))).toBe("gone");
		await callApi("POST", `/order/${id}/refund`, {
			token: admin.token,
			body: { reason: "other" },
		});
		expect(await askReturn(buyer, orderId, asked(id, 1))).toBe("gone");
	});

	it("is one of ten a day of an order", async () => {
		const { id, orderId } = await shippedOrder();
		const outcomes = await Promise.all(
			Array.from({ length: 12 }, () => askReturn(buyer, orderId, asked(id, 3))),
		);
		expect(outcomes.filter((outcome) => outcome === "too_many")).toHaveLength(2);
	});

	it("is decided, checked in and refunded once by two staff at once", async () => {
		const { id, orderId, tool, payment } = await shippedOrder();
		const found = await ask(orderId, id, 2);
		const decided = await Promise.all([
			approve(found),
			rejectReturn(staff, found, "No."),
			approve(found),
		]);
		expect(decided.filter(Boolean)).toHaveLength(1);
		if ((await newestOf(orderId)).state === "rejected") throw new Error("The first one wins.");
		const received = await Promise.all([receive(found, 2, 2), receive(found, 1, 1)]);
		expect(received).toEqual([true, false]);
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
		const checkedIn = await newestOf(orderId);
		await Promise.all([refund(checkedIn), refund(checkedIn), refund(checkedIn, 100)]);
		expect(await centsAtStripe(payment.id)).toHaveLength(1);
		const { results } = await env.DB.prepare(
			"select kind from outbox where subject_id = ? and kind like 'order.return%'",
		)
			.bind(orderId)
			.all();
		expect(results.map(({ kind }) => kind)).toEqual([
			"order.return_asked",
			"order.return_approved",
			"order.return_received",
		]);
	});

	it("is refunded for what its pieces have cost, less if they lost value, and never for more", async () => {
		const { found, payment, orderId } = await receivedReturn(1, 0);
		const checkedIn = await newestOf(orderId);
		expect(await refund(checkedIn, 2600)).toBe(false);
		expect(await findReturn(found.id)).toMatchObject({ state: "received" });
		expect(await refund(checkedIn, 2000)).toBe(true);
		expect(await centsAtStripe(payment.id)).toEqual([2000]);
		expect(await refund(checkedIn, 500)).toBe("before");
		expect(await centsAtStripe(payment.id)).toEqual([2000]);
	});

	it("offers each piece the same share of its order's shipping, all of it with the last", async () => {
		const shipping = { countries: "all", rates: [{ countries: "all", price: 4.5 }] };
		await env.DB.prepare("insert into settings values ('shipping', ?, 1, 0)")
			.bind(JSON.stringify(shipping))
			.run();
		forgetSettings();
		const [dear, cheap] = [
			await addTool({ priceCents: 7000 }),
			await addTool({ priceCents: 1430 }),
		];
		const lines = [
			{ toolId: dear, quantity: 1, price: 70 },
			{ toolId: cheap, quantity: 2, price: 14.3 },
		];
		const { body } = await requestOrder(rider, lines);
		await env.DB.prepare("delete from settings").run();
		forgetSettings();
		const { _id: orderId, lines: placed } = body.order;
		await payOrder(rider, orderId);
		for (const { _id } of placed) await shipLine(admin, _id);
		const refunded = async (lineId: string, quantity: number) => {
			const found = await ask(orderId, lineId, quantity);
			await approve(found);
			await receive(found, quantity, quantity);
			const sums = (await readReturnPage(found.id))?.sums;
			const checkedIn = await newestOf(orderId);
			expect(await refundReturn(staff, checkedIn, { outcome: "refund", shipping: true })).toBe(
				true,
			);
			return sums;
		};
		// The dear line has borne 3.20 of the 4.50 by price.
		expect(await refunded(placed[0]._id, 1)).toEqual({ pieces: 7000, shipping: 150 });
		expect(await refunded(placed[1]._id, 1)).toEqual({ pieces: 1430, shipping: 150 });
		expect(await refunded(placed[1]._id, 1)).toEqual({ pieces: 1430, shipping: 150 });
		const left = await env.DB.prepare(
			"select sum(total_cents + shipping_cents - refunded_cents) as cents, min(refunded_at is not null) as are_refunded from order_lines where order_id = ?",
		)
			.bind(orderId)
			.first();
		expect(left).toEqual({ cents: 0, are_refunded: 1 });
	});

	it("puts back no piece twice: a refund that restocks returns the others", async () => {
		const { tool, id } = await receivedReturn(2, 2);
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
		await callApi("POST", `/order/${id}/refund`, {
			token: admin.token,
			body: { reason: "other", restock: true },
		});
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("that is checked in puts back what a refund has left", async () => {
		const { tool, id, orderId } = await shippedOrder();
		const found = await ask(orderId, id, 3);
		await approve(found);
		// Does what a refund of some of its pieces has done meanwhile.
		await env.DB.batch([
			env.DB.prepare("update order_lines set restocked_pieces = 2 where id = ?").bind(id),
			env.DB.prepare("update tools set quantity = quantity + 2 where id = ?").bind(tool),
		]);
		expect(await receive(found, 3, 3)).toBe(true);
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("frees its pieces if it is closed before it arrives", async () => {
		const { id, orderId } = await shippedOrder();
		const found = await ask(orderId, id, 3);
		await approve(found);
		expect(await closeReturn(staff, found)).toBe(true);
		expect(await closeReturn(staff, found)).toBe(false);
		expect(await receive(found, 3, 3)).toBe(false);
		expect((await findReturnable(buyer, orderId, "return"))?.lines).toMatchObject([{ left: 3 }]);
		// Staff can close it before it is decided, too: what it is about was cancelled.
		const waiting = await ask(orderId, id, 3);
		expect(await closeReturn(staff, waiting)).toBe(true);
		expect(await approve(waiting)).toBe(false);
		expect((await findReturnable(buyer, orderId, "return"))?.lines).toMatchObject([{ left: 3 }]);
	});

	it("is in the list of its state", async () => {
		const { id, orderId } = await shippedOrder();
		const found = await ask(orderId, id, 1);
		const ids = async (view: "asked" | "approved" | "done") =>
			(await listReturns(view, undefined)).returns.map((one) => one.id);
		expect(await ids("asked")).toContain(found.id);
		await approve(found);
		expect(await ids("asked")).not.toContain(found.id);
		expect(await ids("approved")).toContain(found.id);
	});
});

/** A paid order with so many pieces of each of its tools, which have five, of an account or a guest. */
async function paidOrder(quantities: number[], isGuest = false) {
	const tools = await Promise.all(quantities.map(() => addTool({ quantity: 5 })));
	const lines = tools.map((toolId, n) => ({
		toolId,
		quantity: quantities[n] ?? 1,
		price: toolPrice,
	}));
	if (isGuest) {
		const placed = await guests.placeOrder(tools, { lines });
		const payment = await guests.pay(placed);
		return { ...facts(placed.order), tools, payment, token: placed.cookie.split("=")[1] ?? "" };
	}
	const { body } = await requestOrder(rider, lines);
	const payment = await beginPayment(rider, { _id: body.insertedId });
	await payByCard(payment);
	await reportPayment(rider, body.order.lines[0], payment.id);
	return { ...facts(body.order), tools, payment, token: "" };
}

const facts = (order: { _id: string; number: number; lines: { _id: string }[] }) => ({
	orderId: order._id,
	number: order.number,
	ids: order.lines.map(({ _id }) => _id),
});

const withdrawn = (lineId = "", quantity = 1) =>
	asked(lineId, quantity, { kind: "withdrawal", reason: null, name: "Ada" });

const request = (network: string) =>
	new Request("https://shop.test/withdraw", { headers: { "CF-Connecting-IP": network } });

const numberOf = async (orderId: string) =>
	Number(
		(await env.DB.prepare("select number from orders where id = ?").bind(orderId).first())?.number,
	);

const ship = (id = "", status = "Shipped") =>
	callApi("PUT", `/order?id=${id}`, { token: admin.token, body: { status } });

/** What the returns of an order have become, the oldest first, with the pieces of each. */
const statesOf = async (orderId: string) =>
	(await returnsOfOrder(orderId))
		.toSorted((one, other) => one.number - other.number)
		.map(({ state, outcome, lines }) => [state, outcome, lines.map(({ quantity }) => quantity)]);

const toShip = async (orderId: string) =>
	(await findOrderWithLines(eq(orders.id, orderId)))?.lines.map(piecesToShip);

describe("a withdrawal", () => {
	const shippedDaysAgo = (id: string, days: number) =>
		env.DB.prepare("update order_lines set shipped_at = ? where id = ?")
			.bind(Date.now() - days * 24 * 60 * 60_000, id)
			.run();

	it("is approved at once while it is surely in time, with an e-mail that has what was declared, and when", async () => {
		const { id, orderId } = await shippedOrder();
		const sent = await withMail(async (mails) => {
			expect(await askReturn(buyer, orderId, withdrawn(id, 2))).toBe("asked");
			await env.DB.exec("update outbox set available_at = 1, due_at = 1 where done_at is null");
			await dispatchOutbox();
			return mails;
		});
		const found = await newestOf(orderId);
		expect(found).toMatchObject({ state: "approved", answer: expect.stringContaining("Lane") });
		const [mail] = sent.filter(({ subject }) => subject.includes("withdrawal"));
		expect(mail).toMatchObject({ to: rider.email });
		expect(mail?.text).toContain(`Received: ${formatTimestamp(found.createdAt)}`);
		expect(mail?.text).toContain("2 × ");
		expect(mail?.text).toContain("Declared by: Ada");
		expect(await receive(found, 2, 0)).toBe(true);
	});

	it("is never refused: once it may be late, staff decide", async () => {
		const late = await shippedOrder();
		await shippedDaysAgo(late.id, 40);
		expect(await askReturn(buyer, late.orderId, withdrawn(late.id, 1))).toBe("asked");
		expect(await newestOf(late.orderId)).toMatchObject({ state: "asked" });
	});

	it("needs neither account nor link, and tells a stranger nothing", async () => {
		const { id, orderId } = await shippedOrder();
		const number = await numberOf(orderId);
		const declared = { number, email: rider.email, name: "Ada", note: "" };
		for (const wrong of [{ email: "no@example.test" }, { number: 999_999 }])
			expect(await withdrawByNumber(request("192.0.2.1"), { ...declared, ...wrong })).toBe(
				"received",
			);
		expect(await returnsOfOrder(orderId)).toEqual([]);
		expect(await withdrawByNumber(request("192.0.2.1"), declared)).toBe("received");
		expect(await newestOf(orderId)).toMatchObject({
			kind: "withdrawal",
			state: "approved",
			name: "Ada",
			lines: [{ lineId: id, quantity: 3 }],
		});
	});

	it("is never lost: of what a return has already it is stored without lines, and whoever waits keeps none out", async () => {
		const { id, orderId } = await shippedOrder();
		const declared = {
			number: await numberOf(orderId),
			email: rider.email,
			name: "Ada",
			note: "",
		};
		for (let n = 0; n < 3; n += 1) {
			const inWords = { ...declared, note: `Item ${n}` };
			await withdrawByNumber(request("192.0.2.4"), inWords);
		}
		await withdrawByNumber(request("192.0.2.4"), declared);
		const approved = (await returnsOfOrder(orderId)).filter(({ state }) => state === "approved");
		expect(approved).toMatchObject([{ lines: [{ lineId: id, quantity: 3 }] }]);
		const other = await shippedOrder();
		await ask(other.orderId, other.id, 3);
		const number = await numberOf(other.orderId);
		await withdrawByNumber(request("192.0.2.4"), { ...declared, number });
		const both = await returnsOfOrder(other.orderId);
		expect(both.map(({ kind, state }) => [kind, state])).toContainEqual(["withdrawal", "asked"]);
	});

	it("from a part of an order in words waits until staff choose the pieces", async () => {
		const { id, orderId } = await shippedOrder();
		const number = await numberOf(orderId);
		const declared = { number, email: rider.email, name: "Ada", note: "One of the three" };
		await withdrawByNumber(request("192.0.2.2"), declared);
		const found = await newestOf(orderId);
		expect(found).toMatchObject({ state: "asked", note: "One of the three", lines: [] });
		const answer = { answer: "9 Workshop Lane", labelUrl: "" };
		expect(await approveReturn(staff, found, { ...answer, lines: [] })).toBe(false);
		const tooMany = [{ lineId: id, quantity: 4 }];
		expect(await approveReturn(staff, found, { ...answer, lines: tooMany })).toBe(false);
		const lines = [{ lineId: id, quantity: 1 }];
		expect(await approveReturn(staff, found, { ...answer, lines })).toBe(true);
		expect(await newestOf(orderId)).toMatchObject({ state: "approved", lines });
	});

	it("in words, of what was not shipped, is cancelled once staff have chosen the pieces", async () => {
		const { ids, orderId, number } = await paidOrder([1, 3]);
		const declared = { number, email: rider.email, name: "Ada", note: "Two of the three" };
		await withdrawByNumber(request("192.0.2.8"), declared);
		const found = await newestOf(orderId);
		expect(found).toMatchObject({ state: "asked", lines: [] });
		await ship(ids[0]);
		const asks = async () => [
			(await readPackingSlip(orderId, { lineIds: [], shipmentId: undefined }))?.asksToWithdraw,
			(await readPackingSlips(ids))[0]?.asksToWithdraw,
			(await listOrdersToShip(String(number), undefined)).parcels[0]?.asksToWithdraw,
		];
		// Until then it holds nothing: whoever packs it is told.
		expect(await asks()).toEqual([true, true, true]);
		const chosen = [1, 2].map((quantity, index) => ({ lineId: ids[index] as string, quantity }));
		const answer = { answer: "9 Workshop Lane", labelUrl: "", lines: chosen };
		expect(await approveReturn(staff, found, answer)).toBe(true);
		expect(await statesOf(orderId)).toEqual([
			["approved", null, [1]],
			["closed", "cancel", [2]],
		]);
		expect(await toShip(orderId)).toEqual([0, 1]);
		expect(await asks()).toEqual([false, false, false]);
	});

	it("in words is one of three that wait, and one of ten a day of a network", async () => {
		const { orderId } = await shippedOrder();
		const declared = {
			number: await numberOf(orderId),
			email: rider.email,
			name: "Ada",
			note: "x",
		};
		const outcomes: string[] = [];
		for (let n = 0; n < 11; n += 1)
			outcomes.push(await withdrawByNumber(request("192.0.2.3"), declared));
		expect(outcomes.filter((outcome) => outcome === "too_many")).toHaveLength(1);
		expect(await returnsOfOrder(orderId)).toHaveLength(3);
	});
});

describe("a withdrawal from what was not shipped", () => {
	const byNumber = (number: number, more = {}) =>
		withdrawByNumber(request("192.0.2.9"), {
			number,
			email: rider.email,
			name: "Ada",
			note: "",
			...more,
		});
	const waits = async (orderId: string) => {
		const found = (await returnsOfOrder(orderId)).find(({ state }) => state === "waiting");
		if (!found) throw new Error("No withdrawal waits.");
		return found;
	};
	/** Lets the time pass until which it can be undone, and runs the job. */
	async function expire(id: string) {
		await env.DB.batch([
			env.DB.prepare("update returns set waits_until = 1 where id = ?").bind(id),
			env.DB.prepare(
				"update outbox set available_at = 1, due_at = 1 where subject_id = ? and done_at is null",
			).bind(id),
		]);
		await withMail(() => dispatchOutbox());
	}
	const act = async (id: string, what: string) =>
		actOnReturn(staff, id, new URLSearchParams({ do: what }));
	const moneyOf = async (orderId: string) =>
		(
			await env.DB.prepare(
				"select total(amount_cents) as cents from refunds where order_id = ? and status <> 'failed'",
			)
				.bind(orderId)
				.first()
		)?.cents;

	it("by number and e-mail moves no money: it leaves To ship for a day, and the e-mail says how to undo it", async () => {
		const { orderId, number, tools } = await paidOrder([2]);
		const sent = await withMail(async (mails) => {
			await byNumber(number);
			await env.DB.exec(
				"update outbox set due_at = 1 where done_at is null and kind like 'order.%'",
			);
			await dispatchOutbox();
			return mails;
		});
		const found = await waits(orderId);
		expect(found).toMatchObject({ isProved: false, decidedAt: null });
		expect((found.waitsUntil?.getTime() ?? 0) - found.createdAt.getTime()).toBe(24 * 60 * 60_000);
		expect([await toShip(orderId), await moneyOf(orderId)]).toEqual([[0], 0]);
		expect(await ledgerOf(tools[0] ?? "")).toEqual({ stock: 3, held: 0, sold: 2 });
		const [mail] = sent.filter(({ subject }) => subject.includes("withdrawal"));
		expect(mail).toMatchObject({ to: rider.email });
		for (const part of [
			`Received: ${formatTimestamp(found.createdAt)}`,
			formatTimestamp(found.waitsUntil ?? new Date(0)),
			`/orders/${orderId}`,
		])
			expect(mail?.text).toContain(part);
		const page = await orderPage(orderId, buyer);
		expect([page?.state, page?.timeline.at(-1)?.event]).toEqual(["withdrawn", "withdrawn"]);
		const forStaff = await orderPage(orderId, {
			user: { ...staff, role: "admin" },
			guestTokenHashes: [],
		});
		expect(forStaff?.forAdministrator?.waits[0]).toContain("on hold until");
	});

	it("is cancelled and refunded by the job after a day, once", async () => {
		const { orderId, ids, number, payment, tools } = await paidOrder([2]);
		await byNumber(number);
		const { id } = await waits(orderId);
		await expire(id);
		await settleWithdrawal(id, null);
		expect(await statesOf(orderId)).toEqual([["closed", "cancel", [2]]]);
		expect(await centsAtStripe(payment.id)).toEqual([5198]);
		expect(await ledgerOf(tools[0] ?? "")).toEqual({ stock: 5, held: 0, sold: 0 });
		expect((await orderPage(orderId, buyer))?.state).toBe("cancelled");
		expect(await undoWithdrawal(buyer, id)).toBe(false);
		expect(await act(id, "cancel")).toMatchObject({ problem: expect.any(String) });
		expect(await askReturn(buyer, orderId, withdrawn(ids[0], 1))).toBe("gone");
	});

	it.each([
		["by its account", true],
		["by its link", false],
	])("is cancelled at once if it is declared %s, all or some pieces", async (_, isAccount) => {
		const { orderId, ids, payment, tools, token } = await paidOrder([1, 3], !isAccount);
		const own = isAccount
			? buyer
			: { user: undefined, guestTokenHashes: [await hashGuestToken(token)] };
		const [one, three] = ids as [string, string];
		const lines = [
			{ lineId: one, quantity: 1 },
			{ lineId: three, quantity: 2 },
		];
		expect(await askReturn(own, orderId, { ...withdrawn(one, 1), lines })).toBe("asked");
		expect(await statesOf(orderId)).toEqual([["closed", "cancel", [1, 2]]]);
		expect(await centsAtStripe(payment.id)).toEqual([3 * 2599]);
		expect(await toShip(orderId)).toEqual([0, 1]);
		expect(await ledgerOf(tools[1] ?? "")).toEqual({ stock: 4, held: 0, sold: 1 });
		// What is left of the line can be withdrawn from too, and no more.
		expect(await askReturn(own, orderId, withdrawn(three, 2))).toBe("gone");
		expect(await askReturn(own, orderId, withdrawn(three, 1))).toBe("asked");
		expect(await toShip(orderId)).toEqual([0, 0]);
	});

	it("is a return of what has shipped by then, which alone is checked in", async () => {
		const { orderId, ids, number, tools } = await paidOrder([1, 2]);
		await ship(ids[0]);
		await byNumber(number);
		expect(await statesOf(orderId)).toEqual([
			["approved", null, [1]],
			["waiting", null, [2]],
		]);
		expect((await orderPage(orderId, buyer))?.state).toBe("withdrawn");
		await expire((await waits(orderId)).id);
		const sentBack = (await returnsOfOrder(orderId)).find(({ state }) => state === "approved");
		if (!sentBack) throw new Error("Nothing is sent back.");
		await receive(sentBack, 1, 1);
		await refund((await findReturn(sentBack.id)) ?? sentBack);
		expect(await moneyOf(orderId)).toBe(3 * 2599);
		expect([await ledgerOf(tools[0] ?? ""), await ledgerOf(tools[1] ?? "")]).toEqual([
			{ stock: 5, held: 0, sold: 0 },
			{ stock: 5, held: 0, sold: 0 },
		]);
		// Shipping what is sent back is not undone.
		const other = await paidOrder([1]);
		await ship(other.ids[0]);
		await byNumber(other.number);
		await expect(ship(other.ids[0], "Pending")).resolves.toMatchObject({ status: 409 });
	});

	it("from some pieces sends the e-mail of a part, and another one keeps the rest", async () => {
		const { orderId, ids } = await paidOrder([3, 1]);
		const [three = ""] = ids;
		// Both wait for the job.
		for (const quantity of [2, 1])
			await store(
				orderId,
				{
					...withdrawn(three, quantity),
					image: "",
					actorId: callerOf(rider).id,
					declarer: "customer",
				},
				sql`true`,
			);
		const [second, first] = await returnsOfOrder(orderId);
		const sent = await withMail(async (mails) => {
			await settleWithdrawal(first?.id ?? "", null);
			expect(await toShip(orderId)).toEqual([0, 1]);
			await env.DB.exec(
				"update outbox set due_at = 1 where kind = 'order.cancelled' and done_at is null",
			);
			await dispatchOutbox();
			return mails;
		});
		const [mail] = sent.filter(({ subject }) => subject.includes("canceled"));
		expect(mail?.subject).toMatch(/^Part of your .* is canceled$/);
		expect(mail?.text).toContain("(2 of 3)");
		await undo(second?.id ?? "", staff.id);
		expect(await toShip(orderId)).toEqual([1, 1]);
	});

	it("that was shipped all the same, while it waits, is sent back", async () => {
		const { orderId, ids, number } = await paidOrder([1, 1]);
		await byNumber(number);
		const { id } = await waits(orderId);
		await env.DB.prepare("update order_lines set status = 'Shipped', shipped_at = ? where id = ?")
			.bind(Date.now(), ids[0])
			.run();
		await expire(id);
		expect(await statesOf(orderId)).toEqual([["asked", null, [1, 1]]]);
		expect(await moneyOf(orderId)).toBe(2599);
		const found = await newestOf(orderId);
		await approve(found);
		await receive(found, 1, 1);
		const { lines } = await newestOf(orderId);
		expect(lines.map(({ isShipped, received }) => [isShipped, received])).toEqual([
			[true, 1],
			[false, 0],
		]);
	});

	it("is undone by its customer, by nobody else, and then by number and e-mail no more", async () => {
		const { orderId, ids, number } = await paidOrder([1, 2]);
		await ship(ids[0]);
		await byNumber(number);
		const { id } = await waits(orderId);
		const stranger = { user: callerOf(await signUp({ verified: true })), guestTokenHashes: [] };
		expect(await undoWithdrawal(stranger, id)).toBe(false);
		expect(await undoWithdrawal(buyer, id)).toBe(true);
		expect(await undoWithdrawal(buyer, id)).toBe(false);
		// What was shipped is the customer's again too.
		expect(await statesOf(orderId)).toEqual([
			["closed", "undone", [1]],
			["closed", "undone", [2]],
		]);
		expect([await toShip(orderId), await moneyOf(orderId)]).toEqual([[0, 2], 0]);
		expect(await byNumber(number)).toBe("undone");
		expect(await byNumber(number, { note: "One" })).toBe("undone");
		expect(await toShip(orderId)).toEqual([0, 2]);
		await expire(id);
		expect(await moneyOf(orderId)).toBe(0);
		// The order's own link or account still can.
		expect(await askReturn(buyer, orderId, withdrawn(ids[1], 2))).toBe("asked");
		expect(await moneyOf(orderId)).toBe(2 * 2599);
	});

	it("can't be undone by its customer after a day, even if the job is late", async () => {
		const { orderId, number } = await paidOrder([1]);
		await byNumber(number);
		const { id } = await waits(orderId);
		await env.DB.prepare("update returns set waits_until = 1 where id = ?").bind(id).run();
		expect(await undoWithdrawal(buyer, id)).toBe(false);
		// Staff have talked with the customer.
		expect(await act(id, "undo")).toMatchObject({ done: "undone" });
		expect(await toShip(orderId)).toEqual([1]);
	});

	it("of a stranger keeps the customer from nothing: theirs takes its lines over", async () => {
		const { orderId, ids, number } = await paidOrder([2, 2, 2]);
		await ship(ids[0]);
		await byNumber(number);
		const [sent, one] = ids as [string, string, string];
		expect(await askReturn(buyer, orderId, asked(sent, 1))).toBe("asked");
		expect(await askReturn(buyer, orderId, withdrawn(one, 1))).toBe("asked");
		expect(await statesOf(orderId)).toEqual([
			["closed", "none", [2]],
			["waiting", null, [2]],
			["asked", null, [1]],
			["closed", "cancel", [1]],
		]);
		expect(await toShip(orderId)).toEqual([0, 1, 0]);
		// A stranger takes over nothing of what is the customer's own.
		await byNumber(number);
		expect((await returnsOfOrder(orderId)).filter(({ state }) => state === "waiting")).toHaveLength(
			2,
		);
		expect(await undoWithdrawal(buyer, (await waits(orderId)).id)).toBe(true);
		expect(await toShip(orderId)).toEqual([0, 1, 2]);
	});

	it("waits while its payment is disputed, and goes on after that", async () => {
		const { orderId, number } = await paidOrder([1]);
		await byNumber(number);
		const { id } = await waits(orderId);
		const dispute = (at: number | null) =>
			env.DB.prepare("update order_lines set disputed_at = ? where order_id = ?")
				.bind(at, orderId)
				.run();
		await dispute(Date.now());
		await expire(id);
		for (let press = 0; press < 2; press += 1)
			expect(await act(id, "cancel")).toMatchObject({ problem: texts.held });
		expect(await moneyOf(orderId)).toBe(0);
		const tries = env.DB.prepare(
			"select count(*) as n from outbox where subject_id = ? and done_at is null",
		);
		expect(await tries.bind(id).first("n")).toBe(1);
		await dispute(null);
		await expire(id);
		expect(await statesOf(orderId)).toEqual([["closed", "cancel", [1]]]);
	});

	it("that was cancelled or refunded otherwise meanwhile ends without more", async () => {
		for (const path of ["cancel", "refund"]) {
			const { orderId, ids, number } = await paidOrder([1]);
			await byNumber(number);
			await callApi("POST", `/order/${ids[0]}/${path}`, {
				token: admin.token,
				body: path === "refund" ? { reason: "other" } : {},
			});
			await expire((await waits(orderId)).id);
			expect((await statesOf(orderId))[0]?.[0]).toBe("closed");
			expect(await moneyOf(orderId)).toBe(2599);
		}
	});

	it("of what a refund has put back into the stock puts it back no second time, and refunds the rest", async () => {
		const { orderId, ids, tools } = await paidOrder([2]);
		await callApi("POST", `/order/${ids[0]}/refund`, {
			token: admin.token,
			body: { reason: "other", amount: 10, restock: true },
		});
		expect(await askReturn(buyer, orderId, withdrawn(ids[0], 1))).toBe("asked");
		expect(await ledgerOf(tools[0] ?? "")).toEqual({ stock: 5, held: 0, sold: 0 });
		expect(await moneyOf(orderId)).toBe(5198);
		expect((await orderPage(orderId, buyer))?.state).toBe("cancelled");
	});

	it("never ships what it was about, whichever refund fails at the bank later", async () => {
		allowConsole(/"code":"refund_failed"/);
		const [refunded, some] = [await paidOrder([1]), await paidOrder([3])];
		await byNumber(refunded.number);
		await refundAtStripe(refunded.payment.id);
		await deliverNewest(refunded.payment.id, "charge.refunded");
		await expire((await waits(refunded.orderId)).id);
		await askReturn(buyer, some.orderId, withdrawn(some.ids[0], 2));
		for (const { payment } of [refunded, some]) await failAtBank(payment.id);
		expect([await toShip(refunded.orderId), await toShip(some.orderId)]).toEqual([[0], [1]]);
	});

	it("ends once: undone, confirmed, expired and cancelled in one moment", async () => {
		const { orderId, ids, number, payment } = await paidOrder([2]);
		await byNumber(number);
		const { id } = await waits(orderId);
		const [undone] = await Promise.all([
			undoWithdrawal(buyer, id),
			act(id, "cancel"),
			settleWithdrawal(id, null),
			act(id, "undo"),
			ship(ids[0]),
		]);
		const [[state, outcome] = []] = await statesOf(orderId);
		expect(state).toBe("closed");
		expect(outcome === "cancel" ? await centsAtStripe(payment.id) : undone).toEqual(
			outcome === "cancel" ? [5198] : true,
		);
	});

	it("of lines that ship in the same moment is either", async () => {
		const { orderId, ids, number } = await paidOrder([1]);
		await Promise.all([byNumber(number), ship(ids[0])]);
		const [[state] = []] = await statesOf(orderId);
		const { status } = (await env.DB.prepare("select status from order_lines where id = ?")
			.bind(ids[0])
			.first()) ?? { status: "" };
		expect([status, state]).toEqual(
			status === "Shipped" ? ["Shipped", "approved"] : ["Pending", "waiting"],
		);
	});

	it("is finished by the job if whoever declares it dies before it is cancelled", async () => {
		const { orderId, ids } = await paidOrder([1]);
		await store(
			orderId,
			{ ...withdrawn(ids[0], 1), image: "", actorId: callerOf(rider).id, declarer: "customer" },
			sql`true`,
		);
		const { id } = await waits(orderId);
		expect(await toShip(orderId)).toEqual([0]);
		await env.DB.prepare("update outbox set due_at = 1 where subject_id = ?").bind(id).run();
		await withMail(() => dispatchOutbox());
		expect(await statesOf(orderId)).toEqual([["closed", "cancel", [1]]]);
	});
});

it.each(
	(["refund", "exchange", "credit"] as const).flatMap((first) =>
		(["refund", "exchange", "credit"] as const).map((second) => [first, second] as const),
	),
)("a return that was closed by %s says so to %s, and pays nothing", async (first, second) => {
	const { found, orderId } = await receivedReturn(1, 0);
	const act = (what: string) =>
		actOnReturn(staff, found.id, new URLSearchParams({ do: what, amount: "" }));
	expect(await act(first)).toMatchObject({ done: expect.any(String) });
	expect(await act(second)).toEqual({ problem: texts.refundedBefore[first] });
	const { results } = await env.DB.prepare("select id from refunds where order_id = ?")
		.bind(orderId)
		.all();
	expect(results).toHaveLength(1);
});
