/** Any other body is another request: each field of each call that takes an Idempotency-Key. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { requestKeyOf } from "../../src/platform/limits/idempotency-key.ts";
import { endpoints } from "../../src/shop/endpoints.ts";
import { lineRequest } from "../../src/shop/orders/lines.ts";
import { phoneOrderRequest } from "../../src/shop/orders/order-changes.ts";
import { orderRequest } from "../../src/shop/orders/orders.ts";
import { refundRequest } from "../../src/shop/refunds/refunds.ts";
import { idempotencyHeader } from "../../src/values/idempotency-key.ts";

const extras = {
	company: "A Ltd",
	taxNumber: "1",
	reference: "r",
	giftNote: "g",
	hidesPrices: true,
	billing: { name: "A", line1: "1", city: "Bend", country: "US" },
	gift: { email: "c@b.test", message: "m" },
};
const otherExtras = {
	company: "B Ltd",
	taxNumber: "2",
	reference: "s",
	giftNote: "h",
	hidesPrices: false,
	billing: { name: "A", line1: "1", city: "Salem", country: "US" },
	gift: { email: "c@b.test", message: "n" },
};

/** A valid body of each call that takes a key, and another valid value for each field. */
const bodies = [
	{
		call: "POST /order",
		schema: lineRequest,
		body: {
			productCode: "a",
			quantity: 2,
			phone: "1",
			address: "1 Test Street",
			price: 19.99,
			totalPrice: 39.98,
			partner: "blog",
		},
		other: {
			productCode: "b",
			quantity: 3,
			phone: "2",
			address: "2 Test Street",
			price: 20,
			totalPrice: 40,
			partner: "shop",
		},
	},
	{
		call: "POST /checkout",
		schema: orderRequest,
		body: {
			lines: [
				{ toolId: "a", quantity: 1, price: 1 },
				{ toolId: "b", quantity: 1, price: 1 },
			],
			email: "a@b.test",
			name: "A",
			phone: "1",
			address: "1 Test Street",
			line1: "1",
			line2: "2",
			city: "Bend",
			region: "OR",
			postalCode: "1",
			country: "US",
			note: "n",
			bike: "chain=11",
			code: "SPRING",
			totalPrice: 2,
			partner: "blog",
			service: "Express",
			useCredit: true,
			...extras,
		},
		other: {
			lines: [
				{ toolId: "b", quantity: 1, price: 1 },
				{ toolId: "a", quantity: 1, price: 1 },
			],
			email: "b@b.test",
			name: "B",
			phone: "2",
			address: "2 Test Street",
			line1: "3",
			line2: "4",
			city: "Salem",
			region: "WA",
			postalCode: "2",
			country: "CA",
			note: "m",
			bike: "chain=12",
			code: "AUTUMN",
			totalPrice: 3,
			partner: "shop",
			service: "pickup",
			useCredit: false,
			...otherExtras,
		},
	},
	{
		call: "POST /order/phone",
		schema: phoneOrderRequest,
		body: {
			lines: [{ toolId: "a", quantity: 1, price: 1 }],
			email: "a@b.test",
			name: "A",
			phone: "1",
			address: "1 Test Street",
			line1: "1",
			line2: "2",
			city: "Bend",
			region: "OR",
			postalCode: "1",
			country: "US",
			note: "n",
			code: "SPRING",
			totalPrice: 2,
			sendsLink: true,
			...extras,
		},
		other: {
			lines: [{ toolId: "a", quantity: 2, price: 1 }],
			email: "b@b.test",
			name: "B",
			phone: "2",
			address: "2 Test Street",
			line1: "3",
			line2: "4",
			city: "Salem",
			region: "WA",
			postalCode: "2",
			country: "CA",
			note: "m",
			code: "AUTUMN",
			totalPrice: 3,
			sendsLink: false,
			...otherExtras,
		},
	},
	{
		call: "POST /order/{id}/refund",
		schema: refundRequest,
		body: {
			amount: 1,
			lines: ["a"],
			shipping: false,
			reason: "other",
			note: "n",
			restock: false,
			credit: false,
			pieces: [{ line: "a", quantity: 1 }],
		},
		other: {
			amount: 2,
			lines: ["b"],
			shipping: true,
			reason: "requested_by_customer",
			note: "m",
			restock: true,
			credit: true,
			pieces: [{ line: "a", quantity: 2 }],
		},
	},
] as const;

it("each call that takes an Idempotency-Key is in the table", () => {
	const keyed = endpoints.filter(({ endpoint }) => endpoint.headers?.[idempotencyHeader]);
	expect(
		keyed.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint.body]),
	).toEqual(expect.arrayContaining(bodies.map(({ call, schema }) => [call, schema])));
	expect(keyed).toHaveLength(bodies.length);
});

describe.each(bodies)("the body of $call", ({ schema, body, other }) => {
	const bodySchema: v.GenericSchema = schema;
	const fingerprint = async (sent: unknown) => {
		const input = { body: v.parse(bodySchema, sent) };
		return (await requestKeyOf("k", { call: "", userId: "one", input })).fingerprint;
	};
	const fields = Object.keys(schema.entries);

	it("has all fields of its schema in this table", () => {
		expect(Object.keys(body).toSorted()).toEqual(fields.toSorted());
		expect(Object.keys(other).toSorted()).toEqual(fields.toSorted());
	});

	it("has the same fingerprint in another order of its fields, and with what the call ignores", async () => {
		const reordered = Object.fromEntries(Object.entries(body).reverse());
		expect(await fingerprint({ ...reordered, status: "Shipped" })).toBe(await fingerprint(body));
	});

	it.each(fields)("has another fingerprint with another %s, or without it", async (field) => {
		const first = await fingerprint(body);
		const changed = { ...body, [field]: Reflect.get(other, field) };
		expect(await fingerprint(changed)).not.toBe(first);
		const without = { ...body, [field]: undefined };
		if (v.is(bodySchema, without)) expect(await fingerprint(without)).not.toBe(first);
	});
});
