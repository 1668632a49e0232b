/** The fields of a tool, each in one place, and the whole tool as administrators maintain it. */
import * as v from "valibot";
import { maxChargeCents } from "../../config/config.ts";
import * as bundles from "../../messages/bundles.ts";
import * as commonMessages from "../../messages/messages.ts";
import * as messages from "../../messages/products.ts";
import {
	formatTimestamp,
	id,
	imagePath,
	maxLengths,
	requiredMultilineText,
	requiredPastedText,
	requiredText,
	text,
	timestamp,
} from "../../values/fields.ts";
import { formatDecimals, formatPrice, price, toPrice } from "../../values/money.ts";
import type { FieldKind as RecordKind } from "../../values/record-fields.ts";
import { type Capability, capabilitySchema } from "../fit/capabilities.ts";
import { keyOf, toCapabilityRows } from "../fit/capability-rows.ts";
import { isAddress } from "./addresses.ts";
import { isGtin, normalizeGtin } from "./gtin.ts";
import { pieceCount, toolPrice } from "./tools.ts";
import { normalizeContents, parseContents } from "./unit-price.ts";

/** A draft and an archived tool are in no list of the shop. */
export const toolStates = ["listed", "draft", "archived"] as const;
export type ToolState = (typeof toolStates)[number];

/** The most a tool can have. */
export const maxImages = 12;
const maxSpecifications = 40;
/** The most tools that a bundle is made of. */
const maxParts = 20;
/** Counted by standard, as they are stored. */
const maxCapabilityRows = 200;

const maxSpecificationLengths = { name: 60, value: 200 } as const;

const toolImage = v.object({
	image: imagePath(commonMessages.imageRequired),
	alt: text(maxLengths.name),
});
export type ToolImage = v.InferOutput<typeof toolImage>;

/** Images of a tool or of a family. */
export const imageList = v.pipe(
	v.array(toolImage),
	v.maxLength(maxImages, messages.tooMany(maxImages)),
	v.check(
		(images) => new Set(images.map(({ image }) => image)).size === images.length,
		messages.imageTwice,
	),
);

const specification = v.object({
	name: requiredText(maxSpecificationLengths.name, messages.specificationNameMissing),
	value: requiredMultilineText(maxSpecificationLengths.value, messages.specificationValueMissing),
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

/**
 * How the value of a field is stored, written in forms and files, and logged: a text of one line or of several, a number
 * of pieces, money (in minor units in its column and in the history), a time, one of the states, a yes or no, or a list.
 */
export type FieldKind =
	| Extract<RecordKind, "text" | "lines" | "count" | "money" | "flag">
	| ("time" | "state" | "list");

interface FieldDefinition {
	kind: FieldKind;
	/** What is accepted. */
	rules: v.GenericSchema;
	/** The column of `tools` that has it, if its name is another; null if `tool-columns.server.ts` says how it is stored. */
	column?: string | null;
	/** What replies have, unless that is a text or a number. */
	reply?: v.GenericSchema;
	/** Whether no page of the shop shows it, so that a change purges none. */
	isInternal?: true;
}

const shortText = v.nullable(requiredText(60, commonMessages.invalidText));
const code = v.nullable(requiredPastedText(60, commonMessages.invalidText));

/** The fields that change. Calls, forms, files, copies and the history follow from here. */
const definitions = {
	name: { kind: "text", rules: requiredText(maxLengths.name, commonMessages.nameRequired) },
	description: {
		kind: "lines",
		rules: requiredMultilineText(maxLengths.description, commonMessages.descriptionRequired),
	},
	/** Its brand. */
	maker: { kind: "text", rules: shortText },
	/** The shop's own code of it: no two tools have the same. */
	sku: { kind: "text", rules: code },
	gtin: {
		kind: "text",
		rules: v.nullable(
			v.pipe(v.string(), v.transform(normalizeGtin), v.check(isGtin, messages.gtinInvalid)),
		),
	},
	/** The maker's part number. */
	mpn: { kind: "text", rules: code },
	minOrderQuantity: {
		kind: "count",
		rules: pieceCount(1, commonMessages.minOrderQuantityRequired),
	},
	quantity: { kind: "count", rules: pieceCount(0, commonMessages.quantityRequired) },
	price: {
		kind: "money",
		// Not that of a sale.
		column: "regularPriceCents",
		rules: toolPrice(commonMessages.productPriceRequired),
	},
	/** What the shop pays for a piece. */
	cost: {
		kind: "money",
		column: "costCents",
		isInternal: true,
		rules: v.nullable(
			v.pipe(
				price(),
				v.maxValue(
					toPrice(maxChargeCents),
					messages.costTooHigh(formatPrice(toPrice(maxChargeCents))),
				),
			),
		),
	},
	/** The stock at which, or below which, it is marked as low. */
	lowStock: {
		kind: "count",
		isInternal: true,
		rules: v.nullable(pieceCount(0, commonMessages.invalidNumber)),
	},
	/** In grams, with its packaging. */
	weight: {
		kind: "count",
		column: "weightGrams",
		rules: v.nullable(pieceCount(0, commonMessages.invalidNumber)),
	},
	/** The slug of its category. */
	category: {
		kind: "text",
		column: "categorySlug",
		rules: v.nullable(text(maxLengths.name)),
	},
	/** The last part of its page's address, or its id: `addressError` says more. */
	address: { kind: "text", column: null, rules: text(maxLengths.name, messages.addressInvalid) },
	/** The first one is the tool's image in the other calls. */
	images: {
		kind: "list",
		column: null,
		rules: v.pipe(imageList, v.minLength(1, commonMessages.imageRequired)),
		reply: v.array(v.object({ image: v.string(), alt: v.string() })),
	},
	specifications: {
		kind: "list",
		rules: v.pipe(
			v.array(specification),
			v.maxLength(maxSpecifications, messages.tooMany(maxSpecifications)),
		),
		reply: v.array(v.object({ name: v.string(), value: v.string() })),
	},
	/** What it fits, in the vocabulary of content/standards. */
	capabilities: {
		kind: "list",
		column: null,
		rules: v.pipe(
			v.array(v.pipe(capabilitySchema, v.check(isComplete, messages.capabilityIncomplete))),
			v.check(
				(capabilities) => toCapabilityRows(capabilities).length <= maxCapabilityRows,
				messages.tooMany(maxCapabilityRows),
			),
			v.check((capabilities) => hasNoneTwice(capabilities), messages.capabilityTwice),
		),
		reply: v.array(capabilitySchema),
	},
	/** What it is made of, if it is a bundle: the ids of tools, and how many pieces of each. */
	parts: {
		kind: "list",
		column: "madeOf",
		rules: v.pipe(
			v.array(v.object({ toolId: id, quantity: pieceCount(1, commonMessages.quantityRequired) })),
			v.maxLength(maxParts, messages.tooMany(maxParts)),
			v.check(
				(parts) => new Set(parts.map(({ toolId }) => toolId)).size === parts.length,
				bundles.partTwice,
			),
			v.check(
				([first, ...others]) => !first || others.length > 0 || first.quantity > 1,
				bundles.tooFewPieces,
			),
		),
		reply: v.array(v.object({ toolId: v.string(), quantity: v.number() })),
	},
	state: {
		kind: "state",
		column: null,
		rules: v.picklist(toolStates),
		reply: v.picklist(toolStates),
	},
	/** When a draft is published. */
	publishAt: { kind: "time", isInternal: true, rules: v.nullable(timestamp) },
	/** Where it lies: the pick list is sorted by it. */
	shelf: {
		kind: "text",
		isInternal: true,
		rules: v.nullable(requiredText(40, commonMessages.invalidText)),
	},
	/** What a piece holds, such as "400 ml", of a tool that is sold by volume, weight or length. */
	contents: {
		kind: "text",
		rules: v.nullable(
			v.pipe(
				v.string(),
				v.transform(normalizeContents),
				v.check((text) => parseContents(text) !== undefined, messages.contentsInvalid),
			),
		),
	},
	/** Warnings and information about safety, as its packaging has them. */
	warnings: {
		kind: "lines",
		rules: v.nullable(requiredMultilineText(maxLengths.description, commonMessages.invalidText)),
	},
	/** Whether its pieces become gift cards once they are paid. */
	giftCard: { kind: "flag", column: "isGiftCard", rules: v.boolean(), reply: v.boolean() },
	/** Who delivers it to the shop. */
	supplier: { kind: "text", isInternal: true, rules: shortText },
	/** What its cards say of it, in at most 60 characters; null for the start of its description. */
	cardLine: { kind: "text", rules: shortText },
} as const satisfies Record<string, FieldDefinition>;

type Definitions = typeof definitions;
export type Field = keyof Definitions;
type FieldOf<Kind extends FieldKind> = {
	[Name in Field]: Definitions[Name]["kind"] extends Kind ? Name : never;
}[Field];
/** A field that forms have as one text. */
export type TextField = FieldOf<"text" | "lines" | "count" | "money">;
export type ToolFields = { [Name in Field]: v.InferOutput<Definitions[Name]["rules"]> };

export const fields: { readonly [Name in Field]: FieldDefinition } = definitions;
export const fieldList = Object.keys(definitions) as Field[];

/** Returns the fields of some kinds, in their order. */
export function fieldsOf<Kind extends FieldKind>(...kinds: Kind[]): FieldOf<Kind>[] {
	const isOfKind = (field: Field): field is FieldOf<Kind> =>
		kinds.some((kind) => kind === fields[field].kind);
	return fieldList.filter(isOfKind);
}

type Column = {
	[Name in Field]: Definitions[Name] extends { column: infer Other } ? Other : Name;
}[Field];

/** The column of each field that has one of its own. */
export const columns = Object.fromEntries(
	fieldList
		.map((field) => [field, fields[field].column === undefined ? field : fields[field].column])
		.filter(([, column]) => column !== null),
) as Readonly<Partial<Record<Field, NonNullable<Column>>>>;

/** Returns the fields that an object has. */
export function fieldsIn(values: object): Field[] {
	return fieldList.filter((field) => Object.hasOwn(values, field));
}

/** Returns these fields of a tool. */
export function pickFields(tool: ToolFields, picked: readonly Field[]): Partial<ToolFields> {
	return Object.fromEntries(picked.map((field) => [field, tool[field]]));
}

const isNullable = (field: Field) => fields[field].rules.type === "nullable";
const isNumber = (field: Field) => ["count", "money"].includes(fields[field].kind);

/** Returns an object with a value for each of these fields. */
export function mapFields<Name extends Field, Value>(
	names: readonly Name[],
	get: (field: Name) => Value,
): Record<Name, Value> {
	// Each has one.
	return Object.fromEntries(names.map((name) => [name, get(name)])) as Record<Name, Value>;
}

/** The rules of each field. */
export const rules = mapFields(fieldList, (field) => fields[field].rules) as {
	[Name in Field]: Definitions[Name]["rules"];
};

function replyOf(field: Field): v.GenericSchema {
	const plain = fields[field].reply ?? (isNumber(field) ? v.number() : v.string());
	return isNullable(field) ? v.nullable(plain) : plain;
}

/** The fields in replies: without rules, because they come from our own server. */
const replies = mapFields(fieldList, replyOf) as {
	[Name in Field]: v.GenericSchema<ToolFields[Name]>;
};

/** All about a tool, in the API. */
export const managedToolSchema = v.object({
	_id: v.string(),
	...replies,
	createdAt: v.string(),
	updatedAt: v.string(),
});
export type ManagedTool = v.InferOutput<typeof managedToolSchema>;

/**
 * Changes of a tool, the schema of PATCH /service/{id}. `was` has the values that the administrator saw:
 * a field that has another one by now is not overwritten.
 */
export const toolChanges = v.pipe(
	v.object({
		...v.partial(v.object(rules)).entries,
		was: v.optional(v.partial(v.object(replies))),
	}),
	v.examples([{ price: 89, was: { price: 79 } }]),
);
export type ToolChanges = v.InferOutput<typeof toolChanges>;

/** Returns the value of a field as forms and files have it; empty for none. */
export function toText(field: TextField, value: string | number | null): string {
	if (value === null) return "";
	return fields[field].kind === "money" ? formatDecimals(Number(value)) : String(value);
}

/** Reads what `toText` writes. An empty number that is required becomes NaN, which the rules reject. */
export function fromText(field: TextField, written: string): string | number | null {
	const value = written.trim();
	if (value === "" && isNullable(field)) return null;
	if (!isNumber(field)) return value;
	return value === "" ? Number.NaN : Number(value);
}

/** What a field is now, in a sentence. Long texts and lists are too long for it. */
export function describeNow(tool: ManagedTool, field: Field): string {
	const [value, { kind }] = [tool[field], fields[field]];
	if (value === null || kind === "lines" || kind === "list") return messages.isOtherNow;
	if (kind === "time") return messages.isNow(formatTimestamp(String(value)));
	return messages.isNow(kind === "money" ? formatPrice(Number(value)) : String(value));
}

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
