/** Where an order is delivered to, and what its form is filled with. */
import { env } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Caller, Customer } from "../../src/access/caller.ts";
import { guestUserId } from "../../src/access/guest.ts";
import * as config from "../../src/config/config.ts";
import * as messages from "../../src/messages/messages.ts";
import { contactErrors } from "../../src/shop/orders/contact.ts";
import { knownDelivery, resolveDelivery } from "../../src/shop/orders/delivery.server.ts";
import { addTool, callApi, callerOf, type Person, signUp } from "../helpers/shop.ts";

const rider: Customer = {
	id: "rider",
	name: "Ada",
	email: "ada@example.test",
	verified: true,
	phone: "+1 555 0100",
	address: "1 Profile Road",
};
const guest: Customer = { ...rider, id: guestUserId, name: "", phone: "", address: "" };
const fields = {
	line1: "9 Workshop Lane",
	city: "Portland",
	region: "OR",
	postalCode: "97201",
	country: "US",
};
const noFields = { line2: "", city: "", region: "", postalCode: "", country: "" };

describe("the delivery of a checkout", () => {
	it.each<[what: string, customer: Customer, request: object, line1: string, phone: string]>([
		["the profile's", rider, {}, "1 Profile Road", "+1 555 0100"],
		["the request's", rider, { address: "2 Road", phone: "7" }, "2 Road", "7"],
		[
			"a guest's",
			guest,
			{ address: "2 Road", phone: "7", email: "a@b.test", name: "A" },
			"2 Road",
			"7",
		],
	])("in one line is %s", (_, customer, request, line1, phone) => {
		expect(
			resolveDelivery(
				customer,
				{ lines: [], ...request },
				{ shipping: config.shipping, tax: config.tax },
				false,
			),
		).toEqual({
			phone,
			addressInOneLine: line1,
			billing: null,
			address: { line1, ...noFields },
		});
	});

	it("in fields has all of them, and one line for its orders", () => {
		expect(
			resolveDelivery(
				rider,
				{ lines: [], ...fields },
				{ shipping: config.shipping, tax: config.tax },
				false,
			),
		).toEqual({
			phone: "+1 555 0100",
			address: { ...fields, line2: "" },
			addressInOneLine: "9 Workshop Lane, Portland, OR 97201, United States",
			billing: null,
		});
	});

	it.each<[what: string, customer: Customer, request: object, errors: object]>([
		["an address", { ...rider, address: "" }, {}, contactErrors({ address: "" })],
		["a phone", { ...rider, phone: "" }, {}, contactErrors({ phone: "" })],
		[
			"a guest's e-mail and name",
			guest,
			{ address: "2 Road", phone: "7" },
			{ email: messages.emailRequired, name: messages.nameRequired },
		],
		[
			"one address, not two",
			rider,
			{ ...fields, address: "2 Road" },
			{ address: messages.addressTwice },
		],
	])("needs %s", (_, customer, request, errors) => {
		expect(Object.keys(errors)).not.toHaveLength(0);
		expect(() =>
			resolveDelivery(
				customer,
				{ lines: [], ...request },
				{ shipping: config.shipping, tax: config.tax },
				false,
			),
		).toThrow(expect.objectContaining({ code: "invalid", fields: errors }));
	});
});

describe("the checkout form", () => {
	const empty = { name: "", phone: "", line1: "", ...noFields };

	it("of a guest has the country where the shop ships to, if it is likely", async () => {
		expect(await knownDelivery(undefined, "DE")).toEqual({ ...empty, country: "DE" });
		expect(await knownDelivery(undefined, "XX")).toEqual(empty);
		expect(await knownDelivery(undefined, "")).toEqual(empty);
	});

	it("of a shop that ships to one country has that one", async () => {
		const rates: typeof config.shipping.rates = [{ countries: "all", price: 0 }];
		vi.spyOn(config, "shipping", "get").mockReturnValue({ countries: ["AT"], rates });
		onTestFinished(() => void vi.restoreAllMocks());
		expect(await knownDelivery(undefined, "DE")).toEqual({ ...empty, country: "AT" });
	});

	const profileOf = (person: Person, address: string): Caller => ({
		...callerOf(person),
		name: "Ada",
		phone: "7",
		address,
	});

	it.each([
		{ length: 0, isFilled: true },
		{ length: 80, isFilled: true },
		{ length: 81, isFilled: false },
	])(
		"has the profile before the first checkout, if its $length letters fit",
		async ({ length, isFilled }) => {
			const address = "a".repeat(length);
			expect(await knownDelivery(profileOf(await signUp(), address), "DE")).toEqual({
				...empty,
				name: "Ada",
				phone: "7",
				country: "DE",
				line1: isFilled ? address : "",
			});
		},
	);

	/** Places an order, so many seconds ago. */
	async function place(person: Person, delivery: object, secondsAgo: number): Promise<string> {
		const { body } = await callApi("POST", "/checkout", {
			token: person.token,
			body: { lines: [{ toolId: await addTool(), quantity: 1, price: 25.99 }], ...delivery },
		});
		await env.DB.prepare("update orders set created_at = created_at - ? where id = ?")
			.bind(secondsAgo * 1000, body.insertedId)
			.run();
		return body.insertedId;
	}

	it("has the profile's address in fields, whatever was ordered since, if the shop ships there", async () => {
		const person = await signUp({ verified: true });
		const saved = { ...fields, line1: "3 Profile Road" };
		const setParts = (parts: object) =>
			env.DB.prepare("update users set address_parts = ? where id = ?")
				.bind(JSON.stringify(parts), person.id)
				.run();
		await setParts(saved);
		await place(person, { ...fields, phone: "1", name: "A friend" }, 0);
		const known = () => knownDelivery(profileOf(person, ""), "DE");
		expect(await known()).toMatchObject({ line1: "3 Profile Road", name: "Ada" });
		await setParts({ ...saved, country: "XX" });
		expect(await known()).toMatchObject({ line1: fields.line1, name: "A friend" });
	});

	it("has the account's last checkout with an address in fields", async () => {
		const [person, other] = [await signUp({ verified: true }), await signUp()];
		const profile = profileOf(person, "1 Profile Road");
		await place(other, { ...fields, phone: "1", name: "Other" }, 0);
		await place(person, { address: "2 Road", phone: "2", name: "One line" }, 1);
		expect(await knownDelivery(profile, "DE")).toMatchObject({ line1: "1 Profile Road" });
		const last = { ...fields, line2: "Left door", phone: "3", name: "Ada at work" };
		const lastId = await place(person, last, 10);
		await place(person, { ...fields, line1: "Older", phone: "4", name: "Older" }, 20);
		expect(await knownDelivery(profile, "DE")).toEqual(last);
		// Makes it one that a guest has placed with the e-mail of the account.
		await env.DB.prepare("update orders set access_token_hash = 'hash' where id = ?")
			.bind(lastId)
			.run();
		expect(await knownDelivery(profile, "DE")).toMatchObject({ line1: "Older" });
		// The shop doesn't ship there any more.
		await env.DB.prepare("update orders set country = 'XX' where user_id = ? and country <> ''")
			.bind(person.id)
			.run();
		expect(await knownDelivery(profile, "DE")).toMatchObject({ line1: "1 Profile Road" });
	});
});
