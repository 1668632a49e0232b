/** The settings that the dashboard stores: who may, which counts, and orders while one changes. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dayOf, dayText } from "../../src/config/days.ts";
import { formOf, placeOf, shippingOf } from "../../src/islands/settings/shipping-form.ts";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { forgetSettings } from "../../src/platform/settings/stored-settings.ts";
import type { ShippingConfig } from "../../src/shop/costs/shipping.ts";
import { loadHomePage } from "../../src/shop/reviews/page-data.server.ts";
import type { SettingTopic } from "../../src/shop/settings/setting-topics.ts";
import {
	readSettings,
	saveSetting,
	saveSettingForm,
	shopSettings,
} from "../../src/shop/settings/settings.server.ts";
import { parseSetting } from "../../src/shop/settings/settings.ts";
import { type ShippingForm, shippingFields } from "../../src/shop/settings/shipping-fields.ts";
import { rowsIn, storedOf, type TypedRecord, typedOf } from "../../src/values/typed-record.ts";
import { addTool, callApi, callerOf, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;
let rider: Person;
beforeAll(async () => {
	admin = await signUp({ role: "admin" });
	rider = await signUp();
});
beforeEach(async () => {
	await env.DB.batch([env.DB.prepare("delete from settings")]);
	forgetSettings();
});

const services: ShippingConfig = {
	countries: ["US", "DE"],
	rates: [
		{ countries: ["US"], price: 5, byWeight: [{ from: 2000, price: 8 }], days: [2, 4] },
		{ countries: ["US"], service: "Express", price: 15, days: [1, 1] },
		{ countries: "all", price: 12, parcelGrams: 1000 },
	],
	defaultGrams: 400,
	pickup: { line1: "9 Workshop Lane", city: "Portland", country: "US", text: "Ring twice." },
};
const today = dayOf(Date.now());
const holiday = {
	text: "We are on the trail.",
	from: dayText(today),
	to: dayText(today + 3),
	mode: "notice",
};

async function save(topic: SettingTopic, value: object | null) {
	const { version } = (await readSettings())[topic];
	return saveSetting(callerOf(admin), topic, { value: value && JSON.stringify(value), version });
}

const fields = {
	line1: "1 Road",
	city: "Portland",
	region: "OR",
	postalCode: "97201",
	country: "US",
};
async function place(tool: string, more: object = {}) {
	const { status, body } = await callApi("POST", "/checkout", {
		token: rider.token,
		body: {
			lines: [{ toolId: tool, quantity: 1, price: 25.99 }],
			phone: "+1 555",
			...fields,
			...more,
		},
	});
	return { status, body };
}
const serviceOf = async (id: string) =>
	JSON.parse(
		String(
			await env.DB.prepare("select service from orders where id = ?").bind(id).first("service"),
		),
	);
const weigh = (tool: string, grams: number | null) =>
	env.DB.prepare("update tools set weight_grams = ? where id = ?").bind(grams, tool).run();

describe("a setting", () => {
	it("counts instead of the configuration, until it is taken back; each change is in the history", async () => {
		const before = await shopSettings();
		await save("shipping", services);
		expect((await shopSettings()).shipping).toEqual(services);
		await save("shipping", null);
		expect((await shopSettings()).shipping).toEqual(before.shipping);
		const { body } = await callApi("GET", "/audit?subject=shipping", { token: admin.token });
		expect(
			body.map(({ action, detail }: { action: string; detail: { value: string | null } }) => [
				action,
				detail.value && JSON.parse(detail.value),
			]),
		).toEqual([
			["setting.changed", null],
			["setting.changed", services],
		]);
	});

	it("with rows is stored as they were typed, and says what is wrong at the field of a row", async () => {
		const fields = shippingFields("US");
		const typed = typedOf(fields, formOf(services));
		const meant = (form: TypedRecord) => storedOf(fields, form) as unknown as ShippingForm;
		await save("shipping", shippingOf(meant(typed)));
		expect((await readSettings()).shipping.value).toEqual(services);
		const [first = {}, ...others] = rowsIn(typed.zones);
		const [standard = {}, ...express] = rowsIn(first.services);
		const dearer = (price: string) => ({
			...typed,
			zones: [{ ...first, services: [{ ...standard, price }, ...express] }, ...others],
		});
		await save("shipping", shippingOf(meant(dearer(" 5,50 "))));
		expect((await readSettings()).shipping.value?.rates[0]?.price).toBe(5.5);
		const wrong = meant(dearer("a lot"));
		const refused = await save("shipping", shippingOf(wrong)).catch(({ fields: all }) =>
			Object.keys(all).map(placeOf(wrong)),
		);
		expect(refused).toEqual(["zones.0.services.0.price"]);
	});

	it("is stored from its form, switched off, and restored", async () => {
		const send = async (sent: Record<string, string>) => {
			const { version } = (await readSettings()).holiday;
			const form = new URLSearchParams({ version: String(version), ...sent });
			return saveSettingForm(callerOf(admin), "holiday", form);
		};
		const on = { ...holiday, on: "1" };
		const stored = async () => (await readSettings()).holiday.value;
		expect(await send({ ...on, from: "soon" })).toHaveProperty("fields.from");
		await expect(send({ ...on, mode: "longer", moreDays: "" })).rejects.toMatchObject({
			fields: { moreDays: expect.any(String) },
		});
		expect(await send({ ...on, mode: "longer", moreDays: "3" })).toBeUndefined();
		expect(await stored()).toEqual({ ...holiday, mode: "longer", moreDays: 3 });
		await send(holiday);
		expect(await stored()).toBeUndefined();
		await send({ restore: JSON.stringify(holiday) });
		expect(await stored()).toEqual(holiday);
	});

	it("is not stored over one that another has set, nor with a field that is wrong", async () => {
		await save("holiday", holiday);
		const late = saveSetting(callerOf(admin), "holiday", { value: null, version: 0 });
		await expect(late).rejects.toMatchObject({ code: "setting_changed" });
		const { status, body } = await callApi("PUT", "/setting/shipping", {
			token: admin.token,
			body: {
				version: 0,
				value: JSON.stringify({ ...services, rates: [{ countries: ["US"], price: -1 }] }),
			},
		});
		expect([status, body.error.fields]).toEqual([422, { "rates.0.price": "must not be negative" }]);
	});

	it.each<[SettingTopic, object]>([
		["holiday", { ...holiday, moreDays: "3" }],
		["holiday", { ...holiday, moreDays: null }],
		["holiday", { ...holiday, text: 5 }],
		["holiday", { ...holiday, more: 1 }],
		["mails", { "order.paid": { subject: 5 } }],
		["mails", { "order.paid": { subject: "" } }],
	])("of %s is refused as %j: JSON has its own types", (topic, value) => {
		expect(parseSetting(topic, value)).toHaveProperty("errors");
	});

	it("is read along with the next batch, and in memory after that", async () => {
		const tool = await addTool();
		forgetSettings();
		const [, first] = await withD1Metrics(() => place(tool));
		const [, again] = await withD1Metrics(() => place(tool));
		// Each call reads its user, the offers with the weights, and places its order.
		expect([first.trips, again.trips]).toEqual([3, 3]);
		await save("shipping", services);
		const [weighed, { trips }] = await withD1Metrics(() => place(tool));
		expect([weighed.body.order.shippingPrice, trips]).toEqual([5, 3]);
	});
});

describe("the tools of the home page", () => {
	const onHome = async () => (await loadHomePage()).tools.map(({ _id }) => _id);

	it("are the newest, after those that staff have chosen and that are still sold", async () => {
		const old = await addTool();
		const gone = await addTool();
		const newest: string[] = [];
		for (let count = 0; count < 6; count++) newest.unshift(await addTool());
		expect(await onHome()).toEqual(newest);
		await env.DB.prepare("update tools set archived_at = 1 where id = ?").bind(gone).run();
		await save("home", { tools: [newest[3], gone, old] });
		const others = newest.filter((id) => id !== newest[3]).slice(0, 4);
		expect(await onHome()).toEqual([newest[3], old, ...others]);
		await save("home", null);
		expect(await onHome()).toEqual(newest);
	});

	it("are at most six, each once", async () => {
		await expect(save("home", { tools: ["a", "a"] })).rejects.toMatchObject({ code: "invalid" });
		const seven = { tools: [..."abcdefg"] };
		await expect(save("home", seven)).rejects.toMatchObject({ code: "invalid" });
	});
});

const vat = { mode: "included", label: "VAT", percent: 19 } as const;

describe("tax", () => {
	it("is that of the dashboard once it is set, and an order that was placed keeps its own", async () => {
		const tool = await addTool();
		await save("tax", vat);
		const { body: placed } = await place(tool, { totalPrice: 25.99 });
		const rateOf = async (id: string) => {
			const columns = "group_concat(distinct tax_rate) as rates, sum(included_tax_cents) as cents";
			const query = `select ${columns} from order_lines where order_id = ? and closed_at is null`;
			return env.DB.prepare(query).bind(id).first();
		};
		const first = placed.order._id;
		expect(await rateOf(first)).toEqual({ rates: "190000", cents: 415 });
		await save("tax", { ...vat, percent: 7 });
		expect(await rateOf(first)).toEqual({ rates: "190000", cents: 415 });
		const { body: later } = await place(tool);
		expect(await rateOf(later.order._id)).toEqual({ rates: "70000", cents: 170 });
		// One that changes before it is paid is priced anew, with all its lines.
		const added = await callApi("POST", `/order/${first}/line`, {
			token: admin.token,
			body: { toolId: await addTool(), quantity: 1 },
		});
		expect([added.status, await rateOf(first)]).toEqual([201, { rates: "70000", cents: 340 }]);
	});

	it("counts in the next order, whatever this isolate remembers, and is told to carts", async () => {
		const tool = await addTool();
		await shopSettings();
		// Another isolate stores it.
		await env.DB.prepare("insert into settings values ('tax', ?, 1, 0)")
			.bind(JSON.stringify(vat))
			.run();
		const { body } = await place(tool, { totalPrice: 25.99 });
		expect(body.order.lines[0]).toMatchObject({ includedTaxPrice: 4.15 });
		expect((await callApi("GET", "/shipping")).body.tax).toEqual(vat);
	});

	it("by the country needs the country of an order", async () => {
		await save("tax", { ...vat, rates: [{ countries: ["AT"], percent: 20 }] });
		const { body } = await callApi("POST", "/order", {
			token: rider.token,
			body: { productCode: await addTool(), quantity: 1, phone: "1", address: "5 Spoke Street" },
		});
		expect(body.error.code).toBe("checkout_required");
	});

	it("has the errors of the configuration, and of reservations that outlast a calculation of Stripe Tax", async () => {
		const wrong = async (value: object) => {
			const body = { version: 0, value: JSON.stringify(value) };
			const answer = await callApi("PUT", "/setting/tax", { token: admin.token, body });
			return [answer.status, answer.body.error.fields];
		};
		expect(await wrong({ ...vat, percent: 119, rates: [{ countries: [], percent: 1 }] })).toEqual([
			422,
			{ percent: "must be at most 100", "rates.0.countries": "must not be empty" },
		]);
		expect(await wrong({ mode: "stripe", behaviour: "on top" })).toEqual([
			422,
			{ behaviour: "must be inclusive or exclusive" },
		]);
	});
});

describe("an order", () => {
	it("goes by the service that was chosen, which is kept with it", async () => {
		await save("shipping", services);
		const tool = await addTool();
		await weigh(tool, 2500);
		const standard = await place(tool, { totalPrice: 33.99 });
		expect(standard.body.order).toMatchObject({ shippingPrice: 8, totalPrice: 33.99 });
		expect(await serviceOf(standard.body.order._id)).toEqual({
			id: "Standard delivery",
			name: "Standard delivery",
			parcels: 1,
			grams: 2500,
			days: [2, 4],
		});
		const express = await place(tool, { service: "Express", totalPrice: 40.99 });
		expect(express.body.order).toMatchObject({ shippingPrice: 15 });
		const fetched = await place(tool, { service: "pickup", totalPrice: 25.99 });
		expect(await serviceOf(fetched.body.order._id)).toMatchObject({
			parcels: 0,
			pickup: { address: ["9 Workshop Lane", "Portland"], text: "Ring twice." },
		});
		const unknown = await place(tool, { service: "By drone" });
		expect([unknown.status, Object.keys(unknown.body.error.fields)]).toEqual([422, ["service"]]);
	});

	it("takes more parcels by the weight of its tools, and that of those without", async () => {
		await save("shipping", services);
		const [heavy, unknown] = [await addTool(), await addTool()];
		await weigh(heavy, 700);
		await weigh(unknown, null);
		const address = {
			line1: "Weg 1",
			city: "Berlin",
			region: "",
			postalCode: "10115",
			country: "DE",
		};
		const { body } = await callApi("POST", "/checkout", {
			token: rider.token,
			body: {
				lines: [heavy, unknown].map((toolId) => ({ toolId, quantity: 1, price: 25.99 })),
				phone: "+49 30",
				...address,
			},
		});
		expect(body.order).toMatchObject({ shippingPrice: 24 });
		expect(await serviceOf(body.order._id)).toMatchObject({ parcels: 2, grams: 1100 });
	});

	it("is never placed at the rates of before, whatever this isolate remembers", async () => {
		const tool = await addTool();
		await shopSettings();
		// Another isolate stores it.
		await env.DB.prepare("insert into settings values ('shipping', ?, 1, 0)")
			.bind(JSON.stringify(services))
			.run();
		const seen = await place(tool, { totalPrice: 25.99 });
		expect([seen.status, seen.body.error.code]).toEqual([409, "price_changed"]);
		expect((await place(tool, { totalPrice: 30.99 })).status).toBe(201);
	});

	it("is not taken while the shop is closed", async () => {
		const tool = await addTool();
		await save("holiday", { ...holiday, mode: "closed" });
		const closed = await place(tool);
		expect([closed.status, closed.body.error.code]).toEqual([409, "shop_closed"]);
		const { body } = await callApi("GET", "/shipping");
		expect(body.closedUntil).toBeDefined();
		await save("holiday", { ...holiday, from: dayText(today + 1), mode: "closed" });
		expect((await place(tool)).status).toBe(201);
	});

	it("takes longer during a holiday that says so", async () => {
		await save("shipping", services);
		await save("holiday", { ...holiday, mode: "longer", moreDays: 7 });
		const { body } = await place(await addTool());
		expect(await serviceOf(body.order._id)).toMatchObject({ days: [9, 11] });
	});
});
