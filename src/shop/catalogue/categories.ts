/** Categories as administrators keep them. */
import * as v from "valibot";
import { categoryAddress } from "../../messages/catalogue.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import { imagePath, maxLengths } from "../../values/fields.ts";
import { describeFields, formOf, textField } from "../../values/record-fields.ts";

const image = v.nullable(imagePath(messages.imageRequired));

export const categoryFields = describeFields(
	{ labels: { name: common.name, slug: common.address, description: common.description } },
	{
		name: textField({ max: maxLengths.name, missing: messages.nameRequired }),
		/** The end of a category's address. */
		slug: {
			kind: "text",
			rules: v.pipe(
				v.string(categoryAddress),
				v.trim(),
				v.regex(/^[a-z0-9][a-z0-9-]{0,59}$/, categoryAddress),
			),
			attributes: { maxlength: 60 },
		},
		description: textField({ max: 300 }),
	},
);
const { name, slug, description } = formOf(categoryFields).entries;

export const categorySchema = v.object({
	slug: v.string(),
	name: v.string(),
	description: v.string(),
	image: v.nullable(v.string()),
	/** How many listed tools it has. */
	tools: v.number(),
});
export type ListedCategory = v.InferOutput<typeof categorySchema>;

export const newCategory = v.object({
	name,
	slug,
	description: v.optional(description, ""),
	image: v.optional(image, null),
});
export type NewCategory = v.InferOutput<typeof newCategory>;

/** `place` is the new place among all categories, from 1; an `image` of null removes it. */
export const categoryChange = v.object({
	name: v.optional(name),
	description: v.optional(description),
	image: v.optional(image),
	place: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
});
export type CategoryChange = v.InferOutput<typeof categoryChange>;
