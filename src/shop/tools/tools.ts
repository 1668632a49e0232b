/** Tools: what the shop sells. */
import * as v from "valibot";
import * as messages from "../../messages.ts";
import { chargeBounds, dollars, imagePath, maxLengths, requiredText, toCents } from "../fields.ts";

/** A tool on the wire, in the specification's names; the price in dollars. */
export const toolSchema = v.object({
	_id: v.string(),
	name: v.string(),
	image: v.string(),
	description: v.string(),
	minOrderQuantity: v.number(),
	quantity: v.number(),
	price: v.number(),
});
export type Tool = v.InferOutput<typeof toolSchema>;

/** How many tools the home page shows. */
export const homeToolCount = 6;

/** How many tools a page of the public catalogue shows. */
export const cataloguePageSize = 24;

/** Rows of Manage Products that are there at first, and more with each asking. */
export const managedPageSize = 50;

/** What a list of tools can be sorted by; `-` turns it round. */
export const toolSorts = ["-createdAt", "name", "price", "-price", "quantity"] as const;
export type ToolSort = (typeof toolSorts)[number];

/** Whether at least the minimum order is in stock. */
export function canOrder(tool: Pick<Tool, "quantity" | "minOrderQuantity">): boolean {
	return tool.quantity >= tool.minOrderQuantity;
}

/** Why a tool can't be ordered now, in words; undefined where it can. */
export function unavailableReason(
	tool: Pick<Tool, "quantity" | "minOrderQuantity">,
): string | undefined {
	if (canOrder(tool)) return undefined;
	return tool.quantity === 0
		? messages.soldOut
		: messages.belowMinimumOrder(tool.quantity, tool.minOrderQuantity);
}

/** The most pieces a tool may have, or need for an order. */
const maxPieces = 1_000_000;

function pieceCount(min: number, required: string) {
	return v.pipe(
		v.number(required),
		v.safeInteger(messages.wholeNumber),
		v.minValue(min, messages.atLeast(min)),
		v.maxValue(maxPieces, messages.atMost(maxPieces)),
	);
}

function price(required: string) {
	return v.pipe(
		dollars(required),
		v.minValue(0.01, messages.priceTooLow),
		v.maxValue(chargeBounds.maxCents / 100, messages.totalOutOfBounds),
	);
}

/** That the smallest order can be charged at all. A minimum or a price that is none says so itself. */
function isChargeable(tool: { price: number; minOrderQuantity: number }): boolean {
	if (tool.minOrderQuantity < 1 || tool.price <= 0) return true;
	const cents = toCents(tool.price) * tool.minOrderQuantity;
	return cents >= chargeBounds.minCents && cents <= chargeBounds.maxCents;
}

/** A new tool, as the form and POST /service take it. */
export const newTool = v.pipe(
	v.object({
		name: requiredText(maxLengths.name, messages.nameRequired),
		image: imagePath(messages.imageRequired),
		description: requiredText(maxLengths.description, messages.descriptionRequired),
		minOrderQuantity: pieceCount(1, messages.minOrderQuantityRequired),
		quantity: pieceCount(0, messages.availableQuantityRequired),
		price: price(messages.priceRequired),
	}),
	v.forward(
		v.check((tool) => isChargeable(tool), messages.totalOutOfBounds),
		["price"],
	),
);
export type NewTool = v.InferOutput<typeof newTool>;

/**
 * Changes to a tool, as the Update form and PUT /service take them. `quantityWas` is the stock the
 * administrator saw: if orders have changed it since, the update is refused rather than undone.
 * The stock must be at least 1; a tool that was sold out may stay so.
 */
export const toolUpdate = v.pipe(
	v.object({
		price: price(messages.productPriceRequired),
		quantity: pieceCount(0, messages.quantityRequired),
		minOrderQuantity: pieceCount(1, messages.minOrderQuantityRequired),
		image: v.optional(imagePath(messages.imageRequired)),
		quantityWas: v.optional(v.number()),
	}),
	v.forward(
		v.check(({ quantity, quantityWas }) => quantity >= 1 || quantityWas === 0, messages.atLeast(1)),
		["quantity"],
	),
	v.forward(
		v.check((tool) => isChargeable(tool), messages.totalOutOfBounds),
		["price"],
	),
);
export type ToolUpdate = v.InferOutput<typeof toolUpdate>;

/** A tool's new stock, as PUT /service/{id} takes it. */
export const restock = v.object({
	quantity: pieceCount(0, messages.quantityRequired),
	quantityWas: v.optional(v.number()),
});
export type Restock = v.InferOutput<typeof restock>;
