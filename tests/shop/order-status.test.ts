import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import {
	checkLedgerAfterEach,
	closeOrderDirectly,
	placePaidOrder,
	rowOf,
} from "../helpers/payments.ts";
import {
	type ApiResponse,
	addTool,
	callApi,
	type Person,
	placeOrder,
	signUp,
} from "../helpers/shop.ts";

checkLedgerAfterEach();

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
});

const setStatus = (id: string, status: unknown): Promise<ApiResponse> =>
	callApi("PUT", `/order?id=${id}`, { token: admin.token, body: { status } });

async function expectUnchanged(
	id: string,
	requested: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
	const before = await rowOf(id);
	const answer = await requested();
	expect(await rowOf(id)).toEqual(before);
	return answer;
}

describe("PUT /order", () => {
	it("ships a paid order that is pending, once", async () => {
		const { order } = await placePaidOrder(rider, await addTool());
		expect(order).toMatchObject({ status: "Pending", paid: true });
		expect((await setStatus(order._id, "Shipped")).body).toEqual({ modifiedCount: 1 });
		const shipped = await callApi("GET", `/order/${order._id}`, { token: rider.token });
		expect(shipped.body).toEqual({ ...order, status: "Shipped" });
		const again = await expectUnchanged(order._id, () => setStatus(order._id, "Shipped"));
		expect([again.status, again.body]).toEqual([200, { modifiedCount: 0 }]);
	});

	it("ships once when two administrators ship it concurrently", async () => {
		const { order } = await placePaidOrder(rider, await addTool());
		const answers = await Promise.all([1, 2, 3].map(() => setStatus(order._id, "Shipped")));
		const changed = answers.reduce((sum, { body }) => sum + (body.modifiedCount ?? 0), 0);
		expect(changed).toBe(1);
		expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
	});

	it("takes a shipped order back to pending, once, and then it can be shipped again", async () => {
		const { order } = await placePaidOrder(rider, await addTool());
		await setStatus(order._id, "Shipped");
		const answers = await Promise.all([1, 2, 3].map(() => setStatus(order._id, "Pending")));
		expect(answers.filter(({ body }) => body.modifiedCount === 1)).toHaveLength(1);
		expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
		expect(await rowOf(order._id)).toMatchObject({ status: "Pending", shipped_at: null });
		expect((await setStatus(order._id, "Pending")).body).toEqual({ modifiedCount: 0 });
		expect((await setStatus(order._id, "Shipped")).body).toEqual({ modifiedCount: 1 });
		const { body: history } = await callApi("GET", `/audit?subject=${order._id}`, admin);
		expect(history.map(({ action }: { action: string }) => action).toReversed()).toEqual([
			...["order.placed", "order.paid", "order.shipped", "order.ship_undone", "order.shipped"],
		]);
	});

	it.each([
		["long ago", "shipped_at = shipped_at - 30000"],
		["and closed since", "closed_at = 1, closed_why = 'refunded'"],
	])("does not take back an order shipped %s", async (_, change) => {
		const { order } = await placePaidOrder(rider, await addTool());
		await setStatus(order._id, "Shipped");
		await env.DB.prepare(`update orders set ${change} where id = ?`).bind(order._id).run();
		const { status, body } = await expectUnchanged(order._id, () =>
			setStatus(order._id, "Pending"),
		);
		expect([status, body.error.code]).toEqual([409, "not_shippable"]);
	});

	it("does not ship an unpaid order", async () => {
		const order = await placeOrder(rider, await addTool());
		const { status, body } = await expectUnchanged(order._id, () =>
			setStatus(order._id, "Shipped"),
		);
		expect([status, body.error.code]).toEqual([409, "not_shippable"]);
		expect((await setStatus(order._id, "Pending")).body).toEqual({ modifiedCount: 0 });
	});

	it.each(["Delivered", "shipped", "", null, undefined, 1, ["Shipped"]])(
		"rejects the status %j",
		async (wanted) => {
			const { status, body } = await setStatus("any", wanted);
			expect(status).toBe(422);
			expect(Object.keys(body.error.fields)).toEqual(["status"]);
		},
	);

	it("answers 404 for an order that is deleted, expired, or unknown", async () => {
		const order = await placeOrder(rider, await addTool());
		await closeOrderDirectly(order._id);
		for (const why of ["deleted", "expired"]) {
			await env.DB.prepare("update orders set closed_why = ? where id = ?")
				.bind(why, order._id)
				.run();
			expect((await expectUnchanged(order._id, () => setStatus(order._id, "Shipped"))).status).toBe(
				404,
			);
		}
		expect((await setStatus("nothing", "Shipped")).status).toBe(404);
		expect((await callApi("PUT", "/order", { token: admin.token, body: {} })).status).toBe(422);
	});

	it("does not ship a refunded order", async () => {
		const order = await placeOrder(rider, await addTool());
		await closeOrderDirectly(order._id);
		await env.DB.prepare("update orders set closed_why = 'refunded' where id = ?")
			.bind(order._id)
			.run();
		const { status, body } = await expectUnchanged(order._id, () =>
			setStatus(order._id, "Shipped"),
		);
		expect([status, body.error.code]).toEqual([409, "not_shippable"]);
	});
});
