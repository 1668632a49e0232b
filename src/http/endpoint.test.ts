import { describe, expect, expectTypeOf, it } from "vitest";
import { getLineEndpoint, placeLineEndpoint } from "../shop/orders/lines.api.ts";
import type { OrderLine } from "../shop/orders/lines.ts";
import { getToolEndpoint, listToolsEndpoint } from "../shop/tools/tools.api.ts";
import { issueTokenEndpoint } from "../shop/users/users.api.ts";
import { call } from "./call.ts";
import { buildPath, type ParsedInput, type ReplyOf } from "./endpoint.ts";

describe("buildPath", () => {
	it("returns the path under /api", () => {
		expect(buildPath(listToolsEndpoint)).toBe("/api/service");
	});

	it("inserts encoded parameters", () => {
		expect(buildPath(getToolEndpoint, { id: "a/b?c#d%2F é" })).toBe(
			"/api/purchase/a%2Fb%3Fc%23d%252F%20%C3%A9",
		);
		expect(buildPath(issueTokenEndpoint, { email: "a+b@example.test" })).toBe(
			"/api/user/a%2Bb%40example.test",
		);
		expect(buildPath(getLineEndpoint, { id: "../user" })).toBe("/api/order/..%2Fuser");
	});
});

describe("the types of a call", () => {
	it("accept the endpoint's body and return its reply", () => {
		const place = () => call(placeLineEndpoint, { body: { productCode: "a", quantity: 1 } });
		expectTypeOf(place).returns.resolves.toEqualTypeOf<{ insertedId: string; order: OrderLine }>();
		expectTypeOf<
			ParsedInput<typeof placeLineEndpoint>["body"]["quantity"]
		>().toEqualTypeOf<number>();
		expectTypeOf<ReplyOf<typeof getLineEndpoint>>().toEqualTypeOf<OrderLine>();
	});

	it("reject anything else", () => {
		// None of these is called: the test is that they don't compile.
		const invalidCalls = [
			// @ts-expect-error the quantity is a number
			() => call(placeLineEndpoint, { body: { productCode: "a", quantity: "1" } }),
			// @ts-expect-error the quantity is missing
			() => call(placeLineEndpoint, { body: { productCode: "a" } }),
			// @ts-expect-error the field does not exist
			() => call(placeLineEndpoint, { body: { productCode: "a", quantity: 1, colour: "red" } }),
			// @ts-expect-error the property is called body
			() => call(placeLineEndpoint, { data: { productCode: "a", quantity: 1 } }),
			// @ts-expect-error a GET takes no body
			() => call(getLineEndpoint, { params: { id: "a" }, body: { id: "a" } }),
			// @ts-expect-error the parameter is called id
			() => call(getLineEndpoint, { params: { _id: "a" } }),
			// @ts-expect-error a limit in a query string is text
			() => call(listToolsEndpoint, { query: { limit: 5 } }),
		];
		expect(invalidCalls).toHaveLength(7);
	});
});
