/** Carts: what the API takes and returns, and what changed since a tool was put in. */
import * as v from "valibot";
import * as cartMessages from "../../messages/cart-lines.ts";
import * as messages from "../../messages/messages.ts";
import { id } from "../../values/fields.ts";
import { formatPrice, toCents } from "../../values/money.ts";
import { outcomes } from "../fit/outcomes.ts";
import { unavailableReason } from "../tools/availability.ts";
import { soldFields } from "../tools/sold-tool.ts";
import { saleSchema } from "../tools/tools.ts";
import {
	type CartLine,
	maxCartLines,
	maxLineQuantity,
	maxToolIdLength,
	mergeLines,
} from "./cart-lines.ts";

const toolId = v.pipe(id, v.maxLength(maxToolIdLength, messages.tooLong(maxToolIdLength)));

/** The tools of a cart. */
export const cartToolIds = v.pipe(v.array(toolId), v.maxLength(maxCartLines, messages.cartFull));

/** A line in the API: a tool, how many, and the unit price that the customer has seen. */
const cartLineSchema = v.object({
	toolId,
	quantity: v.pipe(
		v.number(messages.quantityRequired),
		v.safeInteger(messages.orderQuantityWhole),
		v.minValue(1, messages.atLeast(1)),
		v.maxValue(maxLineQuantity, messages.atMost(maxLineQuantity)),
	),
	// A price of an earlier currency may have more decimals. It is only compared.
	price: v.pipe(
		v.number(messages.invalidNumber),
		v.finite(messages.invalidNumber),
		v.minValue(0, messages.invalidNumber),
	),
});

/** The lines of a cart: at most 50; those of the same tool are merged. */
export const cartLines = v.pipe(
	v.array(cartLineSchema),
	v.maxLength(maxCartLines, messages.cartFull),
	v.transform((lines) => mergeLines(lines)),
);

/** A tool in a cart as it is now, with `gone` if it is no longer sold. */
export const cartItemSchema = v.object({
	toolId: v.string(),
	gone: v.boolean(),
	/** Whether it fits the bike of the request, and why. */
	fit: v.exactOptional(v.object({ outcome: v.picklist(outcomes), reason: v.string() })),
	/** Missing if there is no such tool. */
	tool: v.exactOptional(
		v.object({
			name: v.string(),
			...soldFields,
			/** The last part of its page's address, if that is not its id. */
			address: v.exactOptional(v.string()),
			image: v.string(),
			price: v.number(),
			minOrderQuantity: v.number(),
			quantity: v.number(),
			/** What one weighs in grams, if that is known. */
			grams: v.exactOptional(v.number()),
			/** Set for a gift card: neither taxed nor shipped. */
			isGiftCard: v.exactOptional(v.boolean()),
			/** The parts of a bundle. */
			parts: v.exactOptional(v.array(v.object({ name: v.string(), quantity: v.number() }))),
			sale: v.exactOptional(saleSchema),
		}),
	),
});
export type CartItem = v.InferOutput<typeof cartItemSchema>;

/** What a customer must know about a line, given its tool as it is now. */
export interface LineNotes {
	/** Why it can't be ordered. Then it is not part of the order. */
	unavailable?: string;
	/** Why its quantity must change, and to what. */
	adjust?: { reason: string; quantity: number };
	/** The sentence that its price differs from the one seen. */
	priceChange?: string;
}

/** Compares a line with its tool as it is now. */
export function lineNotes(line: CartLine, { gone, tool }: CartItem): LineNotes {
	if (gone || !tool) return { unavailable: messages.noLongerSold };
	const unavailable = unavailableReason(tool);
	const priceChange =
		toCents(line.price) === toCents(tool.price)
			? undefined
			: cartMessages.priceChanged(formatPrice(line.price), formatPrice(tool.price));
	const adjust = unavailable ? undefined : adjustment(line.quantity, tool);
	return {
		...(unavailable && { unavailable }),
		...(adjust && { adjust }),
		...(priceChange && { priceChange }),
	};
}

function adjustment(
	quantity: number,
	tool: { quantity: number; minOrderQuantity: number },
): LineNotes["adjust"] {
	if (quantity > tool.quantity)
		return { reason: cartMessages.onlyLeft(tool.quantity), quantity: tool.quantity };
	if (quantity < tool.minOrderQuantity) {
		const minimum = tool.minOrderQuantity;
		return { reason: cartMessages.minimumOrderIs(minimum), quantity: minimum };
	}
	return undefined;
}
