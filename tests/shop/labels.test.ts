/** Labels of carriers: bought once, whatever fails between, and shipped with their number. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { lettersOfLabel } from "../../src/messages/shipping.ts";
import { forgetSettings } from "../../src/platform/settings/stored-settings.ts";
import { sellLabels } from "../helpers/labels.ts";
import { placePaidLine } from "../helpers/payments.ts";
import { addTool, callApi, type Person, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

let service: ReturnType<typeof sellLabels>;
/** Whether the answer to a request is lost, after it was carried out. */
let losesAnswer: (request: string) => boolean = () => false;

let packer: Person;
let rider: Person;
beforeAll(async () => {
	packer = await signUp({ role: "packer" });
	rider = await signUp();
	const sender = { line1: "9 Workshop Lane", city: "Portland", region: "OR", country: "US" };
	const rates = [{ countries: "all", price: 0 }];
	await env.DB.prepare("insert into settings values ('shipping', ?, 1, 0)")
		.bind(JSON.stringify({ countries: "all", rates, sender: { ...sender, postalCode: "97201" } }))
		.run();
	forgetSettings();
});
beforeEach(() => {
	losesAnswer = () => false;
	service = sellLabels((request) => losesAnswer(request));
	return () => service.stop();
});

/** Returns a line that can be shipped to an address. */
async function paidLine(country = "US") {
	const { line } = await placePaidLine(rider, await addTool());
	await env.DB.prepare(
		"update orders set line1 = '1 Road', city = 'Salem', region = 'OR', postal_code = '97301', country = ? where id = ?",
	)
		.bind(country, line.orderId)
		.run();
	return line._id;
}
const rate = (lineIds: string[], grams: number | null = 1200) =>
	callApi("POST", "/label", {
		token: packer.token,
		body: { lineIds, ...(grams !== null && { grams }) },
	});
const buy = (id: string, rateId: string) =>
	callApi("PUT", `/label/${id}`, { token: packer.token, body: { rate: rateId } });
const numberOf = (lineId: string) =>
	env.DB.prepare(
		"select tracking_number from shipments join order_lines on shipment_id = shipments.id where order_lines.id = ?",
	)
		.bind(lineId)
		.first("tracking_number");

it("has prices, the cheapest first, and ships with the number that was bought", async () => {
	const line = await paidLine();
	const { body: rated } = await rate([line]);
	expect(rated.rates.map(({ carrier }: { carrier: string }) => carrier)).toEqual(["USPS", "UPS"]);
	const bought = await buy(rated._id, rated.rates[0]._id);
	expect(bought.body).toMatchObject({ state: "bought", carrier: "USPS", trackingNumber: "EZ1001" });
	expect(bought.body.url).toContain(".pdf");
	expect(await numberOf(line)).toBe("EZ1001");
	expect((await buy(rated._id, rated.rates[0]._id)).body).toEqual(bought.body);
	expect(service.purchases()).toBe(1);
});

it("is bought once, though the answer was lost, and by two at once", async () => {
	allowConsole();
	const [line, other] = [await paidLine(), await paidLine()];
	const { body: rated } = await rate([line]);
	losesAnswer = (request) => {
		if (!request.endsWith("/buy")) return false;
		losesAnswer = () => false;
		return true;
	};
	// The parcel is looked up after a failure, so that this call knows already.
	expect((await buy(rated._id, rated.rates[0]._id)).body.trackingNumber).toBe("EZ1001");
	const { body: second } = await rate([other]);
	const both = await Promise.all([1, 2].map(() => buy(second._id, second.rates[1]._id)));
	expect(both.map(({ status }) => status)).toEqual([200, 200]);
	expect([service.purchases(), await numberOf(other)]).toEqual([2, "EZ1002"]);
});

it("goes on after a crash: a row that was buying asks what became of it", async () => {
	allowConsole();
	const line = await paidLine();
	const { body: rated } = await rate([line]);
	const rateId = rated.rates[0]._id;
	// Leaves what a Worker that ended after the purchase has left, the second time without the id of the parcel.
	service.answer("POST", `/shipments/${rated._id}/buy`, JSON.stringify({ rate: { id: rateId } }));
	await env.DB.prepare(
		"update labels set state = 'buying', rate_id = ?, provider_id = null where id = ?",
	)
		.bind(rateId, rated._id)
		.run();
	expect((await buy(rated._id, rateId)).body.trackingNumber).toBe("EZ1001");
	expect([service.purchases(), await numberOf(line)]).toEqual([1, "EZ1001"]);
});

it("is taken back once, and the shipment stays", async () => {
	const line = await paidLine();
	const { body: rated } = await rate([line]);
	await buy(rated._id, rated.rates[0]._id);
	for (let time = 0; time < 2; time += 1) {
		const { body } = await callApi("DELETE", `/label/${rated._id}`, { token: packer.token });
		expect(body.state).toBe("voided");
	}
	expect(await numberOf(line)).toBe("EZ1001");
});

it("has Latin letters alone, and says what has others", async () => {
	const line = await paidLine();
	const address = (name: string, city: string) =>
		env.DB.prepare(
			"update orders set name = ?, city = ? where id = (select order_id from order_lines where id = ?)",
		)
			.bind(name, city, line)
			.run();
	// The stand-in refuses what a carrier would print as question marks.
	await address("Łukasz Großmann ♥", "Ærøskøbing – Øst");
	expect((await rate([line])).status).toBe(201);
	expect(service.sentTo()).toMatchObject({ name: "Lukasz Grossmann", city: "Aeroskobing - Ost" });
	for (const [name, city] of [
		["Иван", "Moskva"],
		["Ivan", "東京"],
	] as const) {
		await address(name, city);
		const { status, body } = await rate([line]);
		expect([status, body.error.message]).toEqual([
			422,
			lettersOfLabel.ofOrder(name === "Ivan" ? city : name),
		]);
	}
});

it("is not offered for what can't be shipped, without a weight, or without a key", async () => {
	const line = await paidLine();
	const { status, body } = await rate([line], null);
	expect([status, Object.keys(body.error.fields)]).toEqual([422, ["grams"]]);
	const { body: rated } = await rate([line]);
	await buy(rated._id, rated.rates[0]._id);
	expect((await rate([line])).body.error.code).toBe("not_shippable");
	service.stop();
	expect((await rate([line])).status).toBe(404);
});
