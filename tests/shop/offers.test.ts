/** Rules and codes in orders: what is charged, what is stored with it, and how often a code can be used. */
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { codeProblems } from "../../src/messages/code-problems.ts";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { forgetSettings } from "../../src/platform/settings/stored-settings.ts";
import { issueCard } from "../../src/shop/gift-cards/manage-cards.server.ts";
import { basicOffers } from "../../src/shop/offers/basic-offers.server.ts";
import {
	codesOfOffer,
	endOffer,
	listOffers,
	nameTools,
	saveOffer,
} from "../../src/shop/offers/manage-offers.server.ts";
import { readOffer } from "../../src/shop/offers/offer-form.ts";
import { noEnd, type OfferTerms } from "../../src/shop/offers/offer-terms.ts";
import { previewOffer } from "../../src/shop/offers/preview-offer.server.ts";
import {
	contact,
	type Line,
	linesOf,
	payOrder,
	requestOrder,
	toolPrice,
} from "../helpers/checkouts.ts";
import { placeOrder as placeAsGuest, requestOrder as requestAsGuest } from "../helpers/guests.ts";
import {
	addTool,
	addTools,
	callApi,
	callerOf,
	origin,
	type Person,
	signUp,
} from "../helpers/shop.ts";

let rider: Person;
let admin: Person;
beforeAll(async () => {
	rider = await signUp();
	admin = await signUp({ role: "admin" });
});
beforeEach(() => env.DB.prepare("update offers set ends_at = starts_at").run());

const percent = (value: number): OfferTerms["action"] => ({ type: "percent", value });
let offerCount = 0;

/** Adds an offer that runs. Returns its id. */
async function addOffer(
	action: OfferTerms["action"],
	conditions: OfferTerms["conditions"] = {},
	{ code = "", maxUses = null as number | null, once = false, startsAt = 1 } = {},
): Promise<string> {
	offerCount += 1;
	const id = `offer-${offerCount}`;
	const terms: OfferTerms = { action, conditions, combines: false };
	await env.DB.prepare(
		"insert into offers (id, label, terms, needs_code, once_per_customer, starts_at, ends_at, created_at) values (?, ?, ?, ?, ?, ?, ?, 1)",
	)
		.bind(
			id,
			`Offer ${id}`,
			JSON.stringify(terms),
			code ? 1 : 0,
			once ? 1 : 0,
			startsAt,
			noEnd.getTime(),
		)
		.run();
	if (code)
		await env.DB.prepare("insert into offer_codes (code, offer_id, max_uses) values (?, ?, ?)")
			.bind(code, id, maxUses)
			.run();
	return id;
}

const usesOf = (code: string) =>
	env.DB.prepare("select uses from offer_codes where code = ?").bind(code).first("uses");
const applied = async (orderId: string) =>
	(
		await env.DB.prepare(
			"select offer_id, code, amount_cents, shipping_cents from order_offers where order_id = ? order by offer_id",
		)
			.bind(orderId)
			.all()
	).results;
const orderOf = (id: string) =>
	env.DB.prepare(
		"select items_cents, discounts_cents, total_cents, (select sum(discount_cents) from order_lines where order_id = orders.id and closed_at is null) as of_lines from orders where id = ?",
	)
		.bind(id)
		.first();

describe("a rule", () => {
	it("is charged, shown by line, and stored with the order", async () => {
		const [chain, other] = [await addTool(), await addTool()];
		const offer = await addOffer(percent(10), { tools: [chain] });
		const { status, body } = await requestOrder(rider, linesOf([chain, other], 2));
		expect(status, JSON.stringify(body)).toBe(201);
		const { order } = body;
		expect([order.itemsPrice, order.discountsPrice, order.totalPrice]).toEqual([
			103.96, 5.2, 98.76,
		]);
		expect(
			order.lines.map((line: Record<string, number>) => [line.totalPrice, line.discountPrice]),
		).toEqual([
			[51.98, 5.2],
			[51.98, undefined],
		]);
		expect(await applied(order._id)).toEqual([
			{ offer_id: offer, code: null, amount_cents: 520, shipping_cents: 0 },
		]);
	});

	it("does not change an order by the specification's call: quantity times price", async () => {
		const tool = await addTool();
		await addOffer(percent(10), { tools: [tool] });
		const body = { productCode: tool, quantity: 2, ...contact };
		const placed = await callApi("POST", "/order", { token: rider.token, body });
		expect(placed.body.order.totalPrice).toBe(51.98);
		expect(placed.body.order.discountPrice).toBeUndefined();
	});

	it("counts for an order by telephone, with a code if that is better", async () => {
		const tool = await addTool();
		await addOffer(percent(10), { tools: [tool] });
		await addOffer(percent(20), { tools: [tool] }, { code: "CALL", once: true });
		const order = (fields: object) =>
			callApi("POST", "/order/phone", {
				token: admin.token,
				body: {
					lines: [{ toolId: tool, quantity: 1, price: 25.99 }],
					email: "call@example.com",
					name: "Ada",
					...contact,
					...fields,
				},
			});
		expect((await order({})).body.order?.discountsPrice).toBe(2.6);
		expect((await order({ code: "call" })).body.order?.discountsPrice).toBe(5.2);
		expect((await order({ code: "call" })).body.error?.fields?.code).toMatch("before");
	});

	it("that ended after the customer saw the total places nothing", async () => {
		const tool = await addTool();
		const placed = await requestOrder(rider, linesOf([tool]), { totalPrice: 23.39 });
		expect([placed.status, placed.body.error?.code]).toEqual([409, "price_changed"]);
	});

	it("holds for an order that staff change, and stops where its conditions no longer hold", async () => {
		const tools = [await addTool(), await addTool()];
		await addOffer({ type: "payFor", value: { pieces: 2, pay: 1 } }, { tools });
		const { body } = await requestOrder(rider, linesOf(tools));
		const { _id: id, lines } = body.order;
		expect(await orderOf(id)).toMatchObject({ discounts_cents: 2599, of_lines: 2599 });
		await env.DB.prepare("update offers set ends_at = starts_at").run();
		const removed = await callApi("DELETE", `/order?id=${lines[0]._id}`, { token: rider.token });
		expect(removed.body.deletedCount).toBe(1);
		expect(await orderOf(id)).toEqual({
			items_cents: 2599,
			discounts_cents: 0,
			total_cents: 2599,
			of_lines: 0,
		});
		const more = await callApi("POST", `/order/${id}/line`, {
			token: admin.token,
			body: { toolId: tools[1], quantity: 4 },
		});
		expect(more.status, JSON.stringify(more.body)).toBe(201);
		expect(await orderOf(id)).toEqual({
			items_cents: 10_396,
			discounts_cents: 5198,
			total_cents: 5198,
			of_lines: 5198,
		});
		expect(await applied(id)).toMatchObject([{ amount_cents: 5198 }]);
	});

	it("is refunded by what was paid", async () => {
		const tools = [await addTool(), await addTool()];
		await addOffer({ type: "amount", value: 1001 }, { tools });
		const { body } = await requestOrder(rider, linesOf(tools));
		await payOrder(rider, body.insertedId);
		const { body: left } = await callApi("GET", `/order/${body.insertedId}/refund`, {
			token: admin.token,
		});
		expect(left.lines?.map((line: Record<string, number>) => line.itemsPrice)).toEqual([
			20.98, 20.99,
		]);
	});
});

describe("shipping", () => {
	const shipping = {
		countries: ["US"],
		rates: [
			{ countries: ["US"], price: 5, freeFrom: 25, byWeight: [{ from: 2000, price: 8 }] },
			{ countries: ["US"], service: "Express", price: 15 },
		],
		pickup: { line1: "9 Workshop Lane", city: "Portland", country: "US" },
	};
	const address = { line1: "1 Road", city: "Portland", region: "OR", postalCode: "97201" };
	const fields = { address: undefined, ...address, country: "US" };
	const store = async (value: object) => {
		await env.DB.prepare("insert into settings values ('shipping', ?, 1, 0)")
			.bind(JSON.stringify(value))
			.run();
		forgetSettings();
	};
	afterEach(async () => {
		await env.DB.prepare("delete from settings").run();
		forgetSettings();
	});

	it("goes by the value after discounts, and a free one pays for the cheapest service", async () => {
		await store(shipping);
		const tool = await addTool();
		await env.DB.prepare("update tools set weight_grams = 2500 where id = ?").bind(tool).run();
		const place = async (service?: string, totalPrice?: number) => {
			const asked = { ...fields, service, totalPrice };
			const { status, body } = await requestOrder(rider, linesOf([tool]), asked);
			expect(status, JSON.stringify(body)).toBe(201);
			return body.order;
		};
		expect((await place(undefined, 25.99)).shippingPrice).toBe(0);
		await addOffer(percent(10), { tools: [tool] });
		expect((await place(undefined, 31.39)).shippingPrice).toBe(8);
		const free = await addOffer({ type: "freeShipping", value: true });
		const standard = await place(undefined, 23.39);
		expect(standard.shippingPrice).toBe(0);
		expect(await applied(standard._id)).toMatchObject([
			{ amount_cents: 260, shipping_cents: 0 },
			{ offer_id: free, amount_cents: 0, shipping_cents: 800 },
		]);
		expect((await place("pickup", 23.39)).shippingPrice).toBe(0);
		const express = await place("Express", 30.39);
		expect(express.shippingPrice).toBe(7);
		// Two pieces are worth what makes the cheapest service free, so that the offer has nothing to pay.
		const more = await callApi("POST", `/order/${express._id}/line`, {
			token: admin.token,
			body: { toolId: tool, quantity: 2 },
		});
		expect(more.body.totalPrice, JSON.stringify(more.body)).toBe(61.78);
		expect(await applied(express._id)).toMatchObject([
			{ amount_cents: 520 },
			{ shipping_cents: 0 },
		]);
	});
});

describe("a code", () => {
	const order = (tool: string, code: string, fields: Record<string, unknown> = {}) =>
		requestOrder(rider, linesOf([tool]), { code, ...fields });
	const problem = async (placed: ReturnType<typeof order>) =>
		(await placed).body.error?.fields?.code;

	it("is typed in any case, and used by one order as often as that is repeated", async () => {
		const tool = await addTool();
		await addOffer(percent(20), {}, { code: "SPRING", maxUses: 1 });
		const first = await order(tool, " spr ing", { key: "spring-1" });
		expect(first.body.order?.discountsPrice, JSON.stringify(first.body)).toBe(5.2);
		const again = await order(tool, " spr ing", { key: "spring-1" });
		expect(again.body.insertedId).toBe(first.body.insertedId);
		expect(await usesOf("SPRING")).toBe(1);
		expect(await problem(order(tool, "SPRING"))).toBe(codeProblems.usedByOwnOrder);
		await callApi("DELETE", `/order?id=${first.body.insertedId}`, { token: rider.token });
		expect(await usesOf("SPRING")).toBe(0);
		expect((await order(tool, "SPRING")).status).toBe(201);
	});

	it("can be for once per customer, signed in or as a guest", async () => {
		const tool = await addTool();
		await addOffer(percent(20), {}, { code: "ONCE", once: true });
		const person = await signUp();
		const asked = (email: string) =>
			requestAsGuest({ lines: linesOf([tool]), code: "once", email });
		expect((await requestOrder(person, linesOf([tool]), { code: "once" })).status).toBe(201);
		expect((await asked(person.email)).body.error.fields.code).toMatch("before");
		expect((await asked("other@example.com")).status).toBe(201);
		expect((await asked("other@example.com")).body.error.fields.code).toMatch("before");
	});

	it("that one's own unpaid order has names that order, and nobody else's", async () => {
		const tool = await addTool();
		await addOffer(percent(20), {}, { code: "HELD", once: true });
		await addOffer(percent(20), {}, { code: "SINGLE", maxUses: 1 });
		const person = await signUp();
		const typed = async (code: string, { token, cookie }: { token?: string; cookie?: string }) =>
			(
				await callApi("POST", "/cart/offers", {
					token,
					body: { toolIds: [tool], code },
					headers: { Origin: origin, ...(cookie && { Cookie: cookie }) },
				})
			).body;
		const ofOrder = ({ _id: id, number }: { _id: string; number: number }) => ({
			codeProblem: codeProblems.usedByOwnOrder,
			codeOrder: { id, number },
		});
		const held = (await requestOrder(person, linesOf([tool]), { code: "held" })).body.order;
		const single = (await requestOrder(person, linesOf([tool]), { code: "single" })).body.order;
		expect(await typed("held", person)).toMatchObject(ofOrder(held));
		expect(await typed("single", person)).toMatchObject(ofOrder(single));
		expect(await problem(requestOrder(person, linesOf([tool]), { code: "held" }))).toBe(
			codeProblems.usedByOwnOrder,
		);
		// The e-mail alone proves nothing.
		const stranger = { email: person.email, lines: linesOf([tool]) };
		const asked = await requestAsGuest({ ...stranger, code: "held" });
		expect(asked.body.error.fields.code).toBe(codeProblems.usedByYou);
		const another = await typed("single", await signUp());
		expect(another).toMatchObject({ codeProblem: codeProblems.usedUp });
		expect(another).not.toHaveProperty("codeOrder");
		// A guest is told in the browser that has the order's link.
		const guest = await placeAsGuest([tool], { code: "held" });
		expect(await typed("held", guest)).toMatchObject(ofOrder(guest.order));
		const withLink = new Request(`${origin}/cart`, { headers: { Cookie: guest.cookie } });
		expect(await basicOffers(withLink, [], "held")).toMatchObject(ofOrder(guest.order));
		const again = await requestAsGuest({ lines: linesOf([tool]), code: "held" }, guest);
		expect(again.body.error.fields.code).toBe(codeProblems.usedByOwnOrder);
		expect(await typed("held", {})).not.toHaveProperty("codeProblem");
		// Cancelled, it gives the code back; paid, it is no longer the way to go on.
		await callApi("DELETE", `/order?id=${single._id}`, { token: person.token });
		expect(await typed("single", person)).not.toHaveProperty("codeProblem");
		await payOrder(person, held._id);
		expect(await typed("held", person)).toMatchObject({ codeProblem: codeProblems.usedByYou });
		// Staff who enter a customer's order are not the customer.
		const forCustomer = { toolIds: [tool], code: "held", forCustomer: true };
		const entered = await callApi("POST", "/cart/offers", {
			token: person.token,
			body: forCustomer,
		});
		expect(entered.body).not.toHaveProperty("codeProblem");
	});

	it("says what to do where it does nothing", async () => {
		const tool = await addTool();
		await addOffer(percent(20), { minCents: 5000 }, { code: "BIG" });
		await addOffer(percent(20), { makers: ["Nobody"] }, { code: "MAKER" });
		await addTool({ name: "Truing stand" });
		const { id: stand } = (await env.DB.prepare(
			"select id from tools where name = 'Truing stand'",
		).first<{ id: string }>()) ?? { id: "" };
		await addOffer(percent(20), { tools: [stand], minPieces: 2 }, { code: "STAND" });
		await env.DB.prepare(
			"insert into categories (slug, name, position) values ('ol', 'Öl & Fett', 99)",
		).run();
		await addOffer(percent(20), { categories: ["ol"] }, { code: "OIL" });
		await addOffer(percent(20), {}, { code: "LATER", startsAt: Date.now() + 9e8 });
		await addOffer(percent(5), {}, { code: "LITTLE" });
		await addOffer(percent(10), { tools: [tool] });
		const problems = ["big", "maker", "stand", "oil", "later", "little", "nothing"].map((code) =>
			problem(order(tool, code)),
		);
		expect(await Promise.all(problems)).toEqual([
			expect.stringContaining("from $50.00"),
			expect.stringContaining("for tools from Nobody"),
			expect.stringContaining("needs 2 tools named “Truing stand”: add 2 more"),
			expect.stringContaining("in “Öl & Fett”"),
			expect.stringContaining("works from"),
			expect.stringContaining("pay less without"),
			expect.stringContaining("know this code"),
		]);
		expect(await usesOf("LITTLE")).toBe(0);
	});

	it("is used three times by 200 orders at once, if it has three uses", async () => {
		const tool = await addTool({ quantity: 1000 });
		await addOffer(percent(20), {}, { code: "THREE", maxUses: 3 });
		const lines: Line[] = [{ toolId: tool, quantity: 1, price: toolPrice }];
		const placed = await Promise.all(
			Array.from({ length: 200 }, (_, n) =>
				requestAsGuest({ lines, code: "three", email: `three-${n}@example.com` }),
			),
		);
		expect(placed.filter(({ status }) => status === 201)).toHaveLength(3);
		const problems = new Set(placed.map(({ body }) => body.error?.fields?.code));
		expect([...problems].filter(Boolean)).toEqual([expect.stringContaining("used up")]);
		expect(await usesOf("THREE")).toBe(3);
	});
});

describe("staff", () => {
	const now = new Date();
	const sent = (fields: Record<string, string>) =>
		new URLSearchParams({ action: "percent", ...fields });
	const ask = async (fields: Record<string, string>, needsCode: boolean, id?: string) => {
		const read = readOffer(sent(fields), { needsCode, isNew: id === undefined, now });
		if ("fields" in read) return Object.values(read.fields);
		const named = await nameTools(read.output);
		if ("fields" in named) return Object.values(named.fields);
		return saveOffer(callerOf(admin), named.output, id, now);
	};
	const listed = async (label: string) => (await listOffers()).find((one) => one.label === label);

	it("add a rule, preview it, read what it has sold and cost, and end it", async () => {
		const tool = await addTool();
		const terms = { label: "Ten off", action: "percent", percent: "10", tools: tool };
		const read = readOffer(sent(terms), { needsCode: false, isNew: true, now });
		if (!("output" in read)) throw new Error(JSON.stringify(read.fields));
		expect(await ask(terms, false)).toEqual([]);
		const { body } = await requestOrder(rider, linesOf([tool]));
		expect(body.order.totalPrice).toBe(23.39);
		await payOrder(rider, body.insertedId);
		const offer = await listed("Ten off");
		expect(offer).toMatchObject({ state: "running", orders: 1, soldCents: 2339, costCents: 260 });
		expect(await previewOffer(read.output.terms)).toMatchObject({
			applied: 1,
			cents: 260,
		});
		expect(await ask({ ...terms, percent: "20" }, false, offer?.id)).toEqual([]);
		const changed = await requestOrder(rider, linesOf([tool]));
		expect(changed.body.order.totalPrice).toBe(20.79);
		await endOffer(offer?.id ?? "", callerOf(admin));
		expect(await listed("Ten off")).toMatchObject({ state: "ended" });
		const { results } = await env.DB.prepare(
			"select action from audit where subject_id = ? order by created_at, rowid",
		)
			.bind(offer?.id ?? "")
			.all();
		const actions = results.map(({ action }) => action);
		expect(actions).toEqual(["offer.added", "offer.changed", "offer.ended"]);
	});

	it("make a set of codes, each for one order", async () => {
		const tool = await addTool();
		const set = { label: "Set", action: "amount", amount: "5", count: "3", prefix: "news" };
		expect(await ask(set, true)).toEqual([]);
		const { id = "" } = (await listed("Set")) ?? {};
		const codes = await codesOfOffer(id);
		expect(codes.map(({ maxUses }) => maxUses)).toEqual([1, 1, 1]);
		const [{ code } = { code: "" }] = codes;
		expect(code).toMatch(/^NEWS-[A-Z2-9]{10}$/);
		const placed = () => requestOrder(rider, linesOf([tool]), { code });
		expect((await placed()).body.order.discountsPrice).toBe(5);
		expect((await placed()).status).toBe(422);
		const again = { ...set, label: "Other", code, count: "" };
		expect(await ask(again, true)).toEqual([`Another offer already uses the code ${code}.`]);
	});

	it("are told what is wrong with a form", async () => {
		const wrong = { percent: "95", tools: "no-such", lastDay: "2020-01-01" };
		const read = readOffer(sent(wrong), { needsCode: true, isNew: true, now });
		const fields = ["label", "lastDay", "percent", "code"];
		expect(Object.keys("fields" in read ? read.fields : {})).toEqual(fields);
		const unknown = { label: "Off", percent: "9", tools: "no-such" };
		expect(await ask(unknown, false)).toEqual(["There is no tool “no-such”."]);
		const free = { label: "Off", action: "payFor", pieces: "2", pay: "2" };
		expect(await ask(free, false)).toEqual([expect.stringContaining("more items than are paid")]);
	});
});

it("an order of twenty lines with two offers and a gift card takes three round trips", async () => {
	const tools = await addTools(20);
	await addOffer(percent(10), { tools });
	await addOffer(percent(20), { tools: tools.slice(0, 1) }, { code: "TWENTY" });
	const asked = { id: crypto.randomUUID(), cents: 5000, email: "", message: "" };
	const card = await issueCard(callerOf(admin), { ...asked, expiresAt: undefined });
	const [placed, { trips }] = await withD1Metrics(() =>
		requestOrder(rider, linesOf(tools), { code: `TWENTY ${card}` }),
	);
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	expect(placed.body.order).toMatchObject({ giftCardPrice: 50 });
	expect(await applied(placed.body.order._id)).toHaveLength(2);
	// The caller, the offers with the cards, and the order itself.
	expect(trips).toBe(3);
});
