/** Rows read must not grow with the data. What each route sends and reads is in queries.snap.txt. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { claimDue } from "../../src/platform/database/claim-due.ts";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { maxSortedRows } from "../../src/platform/database/list-query.ts";
import { loadCatalogue } from "../../src/shop/catalogue/catalogue.server.ts";
import { listSitemapParts, productFeed, toolsInPart } from "../../src/shop/feeds/feeds.server.ts";
import { toolsPerPart } from "../../src/shop/feeds/sitemap.ts";
import { sweepImages } from "../../src/shop/images/sweep.server.ts";
import { paidTools } from "../../src/shop/orders/lines.server.ts";
import { dueOrders } from "../../src/shop/orders/orders.server.ts";
import { loadHomePage, loadToolPage } from "../../src/shop/reviews/page-data.server.ts";
import { listPublicReviews } from "../../src/shop/reviews/reviews.server.ts";
import { encodeCursor } from "../../src/values/paging.ts";
import { insertOrderRows } from "../helpers/order-rows.ts";
import { addTool, callApi, callerOf, type Person, placeLine, signUp } from "../helpers/shop.ts";
import { createRecorder, routeFiles, routeOf } from "./route-queries/recorder.ts";

let admin: Person;
let rider: Person;
let tool: string;
const verified: Person[] = [];
const unproved: Person[] = [];

/**
 * Inserts rows with numbers up to `n`: every second review of a tool, every third order expired and all the newest, every
 * third to be shipped.
 */
async function insertRowsUpTo(n: number): Promise<void> {
	const numbers = `with recursive numbers(n) as (select (select count(*) from tools) + 1 union all select n + 1 from numbers where n < ?)`;
	const image = `/images/${"0".repeat(32)}`;
	await env.DB.batch([
		env.DB.prepare(
			`${numbers} insert into reviews (id, author, rating, image, description, tool_id, created_at) select 'r' || n, 'Someone', 5, ?, 'Good', case n % 2 when 0 then ? end, n from numbers`,
		).bind(n, image, tool),
		...insertOrderRows(
			"id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, created_at, expires_at, currency, order_id, transaction_id, paid_at, closed_at, closed_why",
			"select 'o' || n, ?, 'Someone', ?, '1', 'Here', ?, 'Counted wrench', ?, 1000 + n, 1, 1000 + n, 'Pending', n, n, 'USD', 'o' || n, case when n % 3 = 1 and n <= 1500 then 'pi_' || n end, case when n % 3 = 1 and n <= 1500 then n end, case when n % 3 <> 1 or n > 1500 then n end, case when n % 3 = 0 or n > 1500 then 'expired' when n % 3 = 2 then 'refunded' end from numbers",
			numbers,
		).map((sql) => env.DB.prepare(sql).bind(n, admin.id, admin.email, tool, image)),
		env.DB.prepare(
			`${numbers} insert into audit (created_at, action, subject_id, detail) select n, case n % 50 when 0 then 'user.made_admin' else 'order.expired' end, 'x', '{}' from numbers`,
		).bind(n),
		env.DB.prepare(
			`${numbers} insert into users (id, name, email, created_at, updated_at) select 'u' || n, 'Counted ' || n, 'counted' || n || '@example.test', n, n from numbers`,
		).bind(n),
		// Last, because the other inserts count from them.
		env.DB.prepare(
			`${numbers} insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at) select 't' || n, 'Counted wrench ' || n, '', ?, 1, n, n, 1000 + n, n, n from numbers`,
		).bind(n, image),
	]);
}

/** Inserts orders of the rider: paid, expired, or with a payment in progress. */
async function insertLines(n: number, state: "paid" | "expired" | "awaited"): Promise<void> {
	const ends = state === "expired" ? 1000 : Date.now() + 3_600_000;
	const statements = insertOrderRows(
		"id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, transaction_id, paid_at, created_at, expires_at, currency, order_id",
		"select ?2 || '-' || n, ?3, 'Rider', ?4, '1', 'Here', ?5, 'Counted wrench', '', 1000, 1, 1000, 'Pending', case ?2 when 'paid' then 'pi_' || ?2 || n end, case ?2 when 'paid' then 1 end, n, ?6 + n, 'USD', ?2 || '-' || n from numbers",
		"with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?1)",
	);
	await env.DB.batch(
		statements.map((sql) => env.DB.prepare(sql).bind(n, state, rider.id, rider.email, tool, ends)),
	);
}

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
	for (let n = 0; n < 2; n += 1) {
		verified.push(await signUp({ verified: true }));
		unproved.push(await signUp());
	}
	tool = await addTool({ quantity: 1000 });
	// Orders of the rider among others'.
	await placeLine(rider, tool);
});

const place = encodeCursor({ value: 11, id: "x" });
const catalogueQuery = { q: undefined, filter: {}, sort: "newest", cursor: undefined } as const;
const list = (path: string) => () => callApi("GET", `${path}limit=5`, { token: admin.token });
/** Each measured order is another customer's: an open order of theirs would be read by the limits of the next. */
const placedBy = (customers: readonly Person[]) => {
	let next = 0;
	return async () => {
		const customer = customers[next++];
		if (!customer) throw new Error("No customer is left to order.");
		await placeLine(customer, tool);
	};
};

/** Filling the shop takes a while on a busy machine, in milliseconds. */
const timeoutMs = 60_000;

/**
 * Rows read may differ by this much: one more level of an index or two, one page of a search, and for an unproved buyer
 * one more open order, which the share and the network's limits read with its line.
 */
const allowedExtraRows = 12;

const reads: [name: string, work: () => Promise<unknown>][] = [
	["the home page", loadHomePage],
	["the catalogue", () => loadCatalogue(catalogueQuery)],
	[
		"the catalogue, further on",
		() => loadCatalogue({ ...catalogueQuery, cursor: { value: 11, id: "x" } }),
	],
	["the reviews", () => listPublicReviews(null)],
	["the reviews, further on", () => listPublicReviews(place)],
	["a tool", () => loadToolPage(tool)],
	["GET /service", list("/service?")],
	["GET /service by name", list("/service?sort=name&")],
	["GET /service by stock, further on", list(`/service?sort=quantity&cursor=${place}&`)],
	["a search of tools", list("/service?q=wrench&")],
	["a search of tools that finds none", list("/service?q=nothing&")],
	["a search of tools, two letters", list("/service?q=wr&")],
	["a search of tools, one letter", list("/service?q=w&")],
	["a search of tools, two letters nowhere", list("/service?q=zq&")],
	["GET /rating", list("/rating?")],
	["GET /order", list("/order?")],
	["GET /order by total", list("/order?sort=-totalPrice&")],
	["a search of orders", list("/order?q=wrench&")],
	["a search of orders, two letters", list("/order?q=wr&")],
	["GET /user", list("/user?")],
	["GET /audit of users", list("/audit?kind=user&")],
	[
		"GET /order of a customer",
		() => callApi("GET", `/order?email=${rider.email}`, { token: rider.token }),
	],
	[
		"GET /checkout of a customer",
		() => callApi("GET", "/checkout?limit=5", { token: admin.token }),
	],
	["placing an order", placedBy(verified)],
	["placing an order with an unproved e-mail", placedBy(unproved)],
];

/** Pages of one thing, whose address says which. */
const pagesOfOne =
	/\[|\/(guest|card|slips|preview|suppliers\.csv)$|^\/dashboard\/(offers\/edit|offers\/codes)/;

/** The other pages of staff, and what some of them show in another tab. */
const staffPages = [
	...routeFiles
		.map(routeOf)
		.filter((route) => route.startsWith("/dashboard/") && !pagesOfOne.test(route)),
	"/dashboard/products?list=low",
	"/dashboard/products?list=listed",
	"/dashboard/shipping?tab=shipped",
	...["toShip", "unpaid", "shipped", "refunded", "all"].map(
		(tab) => `/dashboard/orders?tab=${tab}`,
	),
];

describe("with twenty and with two thousand rows", () => {
	const counts = new Map<string, { small: number; large: number }>();
	/** The rows that each page reads with 900 and with 2000. */
	const pages = new Map<string, number[]>();

	beforeAll(async () => {
		const read = async (work: () => Promise<unknown>) => (await withD1Metrics(work))[1].rowsRead;
		await insertRowsUpTo(20);
		for (const [name, work] of reads) counts.set(name, { small: await read(work), large: 0 });
		const { send, queries } = await createRecorder();
		const readPages = async (note: string) => {
			for (const page of staffPages) {
				queries.clear();
				await send(page, { as: admin, note });
				const trips = [...queries.values()].flat();
				const rows = trips.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
				pages.set(page, [...(pages.get(page) ?? []), rows]);
			}
		};
		// With fewer, counts and the pick list have not all that they read at most.
		await insertRowsUpTo(900);
		await readPages("900");
		await insertRowsUpTo(2000);
		await readPages("2000");
		for (const [name, work] of reads) {
			const small = counts.get(name)?.small ?? 0;
			counts.set(name, { small, large: await read(work) });
		}
	}, timeoutMs);

	it.each(reads.map(([name]) => name))("%s reads as many rows", (name) => {
		const { small, large } = counts.get(name) ?? { small: 0, large: Number.NaN };
		expect(small > 0 || /none|nowhere/.test(name)).toBe(true);
		expect(large - small).toBeLessThanOrEqual(allowedExtraRows);
	});

	it.each(staffPages)("%s reads as many rows", (page) => {
		const [small = Number.NaN, large = Number.NaN] = pages.get(page) ?? [];
		expect(large - small).toBeLessThanOrEqual(allowedExtraRows);
	});

	it("a list that is sorted after its search reads a bounded number", async () => {
		for (const path of [
			"/service?q=wrench&sort=price&",
			"/service?q=wr&sort=name&",
			"/order?q=wrench&sort=-totalPrice&",
			`/order?email=${admin.email}&sort=-totalPrice&`,
			`/order?email=${admin.email}&q=nowhere&`,
			"/user?q=counted&",
		]) {
			const [, trace] = await withD1Metrics(list(path));
			// Read by the search, by the join, and by the probe for more; and the order of each line that is searched.
			const times = /email=.*q=/.test(path) ? 4 : 3;
			expect(trace.rowsRead, path).toBeLessThanOrEqual(
				times * maxSortedRows + 3 * allowedExtraRows,
			);
			expect(trace.rowsRead, path).toBeGreaterThan(maxSortedRows);
			expect(trace.trips, path).toBe(2 - Number(path.startsWith("/service")));
		}
	});

	it("a search result is read twice: in the search index and in its table", async () => {
		const [, trace] = await withD1Metrics(list("/service?q=wrench&"));
		// Five rows of the page, and one to see whether more follow.
		expect(trace.rowsRead).toBeLessThanOrEqual(2 * 6);
	});

	it("a page deep in a search does not read the pages before it again", async () => {
		const cursor = encodeCursor({ value: 100, id: "x" });
		const deep = list(`/service?q=wrench&cursor=${cursor}&`);
		const [{ body }, trace] = await withD1Metrics(deep);
		expect(body).toHaveLength(5);
		expect(trace.rowsRead).toBeLessThanOrEqual(2 * 6);
	});

	it("a user's purchased tools do not read every order of them", async () => {
		const caller = callerOf(rider);
		await insertLines(400, "paid");
		const [found, trace] = await withD1Metrics(() => paidTools(caller));
		expect(found.map(({ id }) => id)).toEqual([tool]);
		expect(trace.rowsRead).toBeLessThanOrEqual(10);
	});

	it.each([
		["expired", "null"],
		["awaited", "number + 1"],
	] as const)("the job claims a page of %s orders", async (state, checkAt) => {
		await insertLines(600, state);
		await env.DB.prepare(`update orders set check_at = ${checkAt} where id like ?`)
			.bind(`${state}-%`)
			.run();
		const lease = { now: new Date(), leasedUntil: new Date(Date.now() + 60_000) };
		const claim = (limit: number) => claimDue(dueOrders, { ...lease, limit });
		const [claimed, trace] = await withD1Metrics(() => claim(50));
		expect(claimed).toHaveLength(50);
		// Read by the search, by the join, and by the update.
		expect(trace.rowsRead).toBeLessThanOrEqual(6 * 50 + allowedExtraRows);
		expect(await claim(1000)).toHaveLength(550);
		expect(await claim(1000)).toEqual([]);
		for (const table of ["order_lines", "orders"])
			await env.DB.prepare(`delete from ${table} where id like ?`).bind(`${state}-%`).run();
	});

	it("a part of the sitemap and each query of the product feed read a bounded number", async () => {
		const [parts, index] = await withD1Metrics(listSitemapParts);
		expect(index.rowsRead).toBeLessThanOrEqual(2);
		const [found, part] = await withD1Metrics(() => toolsInPart(parts.at(-1) ?? ""));
		expect(part).toMatchObject({ trips: 1 });
		expect(part.rowsRead).toBeLessThanOrEqual(toolsPerPart + 2);
		expect(found.length).toBeGreaterThan(0);
		let pieces = "";
		const [, feed] = await withD1Metrics(async () => {
			for await (const piece of productFeed("https://shop.example")) pieces += piece;
		});
		const tools = pieces.match(/<item>/g)?.length ?? 0;
		expect(tools).toBeGreaterThanOrEqual(2000);
		expect(feed.trips).toBe(Math.floor(tools / 1000) + 1);
		// Each tool once, with its category.
		expect(feed.rowsRead).toBeLessThanOrEqual(2 * tools);
	});

	it("the image sweep does not read every row that shows an image", async () => {
		await env.DB.prepare(
			"insert into images (key, type, bytes, width, height, created_at) values (?, 'image/webp', 1, 1, 1, 1)",
		)
			.bind("0".repeat(32))
			.run();
		const [swept, trace] = await withD1Metrics(() => sweepImages());
		expect(swept).toBe(0);
		expect(trace.rowsRead).toBeLessThanOrEqual(20);
	});
});
