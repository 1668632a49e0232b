import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { paidTools } from "../../src/shop/orders/lines.server.ts";
import { checkLedgerAfterEach, ledgerOf, placePaidLine } from "../helpers/payments.ts";
import {
	addTool,
	callApi,
	callerOf,
	idsOf,
	listAllPages,
	placeLine,
	signUp,
} from "../helpers/shop.ts";

checkLedgerAfterEach();

/** Sets columns that lines and their orders have alike. */
const inBothTables = (set: string, where: string, id: string) =>
	env.DB.batch(
		["orders", "order_lines"].map((table) =>
			env.DB.prepare(`update ${table} set ${set} where ${where}`).bind(id),
		),
	);

const ownList = (email: string) => `/order?email=${encodeURIComponent(email)}`;

describe("GET /order", () => {
	it("returns the caller's own orders only, newest first", async () => {
		const [rider, other, tool] = [await signUp(), await signUp(), await addTool()];
		const first = await placeLine(rider, tool);
		await inBothTables("created_at = created_at - 1000", "id = ?", first._id);
		const second = await placeLine(rider, tool);
		await placeLine(other, tool);
		const { status, body } = await callApi("GET", ownList(rider.email), { token: rider.token });
		expect(status).toBe(200);
		expect(idsOf(body)).toEqual([second._id, first._id]);
		expect(body[0]).toEqual(second);
		const loud = await callApi("GET", ownList(rider.email.toUpperCase()), { token: rider.token });
		expect(idsOf(loud.body)).toEqual(idsOf(body));
	});

	it("rejects another e-mail, and all orders, for customers", async () => {
		const [rider, other] = [await signUp(), await signUp()];
		for (const path of [ownList(other.email), ownList("nobody@example.test"), "/order"]) {
			const { status, body } = await callApi("GET", path, { token: rider.token });
			expect(status, path).toBe(403);
			expect(body.error.code).toBe("forbidden");
		}
	});

	it("returns all orders, and those of an e-mail, to administrators", async () => {
		const [admin, rider, other] = [await signUp({ role: "admin" }), await signUp(), await signUp()];
		const tool = await addTool();
		const [one, two] = [await placeLine(rider, tool), await placeLine(other, tool)];
		const all = await listAllPages("/order?limit=1", admin.token);
		expect(idsOf(all.flat())).toEqual(expect.arrayContaining([one._id, two._id]));
		expect(new Set(idsOf(all.flat())).size).toBe(all.length);
		const theirs = await callApi("GET", ownList(rider.email), { token: admin.token });
		expect(idsOf(theirs.body)).toEqual([one._id]);
	});

	it("paginates the caller's orders without skipping or repeating one", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const placed = [];
		for (let n = 0; n < 5; n += 1) placed.push(await placeLine(rider, tool));
		await inBothTables("created_at = 5000", "user_id = ?", rider.id);
		const pages = await listAllPages(`${ownList(rider.email)}&limit=2`, rider.token);
		expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
		expect(idsOf(pages.flat()).toSorted()).toEqual(idsOf(placed).toSorted());
	});
});

describe("GET /order/{id}", () => {
	it("returns an order to its customer and to administrators, and 404 to others", async () => {
		const [rider, other, admin] = [await signUp(), await signUp(), await signUp({ role: "admin" })];
		const line = await placeLine(rider, await addTool());
		const get = (token: string, id = line._id) => callApi("GET", `/order/${id}`, { token });
		expect((await get(rider.token)).body).toEqual(line);
		expect((await get(admin.token)).body).toEqual(line);
		expect((await get(other.token)).status).toBe(404);
		expect((await get(other.token)).body).toEqual((await get(other.token, "nothing")).body);
	});
});

describe("DELETE /order", () => {
	const remove = (token: string, id: string) => callApi("DELETE", `/order?id=${id}`, { token });

	it("deletes the order", async () => {
		const rider = await signUp();
		const line = await placeLine(rider, await addTool());
		expect((await remove(rider.token, line._id)).status).toBe(200);
		expect((await callApi("GET", `/order/${line._id}`, { token: rider.token })).status).toBe(404);
		expect((await callApi("GET", ownList(rider.email), { token: rider.token })).body).toEqual([]);
	});

	it("returns the stock once, however many concurrent requests", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool, 2);
		const answers = await Promise.all([1, 2, 3, 4].map(() => remove(rider.token, line._id)));
		const deleted = answers.reduce((sum, { body }) => sum + (body.deletedCount ?? 0), 0);
		expect(deleted).toBe(1);
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("answers 404 for another customer's order and leaves it unchanged", async () => {
		const [rider, other, tool] = [await signUp(), await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool);
		expect((await remove(other.token, line._id)).status).toBe(404);
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 1, sold: 0 });
	});

	it("lets an administrator delete a customer's unpaid order", async () => {
		const [rider, admin, tool] = [
			await signUp(),
			await signUp({ role: "admin" }),
			await addTool({ quantity: 5 }),
		];
		const line = await placeLine(rider, tool);
		expect((await remove(admin.token, line._id)).body).toEqual({ deletedCount: 1 });
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("rejects a paid order, for administrators too", async () => {
		const [rider, admin, tool] = [
			await signUp(),
			await signUp({ role: "admin" }),
			await addTool({ quantity: 5 }),
		];
		const { line } = await placePaidLine(rider, tool, 2);
		for (const { token } of [rider, admin]) {
			const { status, body } = await remove(token, line._id);
			expect(status).toBe(409);
			expect(body.error.code).toBe("already_paid");
		}
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("requires an id", async () => {
		expect((await callApi("DELETE", "/order", { token: (await signUp()).token })).status).toBe(422);
	});
});

describe("a user's purchased tools", () => {
	it("are each listed once, the latest paid first, and no other user's", async () => {
		const [rider, other] = [await signUp(), await signUp()];
		const [chainWhip, caliper] = [await addTool(), await addTool()];
		const unpaid = await addTool();
		for (const tool of [chainWhip, caliper, chainWhip]) await placePaidLine(rider, tool);
		await placeLine(rider, unpaid);
		await placePaidLine(other, unpaid);
		await env.DB.prepare(
			"update order_lines set created_at = created_at - 1000 where user_id = ? and tool_id = ?",
		)
			.bind(rider.id, caliper)
			.run();
		const paid = await paidTools(callerOf(rider));
		expect(paid.map(({ id }) => id)).toEqual([chainWhip, caliper]);
	});

	it("exclude a refunded order, and include a tool with another paid order", async () => {
		const rider = await signUp();
		const [twice, once] = [await addTool(), await addTool()];
		await placePaidLine(rider, twice);
		for (const tool of [twice, once]) {
			const { line } = await placePaidLine(rider, tool);
			await env.DB.prepare(
				"update order_lines set closed_at = 1, closed_why = 'refunded' where id = ?",
			)
				.bind(line._id)
				.run();
		}
		const paid = await paidTools(callerOf(rider));
		expect(paid.map(({ id }) => id)).toEqual([twice]);
	});
});
