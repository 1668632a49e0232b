/** What POST /cart costs. */
import { expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { addTool, callApi } from "../helpers/shop.ts";

const line = (toolId: string) => ({ toolId, quantity: 1, price: 5 });
const readCart = (...toolIds: string[]) =>
	callApi("POST", "/cart", { body: { lines: toolIds.map(line) } });

it("POST /cart reads 50 lines in one round trip, and no more rows for each than for one", async () => {
	const toolIds: string[] = [];
	for (let n = 0; n < 60; n += 1) toolIds.push(await addTool());
	const rowsRead = async (count: number) => {
		const [{ body }, trace] = await withD1Metrics(() => readCart(...toolIds.slice(0, count)));
		expect(body).toHaveLength(count);
		expect(trace.trips).toBe(1);
		return trace.rowsRead;
	};
	const [one, fifty] = [await rowsRead(1), await rowsRead(50)];
	expect(fifty).toBeLessThanOrEqual(50 * one);
});
