import { beforeEach, describe, expect, it } from "vitest";
import { knownDelivery } from "../../src/shop/orders/delivery.server.ts";
import { type ApiResponse, callApi, callerOf, type Person, signUp } from "../helpers/shop.ts";

let rider: Person;

beforeEach(async () => {
	rider = await signUp();
});

const path = (person: Person) => `/user/update/${encodeURIComponent(person.email)}`;
const save = (body: unknown, owner = rider): Promise<ApiResponse> =>
	callApi("PUT", path(owner), { token: rider.token, body });

async function profile() {
	const own = `/user?email=${encodeURIComponent(rider.email)}`;
	return (await callApi("GET", own, { token: rider.token })).body;
}

describe("PUT /user/update/{email}", () => {
	it("returns true when something changed and false when nothing did", async () => {
		const form = { name: "Rita Rider", phone: "+1 555 0100", address: "5 Spoke Street, Floor 2" };
		expect((await save(form)).body).toEqual({ success: true });
		expect(await profile()).toMatchObject(form);
		expect((await save(form)).body).toEqual({ success: false });
		expect((await save({ ...form, phone: " +1 555 0100 " })).body).toEqual({ success: false });
		expect((await save({ ...form, address: "6 Spoke Street" })).body).toEqual({ success: true });
	});

	it("requires a phone, with the specification's message, and changes nothing without", async () => {
		for (const phone of [undefined, null, "", "  ", 5550100]) {
			const { status, body } = await save({ name: "Changed", phone });
			expect(status, String(phone)).toBe(422);
			expect(body.error.fields).toEqual({ phone: "Phone is Required" });
		}
		expect(await profile()).toMatchObject({ name: rider.name, phone: "" });
	});

	it("requires neither name nor address: omitted fields stay", async () => {
		await save({ name: "Rita", phone: "1", address: "Home" });
		expect((await save({ phone: "2" })).body).toEqual({ success: true });
		expect(await profile()).toMatchObject({ name: "Rita", phone: "2", address: "Home" });
		await save({ phone: "2", name: " ", address: "" });
		expect(await profile()).toMatchObject({ name: "Rita", phone: "2", address: "" });
	});

	const inFields = {
		line1: "27 Canal Street",
		line2: "",
		city: "Portland",
		region: "OR",
		postalCode: "97209",
		country: "US",
	};
	const knownFor = (person: Person) => knownDelivery(callerOf(person), "");

	it("keeps an address in fields, which the checkout is filled with, until one line replaces it", async () => {
		expect((await save({ phone: "7", ...inFields, region: "Oregon" })).body.success).toBe(true);
		const line = "27 Canal Street, Portland, OR 97209, United States";
		expect((await profile()).address).toBe(line);
		expect(await knownFor(rider)).toMatchObject(inFields);
		await save({ phone: "8" });
		expect(await knownFor(rider)).toMatchObject(inFields);
		await save({ phone: "8", address: "6 Spoke Street" });
		expect(await knownFor(rider)).toMatchObject({ city: "", country: "" });
	});

	it("names what is wrong with the fields of an address, and changes nothing", async () => {
		const { status, body } = await save({ phone: "9", ...inFields, postalCode: "1", city: "" });
		expect(status).toBe(422);
		expect(Object.keys(body.error.fields)).toEqual(["city", "postalCode"]);
		expect((await profile()).phone).toBe("");
	});

	it("accepts each field up to its maximum length", async () => {
		const longest = { name: "n".repeat(120), phone: "5".repeat(32), address: "a".repeat(300) };
		expect((await save(longest)).body).toEqual({ success: true });
		expect(await profile()).toMatchObject(longest);
		const longer = { name: "n".repeat(121), phone: "5".repeat(33), address: "a".repeat(301) };
		const { status, body } = await save(longer);
		expect(status).toBe(422);
		expect(body.error.fields).toEqual({
			name: "Please use at most 120 characters.",
			phone: "Please use at most 32 characters.",
			address: "Please use at most 300 characters.",
		});
	});

	it("rejects deceptive characters, and stores every script", async () => {
		for (const name of ["Rita\u202eredi", "Rita\u0000", "\u2066Rita"]) {
			const { status, body } = await save({ phone: "1", name });
			expect(status, JSON.stringify(name)).toBe(422);
			expect(Object.keys(body.error.fields)).toEqual(["name"]);
		}
		const name = "مريم O'Brien <b>🚲</b>";
		await save({ phone: "1", name });
		expect((await profile()).name).toBe(name);
	});

	it("changes neither role, e-mail nor id", async () => {
		await save({ phone: "1", role: "admin", email: "other@example.test", _id: "mine", id: "mine" });
		expect(await profile()).toMatchObject({ _id: rider.id, email: rider.email, role: "user" });
		const { status } = await callApi("GET", "/user", { token: rider.token });
		expect(status).toBe(403);
	});

	it("changes the caller's own profile only, for administrators too", async () => {
		const owner = rider;
		for (const role of [{}, { role: "admin" as const }]) {
			rider = await signUp(role);
			const { status, body } = await save({ phone: "666" }, owner);
			expect([status, body.error.code]).toEqual([403, "forbidden"]);
		}
		rider = owner;
		expect((await profile()).phone).toBe("");
	});

	it("accepts the e-mail in any case", async () => {
		const loud = { ...rider, email: rider.email.toUpperCase() };
		expect((await save({ phone: "1" }, loud)).body).toEqual({ success: true });
	});
});
