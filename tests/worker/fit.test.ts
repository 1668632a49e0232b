/** Whether tools fit a bike: in the cart, and kept with an order. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { withKnownBike } from "../../src/shop/catalogue/bike-filter.server.ts";
import { loadCatalogue } from "../../src/shop/catalogue/catalogue.server.ts";
import { parseCatalogueQuery } from "../../src/shop/catalogue/catalogue.ts";
import { findFitMarks } from "../../src/shop/fit/fit-marks.server.ts";
import { readVocabulary } from "../../src/shop/fit/vocabulary.server.ts";
import { orderPage } from "../../src/shop/orders/order-page.server.ts";
import { readPackingSlip } from "../../src/shop/shipments/packing.server.ts";
import {
	addCapability,
	addTool,
	archiveTool,
	callApi,
	callerOf,
	type Person,
	signUp,
} from "../helpers/shop.ts";

let rider: Person;
/** A tool for two standards of a chain, one that its maker excludes, and one of which nobody has said anything. */
let tool: string;
let unknown: string;
beforeAll(async () => {
	rider = await signUp();
	[tool, unknown] = [await addTool(), await addTool()];
	for (const standard of ["10", "11"])
		await addCapability(tool, { action: "remove", dimension: "chain", standard });
	await addCapability(tool, { action: "remove", dimension: "chain", standard: "9", fits: false });
});

const fitOf = async (lineId: string) => {
	const row = await env.DB.prepare("select fit from order_lines where id = ?").bind(lineId).first();
	return JSON.parse(String(row?.fit));
};

const place = (tools: string[], fields: object) =>
	callApi("POST", "/checkout", {
		token: rider.token,
		body: {
			lines: tools.map((toolId) => ({ toolId, quantity: 1, price: 25.99 })),
			phone: "1",
			address: "5 Spoke Street",
			...fields,
		},
	});

const fits = { outcome: "fits", reason: "Chain: it removes 11-speed." };
const notKnown = { outcome: "not-known", reason: "We haven't recorded what this fits yet." };

describe("the marks of tools", () => {
	it("are computed from what tools can do, one row for each tool", async () => {
		const gone = await addTool();
		await archiveTool(gone);
		const vocabulary = await readVocabulary();
		const marks = (chain: string) =>
			withD1Metrics(() => findFitMarks([tool, unknown, gone, "none"], { chain }, vocabulary));
		const [found, cost] = await marks("11");
		expect(found).toEqual({
			[tool]: ["fits", "Fits", fits.reason],
			[unknown]: ["not-known", "Not known", notKnown.reason],
		});
		expect(cost).toMatchObject({ trips: 1, rowsRead: 3 });
		expect((await marks("9"))[0][tool]?.[0]).toBe("does-not-fit");
		await env.DB.prepare(
			'update tools set capabilities = replace(capabilities, \'"9","fits":0\', \'"9","fits":1\') where id = ?',
		)
			.bind(tool)
			.run();
		expect((await marks("9"))[0][tool]?.[0]).toBe("fits");
	});

	it("stand on the lines of a cart for its bike", async () => {
		const lines = [tool, unknown].map((toolId) => ({ toolId, quantity: 1, price: 5 }));
		const { body } = await callApi("POST", "/cart", { body: { lines, bike: "chain=11" } });
		expect(body.map(({ fit }: { fit: object }) => fit)).toEqual([fits, notKnown]);
	});
});

describe("an order", () => {
	it("keeps whether its tool fits the bike, as the shop knows it and not the browser", async () => {
		const { status, body } = await place([tool, unknown], {
			bike: "chain=11&cassette=unheard-of&tool=x",
			fit: { outcome: "does-not-fit", reason: "Says the browser" },
		});
		expect(status).toBe(201);
		const [first, second] = body.order.lines.map(({ _id }: { _id: string }) => _id);
		expect(await fitOf(first)).toEqual({ ...fits, bike: "chain=11" });
		expect(await fitOf(second)).toEqual({ ...notKnown, bike: "chain=11" });
		expect(body.order.lines[0]).not.toHaveProperty("fit");
		const page = await orderPage(body.insertedId, {
			user: { ...callerOf(rider), phone: "", address: "", verified: true, role: "user" },
			guestTokenHashes: [],
		});
		expect(page?.lines.map(({ fit }) => fit?.outcome)).toEqual(["fits", "not-known"]);
		const slip = await readPackingSlip(body.insertedId, { lineIds: [], shipmentId: undefined });
		expect(slip?.fits.get(first)).toMatchObject(fits);
	});

	it("keeps nothing without a bike, or for one of which nothing is known", async () => {
		for (const bike of [undefined, "", "cassette=unheard-of"]) {
			const { status, body } = await place([tool], { bike });
			expect(status).toBe(201);
			expect(await fitOf(body.insertedId)).toBeNull();
		}
	});

	it.each([["<b>"], ["a".repeat(601)], [7]])("rejects %j as a bike", async (bike) => {
		const { status, body } = await place([tool], { bike });
		expect(status).toBe(422);
		expect(Object.keys(body.error.fields)).toEqual(["bike"]);
	});
});

describe("the catalogue", () => {
	it("shows only tools that fit a bike, in one trip of at most sixty rows", async () => {
		const asked = (params: string) =>
			withD1Metrics(() => loadCatalogue(parseCatalogueQuery(new URLSearchParams(params))));
		const other = await addTool();
		await addCapability(other, { action: "remove", dimension: "chain", standard: "single" });
		const ids = (page: Awaited<ReturnType<typeof loadCatalogue>>) =>
			page?.tools.map(({ _id }) => _id);
		const [page, cost] = await asked("fits=chain:11,cassette:xd&sort=price");
		expect(ids(page)).toEqual([tool]);
		expect(page?.facets.chosen).toBe(1);
		expect(cost.trips).toBe(1);
		expect(ids((await asked("fits=chain:single"))[0])).toEqual([other]);
		await env.DB.prepare(
			"with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 300) insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at) select 'f' || n, 'Tool ' || n, '', '/images/none', 1, n % 2, 1, 1000 + n, 9e12 + n, n from numbers",
		).run();
		for (const params of ["", "&sort=price", "&sort=rating", "&in-stock=1", "&price-to=20"]) {
			const [looked, { rowsRead, trips }] = await asked(`fits=chain:single${params}`);
			expect(looked?.next, params).toBeDefined();
			expect(trips).toBe(1);
			expect(rowsRead, params).toBeLessThanOrEqual(60);
		}
	});

	it("reads a bike in its one form", async () => {
		const read = (param: string) =>
			parseCatalogueQuery(new URLSearchParams({ fits: param })).filter.fits;
		expect(read("chain:11,cassette:xd")).toBe("cassette:xd,chain:11");
		expect(read("chain:11,wings:2")).toBe("chain:11");
		for (const none of ["wings:2", "<b>", "chain=11", "chain:11,".repeat(99), "chain:"])
			expect(read(none), none).toBeUndefined();
	});

	it("leaves out standards that do not exist", async () => {
		const known = async (param: string) => {
			const query = parseCatalogueQuery(new URLSearchParams({ fits: param }));
			const { filter } = await withKnownBike(query);
			return filter.fits;
		};
		expect(await known("cassette:xd,chain:11")).toBe("cassette:xd,chain:11");
		expect(await known("chain:11,cassette:nothing")).toBe("chain:11");
		expect(await known("tire-width:028")).toBe("tire-width:28");
		expect(await known("cassette:nothing")).toBeUndefined();
	});
});
