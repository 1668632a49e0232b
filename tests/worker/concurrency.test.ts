/** Concurrent orders on a real database: exactly the stock is sold. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { issueToken } from "../../src/platform/auth/access-token.ts";
import { ledgerOf } from "../helpers/payments.ts";
import { addTool, callApi, countOrders, orderBody, signUp } from "../helpers/shop.ts";

const many = 200;

/** Customers with a session each, inserted directly: hashing so many passwords would only cost time. */
async function newCustomers(count: number): Promise<string[]> {
	const [now, later] = [Date.now(), Date.now() + 3_600_000];
	const customers = Array.from({ length: count }, () => {
		const id = crypto.randomUUID();
		return { id, email: `buyer-${id}@example.test`, sessionId: crypto.randomUUID() };
	});
	await env.DB.batch(
		customers.flatMap(({ id, email, sessionId }) => [
			env.DB.prepare(
				"insert into users (id, name, email, email_verified, created_at, updated_at) values (?, 'Buyer', ?, 1, ?, ?)",
			).bind(id, email, now, now),
			env.DB.prepare(
				"insert into sessions (id, token, user_id, expires_at, created_at, updated_at) values (?, ?, ?, ?, ?, ?)",
			).bind(sessionId, sessionId, id, later, now, now),
		]),
	);
	const issued = customers.map((customer) =>
		issueToken({ ...customer, name: "Buyer", role: "user" }),
	);
	return (await Promise.all(issued)).map(({ token }) => token);
}

describe("concurrent orders", { timeout: 60_000 }, () => {
	it("of two hundred customers for ten pieces are ten orders, whose numbers follow each other, and 190 rejections", async () => {
		const [tokens, tool] = [await newCustomers(many), await addTool({ quantity: 10 })];
		const answers = await Promise.all(
			tokens.map((token) => callApi("POST", "/order", { token, body: orderBody(tool) })),
		);
		const placed = answers.filter(({ status }) => status === 201);
		const rejected = answers.filter(
			({ status, body }) => status === 409 && body.error.code === "out_of_stock",
		);
		expect([placed.length, rejected.length]).toEqual([10, many - 10]);
		expect(new Set(placed.map(({ body }) => body.insertedId)).size).toBe(10);
		const numbers = placed
			.map(({ body }) => Number(body.order.orderNumber))
			.toSorted((a, b) => a - b);
		const [first = 0] = numbers;
		expect(first).toBeGreaterThan(1000);
		expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => first + index));
		expect(await countOrders(tool)).toBe(10);
		expect(await ledgerOf(tool)).toEqual({ stock: 0, held: 10, sold: 0 });
	});

	it("of one customer, fifty with one Idempotency-Key are one order", async () => {
		const [{ token }, tool] = [await signUp({ verified: true }), await addTool({ quantity: 10 })];
		const headers = { "Idempotency-Key": "the-same" };
		const answers = await Promise.all(
			Array.from({ length: 50 }, () =>
				callApi("POST", "/order", { token, headers, body: orderBody(tool) }),
			),
		);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
		expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1);
		expect(await countOrders(tool)).toBe(1);
		expect(await ledgerOf(tool)).toEqual({ stock: 9, held: 1, sold: 0 });
	});
});
