/** POST /cart: the tools of a cart as they are now. What reading them costs: tests/worker/cart.test.ts. */
import { describe, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { addTool, archiveTool, callApi } from "../helpers/shop.ts";

const line = (toolId: string) => ({ toolId, quantity: 1, price: 5 });
const readCart = (...toolIds: string[]) =>
	callApi("POST", "/cart", { body: { lines: toolIds.map(line) } });

describe("POST /cart", () => {
	it("returns each tool as it is now, in the order of the lines", async () => {
		const tool = { name: "Torque wrench", quantity: 7, minOrderQuantity: 2, priceCents: 1905 };
		const [first, second] = [await addTool(), await addTool(tool)];
		const { status, body } = await readCart(second, first);
		expect(status).toBe(200);
		const toolIds = body.map(({ toolId }: { toolId: string }) => toolId);
		expect(toolIds).toEqual([second, first]);
		expect(body[0]).toEqual({
			toolId: second,
			gone: false,
			tool: {
				name: "Torque wrench",
				image: "/images/none",
				price: 19.05,
				minOrderQuantity: 2,
				quantity: 7,
			},
		});
	});

	it("says which tools are gone: archived ones keep their name, unknown ones have none", async () => {
		const archived = await addTool({ name: "Cotter press" });
		await archiveTool(archived);
		const unknown = ["no such tool", "__proto__", "constructor", "%", "' or 1=1 --", "\u0000"];
		const { body } = await readCart(archived, ...unknown);
		expect(body).toEqual([
			{ toolId: archived, gone: true, tool: expect.objectContaining({ name: "Cotter press" }) },
			...unknown.map((toolId) => ({ toolId, gone: true })),
		]);
	});

	it("returns a tool of two lines once", async () => {
		const tool = await addTool();
		expect((await readCart(tool, "other", tool)).body).toHaveLength(2);
	});

	it("asks the database nothing for an empty cart", async () => {
		const [{ status, body }, trace] = await withD1Metrics(() => readCart());
		expect([status, body, trace.trips]).toEqual([200, [], 0]);
	});

	it.each([
		["no lines", {}],
		["lines that are no list", { lines: "a" }],
		["an object with a length", { lines: { length: 1 } }],
		["null as a line", { lines: [null] }],
		["a list as a line", { lines: [[]] }],
		["no tool", { lines: [{ quantity: 1, price: 1 }] }],
		["an object as the tool", { lines: [{ ...line("a"), toolId: { $ne: "" } }] }],
		["an empty id", { lines: [line("")] }],
		["a long id", { lines: [line("x".repeat(65))] }],
		["no pieces", { lines: [{ ...line("a"), quantity: 0 }] }],
		["half a piece", { lines: [{ ...line("a"), quantity: 0.5 }] }],
		["a text as the price", { lines: [{ ...line("a"), price: "5" }] }],
		["more than 50 lines", { lines: Array.from({ length: 51 }, (_, n) => line(`${n}`)) }],
		["51 lines of one tool", { lines: Array.from({ length: 51 }, () => line("a")) }],
	])("rejects %s without asking the database", async (_, body) => {
		const [answer, trace] = await withD1Metrics(() => callApi("POST", "/cart", { body }));
		expect(answer.status).toBe(422);
		expect(Object.keys(answer.body.error.fields)[0]).toMatch(/^lines/);
		expect(trace.trips).toBe(0);
	});

	it.each(["GET", "PUT", "DELETE"])("does not allow %s", async (method) => {
		const { status, headers } = await callApi(method, "/cart");
		expect([status, headers.get("Allow")]).toEqual([405, "POST, OPTIONS"]);
	});
});
