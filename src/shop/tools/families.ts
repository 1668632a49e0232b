/** A family as administrators maintain it: what its tools have in common, and a row for each of them. */
import * as v from "valibot";
import { invalidText } from "../../messages/messages.ts";
import * as messages from "../../messages/variants.ts";
import { id, maxLengths, requiredText, text } from "../../values/fields.ts";
import { codeKey } from "../../values/pasted.ts";
import { slugOf } from "./addresses.ts";
import type { OptionAxis } from "./stored-options.ts";
import { imageList, rules } from "./tool-fields.ts";
import { isChargeable } from "./tools.ts";

/** The most tools of a family, and the most options by which they differ. */
export const maxVariants = 100;
export const maxOptions = 3;

const maxValueLength = 60;

/** The rules of the name of an option, and of a value. */
export const optionText = (message: string) => requiredText(maxValueLength, message);

/** What a row of the grid has beside the values of the options: fields of the tool. */
export const variantFields = ["sku", "gtin", "mpn", "price", "quantity", "weight"] as const;
export type VariantField = (typeof variantFields)[number];

const variant = v.object({
	/** Missing for a new tool. */
	_id: v.exactOptional(id),
	/** A value for each option, in their order. */
	values: v.array(optionText(messages.valueRequired)),
	sku: rules.sku,
	gtin: rules.gtin,
	mpn: rules.mpn,
	price: rules.price,
	quantity: rules.quantity,
	weight: rules.weight,
	/** The stock that the administrator saw: only the difference is added to what there is now. */
	quantityWas: v.exactOptional(v.number()),
});
export type VariantInput = v.InferOutput<typeof variant>;

const option = v.object({
	name: optionText(messages.optionRequired),
	/** The dimension of the fit vocabulary whose standards the values are. */
	dimension: v.exactOptional(text(maxValueLength)),
});
export type OptionInput = v.InferOutput<typeof option>;

const isDistinct = (texts: readonly string[]) =>
	new Set(texts.map((one) => one.toLowerCase())).size === texts.length;

/** The schema of PUT /service/{id}/family. Tools of the family that it does not name leave it. */
export const familyInput = v.pipe(
	v.object({
		name: rules.name,
		description: text(maxLengths.description),
		/** Left out, they stay as they are. */
		images: v.optional(imageList),
		options: v.pipe(
			v.array(option),
			v.minLength(1, messages.optionRequired),
			v.maxLength(maxOptions, messages.tooManyOptions(maxOptions)),
			v.check((options) => isDistinct(options.map(({ name }) => name)), messages.optionTwice),
		),
		variants: v.pipe(
			v.array(variant),
			v.maxLength(maxVariants, messages.tooManyVariants(maxVariants)),
		),
	}),
	v.rawCheck(({ dataset, addIssue }) => {
		if (!dataset.typed) return;
		const { options, variants } = dataset.value;
		const seen = new Map<string, number>();
		for (const [index, { values, sku }] of variants.entries()) {
			const wrong = (key: "values" | "sku", message: string) =>
				addIssue({ message, path: pathTo(dataset.value, index, key) });
			if (values.length !== options.length) wrong("values", invalidText);
			const combination = JSON.stringify(values).toLowerCase();
			const earlier = seen.get(combination);
			if (earlier !== undefined) wrong("values", messages.sameOptions(earlier + 1));
			seen.set(combination, index);
			const sameSku = variants.findIndex(
				(other) => sku !== null && other.sku !== null && codeKey(other.sku) === codeKey(sku),
			);
			if (sameSku !== -1 && sameSku < index) wrong("sku", messages.sameSku(sameSku + 1));
		}
	}),
	v.examples([
		{
			name: "Hex key",
			description: "With a ball end.",
			options: [{ name: "Size" }],
			variants: [
				{
					values: ["5 mm"],
					sku: "HK-5",
					gtin: null,
					mpn: null,
					price: 4.5,
					quantity: 30,
					weight: 40,
				},
			],
		},
	]),
);
export type FamilyInput = v.InferOutput<typeof familyInput>;

/** The options with their keys: that of an option of this name, or of this place, stays. */
export function axesOf(
	options: readonly OptionInput[],
	before: readonly OptionAxis[],
): OptionAxis[] {
	const used = new Set<string>();
	return options.map((option, index) => {
		const same = before.find(({ name }) => name === option.name) ?? before[index];
		const wanted = same?.key ?? (slugOf(option.name) || `option-${index + 1}`);
		const key = used.has(wanted) ? `${wanted}-${index + 1}` : wanted;
		used.add(key);
		return { ...option, key };
	});
}

/** The path of an issue in a row, as valibot has it. */
function pathTo(
	input: { variants: readonly VariantInput[] },
	index: number,
	key: "values" | "sku",
): [v.IssuePathItem, ...v.IssuePathItem[]] {
	const { variants } = input;
	const value = variants[index] ?? {};
	const values = [...(variants[index]?.values ?? [])];
	return [
		{ type: "object", origin: "value", input, key: "variants", value: variants },
		{ type: "array", origin: "value", input: [...variants], key: index, value },
		{ type: "object", origin: "value", input: value, key, value: variants[index]?.[key] },
		// What is wrong with the values together is shown at the first.
		...(key === "values"
			? [{ type: "array", origin: "value", input: values, key: 0, value: values[0] } as const]
			: []),
	];
}

/** Whether Stripe can charge the smallest order of each row; the minimum is that of the tool that they are made from. */
export function notChargeable(
	{ variants }: Pick<FamilyInput, "variants">,
	minOrderQuantity: number,
): number[] {
	return variants.flatMap(({ price }, index) =>
		isChargeable({ price, minOrderQuantity }) ? [] : [index],
	);
}

/** A family in replies. */
export const familySchema = v.object({
	_id: v.string(),
	/** The last part of its page's address. */
	address: v.string(),
	name: v.string(),
	description: v.string(),
	images: v.array(v.object({ image: v.string(), alt: v.string() })),
	options: v.array(v.object({ name: v.string(), dimension: v.exactOptional(v.string()) })),
	variants: v.array(
		v.object({
			_id: v.string(),
			name: v.string(),
			values: v.array(v.string()),
			sku: v.nullable(v.string()),
			gtin: v.nullable(v.string()),
			mpn: v.nullable(v.string()),
			price: v.number(),
			quantity: v.number(),
			weight: v.nullable(v.number()),
			state: v.string(),
		}),
	),
});
export type ManagedFamily = v.InferOutput<typeof familySchema>;
