/** Search of tools, orders and users: literal words, and every page of results. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { maxSortedRows } from "../../src/platform/database/list-query.ts";
import { orderSorts } from "../../src/shop/orders/lines.ts";
import { truncatedToHeader } from "../../src/values/paging.ts";
import { insertOrderRows } from "../helpers/order-rows.ts";
import { closeOrderDirectly, expireReservation, placePaidLine } from "../helpers/payments.ts";
import {
	addTool,
	archiveTool,
	callApi,
	idsOf,
	insertImage,
	listAllPages,
	type Person,
	placeLine,
	signUp,
} from "../helpers/shop.ts";

let admin: Person;

beforeAll(async () => {
	admin = await signUp({ role: "admin" });
	await insertImage(`/images/${"0".repeat(32)}`);
});

/** The ids of all results of a search, page by page. */
async function searchIds(path: string, q: string): Promise<string[]> {
	const pages = await listAllPages(`${path}?limit=100&q=${encodeURIComponent(q)}`, admin.token);
	return idsOf(pages.flat());
}

const tools = (q: string) => searchIds("/service", q);
const lines = (q: string) => searchIds("/order", q);
const users = (q: string) => searchIds("/user", q);

describe("words", () => {
	it("are found anywhere, in either case, of any script", async () => {
		const id = await addTool({ name: "Kettenöler ÄRMEL 扳手架" });
		for (const q of ["kettenöl", "TENÖLER Ä", "ärmel", "手架", "扳手架", "l 扳"]) {
			expect(await tools(q), q).toEqual([id]);
		}
		expect(await tools("kettenoler")).toEqual([]);
	});

	it("are found in a tool's description too", async () => {
		const { insertedId } = (
			await callApi("POST", "/service", {
				token: admin.token,
				body: {
					name: "Plain",
					description: "Zirconium-tipped.",
					image: `/images/${"0".repeat(32)}`,
					minOrderQuantity: 1,
					quantity: 1,
					price: 1,
				},
			})
		).body;
		expect(await tools("zirconium")).toEqual([insertedId]);
		expect(await tools("Plain Zirc")).toEqual([]);
	});

	it("mean nothing but themselves", async () => {
		const name = "Odd \"AND\" a*b ^c -d: NEAR(e f) {g} +h OR NOT i_j%k\\l 'm'";
		const id = await addTool({ name });
		const parts = [
			name,
			'"AND"',
			'd "AN',
			"a*b",
			"^c -d:",
			"NEAR(e f)",
			"{g} +h",
			"OR NOT",
			"i_j%k\\l",
			"'m'",
			'"A',
			"j%k",
			"*b",
		];
		for (const q of parts) expect(await tools(q), q).toEqual([id]);
	});

	it.each([
		'"zz',
		'""',
		'"""',
		"AND*",
		"AND OR",
		"NOT x",
		"NEAR(a, 2)",
		"name:odd",
		"name : odd",
		"odd*",
		"^odd",
		"-odd",
		"odd\0",
		"\0\0\0",
		"(((",
		"tools_search",
		"'; drop table tools_search; --",
		"x".repeat(100),
		"\ud83d",
		"🚲🚲🚲",
	])("are never query syntax: %j", async (q) => {
		for (const path of ["/service", "/order", "/user"]) {
			const answer = await callApi("GET", `${path}?q=${encodeURIComponent(q.toWellFormed())}`, {
				token: admin.token,
			});
			expect([answer.status, answer.body], path).toEqual([200, []]);
		}
	});
});

describe("one or two letters", () => {
	it("are found anywhere in a name, in either case, of any script", async () => {
		const id = await addTool({ name: "Œuf ẞ Ж9 工具箱 🚲q̈" });
		for (const q of ["Œu", "œU", "f ", "ß", "ж", "Ж9", "9", "工", "具箱", "🚲", "🚲q", "q̈"]) {
			expect(await tools(q.trim()), q).toContain(id);
		}
		for (const q of ["工箱", "9ж", "箱工"]) expect(await tools(q), q).not.toContain(id);
		// Not across the end of the name and the start of the description.
		expect(await tools("̈A")).not.toContain(id);
	});

	it("mean nothing but themselves", async () => {
		const id = await addTool({ name: "w\"' *^ %_ ()" });
		for (const q of ['"', "'", "*", "^", "%_", "\"'", "()", "*^", 'w"']) {
			expect(await tools(q), q).toContain(id);
		}
		const plain = await addTool({ name: "Plain" });
		for (const q of ['"', "*", "%", "_", "\x1f", "\x1e", "n\x1f", "\x1fP", "\0"]) {
			expect(await tools(q), JSON.stringify(q)).not.toContain(plain);
		}
	});

	it("are found in the oldest row, however many are newer", async () => {
		const old = await addTool({ name: "Ƶy of old", createdAt: 5 });
		await insertTools("Newer", 300);
		expect(await tools("ƶ")).toEqual([old]);
		expect(await tools("ƶy")).toEqual([old]);
		expect(
			(await callApi("GET", "/service?q=%C6%B5y&sort=-price")).headers.get(truncatedToHeader),
		).toBe(null);
	});

	it("follow changes of a tool, an order and a user", async () => {
		const run = (sql: string, id: string) => env.DB.prepare(sql).bind(id).run();
		const tool = await addTool({ name: "Ǥ1" });
		await run("update tools set name = 'Ǥ2' where id = ?", tool);
		expect([await tools("ǥ1"), await tools("ǥ2")]).toEqual([[], [tool]]);
		const rider = await signUp();
		const line = await placeLine(rider, tool);
		expect(await lines("ǥ2")).toEqual([line._id]);
		await callApi("DELETE", `/order?id=${line._id}`, { token: rider.token });
		expect(await lines("ǥ2")).toEqual([]);
		await run("update order_lines set closed_why = 'refunded' where id = ?", line._id);
		expect(await lines("ǥ2")).toEqual([line._id]);
		await archiveTool(tool);
		expect(await tools("ǥ2")).toEqual([]);
		await run("update users set name = 'Ǯ' where id = ?", rider.id);
		expect(await users("ǯ")).toEqual([rider.id]);
		await run("update users set name = 'Else' where id = ?", rider.id);
		expect(await users("ǯ")).toEqual([]);
	});

	it("are found in a long description, and at the boundary of sixteen letters", async () => {
		const id = await addTool({ name: "Described" });
		const text = `${"x".repeat(4)}${"abcdefghijklmnop".repeat(120)}Ƣ`;
		await env.DB.prepare("update tools set description = ? where id = ?").bind(text, id).run();
		for (const q of ["pa", "pƣ", "ƣ"]) expect(await tools(q), q).toContain(id);
		expect(await tools("Ƣa")).not.toContain(id);
	});

	it("are searched among the newest of a customer's own orders", async () => {
		const rider = await signUp();
		const line = await placeLine(rider, await addTool({ name: "Own Ðx" }));
		const path = `/order?email=${rider.email}&q=`;
		const own = async (q: string) =>
			idsOf((await callApi("GET", path + encodeURIComponent(q), { token: rider.token })).body);
		expect(await own("Ðx")).toEqual([line._id]);
		expect(await own("Ðz")).toEqual([]);
	});
});

describe("the search index", () => {
	it("has no archived tool", async () => {
		const [listed, archived, deleted] = [
			await addTool({ name: "Offwall one" }),
			await addTool({ name: "Offwall two" }),
			await addTool({ name: "Offwall three" }),
		];
		await archiveTool(archived);
		await callApi("DELETE", `/service?id=${deleted}`, { token: admin.token });
		expect(await tools("offwall")).toEqual([listed]);
		const { results } = await env.DB.prepare(
			`select rowid from tools_search where tools_search match '"offwall"'`,
		).run();
		expect(results.length).toBe(1);
	});

	it("follows an order from placing to closing", async () => {
		const rider = await signUp();
		const tool = await addTool({ name: "Followed press" });
		const line = await placeLine(rider, tool);
		const id: string = line._id;
		for (const q of [rider.email, id, id.slice(3, 9), "followed p"]) {
			expect(await lines(q), q).toEqual([id]);
		}
		const { line: paid, payment } = await placePaidLine(rider, tool);
		expect(await lines(payment.id)).toEqual([paid._id]);
		expect(await lines(payment.id.slice(-8).toUpperCase())).toEqual([paid._id]);
		await callApi("DELETE", `/order?id=${id}`, { token: rider.token });
		expect(await lines(rider.email)).toEqual([paid._id]);
		expect(await lines(id)).toEqual([]);
		const lost = await placeLine(rider, tool);
		await expireReservation(lost._id);
		await closeOrderDirectly(lost._id);
		expect(await lines(lost._id)).toEqual([]);
		await env.DB.prepare("update order_lines set closed_why = 'refunded' where id = ?")
			.bind(lost._id)
			.run();
		expect(await lines(lost._id)).toEqual([lost._id]);
	});

	it("has a user's current name", async () => {
		const rider = await signUp();
		const name = `Quillon ${crypto.randomUUID()}`;
		await callApi("PUT", `/user/update/${rider.email}`, {
			token: rider.token,
			body: { name, phone: "+1 555 0100", address: "1 Test Street" },
		});
		expect(await users(name)).toEqual([rider.id]);
		expect(await users(rider.email.slice(0, 20))).toEqual([rider.id]);
		await env.DB.prepare("update users set name = 'Renamed' where id = ?").bind(rider.id).run();
		expect(await users(name)).toEqual([]);
	});

	it("gives customers their own orders only", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const tool = await addTool({ name: "Shared lever" });
		const [own] = [await placeLine(one, tool), await placeLine(other, tool)];
		const path = `/order?email=${one.email}&q=shared`;
		expect(idsOf((await callApi("GET", path, { token: one.token })).body)).toEqual([own._id]);
		expect(idsOf((await callApi("GET", path, { token: admin.token })).body)).toEqual([own._id]);
		expect((await callApi("GET", "/order?q=shared", { token: one.token })).status).toBe(403);
	});
});

describe("pages", () => {
	it.each(orderSorts)("of orders sorted by %s neither skip nor repeat one", async (sort) => {
		const rider = await signUp();
		const tool = await addTool({ name: `Paged ${sort}`, quantity: 100 });
		const placed: string[] = [];
		for (const quantity of [2, 1, 2, 1, 3]) {
			placed.push((await placeLine(rider, tool, quantity))._id);
		}
		for (const q of [rider.email, "Pa"]) {
			const path = `/order?limit=2&sort=${sort}&q=${encodeURIComponent(q)}`;
			const all = (await listAllPages(path, admin.token))
				.flat()
				.filter(({ email }) => email === rider.email);
			expect(idsOf(all).toSorted()).toEqual(placed.toSorted());
			if (sort === "createdAt") expect(idsOf(all)).toEqual(placed);
			if (sort === "-createdAt") expect(idsOf(all)).toEqual(placed.toReversed());
			const totals = all.map(({ totalPrice }) => totalPrice);
			if (sort === "-totalPrice") expect(totals).toEqual(totals.toSorted((a, b) => b - a));
		}
	});

	it("of users neither skip nor repeat one", async () => {
		const people = await Promise.all([signUp(), signUp(), signUp(), signUp(), signUp()]);
		const pages = await listAllPages("/user?limit=2&q=person", admin.token);
		const all = pages.flat();
		expect(all.map(({ email }) => email)).toEqual(all.map(({ email }) => email).toSorted());
		for (const { id } of people) expect(idsOf(all).filter((one) => one === id)).toEqual([id]);
	});
});

/** Inserts listed tools of a name, each cheaper than the one before. */
async function insertTools(name: string, count: number): Promise<void> {
	await env.DB.prepare(
		`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
		insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at)
		select lower(?) || '-' || n, ? || ' ' || n, '', '/images/none', 1, 1, 1, 100000 - n, n, n from numbers`,
	)
		.bind(count, name, name)
		.run();
}

describe("a word with very many matches", () => {
	const count = maxSortedRows + 150;

	beforeAll(() => insertTools("Manyfold", count));

	it.each(["manyfold", "fo"])("is found in every row when sorted by age (%s)", async (q) => {
		const all = (await tools(q)).filter((id) => id.startsWith("manyfold"));
		expect(all.length).toBe(count);
		expect(all[0]).toBe(`manyfold-${count}`);
		expect(all.at(-1)).toBe("manyfold-1");
	});

	it("is found in the newest when sorted otherwise, and the response says so", async () => {
		const path = "/service?limit=100&sort=price&q=manyfold";
		const pages = await listAllPages(path);
		expect(idsOf(pages.flat())).toEqual(
			Array.from({ length: maxSortedRows }, (_, n) => `manyfold-${count - n}`),
		);
		const limitOf = async (path: string) =>
			(await callApi("GET", path)).headers.get(truncatedToHeader);
		expect(await limitOf(path)).toBe(String(maxSortedRows));
		expect(await limitOf("/service?sort=price&q=fo")).toBe(String(maxSortedRows));
		expect(await limitOf("/service?q=manyfold")).toBe(null);
		expect(await limitOf("/service?sort=price")).toBe(null);
	});

	it("is found in every row when sorted otherwise within the limit", async () => {
		await insertTools("Justso", maxSortedRows);
		const answer = await callApi("GET", "/service?limit=1&sort=-price&q=justso");
		expect(idsOf(answer.body)).toEqual(["justso-1"]);
		expect(answer.headers.get(truncatedToHeader)).toBe(null);
	});
});

describe("one customer's orders", () => {
	it("are sorted by total and searched among the newest, and the response says so", async () => {
		const rider = await signUp();
		const tool = await addTool({ name: "Personal press" });
		const statements = insertOrderRows(
			"id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, created_at, expires_at, currency, order_id",
			"select 'mine-' || n, ?, 'Rider', ?, '1', 'Here', ?, case n when 1 then 'Oldest' else 'Personal press' end, '', 5000 - n, 1, 5000 - n, 'Pending', n, n, 'USD', 'mine-' || n from numbers",
			"with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)",
		);
		const values = [maxSortedRows + 1, rider.id, rider.email, tool];
		await env.DB.batch(statements.map((sql) => env.DB.prepare(sql).bind(...values)));
		const path = `/order?limit=100&email=${rider.email}`;
		const all = async (more: string) =>
			idsOf((await listAllPages(path + more, rider.token)).flat());
		const limitOf = async (more: string) =>
			(await callApi("GET", path + more, { token: rider.token })).headers.get(truncatedToHeader);
		expect(await all("")).toHaveLength(maxSortedRows + 1);
		expect(await limitOf("")).toBe(null);
		const byTotal = await all("&sort=-totalPrice");
		expect(byTotal).toEqual(Array.from({ length: maxSortedRows }, (_, n) => `mine-${n + 2}`));
		expect(await limitOf("&sort=-totalPrice")).toBe(String(maxSortedRows));
		expect(await all("&q=oldest")).toEqual([]);
		expect(await limitOf("&q=oldest")).toBe(String(maxSortedRows));
		expect(await all("&q=personal")).toHaveLength(maxSortedRows);
		await env.DB.prepare("delete from order_lines where id = 'mine-9'").run();
		expect(await all("&q=oldest")).toEqual(["mine-1"]);
		expect(await limitOf("&sort=-totalPrice")).toBe(null);
	});
});
