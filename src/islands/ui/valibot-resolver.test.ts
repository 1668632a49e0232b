import * as v from "valibot";
import { expect, test } from "vitest";
import { valibotResolver } from "./valibot-resolver.ts";

const schema = v.pipe(
	v.object({
		name: v.pipe(v.string(), v.trim(), v.minLength(2, "short"), v.regex(/^[a-z]+$/, "letters")),
		price: v.number("number"),
	}),
	v.forward(
		v.check(({ price }) => price > 0, "positive"),
		["price"],
	),
);

async function resolve(values: { name: string; price: number }) {
	return valibotResolver(schema)(values, undefined, {
		fields: {},
		shouldUseNativeValidation: false,
	});
}

test("returns the schema's output for valid values", async () => {
	expect(await resolve({ name: " ab ", price: 1 })).toEqual({
		values: { name: "ab", price: 1 },
		errors: {},
	});
});

test("returns the first error of each field", async () => {
	const { values, errors } = await resolve({ name: "1", price: Number.NaN });
	expect(values).toEqual({});
	expect(errors).toMatchObject({ name: { message: "short" }, price: { message: "number" } });
});

test("returns the error of a cross-field check at the field it is forwarded to", async () => {
	const { errors } = await resolve({ name: "ab", price: -1 });
	expect(errors).toEqual({ price: { type: "check", message: "positive" } });
});
