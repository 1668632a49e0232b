import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as messages from "../../messages/messages.ts";
import { newReview } from "./reviews.ts";

const image = `/images/${"0123456789abcdef".repeat(2)}`;
const review = { name: 4, image, description: "Holds its torque." };

/** The form's error messages by field, with some values changed. */
function fieldErrors(changes: object): Record<string, string> {
	const { issues } = v.safeParse(newReview, { ...review, ...changes });
	return Object.fromEntries(
		issues?.map((issue) => [v.getDotPath(issue) ?? "", issue.message]).toReversed() ?? [],
	);
}

describe("a new review", () => {
	it.each([1, 2, 3, 4, 5])("accepts %d stars", (name) => {
		expect(v.parse(newReview, { ...review, name })).toEqual({ ...review, name });
	});

	it.each([0, 6, -1, 2.5, "5", "", null, undefined, Number.NaN, Infinity, true, [5]])(
		"rejects %j stars",
		(name) => {
			expect(fieldErrors({ name })).toEqual({ name: "Rating is Required" });
		},
	);

	it("requires an uploaded image and a description", () => {
		for (const missing of [undefined, null, "", 7]) {
			expect(fieldErrors({ image: missing, description: missing })).toEqual({
				image: "Image is Required",
				description: "Description is Required",
			});
		}
		expect(fieldErrors({ description: " \n " })).toEqual({
			description: "Description is Required",
		});
		expect(fieldErrors({ image: "javascript:alert(1)" })).toEqual({
			image: messages.imageNotUploaded,
		});
	});

	it("has at most 2000 characters and no control characters", () => {
		expect(fieldErrors({ description: "d".repeat(2000) })).toEqual({});
		expect(fieldErrors({ description: "d".repeat(2001) })).toEqual({
			description: messages.tooLong(2000),
		});
		expect(fieldErrors({ description: "a\u202eb" })).toEqual({
			description: messages.noControlCharacters,
		});
	});

	it("can name a tool, but sets neither author nor order", () => {
		const typed = { ...review, productCode: "chain-whip" };
		expect(v.parse(newReview, { ...typed, author: "X", lineId: "y", verified: true })).toEqual(
			typed,
		);
		expect(fieldErrors({ productCode: "" })).toHaveProperty("productCode");
	});
});
