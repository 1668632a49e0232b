/** Searching tools, orders and users: words as they stand, and every page of what they find. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { mostSorted, mostTried } from "../../src/platform/search.ts";
import { orderSorts } from "../../src/shop/orders/orders.ts";
import { closeBehindItsBack, endHold, placePaidOrder } from "./payments.ts";
import { addTool, archiveTool, ask, type Person, placeOrder, signUp, walk } from "./shop.ts";

let admin: Person;

beforeAll(async () => {
	admin = await signUp({ role: "admin" });
});

const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id);

/** What a search of the whole list finds, page by page. */
async function found(path: string, q: string): Promise<string[]> {
	const pages = await walk(`${path}?limit=100&q=${encodeURIComponent(q)}`, admin.token);
	return ids(pages.flat());
}

const tools = (q: string) => found("/service", q);
const orders = (q: string) => found("/order", q);
const users = (q: string) => found("/user", q);

describe("words", () => {
	it("are found anywhere, in either case, of any script", async () => {
		const id = await addTool({ name: "Kettenöler ÄRMEL 工具箱" });
		for (const q of ["kettenöl", "TENÖLER Ä", "ärmel", "具箱", "工具箱", "l 工"]) {
			expect(await tools(q), q).toEqual([id]);
		}
		expect(await tools("kettenoler")).toEqual([]);
	});

	it("are found in a tool's description too", async () => {
		const { insertedId } = (
			await ask("POST", "/service", {
				token: admin.token,
				body: {
					name: "Plain",
					description: "Zirconium-tipped.",
					image: `/images/${"0".repeat(64)}`,
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
			"%",
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
	])("that could be a query (%j) are none", async (q) => {
		for (const path of ["/service", "/order", "/user"]) {
			const answer = await ask("GET", `${path}?q=${encodeURIComponent(q.toWellFormed())}`, {
				token: admin.token,
			});
			expect([answer.status, answer.body], path).toEqual([200, []]);
		}
	});
});

describe("what is searched", () => {
	it("has no tool that is off the wall", async () => {
		const [kept, archived, deleted] = [
			await addTool({ name: "Offwall one" }),
			await addTool({ name: "Offwall two" }),
			await addTool({ name: "Offwall three" }),
		];
		await archiveTool(archived);
		await ask("DELETE", `/service?id=${deleted}`, { token: admin.token });
		expect(await tools("offwall")).toEqual([kept]);
		const { results } = await env.DB.prepare(
			`select rowid from tools_search where tools_search match '"offwall"'`,
		).run();
		expect(results.length).toBe(1);
	});

	it("follows an order from its beginning to its end", async () => {
		const rider = await signUp();
		const tool = await addTool({ name: "Followed press" });
		const order = await placeOrder(rider, tool);
		const id: string = order._id;
		for (const q of [rider.email, id, id.slice(3, 9), "followed p"]) {
			expect(await orders(q), q).toEqual([id]);
		}
		const { order: paid, payment } = await placePaidOrder(rider, tool);
		expect(await orders(payment.id)).toEqual([paid._id]);
		expect(await orders(payment.id.slice(-8).toUpperCase())).toEqual([paid._id]);
		await ask("DELETE", `/order?id=${id}`, { token: rider.token });
		expect(await orders(rider.email)).toEqual([paid._id]);
		expect(await orders(id)).toEqual([]);
		const lost = await placeOrder(rider, tool);
		await endHold(lost._id);
		await closeBehindItsBack(lost._id);
		expect(await orders(lost._id)).toEqual([]);
		await env.DB.prepare("update orders set closed_why = 'refunded' where id = ?")
			.bind(lost._id)
			.run();
		expect(await orders(lost._id)).toEqual([lost._id]);
	});

	it("is a user by their name of now", async () => {
		const rider = await signUp();
		const name = `Quillon ${crypto.randomUUID()}`;
		await ask("PUT", `/user/update/${rider.email}`, {
			token: rider.token,
			body: { name, phone: "+1 555 0100", address: "1 Test Street" },
		});
		expect(await users(name)).toEqual([rider.id]);
		expect(await users(rider.email.slice(0, 20))).toEqual([rider.id]);
		await env.DB.prepare("update users set name = 'Renamed' where id = ?").bind(rider.id).run();
		expect(await users(name)).toEqual([]);
	});

	it("is one's own orders alone, for a customer", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const tool = await addTool({ name: "Shared lever" });
		const [own] = [await placeOrder(one, tool), await placeOrder(other, tool)];
		const path = `/order?email=${one.email}&q=shared`;
		expect(ids((await ask("GET", path, { token: one.token })).body)).toEqual([own._id]);
		expect(ids((await ask("GET", path, { token: admin.token })).body)).toEqual([own._id]);
		expect((await ask("GET", "/order?q=shared", { token: one.token })).status).toBe(403);
	});
});

describe("pages", () => {
	it.each(orderSorts)("of orders sorted by %s repeat and miss none", async (sort) => {
		const rider = await signUp();
		const tool = await addTool({ name: `Paged ${sort}`, quantity: 100 });
		const placed: string[] = [];
		for (const quantity of [2, 1, 2, 1, 3]) {
			placed.push((await placeOrder(rider, tool, quantity))._id);
		}
		for (const q of [rider.email, "Pa"]) {
			const path = `/order?limit=2&sort=${sort}&q=${encodeURIComponent(q)}`;
			const all = (await walk(path, admin.token))
				.flat()
				.filter(({ email }) => email === rider.email);
			expect(ids(all).toSorted()).toEqual(placed.toSorted());
			if (sort === "createdAt") expect(ids(all)).toEqual(placed);
			if (sort === "-createdAt") expect(ids(all)).toEqual(placed.toReversed());
			const totals = all.map(({ totalPrice }) => totalPrice);
			if (sort === "-totalPrice") expect(totals).toEqual(totals.toSorted((a, b) => b - a));
		}
	});

	it("of users repeat and miss none", async () => {
		const people = await Promise.all([signUp(), signUp(), signUp(), signUp(), signUp()]);
		const pages = await walk("/user?limit=2&q=person", admin.token);
		const all = pages.flat();
		expect(all.map(({ email }) => email)).toEqual(all.map(({ email }) => email).toSorted());
		for (const { id } of people) expect(ids(all).filter((one) => one === id)).toEqual([id]);
	});
});

describe("a word that is everywhere", () => {
	const many = mostSorted + 150;

	beforeAll(async () => {
		await env.DB.prepare(
			`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
			insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, price_cents, created_at, updated_at)
			select 'many-' || n, 'Manyfold ' || n, '', '', 1, 1, 1, 100000 - n, n, n from numbers`,
		)
			.bind(many)
			.run();
	});

	it("is found to the last by age", async () => {
		const all = await tools("manyfold");
		expect(all.length).toBe(many);
		expect(all[0]).toBe(`many-${many}`);
		expect(all.at(-1)).toBe("many-1");
	});

	it("sorted otherwise, is found in the newest thousand", async () => {
		const pages = await walk("/service?limit=100&sort=price&q=manyfold");
		expect(ids(pages.flat())).toEqual(
			Array.from({ length: mostSorted }, (_, n) => `many-${many - n}`),
		);
	});

	it("too short to be looked up, is found among the first thousand of the list", async () => {
		const first = ids((await ask("GET", "/service?q=ld&limit=100&sort=price")).body);
		expect(first.length).toBe(100);
		// The newest of all, and so beyond the first thousand where the oldest stand first.
		const dear = await addTool({ name: "Zz", priceCents: 9_000_000 });
		expect(mostTried).toBeLessThan(many);
		expect(ids((await ask("GET", "/service?q=zz&sort=-price")).body)).toEqual([dear]);
		expect(ids((await ask("GET", "/service?q=zz&sort=price")).body)).toEqual([]);
	});
});
