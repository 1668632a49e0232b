/** A tool as administrators maintain it: all that is stored about it, and changes of it. */
import * as v from "valibot";
import * as messages from "../../messages.products.ts";
import * as commonMessages from "../../messages.ts";
import { maxChargeCents } from "../config/config.ts";
import {
	imagePath,
	maxLengths,
	requiredMultilineText,
	requiredText,
	text,
	timestamp,
} from "../fields.ts";
import { type Capability, capabilitySchema } from "../fit/capabilities.ts";
import { keyOf, toCapabilityRows } from "../fit/capability-rows.ts";
import { formatPrice, price, toPrice } from "../money.ts";
import { isAddress } from "./addresses.ts";
import { pieceCount, toolPrice } from "./tools.ts";

/** A draft and an archived tool are in no list of the shop. */
export const toolStates = ["listed", "draft", "archived"] as const;
export type ToolState = (typeof toolStates)[number];

/** The most a tool can have. */
export const maxImages = 12;
const maxSpecifications = 40;
/** Counted by standard, as they are stored. */
const maxCapabilityRows = 200;

const maxSpecificationLengths = { name: 60, value: 200 } as const;

const toolImage = v.object({
	image: imagePath(commonMessages.imageRequired),
	alt: text(maxLengths.name),
});
export type ToolImage = v.InferOutput<typeof toolImage>;

const specification = v.object({
	name: requiredText(maxSpecificationLengths.name, messages.specificationIncomplete),
	value: requiredMultilineText(maxSpecificationLengths.value, messages.specificationIncomplete),
});
export type Specification = v.InferOutput<typeof specification>;

/** Whether it names standards, or has a range, which a torque always has. */
export function isComplete({ action, dimension, standards, except, from, to }: Capability) {
	const hasRange = from !== undefined && to !== undefined && from <= to && from >= 0;
	const hasStandards = standards.length + except.length > 0;
	if (dimension === undefined || action === "torque") return hasRange && !hasStandards;
	if (from !== undefined || to !== undefined) return hasRange && !hasStandards;
	return hasStandards;
}

function hasNoneTwice(capabilities: readonly Capability[]): boolean {
	const keys = toCapabilityRows(capabilities).map((row) => keyOf(row));
	return new Set(keys).size === keys.length;
}

/** The fields that change: each alone, or several at once. */
export const changeable = {
	name: requiredText(maxLengths.name, commonMessages.nameRequired),
	description: requiredMultilineText(maxLengths.description, commonMessages.descriptionRequired),
	minOrderQuantity: pieceCount(1, commonMessages.minOrderQuantityRequired),
	quantity: pieceCount(0, commonMessages.quantityRequired),
	price: toolPrice(commonMessages.productPriceRequired),
	/** What the shop pays for a piece. */
	cost: v.nullable(
		v.pipe(
			price(),
			v.maxValue(
				toPrice(maxChargeCents),
				messages.costTooHigh(formatPrice(toPrice(maxChargeCents))),
			),
		),
	),
	/** At this stock or below it is marked as low. */
	lowStock: v.nullable(pieceCount(0, commonMessages.invalidNumber)),
	/** The slug of its category. */
	category: v.nullable(v.pipe(v.string(), v.maxLength(maxLengths.name))),
	/** The last part of its page's address: `addressError` says more. */
	address: text(maxLengths.name, messages.addressInvalid),
	/** The first one is the tool's image in the other calls. */
	images: v.pipe(
		v.array(toolImage),
		v.minLength(1, commonMessages.imageRequired),
		v.maxLength(maxImages, messages.tooMany(maxImages)),
		v.check(
			(images) => new Set(images.map(({ image }) => image)).size === images.length,
			messages.imageTwice,
		),
	),
	specifications: v.pipe(
		v.array(specification),
		v.maxLength(maxSpecifications, messages.tooMany(maxSpecifications)),
	),
	/** What it fits, in the vocabulary of content/standards. */
	capabilities: v.pipe(
		v.array(v.pipe(capabilitySchema, v.check(isComplete, messages.capabilityIncomplete))),
		v.check(
			(capabilities) => toCapabilityRows(capabilities).length <= maxCapabilityRows,
			messages.tooMany(maxCapabilityRows),
		),
		v.check((capabilities) => hasNoneTwice(capabilities), messages.capabilityTwice),
	),
	state: v.picklist(toolStates),
	/** When a draft is published. */
	publishAt: v.nullable(timestamp),
};

/** All about a tool, in the API. */
export const managedToolSchema = v.object({
	_id: v.string(),
	name: v.string(),
	description: v.string(),
	minOrderQuantity: v.number(),
	quantity: v.number(),
	price: v.number(),
	cost: v.nullable(v.number()),
	lowStock: v.nullable(v.number()),
	category: v.nullable(v.string()),
	address: v.string(),
	images: v.array(v.object({ image: v.string(), alt: v.string() })),
	specifications: v.array(v.object({ name: v.string(), value: v.string() })),
	capabilities: v.array(capabilitySchema),
	state: v.picklist(toolStates),
	publishAt: v.nullable(v.string()),
	createdAt: v.string(),
	updatedAt: v.string(),
});
export type ManagedTool = v.InferOutput<typeof managedToolSchema>;

const { _id, createdAt, updatedAt, ...storedFields } = managedToolSchema.entries;

/** Names of the fields that change. */
export const changeableFields = Object.keys(changeable) as (keyof typeof changeable)[];
export type ChangeableField = (typeof changeableFields)[number];
export type ToolFields = Pick<ManagedTool, ChangeableField>;

/**
 * Changes of a tool, the schema of PATCH /service/{id}. `was` has the values that the administrator saw:
 * a field that has another one by now is not overwritten.
 */
export const toolChanges = v.pipe(
	v.object({
		...v.partial(v.object(changeable)).entries,
		was: v.optional(v.partial(v.object(storedFields))),
	}),
	v.examples([{ price: 89, was: { price: 79 } }]),
);
export type ToolChanges = v.InferOutput<typeof toolChanges>;

/** What is wrong with an address of a tool, or undefined. Its id always is one. */
export function addressError(address: string, toolId: string): string | undefined {
	return address === toolId || isAddress(address) ? undefined : messages.addressInvalid;
}

/** Whether a field has the same value in both. */
export function isSame(one: unknown, other: unknown): boolean {
	return canonical(one) === canonical(other);
}

/** JSON with sorted names, without undefined values. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) =>
		typeof part === "object" && part !== null && !Array.isArray(part)
			? Object.fromEntries(
					Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)),
				)
			: part,
	);
}

/** The price less the cost, and that as a percentage of the price; undefined without a cost. */
export function marginOf({
	price: sellingPrice,
	cost,
}: Pick<ManagedTool, "price" | "cost">): { amount: number; percent: number } | undefined {
	if (cost === null || !(sellingPrice > 0) || Number.isNaN(cost)) return undefined;
	const amount = sellingPrice - cost;
	return { amount, percent: Math.round((amount / sellingPrice) * 100) };
}
