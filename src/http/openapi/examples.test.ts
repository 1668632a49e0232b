import { expect, it } from "vitest";
import { exampleFor, parameterNote } from "./examples.ts";
import type { JsonSchema } from "./schemas.ts";

it.each<[JsonSchema, unknown]>([
	[{ type: "string", examples: ["a", "b"], enum: ["c"] }, "a"],
	[{ enum: ["c", "d"] }, "c"],
	[{ anyOf: [{ type: "boolean" }, { type: "string" }] }, true],
	[
		{ type: "object", properties: { email: { type: "string" }, quantity: { type: "integer" } } },
		{ email: "rider@example.com", quantity: 2 },
	],
	[{ properties: { name: { type: "string" }, other: true }, required: ["other"] }, { other: null }],
	[{ type: "array", items: { type: "integer", minimum: 3 } }, [3]],
	[{ type: "number" }, 1],
	[{ type: "string" }, "field"],
])("the example of %j is %j", (schema, example) => {
	expect(exampleFor(schema, "field")).toEqual(example);
});

it("an id is that of its entity", () => {
	expect(exampleFor({ type: "string" }, "id", "tools")).toBe("torque-wrench");
	expect(exampleFor({ type: "string" }, "id", "orders")).toMatch(/^[\w-]{22}$/);
	expect(exampleFor({ type: "number" }, "price")).toBe(89);
});

it("a parameter has a note unless its name explains it", () => {
	expect(parameterNote("limit")).toBe("Page size, clamped to 1 to 100.");
	expect(parameterNote("id")).toBeUndefined();
});
