/** Placing orders of several lines: all lines or none, once, at the total and to the address of the request. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as cartMessages from "../../src/messages/cart-lines.ts";
import * as messages from "../../src/messages/messages.ts";
import {
	contact,
	type Line,
	linesOf,
	placeOrderOf,
	requestOrder,
	toolPrice,
} from "../helpers/checkouts.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import {
	beginPayment,
	checkLedgerAfterEach,
	expireReservation,
	payByCard,
	reportPayment,
} from "../helpers/payments.ts";
import {
	type ApiResponse,
	addTool,
	addTools,
	callApi,
	newEmail,
	origin,
	type Person,
	signUp,
	stockOf,
} from "../helpers/shop.ts";

checkLedgerAfterEach();

describe("placing a checkout", () => {
	it("reserves the stock of all lines and returns their orders in the order of the lines", async () => {
		const [rider, tools] = [await signUp(), await addTools(3)];
		const order = await placeOrderOf(rider, tools, 2);
		expect(order).toMatchObject({
			itemsPrice: 155.94,
			shippingPrice: 0,
			taxPrice: 0,
			totalPrice: 155.94,
			paid: false,
		});
		expect(order.lines).toMatchObject(
			tools.map((productCode) => ({
				productCode,
				quantity: 2,
				totalPrice: 51.98,
				status: "Pending",
				orderId: order._id,
				expiresAt: order.expiresAt,
				...contact,
			})),
		);
		expect(Date.parse(order.expiresAt)).toBeGreaterThan(Date.now());
		for (const tool of tools) expect(await stockOf(tool)).toBe(3);
	});

	it("does nothing if one line can't be placed, and names every such line", async () => {
		const rider = await signUp();
		const [fine, few, dear, gone] = await Promise.all([
			addTool(),
			addTool({ quantity: 1 }),
			addTool({ priceCents: 3000 }),
			addTool(),
		]);
		await env.DB.prepare("update tools set archived_at = 1 where id = ?").bind(gone).run();
		const lines = [...linesOf([fine, few], 2), ...linesOf([dear, gone, "unknown"])];
		const rejected = await requestOrder(rider, lines);
		expect(rejected.status).toBe(404);
		expect(rejected.body.error.fields).toEqual({
			"lines.1.quantity": "Only 1 left.",
			"lines.2.price": "The price is now $30.00.",
			"lines.3.toolId": "No longer sold",
			"lines.4.toolId": "No longer sold",
		});
		expect(await stockOf(fine)).toBe(10);
		const codes = [];
		for (const some of [lines.slice(0, 2), lines.slice(2, 3)])
			codes.push((await requestOrder(rider, some)).body.error.code);
		expect(codes).toEqual(["out_of_stock", "price_changed"]);
		expect((await requestOrder(rider, lines.slice(2, 3))).body.error.fields).toEqual({
			"lines.0.price": "The price is now $30.00.",
		});
	});

	it("rejects no lines, more than fifty, a tool twice, and lines without a price", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const many = Array.from({ length: 51 }, (_, n) => linesOf([`tool-${n}`])).flat();
		const unpriced = [{ toolId: tool, quantity: 1 } as Line];
		for (const lines of [[], many, linesOf([tool, tool]), unpriced]) {
			expect((await requestOrder(rider, lines)).status).toBe(422);
		}
		expect(await stockOf(tool)).toBe(10);
	});

	it("rejects a total below what Stripe can charge", async () => {
		const tool = await addTool({ priceCents: 10 });
		const lines = [{ toolId: tool, quantity: 1, price: 0.1 }];
		const { status, body } = await requestOrder(await signUp(), lines);
		expect([status, body.error.code]).toEqual([422, "invalid"]);
		expect(await stockOf(tool)).toBe(10);
	});

	it("of some of the lines of the same Idempotency-Key is rejected", async () => {
		const [rider, tools, key] = [await signUp(), await addTools(2), crypto.randomUUID()];
		await requestOrder(rider, linesOf(tools), { key });
		const some = await requestOrder(rider, linesOf(tools.slice(0, 1)), { key });
		expect(some.body.error.code).toBe("idempotency_mismatch");
	});

	it("returns the first checkout for the same Idempotency-Key, also concurrently", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const key = crypto.randomUUID();
		const all = await Promise.all(
			[1, 2, 3].map(() => requestOrder(rider, linesOf(tools), { key })),
		);
		expect(new Set(all.map(({ body }) => body.insertedId)).size).toBe(1);
		for (const tool of tools) expect(await stockOf(tool)).toBe(4);
		const other = await requestOrder(rider, linesOf(tools, 2), { key });
		expect(other.body.error.code).toBe("idempotency_mismatch");
		for (const fields of [{ name: "B" }, { note: "Ring twice" }, { partner: "blog" }]) {
			const changed = await requestOrder(rider, linesOf(tools), { key, ...fields });
			expect([changed.status, changed.body.error.code]).toEqual([409, "idempotency_mismatch"]);
		}
		await expireReservation(all[0]?.body.order.lines[0]._id);
		await reconcile();
		const closed = await requestOrder(rider, linesOf(tools), { key });
		expect(closed.body.error.code).toBe("order_closed");
	});

	it("repeats the answer for the same key after a line was removed, and after it was paid", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const key = crypto.randomUUID();
		const repeat = (fields = {}) => requestOrder(rider, linesOf(tools), { key, ...fields });
		const { order } = (await repeat()).body;
		const [removed, kept] = order.lines;
		await callApi("DELETE", `/order?id=${removed._id}`, { token: rider.token });
		const rest = { totalPrice: toolPrice, paid: false, lines: [{ _id: kept._id }] };
		const open = (await repeat()).body.order;
		expect(open).toMatchObject(rest);
		expect(open).not.toHaveProperty("transactionId");
		expect((await repeat({ phone: "+1 555 0199" })).body.error.code).toBe("idempotency_mismatch");
		// A request without an address has that of the profile, which may change.
		await env.DB.prepare("update users set address = '9 Other Street' where id = ?")
			.bind(rider.id)
			.run();
		const payment = await beginPayment(rider, { _id: order._id, totalPrice: toolPrice });
		await payByCard(payment);
		const reported = await reportPayment(rider, kept, payment.id);
		expect(reported.status, JSON.stringify(reported.body)).toBe(200);
		const paid = { ...rest, paid: true, transactionId: payment.id };
		expect((await repeat()).body.order).toMatchObject(paid);
	});

	it("repeats the answer for the same key although the profile changed, which it was sent without", async () => {
		const [rider, [tool = ""]] = [await signUp(), await addTools(1)];
		const profile = (address: string, phone: string) =>
			env.DB.prepare("update users set address = ?, phone = ? where id = ?")
				.bind(address, phone, rider.id)
				.run();
		await profile("5 Spoke Street", "+1 555 0123");
		const key = crypto.randomUUID();
		const send = (fields: Record<string, unknown>) =>
			requestOrder(rider, linesOf([tool]), {
				key,
				address: undefined,
				phone: undefined,
				...fields,
			});
		const { insertedId } = (await send({})).body;
		await profile("9 Other Street", "+1 555 0199");
		expect((await send({})).body.insertedId).toBe(insertedId);
		for (const fields of [contact, { address: "9 Other Street" }, { phone: "+1 555 0199" }])
			expect((await send(fields)).body.error.code).toBe("idempotency_mismatch");
	});

	it("names what is below the minimum before what is sold out", async () => {
		const rider = await signUp();
		const [least, few] = [
			await addTool({ minOrderQuantity: 3 }),
			await addTool({ quantity: 1, minOrderQuantity: 1 }),
		];
		const rejected = await requestOrder(rider, linesOf([few, least], 2));
		expect(rejected.body.error).toMatchObject({
			code: "invalid",
			fields: {
				"lines.0.quantity": "Only 1 left.",
				"lines.1.quantity": messages.quantityBelowMinimum,
			},
		});
		expect((await requestOrder(rider, linesOf([least], 3))).status).toBe(201);
	});

	it("counts as one towards the limit of unpaid orders, and its pieces towards theirs", async () => {
		const rider = await signUp();
		env.MAX_OPEN_ORDERS_UNVERIFIED = "1";
		env.MAX_HELD_PIECES_UNVERIFIED = "4";
		try {
			const tools = await addTools(2);
			const tooMany = await requestOrder(rider, linesOf(tools, 3));
			expect(tooMany.body.error.code).toBe("too_many_open");
			await placeOrderOf(rider, tools, 2);
			const second = await requestOrder(rider, linesOf(await addTools(1)));
			expect(second.body.error.code).toBe("too_many_open");
		} finally {
			env.MAX_OPEN_ORDERS_UNVERIFIED = "10000";
			env.MAX_HELD_PIECES_UNVERIFIED = "10000";
		}
	});

	it("60 at once, of three tools each, sell every piece once and tell the rest the truth", async () => {
		const tools = await addTools(5, 15);
		const riders = await Promise.all(Array.from({ length: 4 }, () => signUp({ verified: true })));
		const requests = Array.from({ length: 60 }, (_, n) => {
			const lines = [0, 1, 2].map((step) => ({
				toolId: tools[(n + step) % 5] ?? "",
				quantity: 1 + ((n + step) % 3),
				price: toolPrice,
			}));
			return n % 2 ? lines : lines.reverse();
		});
		const answers = await Promise.all(
			requests.map((lines, n) =>
				n % 7 === 0 ? requestAsGuest(lines) : requestOrder(riders[n % 4] as Person, lines),
			),
		);
		const moments = await stockAfterEachOrder(tools, 15);
		for (const [n, { status, body }] of answers.entries()) {
			if (status === 201) continue;
			expect(body.error.code).toBe("out_of_stock");
			// All of the answer was true at one moment: what is left of each line that it names, and that the others fit.
			const isTrue = moments.some((stock) =>
				requests[n]?.every(({ toolId, quantity }, index) => {
					const left = stock.get(toolId) ?? 0;
					const told = body.error.fields[`lines.${index}.quantity`];
					return told === (left < quantity ? cartMessages.onlyLeft(left) : undefined);
				}),
			);
			expect(isTrue, JSON.stringify(body.error.fields)).toBe(true);
		}
		const placed = answers.filter(({ status }) => status === 201);
		expect(moments).toHaveLength(1 + placed.length);
		for (const tool of tools) expect(await stockOf(tool)).toBe(moments.at(-1)?.get(tool));
		for (const stock of moments) expect(Math.min(...stock.values())).toBeGreaterThanOrEqual(0);
		expect(placed.length).toBeLessThan(60);
	});
});

/** A request for an order by a guest. */
function requestAsGuest(lines: Line[]): Promise<ApiResponse> {
	return callApi("POST", "/checkout", {
		headers: { Origin: origin, "CF-Connecting-IP": newIpAddress() },
		body: { lines, ...contact, email: newEmail(), name: "Grace" },
	});
}

/** The stock of tools at the beginning and after each order, in the order in which these were placed. */
async function stockAfterEachOrder(
	tools: string[],
	initial: number,
): Promise<Map<string, number>[]> {
	const { results } = await env.DB.prepare(
		"select order_id, tool_id, quantity from order_lines where tool_id in (select value from json_each(?)) order by number",
	)
		.bind(JSON.stringify(tools))
		.all<{ order_id: string; tool_id: string; quantity: number }>();
	const moments = [new Map(tools.map((tool) => [tool, initial]))];
	for (const lines of Map.groupBy(results, ({ order_id }) => order_id).values()) {
		const stock = new Map(moments.at(-1));
		for (const { tool_id, quantity } of lines)
			stock.set(tool_id, (stock.get(tool_id) ?? 0) - quantity);
		moments.push(stock);
	}
	return moments;
}

describe("the address of a checkout", () => {
	const fields = {
		line1: " 9 Workshop  Lane",
		city: "Portland",
		region: "oregon",
		postalCode: "972011234",
		country: "us",
	};
	const rowOfOrder = (id: string) =>
		env.DB.prepare("select * from orders where id = ?").bind(id).first();

	it("is stored in its fields, and in one line with its orders and in an empty profile", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const placed = await requestOrder(rider, linesOf(tools), {
			...fields,
			address: undefined,
			name: "Ada at work",
			note: "Ring twice",
		});
		expect(placed.status, JSON.stringify(placed.body)).toBe(201);
		expect(await rowOfOrder(placed.body.insertedId)).toMatchObject({
			name: "Ada at work",
			phone: contact.phone,
			line1: "9 Workshop Lane",
			line2: "",
			city: "Portland",
			region: "OR",
			postal_code: "97201-1234",
			country: "US",
			note: "Ring twice",
		});
		const address = "9 Workshop Lane, Portland, OR 97201-1234, United States";
		for (const line of placed.body.order.lines)
			expect(line).toMatchObject({ address, UserName: "Ada at work" });
		const profile = await callApi("GET", `/user?email=${rider.email}`, { token: rider.token });
		expect(profile.body).toMatchObject({ address, phone: contact.phone });
	});

	it("is rejected with an error at each field, and reserves nothing", async () => {
		const [rider, tools] = [await signUp(), await addTools(1)];
		const errorsOf = async (body: Record<string, unknown>) => {
			const { status, body: answer } = await requestOrder(rider, linesOf(tools), body);
			expect(status).toBe(422);
			return answer.error.fields;
		};
		expect(await errorsOf({ ...fields })).toEqual({
			address: "Send the address in one line or in separate fields, not both.",
		});
		expect(await errorsOf({ address: undefined, phone: "", country: "US" })).toEqual({
			phone: "Phone is Required",
			line1: "Address is Required",
			city: "City is Required",
			region: "State is Required",
			postalCode: "ZIP code is Required",
		});
		expect(await errorsOf({ ...fields, address: undefined, country: "" })).toEqual({
			country: "Country is Required",
		});
		expect(await errorsOf({ ...fields, address: undefined, country: "ZZ" })).toEqual({
			country: "Please choose a country.",
		});
		expect(await errorsOf({ address: undefined })).toEqual({ address: "Address is Required" });
		expect(await stockOf(tools[0] ?? "")).toBe(5);
	});

	it("is part of what the same Idempotency-Key must repeat", async () => {
		const [rider, tools] = [await signUp(), await addTools(1)];
		const key = crypto.randomUUID();
		const send = (body: Record<string, unknown>) =>
			requestOrder(rider, linesOf(tools), { key, address: undefined, ...body });
		const first = await send(fields);
		const reversed = Object.fromEntries(Object.entries(fields).reverse());
		expect((await send(reversed)).body.insertedId).toBe(first.body.insertedId);
		const elsewhere = await send({ ...fields, city: "Salem" });
		expect(elsewhere.body.error.code).toBe("idempotency_mismatch");
	});
});

describe("the total of a checkout", () => {
	it("must be the one that the customer has seen", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const wrong = await requestOrder(rider, linesOf(tools), { totalPrice: 51.97 });
		expect(wrong.status).toBe(409);
		expect(wrong.body.error).toMatchObject({
			code: "price_changed",
			fields: { totalPrice: "The total is now $51.98." },
		});
		expect(await stockOf(tools[0] ?? "")).toBe(5);
		const right = await requestOrder(rider, linesOf(tools), { totalPrice: 51.98 });
		expect(right.status).toBe(201);
	});
});
