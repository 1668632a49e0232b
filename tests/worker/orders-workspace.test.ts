/** What reading the administrators' orders costs, by tab, search and range, among three thousand orders. */
import { beforeAll, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { orderTabs } from "../../src/shop/orders/order-states.ts";
import { listWorkspaceOrders } from "../../src/shop/orders/orders-workspace.server.ts";
import { parseWorkspaceQuery } from "../../src/shop/orders/orders-workspace.ts";
import { shopSettings } from "../../src/shop/settings/settings.server.ts";
import { listOrdersToShip, listShippedParcels } from "../../src/shop/shipments/packing.server.ts";
import { dayOfMany as day, insertManyLines } from "../helpers/many-orders.ts";
import { addTool, signUp } from "../helpers/shop.ts";

/** More rows than this no page may read, with its orders in it. The session's are not among them. */
const maxRowsRead = 58;

/** A hundred more where To ship is counted. */
const maxRowsWithCount = maxRowsRead + 100;

beforeAll(async () => {
	await insertManyLines(await signUp(), await addTool());
	// All pages but the first have the settings in memory.
	await shopSettings();
});

const list = (search: string) =>
	listWorkspaceOrders(parseWorkspaceQuery(new URL(`https://shop.test/${search}`)));

it.each([
	...orderTabs.map((tab) => [`?tab=${tab}`] as const),
	...orderTabs.map((tab) => [`?tab=${tab}&from=${day(50)}&to=${day(250)}`] as const),
	...orderTabs.flatMap((tab) =>
		["frame+jig", "fr", "nothing"].flatMap((q) => [
			[`?tab=${tab}&q=${q}`] as const,
			[`?tab=${tab}&q=${q}&from=${day(50)}&to=${day(250)}`] as const,
		]),
	),
	["?q=frame+jig"] as const,
	[`?q=frame+jig&from=${day(50)}&to=${day(250)}`] as const,
	["?q=fr"] as const,
	["?q=nothing+at+all"] as const,
	["?q=frame+jig&from=2090-01-01"] as const,
	["?q=frame+jig&to=2000-01-01"] as const,
])("%s reads few rows in one trip, on its first and its next page", async (search) => {
	for (const next of [false, true]) {
		const cursor = next ? (await list(search)).next : undefined;
		if (next && !cursor) continue;
		const query = parseWorkspaceQuery(new URL(`https://shop.test/${search}`));
		const [page, trace] = await withD1Metrics(() => listWorkspaceOrders({ ...query, cursor }));
		// A search reads the index too, so its pages are shorter.
		const size = /q=/.test(search) ? 8 : 12;
		expect(page.orders).toHaveLength(/nothing|2090|2000/.test(search) ? 0 : size);
		expect(trace.trips).toBe(1);
		expect(trace.rowsRead, search).toBeLessThanOrEqual(
			/q=/.test(search) ? maxRowsRead : maxRowsWithCount,
		);
	}
});

it.each([
	["to ship", listOrdersToShip, 18],
	["shipped", listShippedParcels, 12],
] as const)(
	"a packer's search for orders %s reads few rows in one trip",
	async (_, read, count) => {
		const [{ parcels }, trace] = await withD1Metrics<{ parcels: unknown[] }>(() =>
			read("frame jig", undefined),
		);
		expect(parcels).toHaveLength(count);
		expect(trace.trips).toBe(1);
		expect(trace.rowsRead).toBeLessThanOrEqual(maxRowsWithCount);
	},
);
