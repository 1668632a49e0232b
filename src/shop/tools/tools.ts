/** Tools, the products of the shop: their schemas and rules. */
import * as v from "valibot";
import { maxChargeCents, minChargeCents } from "../../config/config.ts";
import * as messages from "../../messages/messages.ts";
import {
	imagePath,
	maxLengths,
	requiredMultilineText,
	requiredText,
	timestamp,
} from "../../values/fields.ts";
import {
	formatPrice,
	price,
	priceStep,
	toCents,
	toPrice,
	totalOutOfBounds,
} from "../../values/money.ts";

/** The lowest price of the 30 days before a sale, and when that ends. */
export const saleSchema = v.object({ before: v.number(), endsAt: timestamp });

/** A tool in the API, with the specification's names; the price as a decimal number. */
export const toolSchema = v.object({
	_id: v.string(),
	name: v.string(),
	image: v.string(),
	description: v.string(),
	minOrderQuantity: v.number(),
	quantity: v.number(),
	price: v.number(),
	/** The average of its reviews, from 1 to 5. Only where a list is asked for it, and if there are reviews. */
	rating: v.optional(v.object({ count: v.number(), average: v.number() })),
	/** The last part of its page's address, if that is not its id. */
	address: v.exactOptional(v.string()),
	/** The sale that has reduced the price. */
	sale: v.exactOptional(saleSchema),
	/** What a piece holds, such as "400 ml". */
	contents: v.exactOptional(v.string()),
	/** What its cards say instead of the start of its description. With ratings. */
	cardLine: v.exactOptional(v.string()),
	/** What the page of a family is called, and the last part of its address: with the tool that stands for it in lists. With ratings. */
	familyPage: v.exactOptional(v.object({ name: v.string(), address: v.string() })),
	/** When it last changed, with updatedSince. */
	updatedAt: v.exactOptional(timestamp),
});
export type Tool = v.InferOutput<typeof toolSchema>;

/** A tool as a card shows it, or its family, for which it stands with its price: the lowest that can be ordered. */
export interface ListedTool extends Tool {
	/** How many tools the family has, and whether others of it cost more. */
	family?: { count: number; from: boolean };
}

/** A part of a bundle, as pages show it. */
export interface ToolPart
	extends Pick<Tool, "_id" | "name" | "image" | "price" | "address" | "minOrderQuantity"> {
	/** How many pieces a bundle has of it. */
	quantity: number;
}

/** A kit, on the page of one of its parts. */
export interface KitOfPart extends Pick<Tool, "_id" | "name" | "image" | "price" | "address"> {
	/** How much less it costs than its parts, if it does. */
	less?: number;
	/** The ids of its parts, by which its price changes. */
	parts: readonly string[];
}

/**
 * Returns what one would pay for the parts of a bundle one by one, each in the smallest amount that is sold, and how much less
 * the bundle costs; undefined if it costs the same.
 */
export function savingOf(
	{ price: own }: Pick<Tool, "price">,
	parts: readonly ToolPart[],
): { together: number; less: number } | undefined {
	const cents = parts.reduce(
		(sum, part) => sum + toCents(part.price) * Math.max(part.quantity, part.minOrderQuantity),
		0,
	);
	const lessCents = cents - toCents(own);
	return lessCents > 0 ? { together: toPrice(cents), less: toPrice(lessCents) } : undefined;
}

/** What identifies a tool for other programs, as far as the shop knows it. */
export interface ToolFacts {
	maker?: string;
	sku?: string;
	gtin?: string;
	mpn?: string;
	/** In grams. */
	weight?: number;
}

/** How many best sellers the home page shows. */
export const bestSellerCount = 4;

/** Tools on a page of the public catalogue. */
export const cataloguePageSize = 18;

/** Rows that Manage Products shows at first, and adds with each "more". */
export const managedPageSize = 50;

/** What a list of tools can be sorted by; `-` means descending. */
export const toolSorts = ["-createdAt", "name", "price", "-price", "quantity"] as const;
export type ToolSort = (typeof toolSorts)[number];

/** Maximum stock and maximum minimum order of a tool, in pieces. */
const maxPieces = 1_000_000;

/** A number of pieces, at least `min`. */
export function pieceCount(min: number, required: string) {
	return v.pipe(
		v.number(required),
		v.safeInteger(messages.wholeNumber),
		v.minValue(min, messages.atLeast(min)),
		v.maxValue(maxPieces, messages.atMost(maxPieces)),
	);
}

/** The price of a tool. */
export function toolPrice(required: string) {
	return v.pipe(
		price(required),
		v.minValue(priceStep, messages.priceTooLow(formatPrice(priceStep))),
		v.maxValue(toPrice(maxChargeCents), totalOutOfBounds()),
	);
}

/** Whether Stripe can charge the minimum order. An invalid minimum or price passes: it has an error of its own. */
export function isChargeable(tool: { price: number; minOrderQuantity: number }): boolean {
	if (tool.minOrderQuantity < 1 || tool.price <= 0) return true;
	const cents = toCents(tool.price) * tool.minOrderQuantity;
	return cents >= minChargeCents && cents <= maxChargeCents;
}

/** A new tool, the schema of the form and of POST /service. */
export const newTool = v.pipe(
	v.object({
		name: requiredText(maxLengths.name, messages.nameRequired),
		image: imagePath(messages.imageRequired),
		description: requiredMultilineText(maxLengths.description, messages.descriptionRequired),
		minOrderQuantity: pieceCount(1, messages.minOrderQuantityRequired),
		quantity: pieceCount(0, messages.availableQuantityRequired),
		price: toolPrice(messages.priceRequired),
	}),
	v.forward(
		v.check((tool) => isChargeable(tool), totalOutOfBounds()),
		["price"],
	),
);
export type NewTool = v.InferOutput<typeof newTool>;

/**
 * Changes to a tool, the schema of the Update form and of PUT /service. `quantityWas` is the stock that
 * the administrator saw: if orders have changed it since, the update is rejected instead of overwriting
 * them. The stock must be at least 1, unless the tool was sold out already.
 */
export const toolUpdate = v.pipe(
	v.object({
		price: toolPrice(messages.productPriceRequired),
		quantity: pieceCount(0, messages.quantityRequired),
		minOrderQuantity: pieceCount(1, messages.minOrderQuantityRequired),
		image: v.optional(imagePath(messages.imageRequired)),
		quantityWas: v.optional(v.number(messages.quantityRequired)),
	}),
	v.forward(
		v.check(({ quantity, quantityWas }) => quantity >= 1 || quantityWas === 0, messages.atLeast(1)),
		["quantity"],
	),
	v.forward(
		v.check((tool) => isChargeable(tool), totalOutOfBounds()),
		["price"],
	),
);
export type ToolUpdate = v.InferOutput<typeof toolUpdate>;

/** A tool's new stock, the schema of PUT /service/{id}. */
export const restock = v.object({
	quantity: pieceCount(0, messages.quantityRequired),
	quantityWas: v.optional(v.number(messages.quantityRequired)),
});
export type Restock = v.InferOutput<typeof restock>;

/** For how long a tool that is no longer sold has a page that search engines keep, in days. */
const pageDays = 365;

/** Whether the page of a tool is gone: a year after it was archived. */
export function isGone(archivedAt: Date | undefined, now = Date.now()): boolean {
	return archivedAt !== undefined && now - archivedAt.getTime() >= pageDays * 24 * 60 * 60 * 1000;
}

export type ToolRating = NonNullable<Tool["rating"]>;
