/** The settings that the dashboard stores: who may, which counts, and orders while one changes. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dayOf, dayText } from "../../src/config/days.ts";
import { withD1Metrics } from "../../src/platform/d1-metrics.ts";
import { forgetSettings } from "../../src/platform/stored-settings.ts";
import type { Holiday } from "../../src/shop/settings/holiday-modes.ts";
import type { SettingTopic } from "../../src/shop/settings/setting-topics.ts";
import {
	readSettings,
	saveSetting,
	shopSettings,
} from "../../src/shop/settings/settings.server.ts";
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

const services = {
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
const holiday: Holiday = {
	...{ text: "We are on the trail.", from: dayText(today), to: dayText(today + 3) },
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
			lines: [{ productCode: tool, quantity: 1, price: 25.99 }],
			...{ phone: "+1 555", ...fields, ...more },
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

describe("an order", () => {
	it("goes by the service that was chosen, which is kept with it", async () => {
		await save("shipping", services);
		const tool = await addTool();
		await weigh(tool, 2500);
		const standard = await place(tool, { totalPrice: 33.99 });
		expect(standard.body.order).toMatchObject({ shippingPrice: 8, totalPrice: 33.99 });
		expect(await serviceOf(standard.body.order._id)).toEqual({
			...{ id: "Standard delivery", name: "Standard delivery", parcels: 1, grams: 2500 },
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
				lines: [heavy, unknown].map((productCode) => ({ productCode, quantity: 1, price: 25.99 })),
				...{ phone: "+49 30", ...address },
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
