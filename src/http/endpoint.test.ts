import { describe, expect, expectTypeOf, it } from "vitest";
import { getOrderEndpoint, placeOrderEndpoint } from "../shop/orders/orders.api.ts";
import type { Order } from "../shop/orders/orders.ts";
import { getToolEndpoint, listToolsEndpoint } from "../shop/tools/tools.api.ts";
import { issueTokenEndpoint } from "../shop/users/users.api.ts";
import { call } from "./call.ts";
import { buildPath, type ParsedInput, type ReplyOf } from "./endpoint.ts";

describe("pathOf", () => {
	it("is the path under /api", () => {
		expect(buildPath(listToolsEndpoint)).toBe("/api/service");
	});

	it("fills the parameters in, encoded", () => {
		expect(buildPath(getToolEndpoint, { id: "a/b?c#d%2F é" })).toBe(
			"/api/purchase/a%2Fb%3Fc%23d%252F%20%C3%A9",
		);
		expect(buildPath(issueTokenEndpoint, { email: "a+b@example.test" })).toBe(
			"/api/user/a%2Bb%40example.test",
		);
		expect(buildPath(getOrderEndpoint, { id: "../user" })).toBe("/api/order/..%2Fuser");
	});
});

describe("a call, to the compiler", () => {
	it("takes the body its endpoint describes, and gives its reply", () => {
		const place = () => call(placeOrderEndpoint, { body: { productCode: "a", quantity: 1 } });
		expectTypeOf(place).returns.resolves.toEqualTypeOf<{ insertedId: string; order: Order }>();
		expectTypeOf<
			ParsedInput<typeof placeOrderEndpoint>["body"]["quantity"]
		>().toEqualTypeOf<number>();
		expectTypeOf<ReplyOf<typeof getOrderEndpoint>>().toEqualTypeOf<Order>();
	});

	it("takes nothing else", () => {
		// None of these is ever made: that they don't compile is the test.
		const wrong = [
			// @ts-expect-error the quantity is a number
			() => call(placeOrderEndpoint, { body: { productCode: "a", quantity: "1" } }),
			// @ts-expect-error the quantity is missing
			() => call(placeOrderEndpoint, { body: { productCode: "a" } }),
			// @ts-expect-error there is no such field
			() => call(placeOrderEndpoint, { body: { productCode: "a", quantity: 1, colour: "red" } }),
			// @ts-expect-error it is called body
			() => call(placeOrderEndpoint, { data: { productCode: "a", quantity: 1 } }),
			// @ts-expect-error a call that reads takes no body
			() => call(getOrderEndpoint, { params: { id: "a" }, body: { id: "a" } }),
			// @ts-expect-error the parameter is called id
			() => call(getOrderEndpoint, { params: { _id: "a" } }),
			// @ts-expect-error a limit is text in an address
			() => call(listToolsEndpoint, { query: { limit: 5 } }),
		];
		expect(wrong).toHaveLength(7);
	});
});
