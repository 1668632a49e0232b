/** The cart and the checkout of a browser without JavaScript: forms, by the rules of the API. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { ShopError } from "../../src/errors.ts";
import { POST } from "../../src/pages/cart/lines.ts";
import { basicCartLines, changeBasicCart } from "../../src/shop/carts/basic-cart.server.ts";
import type { CartLine } from "../../src/shop/carts/cart-lines.ts";
import { toLineText } from "../../src/shop/carts/line-texts.ts";
import { placeBasicOrder, readCheckoutForm } from "../../src/shop/orders/basic-checkout.server.ts";
import { linesOf, toolPrice } from "../helpers/checkouts.ts";
import { contact, newAddress, requestOrder, rowOf } from "../helpers/guests.ts";
import { addTool, archiveTool, newEmail, origin, stockOf } from "../helpers/shop.ts";

beforeAll(() => {
	env.MAX_OPEN_ORDERS_UNVERIFIED = "5";
});

const line = (toolId: string, quantity = 1, price = toolPrice): CartLine => ({
	toolId,
	quantity,
	price,
});
const change = (lines: CartLine[], fields: Record<string, string>) =>
	changeBasicCart(lines, new URLSearchParams(fields));

describe("the cookie", () => {
	const linesIn = (value: string) =>
		basicCartLines(new Headers({ Cookie: `cogsmith.guest=x; cogsmith.cart=${value}` }));

	it("is read as it was written, each tool once, and at most fifty lines", () => {
		expect(linesIn("a~2~2599.b~1~5.a~1~2699")).toEqual([line("a", 3, 26.99), line("b", 1, 0.05)]);
		const many = Array.from({ length: 300 }, (_, n) => `tool-${n}~1~100`).join(".");
		expect(many.length).toBeGreaterThan(4_000);
		expect(linesIn(many)).toHaveLength(50);
		expect(linesIn("x".repeat(10_240))).toEqual([]);
	});

	it.each([
		"",
		"a",
		"a~-1~100",
		"a~0~100",
		"a~1.5~100",
		"a~1000001~100",
		"a~1~1e9",
		"~1~100",
		"a~1~100~1",
		`${"x".repeat(49)}~1~100`,
		"%3Cscript%3E~1~100",
		"[object Object]",
	])("%j has no line", (value) => {
		expect(linesIn(value)).toEqual([]);
	});

	it("holds fifty lines of any length within what browsers keep", () => {
		const longest = toLineText(line("x".repeat(48), 1_000_000, 99_999_999.99));
		expect(Array(50).fill(longest).join(".").length).toBeLessThan(3_900);
	});
});

describe("changing the cart", () => {
	it("adds the minimum order or the quantity of the form, at most the stock, at the price of now", async () => {
		const tool = await addTool({ minOrderQuantity: 2, quantity: 5 });
		const { lines, note } = await change([], { tool });
		expect([lines, note]).toEqual([[line(tool, 2)], "added"]);
		expect((await change(lines, { tool, quantity: "9" })).lines).toEqual([line(tool, 5)]);
		expect(await change([line(tool, 5)], { tool })).toEqual({
			lines: [line(tool, 5)],
			note: "cartHasAll",
		});
		const full = Array.from({ length: 50 }, (_, n) => line(`tool-${n}`));
		expect((await change(full, { tool })).note).toBe("cartFull");
	});

	it("takes the lines of an order again at the prices of now, and says if one is not available", async () => {
		const [tool, other] = [await addTool({ quantity: 5 }), await addTool({ quantity: 0 })];
		const again = (ids: string[]) =>
			changeBasicCart(
				[],
				formOf(
					{ change: "again" },
					ids.map((toolId) => ({ toolId, quantity: 2, price: 1 })),
				),
			);
		const lines = [{ toolId: tool, quantity: 2, price: toolPrice }];
		expect(await again([tool])).toEqual({ lines, note: "added" });
		expect(await again([tool, other])).toEqual({ lines, note: "unavailable" });
	});

	it("adds neither an unknown tool, one that is sold out, nor one that is no longer sold", async () => {
		const archived = await addTool();
		await archiveTool(archived);
		for (const tool of ["unknown", "", await addTool({ quantity: 0 }), archived])
			expect(await change([], { tool })).toEqual({ lines: [], note: "unavailable" });
	});

	it("sets a quantity, one that is possible, or the price of now, and removes a line", async () => {
		const tool = await addTool({ quantity: 3 });
		const lines = [line("other"), line(tool, 9, 1)];
		const changed = async (fields: Record<string, string>) =>
			(await change(lines, { tool, ...fields })).lines[1];
		expect(await changed({ change: "quantity", quantity: "2" })).toEqual(line(tool, 2, 1));
		expect(await changed({ change: "adjust" })).toEqual(line(tool, 3, 1));
		expect(await changed({ change: "price" })).toEqual(line(tool, 9));
		expect(await changed({ change: "remove" })).toBeUndefined();
		expect((await change(lines, { change: "moved" })).lines).toEqual([]);
	});

	it.each(["-1", "0", "1.5", "1e3", "many", "1000001", "9".repeat(40), ""])(
		"leaves the cart as it is with a quantity of %j",
		async (quantity) => {
			const lines = [line("a", 2)];
			const fields = { tool: "a", change: "quantity", quantity };
			expect(await change(lines, fields)).toEqual({ lines, note: "quantity" });
		},
	);

	it("is for forms of the shop alone, and no others carry the cookie", async () => {
		const tool = await addTool();
		const post = (headers: Record<string, string>) => {
			const request = new Request(`${origin}/cart/lines`, {
				method: "POST",
				headers,
				body: new URLSearchParams({ tool }),
			});
			return POST({ request } as Parameters<typeof POST>[0]);
		};
		await expect(post({})).rejects.toThrow("foreign_origin");
		await expect(post({ Origin: "https://other.example" })).rejects.toThrow("foreign_origin");
		const { status, headers } = await post({ Origin: origin });
		expect([status, headers.get("Location")]).toEqual([303, "/cart/basic?note=added"]);
		expect(headers.get("Set-Cookie")).toMatch(
			/^cogsmith\.cart=[^;]+; Path=\/cart; Max-Age=2592000; HttpOnly; SameSite=Lax/,
		);
	});

	it("keeps the partner whose card led here, also for a request that has no address of the partner's", async () => {
		const tool = await addTool();
		const post = async (headers: HeadersInit, fields: Record<string, string>) => {
			const sent = { Origin: origin, ...headers };
			const body = new URLSearchParams(fields);
			const request = new Request(`${origin}/cart/lines`, { method: "POST", headers: sent, body });
			const answer = await POST({ request } as Parameters<typeof POST>[0]);
			const ofPartner = answer.headers.getSetCookie().filter((one) => /partner/.test(one));
			return { location: answer.headers.get("Location"), cookies: ofPartner };
		};
		const first = await post({ Referer: `${origin}/tools/${tool}?seen-on=blog` }, { tool });
		expect(first.cookies).toEqual([expect.stringMatching(/^cogsmith\.partner=blog; Path=\/cart;/)]);
		const inCookie = { Cookie: "cogsmith.partner=blog" };
		const other = await post({ ...inCookie, Referer: `${origin}/tools/${tool}` }, { tool });
		expect(other.location).toBe("/cart/basic?note=added&seen-on=blog");
		const newer = await post({ ...inCookie, Referer: `${origin}/tools/a?seen-on=news` }, { tool });
		expect(newer.location).toBe("/cart/basic?note=added&seen-on=news");
		expect((await post(inCookie, { change: "moved" })).cookies).toEqual([
			expect.stringContaining("cogsmith.partner=; Path=/cart; Max-Age=0"),
		]);
		const forged = await post({ Cookie: "cogsmith.partner=<b>" }, { tool });
		expect(forged).toEqual({ location: "/cart/basic?note=added", cookies: [] });
	});
});

/** What the checkout's form sends, as the API would get it. */
const formOf = (fields: Record<string, string>, lines: CartLine[]) =>
	new URLSearchParams([
		...Object.entries(fields),
		...lines.map((one) => ["line", toLineText(one)]),
	]);
const place = (fields: Record<string, string>, lines: CartLine[]) =>
	placeBasicOrder(readCheckoutForm(formOf(fields, lines)), new Request(`${origin}/cart/checkout`));
const guest = () => ({ ...contact, ...newAddress(), email: newEmail() });

describe("the checkout's form", () => {
	it("places the order that the API places, and leaves out what was left empty", async () => {
		const tool = await addTool();
		const fields = {
			...guest(),
			company: "Wheelworks",
			reference: "PO 7",
			giftNote: "Enjoy",
			hidesPrices: "on",
			line2: "",
			note: "",
			"billing.name": "",
			"billing.country": "",
		};
		const { id } = await place(fields, [line(tool, 2)]);
		const byApi = await requestOrder({
			...Object.fromEntries(Object.entries(fields).filter(([name]) => !name.includes("."))),
			...guest(),
			hidesPrices: true,
			lines: linesOf([tool], 2),
		});
		const own = ["id", "number", "email", "line1", "address", "address_key", "access_token_hash"];
		const [row, other] = (await Promise.all([rowOf(id), rowOf(byApi.body.insertedId)])).map(
			(found) =>
				Object.fromEntries(
					Object.entries(found ?? {}).filter(
						([name]) => !own.includes(name) && !/_at$|request|owner/.test(name),
					),
				),
		);
		expect(row).toEqual(other);
	});

	it("bills another address if one of its fields is filled in", async () => {
		const lines = [line(await addTool())];
		const billing = { "billing.name": "Ada", "billing.country": "DE" };
		await expect(place({ ...guest(), ...billing }, lines)).rejects.toMatchObject({
			fields: { "billing.line1": expect.any(String), "billing.city": expect.any(String) },
		});
		const full = {
			"billing.line1": "Radweg 1",
			"billing.city": "Kiel",
			"billing.postalCode": "24103",
		};
		const { id } = await place({ ...guest(), ...billing, ...full }, lines);
		expect(JSON.parse(String((await rowOf(id))?.billing))).toMatchObject({ city: "Kiel" });
	});

	it("sent twice places one order, and with other fields none", async () => {
		const tool = await addTool({ quantity: 5 });
		const fields = { ...guest(), key: crypto.randomUUID() };
		const first = await place(fields, [line(tool)]);
		expect(await place(fields, [line(tool)])).toEqual(first);
		expect(await stockOf(tool)).toBe(4);
		await expect(place({ ...fields, name: "Another" }, [line(tool)])).rejects.toThrow(
			"idempotency_mismatch",
		);
	});

	it("answers as the API does", async () => {
		const tool = await addTool({ minOrderQuantity: 2, quantity: 3 });
		const wrong = [
			{ fields: { email: "no e-mail" }, lines: [line(tool, 2)] },
			{ fields: { postalCode: "x", region: "" }, lines: [line(tool, 2)] },
			{ fields: { country: "" }, lines: [line(tool, 2)] },
			{ fields: {}, lines: [] },
			{ fields: {}, lines: [line(tool, 1), line("unknown")] },
			{ fields: {}, lines: [line(tool, 4)] },
			{ fields: {}, lines: [line(tool, 2, 1)] },
			{ fields: { totalPrice: "1" }, lines: [line(tool, 2)] },
		];
		for (const { fields, lines } of wrong) {
			const person = { ...guest(), ...fields };
			const answer = await requestOrder({
				...person,
				lines,
				...("totalPrice" in person && { totalPrice: 1 }),
			});
			const error = await place(person, lines).catch((thrown: unknown) => thrown);
			if (!(error instanceof ShopError)) throw error;
			expect({ code: error.code, fields: error.fields }).toEqual({
				code: answer.body.error.code,
				fields: answer.body.error.fields,
			});
		}
	});

	it("sends the link to pay at once, to an e-mail once a day, and then no reminder", async () => {
		const person = guest();
		const kindsOf = async (id: string) => {
			const rows = await env.DB.prepare("select kind from outbox where subject_id = ?")
				.bind(id)
				.all();
			return rows.results.map(({ kind }) => kind);
		};
		const tool = await addTool({ quantity: 5 });
		expect(await kindsOf((await place(person, [line(tool)])).id)).toEqual(["order.placed"]);
		expect(await kindsOf((await place(person, [line(tool)])).id)).toEqual([]);
	});
});
