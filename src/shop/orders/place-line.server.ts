/** POST /order, the specification's way to order: an order of one line, at the tool's current price. */
import { and, eq, isNull } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import { database } from "../../platform/database/database.ts";
import type { RequestKey } from "../../platform/limits/idempotency-key.ts";
import { toCents, toPrice } from "../../values/money.ts";
import { isTotalByItemsAlone } from "../costs/totals.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { LineRequest, OrderLine } from "./lines.ts";
import { placeOrder } from "./place-order.server.ts";
import { withoutLine } from "./requested-lines.server.ts";

/**
 * Places an order of one tool, as `placeOrder` does, at the tool's current price. One round trip, and one more
 * if the caller sends no price. Throws ShopError `checkout_required` (the total depends on the address), and what
 * `placeOrder` throws, with the names of the fields as they were sent.
 */
export async function placeLine(
	caller: Caller,
	request: LineRequest,
	requestKey: RequestKey,
	from: Request,
): Promise<OrderLine> {
	if (!isTotalByItemsAlone(await shopSettings())) throw new ShopError("checkout_required");
	const { productCode, quantity, price, ...rest } = request;
	const wanted = {
		toolId: productCode,
		quantity,
		price: price ?? (await currentPrice(productCode)),
	};
	try {
		// The total of the specification is quantity times price, so that no offer applies.
		const { lines } = await placeOrder(
			caller,
			{ ...rest, lines: [wanted] },
			requestKey,
			from,
			undefined,
			{ sendsLink: false, isWithoutOffers: true },
		);
		const [line] = lines;
		if (!line) throw new ShopError("order_closed");
		return line;
	} catch (error) {
		if (!(error instanceof ShopError)) throw error;
		throw await errorOfOneLine(error, request);
	}
}

/** The price of a tool that is sold. Throws ShopError `not_found`. */
async function currentPrice(toolId: string): Promise<number> {
	const [tool] = await database()
		.select({ priceCents: tools.priceCents })
		.from(tools)
		.where(and(eq(tools.id, toolId), isNull(tools.archivedAt)));
	if (!tool) throw new ShopError("not_found");
	return toPrice(tool.priceCents);
}

/** The error of an order's only line, with the fields of the request and the specification's messages. */
async function errorOfOneLine(
	{ code, message, fields, cause }: ShopError,
	{ productCode, price }: LineRequest,
): Promise<ShopError> {
	if (code === "not_found") return new ShopError(code);
	if (code === "out_of_stock")
		return new ShopError(code, { fields: { quantity: messages.quantityExceeded } });
	if (code === "invalid" && !fields) {
		// The total is out of Stripe's bounds: of a price that is the shop's, or of another one.
		return price !== undefined && toCents(price) !== toCents(await currentPrice(productCode))
			? new ShopError("price_changed")
			: new ShopError(code, { fields: { quantity: message } });
	}
	return new ShopError(code, {
		cause,
		...(message !== code && { message }),
		...(fields && { fields: withoutLine(fields) }),
	});
}
