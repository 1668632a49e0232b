import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
	type ApiResponse,
	addTool,
	archiveTool,
	callApi,
	countOrders,
	dispatch,
	orderBody,
	origin,
	type Person,
	signUp,
	stockOf,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

/** Sends an order, and checks that neither the stock nor the number of orders has changed. */
async function expectRejected(rider: Person, toolId: string, body: unknown): Promise<ApiResponse> {
	const before = [await stockOf(toolId), await countOrders(toolId)];
	const placed = await callApi("POST", "/order", { token: rider.token, body });
	expect([await stockOf(toolId), await countOrders(toolId)]).toEqual(before);
	expect(placed.status).toBeGreaterThanOrEqual(400);
	return placed;
}

describe("POST /order changes nothing and rejects", () => {
	it("more than is in stock", async () => {
		const tool = await addTool({ quantity: 5 });
		const { status, body } = await expectRejected(
			await signUp(),
			tool,
			orderBody(tool, { quantity: 6 }),
		);
		expect(status).toBe(409);
		expect(body.error).toMatchObject({
			code: "out_of_stock",
			fields: { quantity: "Quantity Excedded" },
		});
	});

	it("less than the minimum", async () => {
		const tool = await addTool({ minOrderQuantity: 3 });
		const { status, body } = await expectRejected(
			await signUp(),
			tool,
			orderBody(tool, { quantity: 2 }),
		);
		expect(status).toBe(422);
		expect(body.error).toMatchObject({
			code: "invalid",
			fields: { quantity: "minimum quantity is required" },
		});
	});

	it("an unknown or archived tool", async () => {
		const rider = await signUp();
		const archived = await addTool();
		await archiveTool(archived);
		for (const tool of [archived, "nothing", "' or 1=1 --"]) {
			const { status, body } = await expectRejected(rider, archived, orderBody(tool));
			expect(status, tool).toBe(404);
			expect(body.error.code).toBe("not_found");
		}
	});

	it.each([
		["a fraction", "1.5"],
		["text", '"5"'],
		["true", "true"],
		["null", "null"],
		["a negative one", "-1"],
		["zero", "0"],
		["nearly one", "0.9999999999999999"],
		["infinity", "1e309"],
		["one beyond safe integers", "9007199254740993"],
		["a list", "[1]"],
		["an object", '{"$gt":0}'],
		["a deep list", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
	])("a quantity that is %s", async (_, quantity) => {
		const tool = await addTool();
		const complete = JSON.stringify(orderBody(tool, { quantity: 0 }));
		const raw = complete.replace('"quantity":0', `"quantity":${quantity}`);
		const { status, body } = await expectRejected(await signUp(), tool, raw);
		expect(status).toBe(422);
		expect(body.error.fields).toEqual({ quantity: expect.any(String) });
	});

	it("a missing quantity or product", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		for (const field of ["quantity", "productCode"]) {
			const { status, body } = await expectRejected(
				rider,
				tool,
				orderBody(tool, { [field]: undefined }),
			);
			expect(status).toBe(422);
			expect(Object.keys(body.error.fields)).toEqual([field]);
		}
	});

	it.each([
		["null", "null", 400],
		["text", '"order"', 400],
		["a number", "7", 400],
		["a list", "[]", 422],
		["an empty object", "{}", 422],
		["not JSON", "productCode=x", 400],
		["truncated JSON", '{"productCode":', 400],
		["nothing", "", 400],
		["70 KB", JSON.stringify({ address: "a".repeat(70 * 1024) }), 413],
	])("a body that is %s", async (_, raw, status) => {
		const tool = await addTool();
		expect((await expectRejected(await signUp(), tool, raw)).status).toBe(status);
	});

	it("a body that is not UTF-8, has no type, or another type", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const send = (body: BodyInit, type?: string) => {
			const headers = {
				Authorization: `Bearer ${rider.token}`,
				...(type && { "Content-Type": type }),
			};
			return dispatch(new Request(`${origin}/api/order`, { method: "POST", headers, body }));
		};
		const right = JSON.stringify(orderBody(tool));
		const bytes = new TextEncoder().encode(right);
		expect((await send(bytes)).status).toBe(415);
		expect((await send(right, "text/plain")).status).toBe(415);
		expect((await send(new URLSearchParams({ productCode: tool }))).status).toBe(415);
		expect((await send(bytes.with(2, 0xff), "application/json")).status).toBe(400);
		expect([await stockOf(tool), await countOrders(tool)]).toEqual([10, 0]);
	});

	it("70 KB without Content-Length", async () => {
		const { token } = await signUp();
		const body = new ReadableStream({
			pull(controller) {
				controller.enqueue(new Uint8Array(8 * 1024).fill(32));
			},
		});
		const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
		// Node asks for `duplex` with a stream.
		const init: RequestInit & { duplex: "half" } = {
			method: "POST",
			headers,
			body,
			duplex: "half",
		};
		const sent = new Request(`${origin}/api/order`, init);
		expect((await dispatch(sent)).status).toBe(413);
	});

	it.each([
		["price", 25.98],
		["price", 0],
		["totalPrice", 25.99],
		["totalPrice", 1e300],
	])("a %s of %d that is not the shop's", async (field, dollars) => {
		const tool = await addTool({ priceCents: 2599 });
		const sent = orderBody(tool, { quantity: 2, [field]: dollars });
		const { status, body } = await expectRejected(await signUp(), tool, sent);
		expect(status).toBe(409);
		expect(body.error.code).toBe("price_changed");
	});

	it.each([
		["price", "25.99"],
		["price", 25.991],
		["price", -25.99],
		["totalPrice", null],
		["totalPrice", 25.990_000_001],
	])("a %s of %j, which is not a price", async (field, value) => {
		const tool = await addTool({ priceCents: 2599 });
		const { status, body } = await expectRejected(
			await signUp(),
			tool,
			orderBody(tool, { [field]: value }),
		);
		expect(status).toBe(422);
		expect(Object.keys(body.error.fields)).toEqual([field]);
	});

	it.each([
		["below 0.50", { priceCents: 49 }, 1],
		["above 999,999.99", { priceCents: 50_000_000 }, 2],
	])("a total %s", async (_, tool, quantity) => {
		const id = await addTool(tool);
		const { status, body } = await expectRejected(await signUp(), id, orderBody(id, { quantity }));
		expect(status).toBe(422);
		expect(Object.keys(body.error.fields)).toEqual(["quantity"]);
	});

	it.each([
		["a null character", "1 Test\u0000 Street"],
		["an escape", "1 Test \u001b[31m Street"],
		["an override of the direction", "1 Test \u202eteertS"],
		["an isolate of the direction", "1 \u2066Test Street"],
		["301 characters", "a".repeat(301)],
	])("an address with %s", async (_, address) => {
		const tool = await addTool();
		const { status, body } = await expectRejected(
			await signUp(),
			tool,
			orderBody(tool, { address }),
		);
		expect(status).toBe(422);
		expect(Object.keys(body.error.fields)).toEqual(["address"]);
	});

	it("an order without a phone and an address when the profile has none either", async () => {
		const tool = await addTool();
		const sent = orderBody(tool, { phone: "   ", address: undefined });
		const { status, body } = await expectRejected(await signUp(), tool, sent);
		expect(status).toBe(422);
		expect(body.error.fields).toEqual({
			phone: "Phone is Required",
			address: "Address is Required",
		});
	});

	it("every order when the insert fails", async () => {
		allowConsole(/"code":"internal".*out of paper/);
		const tool = await addTool();
		await env.DB.prepare(
			`create trigger out_of_paper before insert on order_lines when new.tool_id = '${tool}'
			begin select raise(abort, 'out of paper'); end`,
		).run();
		const { status, body } = await expectRejected(await signUp(), tool, orderBody(tool));
		expect(status).toBe(500);
		expect(JSON.stringify(body)).not.toMatch(/paper|SQL|trigger|stack/i);
	});
});
