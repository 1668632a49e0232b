import { expect, it } from "vitest";
import { describeSchema, referencedName } from "./describe-schema.ts";
import type { JsonSchema } from "./schemas.ts";

it.each<[JsonSchema, string]>([
	[{ type: "string" }, "text"],
	[{ type: "string", maxLength: 2000 }, "text, at most 2,000 characters"],
	[{ type: "integer" }, "integer"],
	[{ type: "number", minimum: 0 }, "number, at least 0"],
	[{ type: "number", exclusiveMinimum: 0 }, "number, above 0"],
	[{ type: "number", exclusiveMinimum: 0, maximum: 5 }, "number, above 0, at most 5"],
	[{ type: "integer", maximum: 1000 }, "integer, at most 1,000"],
	[{ type: "integer", minimum: 1, maximum: 100 }, "integer, 1 to 100"],
	[{ type: "boolean" }, "true or false"],
	[{ type: "object" }, "object"],
	[{}, "anything"],
	[{ type: "string", format: "email" }, "e-mail address"],
	[{ type: "string", format: "date-time" }, "time, ISO 8601 in UTC"],
	[{ type: "array", items: { type: "string" } }, "list of text"],
	[{ type: "array", maxItems: 50, items: { type: "string" } }, "list of text, at most 50"],
	[{ type: "object", properties: { a: {}, b: true } }, "{ a, b }"],
	[{ type: "array", items: true }, "list of anything"],
	[{ type: "array" }, "anything"],
	[{ $ref: "#/components/schemas/Tool" }, "Tool"],
	[{ type: "array", items: { $ref: "#/components/schemas/Tool" } }, "list of Tool"],
	[{ anyOf: [{ type: "string" }, { type: "integer" }, true] }, "text, or integer, or anything"],
	[{ const: "Shipped" }, '"Shipped"'],
	[{ enum: ["a", 2] }, 'one of "a", 2'],
	[{ type: "string", pattern: "^/images/" }, "path of an uploaded image, /images/{key}"],
	[{ type: "string", pattern: "^a" }, "text"],
	[{ type: "string", contentMediaType: "image/png" }, "file"],
])("describes %j as %s", (schema, text) => {
	expect(describeSchema(schema)).toBe(text);
});

it("names the schema of a reference alone", () => {
	expect(referencedName({ $ref: "#/components/schemas/Order" })).toBe("Order");
	expect(referencedName({ type: "string" })).toBeUndefined();
});
