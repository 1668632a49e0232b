/** Refunds of paid orders by administrators, and orders that customers cancel. */
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { issueRefund } from "../../src/shop/refunds/issue-refund.server.ts";
import { listOrdersToShip } from "../../src/shop/shipments/packing.server.ts";
import { captureQueue, drainQueue, reconcile } from "../helpers/payment-jobs.ts";
import {
	checkLedgerAfterEach,
	controlStripe,
	ledgerOf,
	placePaidLine,
	refundAtStripe,
	refundsOf,
	rowOf,
} from "../helpers/payments.ts";
import {
	centsAtStripe,
	codeOf,
	deliverNewest,
	failAtBank,
	mailsAbout,
	rowsOf,
	signUpForRefunds,
} from "../helpers/refunds.ts";
import { addTool, callApi, placeLine, shipLine, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

checkLedgerAfterEach();

const { admin, cancel, isPaidOrder, paidOrder, refund, rider } = await signUpForRefunds();

describe("a refund by an administrator", () => {
	it("is all that is left by default, and is recorded once", async () => {
		const { id, tool, payment } = await paidOrder();
		const sent = vi.spyOn(env.MAILS, "send").mockResolvedValue(undefined as never);
		const done = await refund(id, { reason: "damaged", note: "Bent" });
		expect(done.status).toBe(201);
		expect(done.body).toMatchObject({
			amount: 51.98,
			status: "done",
			order: { _id: id, paid: true, refunded: true, status: "Pending" },
		});
		expect(await rowOf(id)).toMatchObject({ refunded_cents: 5198, refund_due_cents: 0 });
		const [made] = await refundsOf(payment.id);
		expect(made).toMatchObject({
			amount: 5198,
			metadata: {
				orderId: id,
				number: String(done.body.order.orderNumber),
				refundId: done.body.refundId,
			},
		});
		await vi.waitFor(() =>
			expect(sent.mock.calls.flat()).toContainEqual({ outbox: `refund-${made?.id}` }),
		);
		// The webhook tells nothing new, however often it comes.
		for (const type of ["refund.created", "charge.refunded", "refund.created"])
			await deliverNewest(payment.id, type);
		await reconcile();
		expect(await rowsOf(id)).toMatchObject([
			{ status: "done", stripe_refund_id: made?.id, created_by: admin.id },
		]);
		expect(await mailsAbout(id)).toEqual(["order.refunded"]);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
		const { body: history } = await callApi("GET", `/audit?subject=${id}`, admin);
		expect(history.map(({ action }: { action: string }) => action).toSorted()).toEqual(
			["order.placed", "order.paid", "order.refund_owed", "order.refunded"].toSorted(),
		);
		const owed = history.find(({ action }: { action: string }) => action === "order.refund_owed");
		expect(owed).toMatchObject({
			who: { email: admin.email },
			detail: { quantity: 2, cents: 5198, reason: "damaged" },
		});
	});

	it("in parts adds up to the cent, and never exceeds what was paid", async () => {
		const { id, payment } = await paidOrder();
		for (const amount of [0.01, 17.33, 30]) {
			const part = await refund(id, { amount });
			expect(part.body).toMatchObject({ amount, status: "done" });
			expect(part.body.order).not.toHaveProperty("refunded");
		}
		expect(await rowOf(id)).toMatchObject({ refunded_cents: 4734, refunded_at: null });
		expect(codeOf(await refund(id, { amount: 4.65 }))).toBe("not_refundable");
		const rest = await refund(id);
		expect(rest.body).toMatchObject({ amount: 4.64, order: { refunded: true } });
		expect(rest.body.order).not.toHaveProperty("refundedPrice");
		expect(codeOf(await refund(id))).toBe("not_refundable");
		expect(codeOf(await shipLine(admin, id))).toBe("not_shippable");
		expect(await centsAtStripe(payment.id)).toEqual([1, 1733, 3000, 464]);
	});

	it("by several administrators at once never exceeds what was paid", async () => {
		const { id, payment } = await paidOrder();
		const answers = await Promise.all([20, 20, 20, 20, 20].map((amount) => refund(id, { amount })));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409]);
		const all = await Promise.all([refund(id), refund(id), refund(id)]);
		expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
		expect(await centsAtStripe(payment.id)).toEqual([2000, 2000, 1198]);
	});

	it("is the same one for the same Idempotency-Key, also at once", async () => {
		const { id, payment } = await paidOrder();
		const key = crypto.randomUUID();
		const answers = await Promise.all([1, 2, 3].map(() => refund(id, { amount: 10 }, key)));
		expect(new Set(answers.map(({ body }) => body.refundId)).size).toBe(1);
		for (const other of [
			{ amount: 11 },
			{ amount: 10, reason: "requested_by_customer" },
			{ amount: 10, note: "Bent" },
			{ amount: 10, restock: true },
			{},
		])
			expect(codeOf(await refund(id, other, key))).toBe("idempotency_mismatch");
		expect(await centsAtStripe(payment.id)).toEqual([1000]);
		// A message of the queue that arrives again.
		const [row] = await rowsOf(id);
		await issueRefund(String(row?.id));
		expect(await centsAtStripe(payment.id)).toEqual([1000]);
		expect(await rowsOf(id)).toEqual([row]);
	});

	it("of all that is left is the same one for the same Idempotency-Key", async () => {
		const { id, payment } = await paidOrder();
		const key = crypto.randomUUID();
		const [first, again] = [await refund(id, {}, key), await refund(id, {}, key)];
		expect([first.status, again.status]).toEqual([201, 201]);
		expect(again.body.refundId).toBe(first.body.refundId);
		expect(codeOf(await refund(id, { restock: true }, key))).toBe("idempotency_mismatch");
		expect(await centsAtStripe(payment.id)).toEqual([5198]);
	});

	it("with any Idempotency-Key leaves cancelling and the Dashboard's refunds alone", async () => {
		const { id, payment } = await paidOrder();
		const made = await refundAtStripe(payment.id, 100);
		for (const key of ["cancel", made.id])
			expect((await refund(id, { amount: 1 }, key)).status).toBe(201);
		await deliverNewest(payment.id, "charge.refunded");
		expect((await cancel(id)).body).toMatchObject({ amount: 48.98, order: { cancelled: true } });
		expect(await rowOf(id)).toMatchObject({ refunded_cents: 5198 });
	});

	it("sends no job for its tax in a shop without Stripe Tax", async () => {
		const { id } = await paidOrder();
		captureQueue();
		drainQueue();
		expect((await refund(id)).status).toBe(201);
		expect(drainQueue()).toEqual([]);
	});

	it("returns the pieces to the stock once", async () => {
		const { id, tool } = await paidOrder();
		await Promise.all([
			refund(id, { amount: 1, restock: true }),
			refund(id, { amount: 1, restock: true }),
		]);
		await refund(id, { restock: true });
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		expect((await rowsOf(id)).map(({ restock }) => restock).toSorted()).toEqual([0, 0, 1]);
	});

	it("works for a shipped order, and not for an unpaid, disputed or unknown one", async () => {
		const shipped = await paidOrder();
		await shipLine(admin, shipped.id);
		expect((await refund(shipped.id)).body.order).toMatchObject({
			status: "Shipped",
			refunded: true,
		});
		const tool = await addTool();
		const unpaid = await callApi("POST", "/order", {
			token: rider.token,
			body: { productCode: tool, quantity: 1, phone: "1", address: "Here" },
		});
		expect(codeOf(await refund(unpaid.body.insertedId))).toBe("not_refundable");
		expect(codeOf(await refund("nothing"))).toBe("not_found");
		const disputed = await paidOrder();
		await env.DB.prepare("update order_lines set disputed_at = 1 where id = ?")
			.bind(disputed.id)
			.run();
		expect(codeOf(await refund(disputed.id))).toBe("not_refundable");
	});

	it.each([
		{ amount: 0 },
		{ amount: -1 },
		{ amount: 1.001 },
		{ reason: "cancelled" },
		{ reason: undefined },
		{ restock: "yes" },
	])("rejects %j", async (body) => {
		expect((await refund("any", body)).status).toBe(422);
	});

	it("that the bank returns later is taken back and logged", async () => {
		allowConsole(/"code":"refund_failed"/);
		const { id, payment } = await paidOrder();
		const { body } = await refund(id, { amount: 10 });
		await failAtBank(payment.id);
		expect(await rowsOf(id)).toMatchObject([{ id: body.refundId, status: "failed" }]);
		expect(await rowOf(id)).toMatchObject({ refunded_cents: 0 });
		expect((await refund(id)).body).toMatchObject({ amount: 51.98, status: "done" });
	});
});

describe("a refund of an order of several lines", () => {
	const whole = async () => {
		const order = await isPaidOrder();
		return { ...order, id: String(order.first.orderId) };
	};

	it("is one refund at Stripe, one e-mail and one row, of all that is left", async () => {
		const { id, first, second, payment } = await whole();
		await refund(first._id, { amount: 5.99 });
		const { status, body } = await refund(id, { reason: "damaged", restock: true });
		expect(status).toBe(201);
		expect(body).toMatchObject({ amount: 45.99, status: "done" });
		expect(body.lines.map(({ refunded }: { refunded?: true }) => refunded)).toEqual([true, true]);
		expect(await centsAtStripe(payment.id)).toEqual([599, 4599]);
		const rows = [await rowsOf(first._id), await rowsOf(second._id)];
		expect(rows.map((own) => own.at(-1))).toMatchObject([
			{ id: body.refundId, amount_cents: 2000, restock: 1 },
			{ id: body.refundId, amount_cents: 2599, restock: 1 },
		]);
		expect(await mailsAbout(id)).toEqual(["order.refunded"]);
		for (const { _id } of [first, second]) {
			const { body: history } = await callApi("GET", `/audit?subject=${_id}`, admin);
			expect(history.map(({ action }: { action: string }) => action)).toContain("order.refunded");
		}
		expect(codeOf(await refund(id))).toBe("not_refundable");
	});

	it("can be an amount, which is divided by what is left, or some lines", async () => {
		const { id, first, second, payment } = await whole();
		await refund(first._id, { amount: 12.99 });
		expect((await refund(id, { amount: 10 })).body).toMatchObject({ amount: 10 });
		// 13.00 and 25.99 were left.
		expect(await rowOf(first._id)).toMatchObject({ refunded_cents: 1299 + 333 });
		expect(await rowOf(second._id)).toMatchObject({ refunded_cents: 667 });
		expect(codeOf(await refund(id, { lines: ["another"] }))).toBe("not_found");
		expect((await refund(id, { lines: [second._id] })).body).toMatchObject({ amount: 19.32 });
		expect(codeOf(await refund(id, { amount: 9.68 }))).toBe("not_refundable");
		expect((await refund(id)).body).toMatchObject({ amount: 9.67 });
		expect(await centsAtStripe(payment.id)).toEqual([1299, 1000, 1932, 967]);
	});

	it("can be its shipping alone, with its tax, once", async () => {
		const { id, first, second } = await whole();
		await env.DB.batch([
			env.DB.prepare(
				"update order_lines set shipping_cents = 100, tax_cents = 50, unit_price_cents = 2449, total_cents = 2449 where order_id = ?",
			).bind(id),
			env.DB.prepare(
				"update orders set shipping_cents = 200, tax_cents = 100, items_cents = 4898 where id = ?",
			).bind(id),
		]);
		expect(codeOf(await refund(id, { shipping: true, amount: 1 }))).toBe("invalid");
		expect((await refund(id, { shipping: true })).body).toMatchObject({ amount: 2.04 });
		const { results } = await env.DB.prepare(
			"select amount_cents, shipping_cents, tax_cents from refund_lines where line_id in (?, ?)",
		)
			.bind(first._id, second._id)
			.all();
		const part = { amount_cents: 102, shipping_cents: 100, tax_cents: 2 };
		expect(results).toEqual([part, part]);
		expect(codeOf(await refund(id, { shipping: true }))).toBe("not_refundable");
		expect((await refund(id)).body).toMatchObject({ amount: 49.94 });
	});

	it("by several administrators at once never exceeds what was paid", async () => {
		const { id, first, second, payment } = await whole();
		const answers = await Promise.all([
			refund(id),
			refund(first._id),
			refund(second._id),
			refund(id, { amount: 20 }),
			refund(id, { amount: 40 }),
		]);
		expect(answers.some(({ status }) => status === 201)).toBe(true);
		await refund(id);
		const made = await centsAtStripe(payment.id);
		expect(made.reduce((sum, cents) => sum + cents, 0)).toBe(5198);
	});

	it("that the bank returns is made again as it was", async () => {
		allowConsole(/"code":"refund_failed"/);
		const { id, first, second, payment } = await whole();
		const { body } = await refund(id, { amount: 30, restock: true });
		await failAtBank(payment.id);
		for (const { _id } of [first, second])
			expect(await rowOf(_id)).toMatchObject({ refunded_cents: 0, restocked_at: null });
		const again = await callApi("POST", `/order/${id}/refund/retry`, { token: admin.token });
		expect(again.body).toMatchObject({ amount: 30, status: "done" });
		expect(again.body.refundId).not.toBe(body.refundId);
		expect(await centsAtStripe(payment.id)).toEqual([3000]);
	});

	it("sends no second e-mail if the refund of a cancelled line is tried again for the whole order", async () => {
		allowConsole(/"code":"refund_failed"/);
		const { id, first, payment } = await whole();
		await cancel(first._id);
		await failAtBank(payment.id);
		const again = await callApi("POST", `/order/${id}/refund/retry`, { token: admin.token });
		expect(again.body).toMatchObject({ amount: 25.99, status: "done" });
		expect(await mailsAbout(first._id)).toEqual(["order.cancelled"]);
		expect(await mailsAbout(id)).toEqual([]);
	});

	it("is cancelled with what was not shipped of it: one refund and one e-mail", async () => {
		const { id, first, second, payment } = await whole();
		await shipLine(admin, first._id);
		const answers = await Promise.all([cancel(id), cancel(id)]);
		for (const { status, body } of answers) {
			expect(status, JSON.stringify(body)).toBe(200);
			expect(body).toMatchObject({ amount: 25.99, order: { _id: second._id, cancelled: true } });
		}
		expect(await centsAtStripe(payment.id)).toEqual([2599]);
		expect(await mailsAbout(id)).toEqual(["order.cancelled"]);
		const both = await whole();
		expect((await cancel(both.id)).body).toMatchObject({ amount: 51.98 });
		expect(await centsAtStripe(both.payment.id)).toEqual([5198]);
	});
});

describe("money and goods are two facts", () => {
	const read = (id: string) => callApi("GET", `/order/${id}`, { token: admin.token });

	it.each([
		["goodwill", (id: string) => refund(id, { amount: 5 })],
		["one piece's worth", (id: string) => refund(id, { amount: 25.99 })],
		[
			"one made in Stripe's Dashboard",
			async (_: string, intent: string) => {
				await refundAtStripe(intent, 217);
				await deliverNewest(intent, "charge.refunded");
			},
		],
	])("a refund of %s leaves all pieces to be packed and shipped", async (_, make) => {
		const { id, payment } = await paidOrder();
		await make(id, payment.id);
		const { body } = await read(id);
		expect(body).toMatchObject({ toShip: 2, refundedPrice: expect.any(Number) });
		const { parcels } = await listOrdersToShip("", undefined);
		const listed = parcels.flatMap(({ lines }) => lines).find((line) => line._id === id);
		expect(listed).toMatchObject({ quantity: 2 });
		const packed = await callApi("PUT", `/order/${id}/packed`, {
			token: admin.token,
			body: { packed: true },
		});
		expect(packed.status, JSON.stringify(packed.body)).toBe(200);
		expect((await shipLine(admin, id)).body).toEqual({ modifiedCount: 1 });
		expect((await read(id)).body).not.toHaveProperty("toShip");
	});

	it("one of two pieces is refunded and back in stock, and the other one ships", async () => {
		const { id, tool, payment } = await paidOrder();
		const one = { pieces: [{ line: id, quantity: 1 }] };
		const two = await refund(id, { pieces: [{ line: id, quantity: 3 }] });
		expect([two.status, two.body.error.fields]).toEqual([
			422,
			{ "pieces.0.quantity": expect.stringContaining("2") },
		]);
		const { body } = await refund(id, one);
		expect(body).toMatchObject({ amount: 25.99, status: "done", order: { toShip: 1 } });
		expect(body.order).not.toHaveProperty("restocked");
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
		expect((await shipLine(admin, id)).body).toEqual({ modifiedCount: 1 });
		// What has shipped comes back by a return.
		expect((await refund(id, one)).status).toBe(422);
		expect(await centsAtStripe(payment.id)).toEqual([2599]);
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});

	it("pieces of a refund that fails ship again, and are put back when it is tried again", async () => {
		allowConsole(/"code":"refund_failed"/);
		const { id, tool, payment } = await paidOrder();
		await refund(id, { amount: 5, pieces: [{ line: id, quantity: 1 }] });
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
		await failAtBank(payment.id);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
		expect((await read(id)).body).toMatchObject({ toShip: 2 });
		const again = await callApi("POST", `/order/${id}/refund/retry`, { token: admin.token });
		expect(again.body).toMatchObject({ amount: 5, status: "done", order: { toShip: 1 } });
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});

	it("pieces at once never exceed those that are to be shipped", async () => {
		const { id, tool } = await paidOrder();
		const answers = await Promise.all(
			[1, 2, 3, 4].map(() => refund(id, { amount: 1, pieces: [{ line: id, quantity: 1 }] })),
		);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		expect((await read(id)).body).toMatchObject({ restocked: true });
		expect(codeOf(await shipLine(admin, id))).toBe("not_shippable");
	});

	it("a refund of all stops it, also while it waits for Stripe", async () => {
		const { id } = await paidOrder();
		allowConsole(/"code":"payments_failed"/);
		await controlStripe("/_faults", { api: { fault: "500", only: "POST /v1/refunds" } });
		await refund(id);
		await controlStripe("/_faults", { api: "ok" });
		expect(await rowOf(id)).toMatchObject({ refund_due_cents: 5198, refunded_cents: 0 });
		expect((await read(id)).body).not.toHaveProperty("toShip");
		expect(codeOf(await shipLine(admin, id))).toBe("not_shippable");
	});
});

describe("a refund that failed", () => {
	const retry = (id: string) =>
		callApi("POST", `/order/${id}/refund/retry`, { token: admin.token });

	it("takes its pieces from the stock again, so that the order can be shipped", async () => {
		allowConsole(/"code":"refund_failed"/);
		const { id, tool, payment } = await paidOrder();
		await refund(id, { restock: true });
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		await failAtBank(payment.id);
		// The webhook may come twice.
		await deliverNewest(payment.id, "refund.failed");
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
		expect((await shipLine(admin, id)).status).toBe(200);
	});

	it("is made again once, with the same amount, reason and pieces", async () => {
		allowConsole(/"code":"refund_failed"/);
		const { id, tool, payment } = await paidOrder();
		await refund(id, { amount: 50, reason: "damaged", note: "Bent", restock: true });
		expect(codeOf(await retry(id))).toBe("not_refundable");
		await failAtBank(payment.id);
		const shown = await callApi("GET", `/order/${id}`, { token: admin.token });
		expect(shown.body).toMatchObject({ failedRefundPrice: 50 });
		expect(shown.body).not.toHaveProperty("restocked");
		const atOnce = await Promise.all([1, 2, 3].map(() => retry(id)));
		const answers = [...atOnce, await retry(id)];
		for (const { status, body } of answers) {
			expect([status, body.amount, body.status]).toEqual([201, 50, "done"]);
			expect(body.order).toMatchObject({ refundedPrice: 50, restocked: true });
			expect(body.order).not.toHaveProperty("failedRefundPrice");
		}
		expect(await rowsOf(id)).toMatchObject([
			{ status: "failed", reason: "damaged" },
			{ status: "done", reason: "damaged", note: "Bent", amount_cents: 5000 },
		]);
		expect(await centsAtStripe(payment.id)).toEqual([5000]);
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		// The second one can fail as well.
		await failAtBank(payment.id);
		expect((await retry(id)).body).toMatchObject({ amount: 50, status: "done" });
		expect((await rowsOf(id)).map(({ status }) => status)).toEqual(["failed", "failed", "done"]);
	});

	it("leaves the pieces of a cancelled order in stock, and sends no second e-mail", async () => {
		allowConsole(/"code":"refund_failed"/);
		const { id, tool, payment } = await paidOrder();
		await cancel(id);
		await failAtBank(payment.id);
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		expect(codeOf(await shipLine(admin, id))).toBe("not_shippable");
		expect((await retry(id)).body).toMatchObject({
			status: "done",
			order: { cancelled: true, refunded: true },
		});
		expect(await mailsAbout(id)).toEqual(["order.cancelled"]);
	});

	it("never takes pieces that others have ordered meanwhile", async () => {
		allowConsole(/"code":"refund_failed"/);
		const { id, tool, payment } = await paidOrder();
		await refund(id, { restock: true });
		await placePaidLine(rider, tool, 4);
		await failAtBank(payment.id);
		expect(await ledgerOf(tool)).toEqual({ stock: 1, held: 0, sold: 4 });
		expect(codeOf(await shipLine(admin, id))).toBe("not_shippable");
		expect((await retry(id)).body).toMatchObject({ status: "done", order: { refunded: true } });
	});

	it("leaves the pieces while another refund of the order is left", async () => {
		allowConsole(/"code":"refund_failed"/);
		const { id, tool, payment } = await paidOrder();
		await refund(id, { amount: 10 });
		await refund(id, { amount: 20, restock: true });
		await failAtBank(payment.id);
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		expect(await rowOf(id)).toMatchObject({ refunded_cents: 1000, refund_failed_cents: 2000 });
	});
});

it("tells what was paid, refunded and is left of each line, with shipping and tax", async () => {
	const { id } = await paidOrder();
	await refund(id, { amount: 10 });
	const { status, body } = await callApi("GET", `/order/${id}/refund`, { token: admin.token });
	expect(status).toBe(200);
	expect(body).toMatchObject({ paidPrice: 51.98, refundedPrice: 10, duePrice: 0 });
	expect(body.ways).toEqual([{ kind: "stripe", price: 41.98 }]);
	expect(body.lines).toEqual([
		expect.objectContaining({ _id: id, quantity: 2, restocked: false, itemsPrice: 41.98 }),
	]);
	const unpaid = await placeLine(rider, await addTool());
	expect(codeOf(await callApi("GET", `/order/${unpaid._id}/refund`, { token: admin.token }))).toBe(
		"not_found",
	);
});

describe("a customer who cancels", () => {
	it("gets all that is left back, and the pieces are in stock again", async () => {
		const { id, tool, payment } = await paidOrder();
		await refund(id, { amount: 1.98 });
		const answers = await Promise.all([cancel(id), cancel(id), cancel(id, admin)]);
		for (const { status, body } of answers) {
			expect(status, JSON.stringify(body)).toBe(200);
			expect(body).toMatchObject({ amount: 50, order: { cancelled: true, status: "Pending" } });
		}
		expect(await centsAtStripe(payment.id)).toEqual([198, 5000]);
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		expect(await mailsAbout(id)).toEqual(["order.refunded", "order.cancelled"]);
		const told = await env.DB.prepare(
			"select payload from outbox where kind = 'order.cancelled' and subject_id = ?",
		)
			.bind(id)
			.first<{ payload: string }>();
		expect(JSON.parse(told?.payload ?? "{}")).toMatchObject({ cents: 5000, currency: "USD" });
		expect(codeOf(await shipLine(admin, id))).toBe("not_shippable");
	});

	it("can do so only with an own, paid order that has not shipped", async () => {
		const { id } = await paidOrder();
		expect(codeOf(await cancel(id, await signUp()))).toBe("not_found");
		await shipLine(admin, id);
		expect(codeOf(await cancel(id))).toBe("not_cancellable");
		const refunded = await paidOrder();
		await refund(refunded.id);
		expect(codeOf(await cancel(refunded.id))).toBe("not_cancellable");
	});

	it("while it is shipped gets one of both", async () => {
		for (let round = 0; round < 4; round += 1) {
			const { id } = await paidOrder();
			const calls = [() => cancel(id), () => shipLine(admin, id)];
			const answers = await Promise.all(
				(round % 2 ? calls : calls.toReversed()).map((call) => call()),
			);
			expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
			const row = await rowOf(id);
			expect(row.status === "Shipped").toBe(row.cancelled_at === null);
		}
	});

	it("one order of a checkout leaves the others", async () => {
		const { first, second, payment } = await isPaidOrder();
		await cancel(first._id);
		expect(await rowOf(second._id)).toMatchObject({ refunded_cents: 0, cancelled_at: null });
		// A refund of the Dashboard belongs to what is left.
		await refundAtStripe(payment.id, 599);
		await deliverNewest(payment.id, "charge.refunded");
		expect(await rowOf(second._id)).toMatchObject({ refunded_cents: 599 });
		expect((await refund(second._id)).body.amount).toBe(20);
	});
});
