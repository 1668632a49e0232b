import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import {
	checkLedgerAfterEach,
	closeOrderDirectly,
	placePaidLine,
	rowOf,
} from "../helpers/payments.ts";
import {
	type ApiResponse,
	addTool,
	callApi,
	type Person,
	placeLine,
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
		const { line } = await placePaidLine(rider, await addTool());
		expect(line).toMatchObject({ status: "Pending", paid: true });
		expect((await setStatus(line._id, "Shipped")).body).toEqual({ modifiedCount: 1 });
		const shipped = await callApi("GET", `/order/${line._id}`, { token: rider.token });
		const { toShip, lines: _, ...rest } = line;
		expect(toShip).toBe(line.quantity);
		expect(shipped.body).toEqual({ ...rest, status: "Shipped" });
		const again = await expectUnchanged(line._id, () => setStatus(line._id, "Shipped"));
		expect([again.status, again.body]).toEqual([200, { modifiedCount: 0 }]);
	});

	it("ships once when two administrators ship it concurrently", async () => {
		const { line } = await placePaidLine(rider, await addTool());
		const answers = await Promise.all([1, 2, 3].map(() => setStatus(line._id, "Shipped")));
		const changed = answers.reduce((sum, { body }) => sum + (body.modifiedCount ?? 0), 0);
		expect(changed).toBe(1);
		expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
	});

	it("takes a shipped order back to pending, once, and then it can be shipped again", async () => {
		const { line } = await placePaidLine(rider, await addTool());
		await setStatus(line._id, "Shipped");
		const answers = await Promise.all([1, 2, 3].map(() => setStatus(line._id, "Pending")));
		expect(answers.filter(({ body }) => body.modifiedCount === 1)).toHaveLength(1);
		expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
		expect(await rowOf(line._id)).toMatchObject({ status: "Pending", shipped_at: null });
		expect((await setStatus(line._id, "Pending")).body).toEqual({ modifiedCount: 0 });
		expect((await setStatus(line._id, "Shipped")).body).toEqual({ modifiedCount: 1 });
		const { body: history } = await callApi("GET", `/audit?subject=${line._id}`, admin);
		expect(history.map(({ action }: { action: string }) => action).toReversed()).toEqual([
			"order.placed",
			"order.paid",
			"order.shipped",
			"order.ship_undone",
			"order.shipped",
		]);
	});

	it.each([
		["long ago", "shipped_at = shipped_at - 30000"],
		["and closed since", "closed_at = 1, closed_why = 'refunded'"],
	])("does not take back an order shipped %s", async (_, change) => {
		const { line } = await placePaidLine(rider, await addTool());
		await setStatus(line._id, "Shipped");
		await env.DB.prepare(`update order_lines set ${change} where id = ?`).bind(line._id).run();
		const { status, body } = await expectUnchanged(line._id, () => setStatus(line._id, "Pending"));
		expect([status, body.error.code]).toEqual([409, "not_shippable"]);
	});

	it("does not ship an unpaid order", async () => {
		const line = await placeLine(rider, await addTool());
		const { status, body } = await expectUnchanged(line._id, () => setStatus(line._id, "Shipped"));
		expect([status, body.error.code]).toEqual([409, "not_shippable"]);
		expect((await setStatus(line._id, "Pending")).body).toEqual({ modifiedCount: 0 });
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
		const line = await placeLine(rider, await addTool());
		await closeOrderDirectly(line._id);
		for (const why of ["deleted", "expired"]) {
			await env.DB.prepare("update order_lines set closed_why = ? where id = ?")
				.bind(why, line._id)
				.run();
			expect((await expectUnchanged(line._id, () => setStatus(line._id, "Shipped"))).status).toBe(
				404,
			);
		}
		expect((await setStatus("nothing", "Shipped")).status).toBe(404);
		expect((await callApi("PUT", "/order", { token: admin.token, body: {} })).status).toBe(422);
	});

	it("does not ship a refunded order", async () => {
		const line = await placeLine(rider, await addTool());
		await closeOrderDirectly(line._id);
		await env.DB.prepare("update order_lines set closed_why = 'refunded' where id = ?")
			.bind(line._id)
			.run();
		const { status, body } = await expectUnchanged(line._id, () => setStatus(line._id, "Shipped"));
		expect([status, body.error.code]).toEqual([409, "not_shippable"]);
	});
});
