import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { linesOf, requestOrder } from "../helpers/checkouts.ts";
import { checkLedgerAfterEach } from "../helpers/payments.ts";
import {
	addTool,
	callApi,
	countOrders,
	orderBody,
	placeLine,
	signUp,
	stockOf,
} from "../helpers/shop.ts";

checkLedgerAfterEach();

describe("POST /order", () => {
	it("takes the stock and stores the order at the tool's price", async () => {
		const rider = await signUp();
		const tool = await addTool({ quantity: 5, priceCents: 1999 });
		const placed = await callApi("POST", "/order", {
			token: rider.token,
			body: orderBody(tool, { quantity: 2 }),
		});
		expect(placed.status).toBe(201);
		expect(placed.body.order).toMatchObject({
			_id: placed.body.insertedId,
			UserName: rider.name,
			email: rider.email,
			price: 19.99,
			totalPrice: 39.98,
			productCode: tool,
			quantity: 2,
			status: "Pending",
			paid: false,
		});
		expect(await stockOf(tool)).toBe(3);
	});

	it("returns the first order for the same Idempotency-Key, and takes the stock once", async () => {
		const rider = await signUp();
		const tool = await addTool({ quantity: 5 });
		const send = () =>
			callApi("POST", "/order", {
				token: rider.token,
				body: orderBody(tool),
				headers: { "Idempotency-Key": "the-same" },
			});
		const answers = await Promise.all([send(), send(), send()]);
		expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1);
		expect(await stockOf(tool)).toBe(4);
	});

	it("does not return an order that was deleted in the meantime, and takes no stock for it", async () => {
		const rider = await signUp();
		const tool = await addTool({ quantity: 5 });
		const send = () =>
			callApi("POST", "/order", {
				token: rider.token,
				body: orderBody(tool),
				headers: { "Idempotency-Key": "once" },
			});
		const { body } = await send();
		await callApi("DELETE", `/order?id=${body.insertedId}`, { token: rider.token });
		const again = await send();
		expect([again.status, again.body.error.code]).toEqual([409, "order_closed"]);
		expect(await stockOf(tool)).toBe(5);
	});

	it("treats the same key of two customers as two", async () => {
		const tool = await addTool({ quantity: 5 });
		const send = async () =>
			callApi("POST", "/order", {
				token: (await signUp()).token,
				body: orderBody(tool),
				headers: { "Idempotency-Key": "of-both" },
			});
		const [one, other] = [await send(), await send()];
		expect(one.status).toBe(201);
		expect(other.status).toBe(201);
		expect(other.body.insertedId).not.toBe(one.body.insertedId);
		expect(await stockOf(tool)).toBe(3);
	});

	it("rejects a used key with another body, and a key that is too long", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const send = (key: string, changes = {}) =>
			callApi("POST", "/order", {
				token: rider.token,
				body: orderBody(tool, changes),
				headers: { "Idempotency-Key": key },
			});
		const first = await send("used");
		expect((await send("used")).body.insertedId).toBe(first.body.insertedId);
		for (const changes of [{ quantity: 2 }, { address: "2 Test Street" }, { partner: "blog" }]) {
			const other = await send("used", changes);
			expect([other.status, other.body.error.code]).toEqual([409, "idempotency_mismatch"]);
		}
		const long = await send("k".repeat(256));
		expect([long.status, Object.keys(long.body.error.fields)]).toEqual([422, ["Idempotency-Key"]]);
		expect(await stockOf(tool)).toBe(4);
	});

	it("treats the same key of two calls as two", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const headers = { "Idempotency-Key": "of-both-calls" };
		const ordered = await callApi("POST", "/order", {
			token: rider.token,
			headers,
			body: orderBody(tool),
		});
		const lines = linesOf([tool, await addTool()]);
		const order = () => requestOrder(rider, lines, { key: "of-both-calls" });
		const [first, again] = await Promise.all([order(), order()]);
		expect([ordered.status, first.status, again.status]).toEqual([201, 201, 201]);
		expect(again.body.insertedId).toBe(first.body.insertedId);
		expect(first.body.insertedId).not.toBe(ordered.body.insertedId);
		expect(await stockOf(tool)).toBe(3);
	});

	it("places a new order without a key or with an invalid key", async () => {
		const rider = await signUp();
		const tool = await addTool({ quantity: 5 });
		for (const key of ["", "a key"]) {
			const headers = { "Idempotency-Key": key };
			await callApi("POST", "/order", { token: rider.token, body: orderBody(tool), headers });
			await callApi("POST", "/order", { token: rider.token, body: orderBody(tool), headers });
		}
		expect(await countOrders(tool)).toBe(4);
	});

	it("accepts a price and a total that match the shop's", async () => {
		const rider = await signUp();
		const tool = await addTool({ priceCents: 1999 });
		const placed = await callApi("POST", "/order", {
			token: rider.token,
			body: orderBody(tool, { quantity: 3, price: 19.99, totalPrice: 59.97 }),
		});
		expect(placed.status).toBe(201);
	});

	it("accepts totals at both of Stripe's bounds", async () => {
		const rider = await signUp();
		for (const priceCents of [50, 99_999_999]) {
			expect(await placeLine(rider, await addTool({ priceCents }))).toMatchObject({
				totalPrice: priceCents / 100,
			});
		}
	});

	it("ignores fields that the server sets", async () => {
		const rider = await signUp();
		const tool = await addTool();
		const before = Date.now();
		const { body } = await callApi("POST", "/order", {
			token: rider.token,
			body: orderBody(tool, {
				_id: "mine",
				status: "Shipped",
				paid: true,
				transactionId: "pi_mine",
				email: "other@example.test",
				UserName: "Somebody Else",
				name: "Another tool",
				image: "https://elsewhere.test/image.png",
				expiresAt: "2099-01-01T00:00:00.000Z",
			}),
		});
		const line = body.order;
		expect(line).toMatchObject({ status: "Pending", paid: false, email: rider.email });
		expect(line).toMatchObject({ UserName: rider.name, image: "/images/none" });
		expect(line).not.toHaveProperty("transactionId");
		expect(line._id).not.toBe("mine");
		expect(line.name).not.toBe("Another tool");
		expect(Date.parse(line.createdAt)).toBeGreaterThanOrEqual(before);
		expect(Date.parse(line.expiresAt) - Date.parse(line.createdAt)).toBe(1440 * 60_000);
	});

	it("falls back to the profile's phone and address", async () => {
		const rider = await signUp();
		await env.DB.prepare("update users set phone = '555', address = 'Home 1' where id = ?")
			.bind(rider.id)
			.run();
		const tool = await addTool();
		const place = async (changes: Record<string, unknown>) => {
			const body = orderBody(tool, changes);
			return (await callApi("POST", "/order", { token: rider.token, body })).body.order;
		};
		expect(await place({ phone: undefined, address: "  " })).toMatchObject({
			phone: "555",
			address: "Home 1",
		});
		expect(await place({ phone: " 777 ", address: "Work 2, floor 3" })).toMatchObject({
			phone: "777",
			address: "Work 2, floor 3",
		});
	});

	it("fills empty fields of the profile, and only once it is placed", async () => {
		const rider = await signUp();
		const tool = await addTool({ quantity: 2 });
		const place = async (changes: Record<string, unknown>) => {
			const body = orderBody(tool, changes);
			const { status } = await callApi("POST", "/order", { token: rider.token, body });
			const profile = await callApi("GET", `/user?email=${rider.email}`, rider);
			return [status, profile.body.phone, profile.body.address];
		};
		expect(await place({ phone: "111", quantity: 3 })).toEqual([409, "", ""]);
		await env.DB.prepare("update users set address = 'Home 1' where id = ?").bind(rider.id).run();
		expect(await place({ phone: "222", address: "Work 2" })).toEqual([201, "222", "Home 1"]);
		expect(await place({ phone: "333", address: "Work 3" })).toEqual([201, "222", "Home 1"]);
	});

	it("stores quotes and every script unchanged", async () => {
		const address = `O'Brien "Hof" -- <b>Straße</b>; 東京 🚲`;
		const body = orderBody(await addTool(), { address });
		const placed = await callApi("POST", "/order", { token: (await signUp()).token, body });
		expect(placed.body.order.address).toBe(address);
	});

	it("sells ten pieces to twenty buyers ten times", async () => {
		const rider = await signUp();
		const tool = await addTool({ quantity: 10 });
		const answers = await Promise.all(
			Array.from({ length: 20 }, () =>
				callApi("POST", "/order", { token: rider.token, body: orderBody(tool) }),
			),
		);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
		expect(answers.filter(({ body }) => body.error?.code === "out_of_stock")).toHaveLength(10);
		expect(await stockOf(tool)).toBe(0);
	});

	it("can be deleted by its customer, which returns the stock once", async () => {
		const rider = await signUp();
		const tool = await addTool({ quantity: 5 });
		const line = await placeLine(rider, tool, 2);
		const remove = () => callApi("DELETE", `/order?id=${line._id}`, { token: rider.token });
		expect((await remove()).body).toEqual({ deletedCount: 1 });
		expect((await remove()).status).toBe(404);
		expect(await stockOf(tool)).toBe(5);
	});
});
