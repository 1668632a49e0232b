/** The administrators' orders by state: what each tab, search and range has, and what a packer finds. */
import { beforeAll, describe, expect, it } from "vitest";
import type { OrderLine } from "../../src/shop/orders/lines.ts";
import { orderTabs } from "../../src/shop/orders/order-states.ts";
import { listWorkspaceOrders } from "../../src/shop/orders/orders-workspace.server.ts";
import {
	parseWorkspaceQuery,
	type WorkspaceOrder,
} from "../../src/shop/orders/orders-workspace.ts";
import {
	listOrdersToShip,
	listShippedParcels,
	readPackingSlips,
} from "../../src/shop/shipments/packing.server.ts";
import { payOrder, placeOrder } from "../helpers/checkouts.ts";
import { dayOfMany as day, insertManyLines } from "../helpers/many-orders.ts";
import { placePaidLine } from "../helpers/payments.ts";
import { addTool, callApi, orderBody, type Person, placeLine, signUp } from "../helpers/shop.ts";

let admin: Person;
let rider: Person;
let tool: string;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
	tool = await addTool({ quantity: 1000, name: "Workspace wrench" });
});

const list = (search: string) =>
	listWorkspaceOrders(parseWorkspaceQuery(new URL(`https://shop.test/${search}`)));
const idsOf = async (search: string) => (await list(search)).orders.map(({ id }) => id);
const ship = (lineIds: string[], trackingNumber = "") =>
	callApi("POST", "/shipment", {
		token: admin.token,
		body: { lineIds, carrier: trackingNumber ? "UPS" : "", trackingNumber },
	});

it("has each order in the tabs of its state, and counts it there", async () => {
	const customer = await signUp();
	const before = (await list("")).counts;
	const unpaid: OrderLine = await placeLine(customer, tool);
	const { line: toShip } = await placePaidLine(customer, tool);
	const { line: shipped } = await placePaidLine(customer, tool);
	expect((await ship([shipped._id], "1Z 777")).status).toBe(201);
	const { line: refunded } = await placePaidLine(customer, tool);
	const reply = await callApi("POST", `/order/${refunded._id}/refund`, {
		token: admin.token,
		body: { amount: 1, reason: "other", note: "", restock: false },
	});
	expect(reply.status).toBe(201);
	const expected: Record<string, string[]> = {
		// A refund of money alone changes nothing of what is owed in goods.
		toShip: [refunded.orderId, toShip.orderId],
		unpaid: [unpaid.orderId],
		shipped: [shipped.orderId],
		refunded: [refunded.orderId],
		all: [refunded, shipped, toShip, unpaid].map(({ orderId }) => orderId),
	};
	const { counts } = await list("");
	for (const tab of orderTabs) {
		expect((await idsOf(`?tab=${tab}`)).slice(0, expected[tab]?.length), tab).toEqual(
			expected[tab],
		);
		// Only this tab has a number: its rows are few, and work waits in it.
		if (tab === "toShip")
			expect((counts[tab] ?? 0) - (before[tab] ?? 0), tab).toBe(expected[tab]?.length);
		else expect(counts[tab], tab).toBeUndefined();
		const searched = await list(`?tab=${tab}&q=${customer.email}`);
		expect(searched.orders.map(({ id }) => id)).toEqual(expected[tab]);
		// Without reading more, a search of all knows the other tabs too.
		const found = { toShip: 2, unpaid: 1, shipped: 1, refunded: 1, all: 4 };
		expect(searched.counts).toEqual(tab === "all" ? found : { [tab]: found[tab] });
		expect(searched.uncounted).toBeUndefined();
		// Two letters are found in the other index.
		const foundByTwo = await idsOf(`?tab=${tab}&q=wr`);
		expect(foundByTwo.slice(0, expected[tab]?.length)).toEqual(expected[tab]);
	}

	expect(await idsOf(`?q=${shipped._id.slice(3, 15)}`)).toEqual([shipped.orderId]);
	expect(await idsOf("?q=1z+777")).toEqual([shipped.orderId]);
	expect(await list("?tab=toShip&q=1z+777")).toMatchObject({ orders: [], counts: { toShip: 0 } });
	expect(await idsOf(`?q=${shipped.orderNumber}`)).toContain(shipped.orderId);
	// The characters of the marks are in no text.
	for (const q of ["%1A%1A%1A", "%1D", "%1Fw"]) {
		expect(await idsOf(`?q=${q}`)).toEqual([]);
		expect(await idsOf(`?tab=shipped&q=${q}`)).toEqual([]);
		expect(await idsOf(`?tab=toShip&q=${q}`)).toEqual([]);
	}
	expect(await idsOf(`?q=${customer.email.toUpperCase()}`)).toHaveLength(4);
	expect(
		(await callApi("DELETE", `/order?id=${unpaid._id}`, { token: customer.token })).status,
	).toBe(200);
	expect(await idsOf("?tab=unpaid")).not.toContain(unpaid.orderId);
});

it("finds an order by its address, and by its id, with all its lines", async () => {
	const body = { ...orderBody(tool), address: "77 Quarry Hill, Leeds" };
	const placed = await callApi("POST", "/order", { token: rider.token, body });
	expect(await idsOf("?q=quarry+hill")).toEqual([placed.body.order.orderId]);
	const other = await addTool({ name: "Workspace vice" });
	const { body: order } = await callApi("POST", "/checkout", {
		token: rider.token,
		body: {
			lines: [tool, other].map((toolId) => ({ toolId, quantity: 1, price: 25.99 })),
			name: "Ada Rider",
			phone: "1",
			line1: "12 Bell Road",
			city: "Leeds",
			postalCode: "LS1 4AP",
			country: "GB",
		},
	});
	const found = await list(`?q=${order.insertedId}`);
	expect(found.orders.map(({ lines }) => lines.length)).toEqual([2]);
	expect(found.counts).toMatchObject({ unpaid: 1, all: 1 });
});

it("prints a sheet for each checkout that has something to pack, the oldest first", async () => {
	// Places several, since their ids are random: the database returns them in the order of these.
	const placed: OrderLine[] = [];
	for (const quantity of [1, 2, 1, 2, 1])
		placed.push((await placePaidLine(rider, tool, quantity)).line);
	const unpaid = await placeLine(rider, tool);
	const slips = await readPackingSlips([unpaid, ...placed].map(({ _id }) => _id));
	expect(slips.map(({ number, lines }) => [number, lines[0]?.quantity])).toEqual(
		placed.map(({ orderNumber }, index) => [String(orderNumber), 1 + (index % 2)]),
	);
	expect(slips[0]?.address).toEqual([rider.name, "1 Test Street"]);
	expect(slips[0]?.orderedAt.toISOString()).toBe(placed[0]?.createdAt);
	expect(await readPackingSlips(["unknown"])).toEqual([]);
});

it("lists a packer's parcels with what can be done with each", async () => {
	const place = async () => (await placePaidLine(rider, tool)).line;
	const call = async (method: string, path: string, body: object) =>
		expect((await callApi(method, path, { token: admin.token, body })).status).toBeLessThan(300);
	const [tracked, alone, refunded] = [await place(), await place(), await place()];
	const [packed, open] = [await place(), await place()];
	const total = async () => (await listOrdersToShip("", undefined)).total;
	const before = await total();
	await ship([tracked._id], "1Z 42");
	for (const { _id } of [alone, refunded])
		await call("PUT", `/order?id=${_id}`, { status: "Shipped" });
	await call("POST", `/order/${refunded._id}/refund`, { reason: "other" });
	await call("PUT", `/order/${packed._id}/packed`, { packed: true });
	expect(await total()).toBe(before - 3);
	const { id: together, ids } = await placeOrder(rider, 2);
	await payOrder(rider, together);
	for (const id of ids) await call("PUT", `/order?id=${id}`, { status: "Shipped" });
	await call("POST", `/order/${ids[0]}/refund`, { reason: "other" });
	const shipped = new Map(
		(await listShippedParcels("", undefined)).parcels.map((parcel) => [parcel.orderId, parcel]),
	);
	expect(shipped.get(tracked.orderId)).toMatchObject({
		shipment: { carrier: "UPS", trackingNumber: "1Z 42" },
		canAddTracking: false,
	});
	expect(shipped.get(alone.orderId)).toMatchObject({ canAddTracking: true });
	expect(shipped.get(alone.orderId)).not.toHaveProperty("shipment");
	for (const id of [refunded.orderId, together])
		expect(shipped.get(id)).toMatchObject({ canAddTracking: false });
	const toShip = (await listOrdersToShip("Workspace wrench", undefined)).parcels.flatMap(
		({ lines }) => lines,
	);
	await call("PATCH", `/service/${tool}`, { shelf: "A-3" });
	const { picks } = await listOrdersToShip("", undefined, { withPicks: true });
	expect(picks.find(({ toolId }) => toolId === tool)).toMatchObject({ shelf: "A-3" });
	const [slip] = await readPackingSlips([open._id], { withShelves: true });
	expect(slip?.shelves).toEqual(new Map([[open._id, "A-3"]]));
	const isPacked = (id: string) => toShip.find(({ _id }) => _id === id)?.packed;
	expect([isPacked(packed._id), isPacked(open._id)]).toEqual([true, false]);
});

describe("among three thousand orders", () => {
	beforeAll(() => insertManyLines(rider, tool));

	it("counts what a search finds in its tab", async () => {
		// w100 and w1000 to w1009.
		const counts = { toShip: 4, unpaid: 2, shipped: 3, refunded: 2, all: 11 };
		expect(await list("?tab=all&q=w100")).toMatchObject({ counts: { all: 9 }, uncounted: "all" });
		expect(await list(`?tab=all&q=w100&to=${day(50)}`)).toMatchObject({
			counts: { toShip: 1, unpaid: 0, shipped: 0, refunded: 0, all: 1 },
			uncounted: undefined,
		});
		for (const tab of orderTabs.slice(0, 4))
			expect((await list(`?tab=${tab}&q=w100`)).counts).toEqual({ [tab]: counts[tab] });
		expect(await list("?tab=shipped&q=frame+jig")).toMatchObject({
			counts: { shipped: 8 },
			uncounted: "shipped",
		});
		expect(await idsOf(`?tab=shipped&q=w1&to=${day(0)}`)).toEqual(["w1"]);
	});

	it("a packer finds orders to ship behind any number of others, and shipped ones", async () => {
		for (const [read, count, name] of [
			[listOrdersToShip, 18, /^w\d*[02468]$/],
			[listShippedParcels, 12, /^w\d*[13579]$/],
		] as const) {
			const { parcels } = await read("frame jig", undefined);
			expect(parcels).toHaveLength(count);
			for (const { orderId } of parcels) expect(orderId).toMatch(name);
		}
	});

	it.each([
		["to ship", "", listOrdersToShip],
		["to ship", "frame jig", listOrdersToShip],
		["shipped", "", listShippedParcels],
		["shipped", "frame jig", listShippedParcels],
	] as const)("a packer pages through orders %s that %j finds, each once", async (_, q, read) => {
		const seen: string[] = [];
		let cursor: Parameters<typeof read>[1];
		for (let page = 1; page <= 3; page += 1) {
			const { parcels, next } = await read(q, cursor);
			seen.push(...parcels.flatMap(({ lines }) => lines.map(({ _id }) => _id)));
			cursor = next;
		}
		expect(new Set(seen).size).toBe(seen.length);
		expect(seen.length).toBeGreaterThanOrEqual(36);
	});

	it("has the orders of its days, first and last included, page by page", async () => {
		for (const [search, perDay] of [
			["?tab=all", 10],
			["?tab=shipped", 2.5],
			["?q=frame+jig", 10],
			["?tab=shipped&q=frame+jig", 2.5],
		] as const) {
			const query = parseWorkspaceQuery(
				new URL(`https://shop.test/${search}&from=${day(100)}&to=${day(119)}`),
			);
			const found: WorkspaceOrder[] = [];
			let cursor: Awaited<ReturnType<typeof listWorkspaceOrders>>["next"];
			do {
				const page = await listWorkspaceOrders({ ...query, cursor });
				found.push(...page.orders);
				cursor = page.next;
			} while (cursor);
			expect(new Set(found.map(({ id }) => id)).size, search).toBe(20 * perDay);
			const days = found.map(({ lines }) => lines[0]?.createdAt.slice(0, 10));
			expect(days).toEqual(days.toSorted().reverse());
			expect([days.at(-1), days[0]]).toEqual([day(100), day(119)]);
		}
		expect(await idsOf(`?q=frame+jig&from=${day(5000)}`)).toEqual([]);
	});
});
