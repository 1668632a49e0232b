/** Checkouts: several orders, placed and paid together. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as cartMessages from "../../src/messages.cart.ts";
import * as messages from "../../src/messages.ts";
import { withD1Metrics } from "../../src/platform/d1-metrics.ts";
import { findShownCheckout } from "../../src/shop/checkouts/checkouts.server.ts";
import type { Buyer } from "../../src/shop/users/users.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import {
	checkLedgerAfterEach,
	eventOf,
	expireReservation,
	intentAtStripe,
	ledgerOf,
	payByCard,
	paymentOf,
	refundAtStripe,
	refundsOf,
	reportPayment,
	rowOf,
} from "../helpers/payments.ts";
import {
	type ApiResponse,
	addTool,
	addTools,
	callApi,
	callerOf,
	listAllPages,
	newEmail,
	newIpAddress,
	origin,
	type Person,
	signUp,
	stockOf,
} from "../helpers/shop.ts";

checkLedgerAfterEach();

const contact = { phone: "+1 555 0123", address: "5 Spoke Street" };
const price = 25.99;

interface Line {
	productCode: string;
	quantity: number;
	price: number;
}

const linesOf = (tools: string[], quantity = 1): Line[] =>
	tools.map((productCode) => ({ productCode, quantity, price }));

function requestCheckout(
	person: Person,
	lines: Line[],
	{ key, ...fields }: { key?: string } & Record<string, unknown> = {},
): Promise<ApiResponse> {
	return callApi("POST", "/checkout", {
		token: person.token,
		body: { lines, ...contact, ...fields },
		...(key && { headers: { "Idempotency-Key": key } }),
	});
}

async function placeCheckout(person: Person, tools: string[], quantity = 1) {
	const placed = await requestCheckout(person, linesOf(tools, quantity));
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	return placed.body.checkout;
}

async function beginCheckoutPayment(person: Person, id: string, totalPrice?: number) {
	const answer = await callApi("POST", "/create-payment-intent", {
		token: person.token,
		body: { orderId: id, totalPrice },
	});
	expect(answer.status, JSON.stringify(answer.body)).toBe(200);
	return paymentOf(answer.body.clientSecret);
}

describe("placing a checkout", () => {
	it("reserves the stock of all lines and returns their orders in the order of the lines", async () => {
		const [rider, tools] = [await signUp(), await addTools(3)];
		const checkout = await placeCheckout(rider, tools, 2);
		expect(checkout).toMatchObject({
			itemsPrice: 155.94,
			shippingPrice: 0,
			taxPrice: 0,
			totalPrice: 155.94,
			paid: false,
		});
		expect(checkout.orders).toMatchObject(
			tools.map((productCode) => ({
				productCode,
				quantity: 2,
				totalPrice: 51.98,
				status: "Pending",
				checkoutId: checkout._id,
				expiresAt: checkout.expiresAt,
				...contact,
			})),
		);
		expect(Date.parse(checkout.expiresAt)).toBeGreaterThan(Date.now());
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
		const rejected = await requestCheckout(rider, lines);
		expect(rejected.status).toBe(404);
		expect(rejected.body.error.fields).toEqual({
			"lines.1.quantity": "Only 1 left.",
			"lines.2.price": "The price is now $30.00.",
			"lines.3.productCode": "No longer sold",
			"lines.4.productCode": "No longer sold",
		});
		expect(await stockOf(fine)).toBe(10);
		const codes = [];
		for (const some of [lines.slice(0, 2), lines.slice(2, 3)])
			codes.push((await requestCheckout(rider, some)).body.error.code);
		expect(codes).toEqual(["out_of_stock", "price_changed"]);
		expect((await requestCheckout(rider, lines.slice(2, 3))).body.error.fields).toEqual({
			"lines.0.price": "The price is now $30.00.",
		});
	});

	it("rejects no lines, more than fifty, a tool twice, and lines without a price", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const many = Array.from({ length: 51 }, (_, n) => linesOf([`tool-${n}`])).flat();
		const unpriced = [{ productCode: tool, quantity: 1 } as Line];
		for (const lines of [[], many, linesOf([tool, tool]), unpriced]) {
			expect((await requestCheckout(rider, lines)).status).toBe(422);
		}
		expect(await stockOf(tool)).toBe(10);
	});

	it("rejects a total below what Stripe can charge", async () => {
		const tool = await addTool({ priceCents: 10 });
		const lines = [{ productCode: tool, quantity: 1, price: 0.1 }];
		const { status, body } = await requestCheckout(await signUp(), lines);
		expect([status, body.error.code]).toEqual([422, "invalid"]);
		expect(await stockOf(tool)).toBe(10);
	});

	it("of some of the lines of the same Idempotency-Key is rejected", async () => {
		const [rider, tools, key] = [await signUp(), await addTools(2), crypto.randomUUID()];
		await requestCheckout(rider, linesOf(tools), { key });
		const some = await requestCheckout(rider, linesOf(tools.slice(0, 1)), { key });
		expect(some.body.error.code).toBe("idempotency_mismatch");
	});

	it("returns the first checkout for the same Idempotency-Key, also concurrently", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const key = crypto.randomUUID();
		const all = await Promise.all(
			[1, 2, 3].map(() => requestCheckout(rider, linesOf(tools), { key })),
		);
		expect(new Set(all.map(({ body }) => body.insertedId)).size).toBe(1);
		for (const tool of tools) expect(await stockOf(tool)).toBe(4);
		const other = await requestCheckout(rider, linesOf(tools, 2), { key });
		expect(other.body.error.code).toBe("idempotency_mismatch");
		await expireReservation(all[0]?.body.checkout.orders[0]._id);
		await reconcile();
		const closed = await requestCheckout(rider, linesOf(tools), { key });
		expect(closed.body.error.code).toBe("order_closed");
	});

	it("repeats the answer for the same key after a line was removed, and after it was paid", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const key = crypto.randomUUID();
		const repeat = (fields = {}) => requestCheckout(rider, linesOf(tools), { key, ...fields });
		const { checkout } = (await repeat()).body;
		const [removed, kept] = checkout.orders;
		await callApi("DELETE", `/order?id=${removed._id}`, { token: rider.token });
		const rest = { totalPrice: price, paid: false, orders: [{ _id: kept._id }] };
		const open = (await repeat()).body.checkout;
		expect(open).toMatchObject(rest);
		expect(open).not.toHaveProperty("transactionId");
		expect((await repeat({ phone: "+1 555 0199" })).body.error.code).toBe("idempotency_mismatch");
		// A request without an address has that of the profile, which may change.
		await env.DB.prepare("update users set address = '9 Other Street' where id = ?")
			.bind(rider.id)
			.run();
		const payment = await beginCheckoutPayment(rider, checkout._id, price);
		await payByCard(payment);
		const reported = await reportPayment(rider, kept, payment.id);
		expect(reported.status, JSON.stringify(reported.body)).toBe(200);
		const paid = { ...rest, paid: true, transactionId: payment.id };
		expect((await repeat()).body.checkout).toMatchObject(paid);
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
			requestCheckout(rider, linesOf([tool]), {
				...{ key, address: undefined, phone: undefined },
				...fields,
			});
		const { insertedId } = (await send({})).body;
		await profile("9 Other Street", "+1 555 0199");
		expect((await send({})).body.insertedId).toBe(insertedId);
		expect((await send(contact)).body.insertedId).toBe(insertedId);
		for (const fields of [{ address: "9 Other Street" }, { phone: "+1 555 0199" }])
			expect((await send(fields)).body.error.code).toBe("idempotency_mismatch");
	});

	it("names what is below the minimum before what is sold out", async () => {
		const rider = await signUp();
		const [least, few] = [
			await addTool({ minOrderQuantity: 3 }),
			await addTool({ quantity: 1, minOrderQuantity: 1 }),
		];
		const rejected = await requestCheckout(rider, linesOf([few, least], 2));
		expect(rejected.body.error).toMatchObject({
			code: "invalid",
			fields: {
				"lines.0.quantity": "Only 1 left.",
				"lines.1.quantity": messages.quantityBelowMinimum,
			},
		});
		expect((await requestCheckout(rider, linesOf([least], 3))).status).toBe(201);
	});

	it("counts as one towards the limit of unpaid orders, and its pieces towards theirs", async () => {
		const rider = await signUp();
		env.MAX_OPEN_ORDERS_UNVERIFIED = "1";
		env.MAX_HELD_PIECES_UNVERIFIED = "4";
		try {
			const tools = await addTools(2);
			const tooMany = await requestCheckout(rider, linesOf(tools, 3));
			expect(tooMany.body.error.code).toBe("too_many_open");
			await placeCheckout(rider, tools, 2);
			const second = await requestCheckout(rider, linesOf(await addTools(1)));
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
				productCode: tools[(n + step) % 5] ?? "",
				quantity: 1 + ((n + step) % 3),
				price,
			}));
			return n % 2 ? lines : lines.reverse();
		});
		const answers = await Promise.all(
			requests.map((lines, n) =>
				n % 7 === 0 ? requestAsGuest(lines) : requestCheckout(riders[n % 4] as Person, lines),
			),
		);
		const moments = await stockAfterEachCheckout(tools, 15);
		for (const [n, { status, body }] of answers.entries()) {
			if (status === 201) continue;
			expect(body.error.code).toBe("out_of_stock");
			// At one moment all of the answer was true: what is left of each line that it names, and that the others fit.
			const isTrue = moments.some((stock) =>
				requests[n]?.every(({ productCode, quantity }, index) => {
					const left = stock.get(productCode) ?? 0;
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

/** A request for a checkout by a guest. */
function requestAsGuest(lines: Line[]): Promise<ApiResponse> {
	return callApi("POST", "/checkout", {
		headers: { Origin: origin, "CF-Connecting-IP": newIpAddress() },
		body: { lines, ...contact, email: newEmail(), name: "Grace" },
	});
}

/** The stock of tools at the beginning and after each checkout, in the order in which they were placed. */
async function stockAfterEachCheckout(
	tools: string[],
	initial: number,
): Promise<Map<string, number>[]> {
	const { results } = await env.DB.prepare(
		"select checkout_id, tool_id, quantity from orders where tool_id in (select value from json_each(?)) order by number",
	)
		.bind(JSON.stringify(tools))
		.all<{ checkout_id: string; tool_id: string; quantity: number }>();
	const moments = [new Map(tools.map((tool) => [tool, initial]))];
	for (const lines of Map.groupBy(results, ({ checkout_id }) => checkout_id).values()) {
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
	const rowOfCheckout = (id: string) =>
		env.DB.prepare("select * from checkouts where id = ?").bind(id).first();

	it("is stored in its fields, and in one line with its orders and in an empty profile", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const placed = await requestCheckout(rider, linesOf(tools), {
			...fields,
			address: undefined,
			name: "Ada at work",
			note: "Ring twice",
		});
		expect(placed.status, JSON.stringify(placed.body)).toBe(201);
		expect(await rowOfCheckout(placed.body.insertedId)).toMatchObject({
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
		for (const order of placed.body.checkout.orders)
			expect(order).toMatchObject({ address, UserName: "Ada at work" });
		const profile = await callApi("GET", `/user?email=${rider.email}`, { token: rider.token });
		expect(profile.body).toMatchObject({ address, phone: contact.phone });
	});

	it("is rejected with an error at each field, and reserves nothing", async () => {
		const [rider, tools] = [await signUp(), await addTools(1)];
		const errorsOf = async (body: Record<string, unknown>) => {
			const { status, body: answer } = await requestCheckout(rider, linesOf(tools), body);
			expect(status).toBe(422);
			return answer.error.fields;
		};
		expect(await errorsOf({ ...fields })).toEqual({
			address: "Send the address either in one line or in its fields.",
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
			requestCheckout(rider, linesOf(tools), { key, address: undefined, ...body });
		const first = await send(fields);
		expect((await send({ ...fields, region: "OR" })).body.insertedId).toBe(first.body.insertedId);
		const elsewhere = await send({ ...fields, city: "Salem" });
		expect(elsewhere.body.error.code).toBe("idempotency_mismatch");
	});
});

describe("the payment page of a checkout", () => {
	const buyerOf = (person: Person): Buyer => ({ user: callerOf(person), guestTokenHashes: [] });

	it("is found by the checkout and by each of its orders, for its buyer alone", async () => {
		const [rider, other] = [await signUp(), await signUp()];
		const { _id: id, orders } = await placeCheckout(rider, await addTools(3));
		const [removed, kept, last] = orders.map(({ _id }: { _id: string }) => _id);
		await callApi("DELETE", `/order?id=${removed}`, { token: rider.token });
		for (const known of [id, kept, last]) {
			const found = await findShownCheckout(buyerOf(rider), known);
			expect(found).toMatchObject({ _id: id, orders: [{ _id: kept }, { _id: last }] });
			expect(await findShownCheckout(buyerOf(other), known)).toBeUndefined();
		}
		for (const unknown of [removed, "unknown"])
			expect(await findShownCheckout(buyerOf(rider), unknown), unknown).toBeUndefined();
		for (const _id of [kept, last])
			await callApi("DELETE", `/order?id=${_id}`, { token: rider.token });
		expect(await findShownCheckout(buyerOf(rider), id)).toBeUndefined();
	});

	it.each([
		{ what: "open", changes: "processing_at = 1", expected: true },
		{ what: "without payment", changes: "processing_at = null", expected: undefined },
		{
			what: "paid",
			changes: "processing_at = 1, transaction_id = id, paid_at = 1",
			expected: undefined,
		},
	])("says that its payment is processed: $what", async ({ changes, expected }) => {
		const rider = await signUp();
		const { _id: id } = await placeCheckout(rider, await addTools(2));
		await env.DB.prepare(`update checkouts set ${changes} where id = ?`).bind(id).run();
		expect((await findShownCheckout(buyerOf(rider), id))?.processing).toBe(expected);
		await env.DB.prepare(
			"update checkouts set processing_at = null, transaction_id = null, paid_at = null where id = ?",
		)
			.bind(id)
			.run();
	});
});

describe("the total of a checkout", () => {
	it("must be the one that the customer has seen", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const wrong = await requestCheckout(rider, linesOf(tools), { totalPrice: 51.97 });
		expect(wrong.status).toBe(409);
		expect(wrong.body.error).toMatchObject({
			code: "price_changed",
			fields: { totalPrice: "The total is now $51.98." },
		});
		expect(await stockOf(tools[0] ?? "")).toBe(5);
		const right = await requestCheckout(rider, linesOf(tools), { totalPrice: 51.98 });
		expect(right.status).toBe(201);
	});
});

describe("paying a checkout", () => {
	it("pays all its orders with one payment, named by the checkout or by any of its orders", async () => {
		const [rider, tools] = [await signUp(), await addTools(3)];
		const checkout = await placeCheckout(rider, tools);
		const payment = await beginCheckoutPayment(rider, checkout._id, checkout.totalPrice);
		const [first, second] = checkout.orders;
		expect(await beginCheckoutPayment(rider, second._id, checkout.totalPrice)).toEqual(payment);
		expect(await intentAtStripe(payment.id)).toMatchObject({
			amount: 7797,
			metadata: { checkoutId: checkout._id },
		});
		await payByCard(payment);
		const [paid, trace] = await withD1Metrics(() =>
			reportPayment(rider, { _id: first._id, totalPrice: first.totalPrice }, payment.id),
		);
		expect(paid.body).toMatchObject({ _id: first._id, paid: true, transactionId: payment.id });
		expect(trace.trips).toBe(3);
		for (const { _id } of checkout.orders)
			expect((await rowOf(_id)).transaction_id).toBe(payment.id);
		for (const tool of tools) expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});

	it("is found by the webhook and by the job, and is final", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const checkout = await placeCheckout(rider, tools);
		const payment = await beginCheckoutPayment(rider, checkout._id);
		await payByCard(payment);
		await eventOf(payment.id);
		await Promise.all([reconcile(), reconcile()]);
		for (const { _id } of checkout.orders)
			expect((await rowOf(_id)).transaction_id).toBe(payment.id);
		const removed = await callApi("DELETE", `/order?id=${checkout.orders[0]._id}`, {
			token: rider.token,
		});
		expect(removed.body.error.code).toBe("already_paid");
	});

	it("is refunded in full if the checkout expired before it succeeded", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const checkout = await placeCheckout(rider, tools);
		const payment = await beginCheckoutPayment(rider, checkout._id);
		// As if the shop had crashed before it stored the payment.
		await env.DB.prepare("update checkouts set payment_intent_id = null where id = ?")
			.bind(checkout._id)
			.run();
		await expireReservation(checkout.orders[0]._id);
		await reconcile();
		for (const tool of tools) expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		await payByCard(payment);
		await reconcile();
		expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([5198]);
		for (const { _id } of checkout.orders) expect((await rowOf(_id)).closed_why).toBe("refunded");
	});

	it("a refund in Stripe's Dashboard refunds its orders one after the other", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const checkout = await placeCheckout(rider, tools);
		const payment = await beginCheckoutPayment(rider, checkout._id);
		await payByCard(payment);
		await reconcile();
		await refundAtStripe(payment.id, 3000);
		await reconcile();
		const [first, second] = checkout.orders;
		expect(await rowOf(first._id)).toMatchObject({ refunded_cents: 2599 });
		expect((await rowOf(first._id)).refunded_at).not.toBeNull();
		expect(await rowOf(second._id)).toMatchObject({ refunded_cents: 401, refunded_at: null });
	});
});

describe("removing an order from an unpaid checkout", () => {
	it("cancels the payment, returns its stock and reprices the rest", async () => {
		const [rider, tools] = [await signUp(), await addTools(3)];
		const checkout = await placeCheckout(rider, tools);
		const payment = await beginCheckoutPayment(rider, checkout._id);
		const [first, second, third] = checkout.orders;
		const remove = (id: string) => callApi("DELETE", `/order?id=${id}`, { token: rider.token });
		expect((await remove(first._id)).body).toEqual({ deletedCount: 1 });
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		expect(await ledgerOf(tools[0] ?? "")).toEqual({ stock: 5, held: 0, sold: 0 });
		const next = await beginCheckoutPayment(rider, checkout._id, 51.98);
		expect(next.id).not.toBe(payment.id);
		expect((await intentAtStripe(next.id)).amount).toBe(5198);
		await payByCard(next);
		await reconcile();
		for (const { _id } of [second, third]) expect((await rowOf(_id)).transaction_id).toBe(next.id);
		expect((await rowOf(first._id)).closed_why).toBe("deleted");
	});

	it("of all at once closes the checkout, each order once", async () => {
		const [rider, tools] = [await signUp(), await addTools(3)];
		const checkout = await placeCheckout(rider, tools);
		const payment = await beginCheckoutPayment(rider, checkout._id);
		const answers = await Promise.all(
			checkout.orders.map(({ _id }: { _id: string }) =>
				callApi("DELETE", `/order?id=${_id}`, { token: rider.token }),
			),
		);
		expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ deletedCount: 1 }));
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		const row = await env.DB.prepare("select * from checkouts where id = ?")
			.bind(checkout._id)
			.first();
		expect(row?.closed_why).toBe("deleted");
		for (const tool of tools) expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("while it is paid leaves both or neither", async () => {
		const rider = await signUp({ verified: true });
		for (let n = 0; n < 5; n += 1) {
			const tools = await addTools(2);
			const checkout = await placeCheckout(rider, tools);
			const payment = await beginCheckoutPayment(rider, checkout._id);
			const [paid, removed] = await Promise.all([
				payByCard(payment).then(
					() => true,
					() => false,
				),
				callApi("DELETE", `/order?id=${checkout.orders[0]._id}`, { token: rider.token }),
			]);
			expect(removed.status).toBe(paid ? 409 : 200);
		}
	});
});

/** What the version before this one does: it knows orders alone. */
describe("an order of the version before", () => {
	async function insertOldOrder(rider: Person, tool: string): Promise<string> {
		const id = crypto.randomUUID();
		await env.DB.batch([
			env.DB.prepare("update tools set quantity = quantity - 1 where id = ?").bind(tool),
			env.DB.prepare(
				"insert into orders (id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, payment_attempt, request_key, created_at, expires_at, check_failures, currency) values (?1, ?2, 'Rider', ?3, '1', 'Here', ?4, 'Tool', '/images/none', 2599, 1, 2599, 'Pending', 1, ?1, ?5, ?6, 0, 'USD')",
			).bind(id, rider.id, rider.email, tool, Date.now(), Date.now() + 3_600_000),
		]);
		return id;
	}
	const checkoutOf = (id: string) =>
		env.DB.prepare("select * from checkouts where id = ?").bind(id).first();

	it("has a checkout, and can be paid here", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const id = await insertOldOrder(rider, tool);
		expect(await checkoutOf(id)).toMatchObject({
			user_id: rider.id,
			line1: "Here",
			items_cents: 2599,
			total_cents: 2599,
		});
		const payment = await beginCheckoutPayment(rider, id, price);
		await payByCard(payment);
		await reconcile();
		expect((await rowOf(id)).transaction_id).toBe(payment.id);
	});

	it("that it pays, closes or schedules changes the checkout", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const [paid, closed] = [await insertOldOrder(rider, tool), await insertOldOrder(rider, tool)];
		const run = (set: string, id: string) =>
			env.DB.prepare(`update orders set ${set} where id = ?`).bind(id).run();
		await run("payment_intent_id = 'pi_old', payment_attempt = 2, check_at = 7", paid);
		expect(await checkoutOf(paid)).toMatchObject({
			payment_intent_id: "pi_old",
			payment_attempt: 2,
			check_at: 7,
		});
		await run("transaction_id = 'pi_old', paid_at = 8", paid);
		expect(await checkoutOf(paid)).toMatchObject({ transaction_id: "pi_old", paid_at: 8 });
		await run("closed_at = 9, closed_why = 'deleted'", closed);
		await env.DB.prepare("update tools set quantity = quantity + 1 where id = ?").bind(tool).run();
		expect(await checkoutOf(closed)).toMatchObject({ closed_at: 9, closed_why: "deleted" });
	});

	it("sees the payment that this version creates", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const id = await insertOldOrder(rider, tool);
		const payment = await beginCheckoutPayment(rider, id);
		const order = await env.DB.prepare("select * from orders where id = ?").bind(id).first();
		expect(order).toMatchObject({ payment_intent_id: payment.id });
	});
});

describe("GET /checkout", () => {
	const list = (person: Person, query = "") =>
		callApi("GET", `/checkout${query}`, { token: person.token });

	it("lists the caller's own, newest first, with their orders and parcels, in one trip", async () => {
		const [rider, admin] = [await signUp(), await signUp({ role: "admin" })];
		const first = await placeCheckout(rider, await addTools(1));
		await env.DB.prepare("update checkouts set created_at = created_at - 1000 where id = ?")
			.bind(first._id)
			.run();
		const second = await placeCheckout(rider, await addTools(2));
		await placeCheckout(admin, await addTools(1));
		const [{ body }, trace] = await withD1Metrics(() => list(rider));
		expect(body).toMatchObject([
			{ _id: second._id, orders: second.orders },
			{ _id: first._id, orders: first.orders },
		]);
		// The first is the check of the account.
		expect(trace.trips).toBe(2);

		await payByCard(await beginCheckoutPayment(rider, second._id));
		await reconcile();
		const [, shipped] = second.orders;
		const parcel = { carrier: "UPS", trackingNumber: "1Z9" };
		await callApi("POST", "/shipment", {
			token: admin.token,
			body: { orderIds: [shipped._id], ...parcel },
		});
		const [paid] = (await list(rider)).body;
		expect(paid).toMatchObject({
			paid: true,
			orders: [{ status: "Pending" }, { status: "Shipped", shipment: parcel }],
		});
	});

	it("has no deleted order, and no checkout that is deleted or has expired", async () => {
		const rider = await signUp();
		const some = await placeCheckout(rider, await addTools(2));
		const none = await placeCheckout(rider, await addTools(1));
		const late = await placeCheckout(rider, await addTools(1));
		for (const { _id } of [some.orders[0], none.orders[0]])
			await callApi("DELETE", `/order?id=${_id}`, { token: rider.token });
		await expireReservation(late.orders[0]._id);
		await reconcile();
		const { body } = await list(rider);
		expect(body).toMatchObject([{ _id: some._id, orders: [{ _id: some.orders[1]._id }] }]);
		expect(body[0].totalPrice).toBe(price);
	});

	it("never divides a checkout between two pages", async () => {
		const rider = await signUp();
		const placed: string[] = [];
		for (const count of [3, 1, 2])
			placed.push((await placeCheckout(rider, await addTools(count)))._id);
		// At the same time, so that the id decides.
		await env.DB.prepare("update checkouts set created_at = 5000 where user_id = ?")
			.bind(rider.id)
			.run();
		const pages = await listAllPages("/checkout?limit=2", rider.token);
		expect(pages.map((page) => page.length)).toEqual([2, 1]);
		const all = pages.flat();
		expect(all.map(({ _id }) => _id).toSorted()).toEqual(placed.toSorted());
		for (const { _id, orders } of all)
			expect(orders).toHaveLength([3, 1, 2][placed.indexOf(_id)] ?? 0);
	});
});
