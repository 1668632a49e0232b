/** Returns: what a customer can ask for, what staff do, and what that does to stock, money and mails. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Buyer, Caller } from "../../src/access/caller.ts";
import { askReturn } from "../../src/shop/returns/ask-return.server.ts";
import {
	approveReturn,
	closeReturn,
	receiveReturn,
	rejectReturn,
} from "../../src/shop/returns/decide-return.server.ts";
import { refundReturn } from "../../src/shop/returns/refund-return.server.ts";
import {
	findReturn,
	findReturnable,
	listReturns,
	returnsOfOrder,
} from "../../src/shop/returns/returns.server.ts";
import type { AskedReturn, ReturnFound } from "../../src/shop/returns/returns.ts";
import { ledgerOf, placePaidLine } from "../helpers/payments.ts";
import { centsAtStripe } from "../helpers/refunds.ts";
import { addTool, callApi, callerOf, type Person, signUp } from "../helpers/shop.ts";

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
	...{ kind: "return", reason: "not_needed", note: "", name: "" },
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
	(await env.DB.prepare("select returns_waiting as count from shop_counts").first())?.count;

describe("a return", () => {
	it("goes from the customer's form to the refund, each step mailed, audited and counted", async () => {
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
			...{ state: "closed", outcome: "refund", refundId: expect.any(String) },
			lines: [{ received: 2, condition: "opened", restocked: 1 }],
		});
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
		expect(await refund(checkedIn, 500)).toBe(true);
		expect(await centsAtStripe(payment.id)).toEqual([2000]);
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

	it("frees its pieces if it is closed before it arrives", async () => {
		const { id, orderId } = await shippedOrder();
		const found = await ask(orderId, id, 3);
		await approve(found);
		expect(await closeReturn(staff, found)).toBe(true);
		expect(await closeReturn(staff, found)).toBe(false);
		expect(await receive(found, 3, 3)).toBe(false);
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
