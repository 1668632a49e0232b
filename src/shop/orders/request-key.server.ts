/** The key that makes placing an order safe to repeat: which are taken, and what counts as the same request. */
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { toCents } from "../values.ts";
import type { OrderRow } from "./orders.server.ts";
import { idempotencyHeader, longestRequestKey, type OrderRequest } from "./orders.ts";

/**
 * The Idempotency-Key of a request, of visible characters; undefined where there is none, or one of
 * other characters. Refuses one that is too long with invalid.
 */
export function requestKeyOf(header: string | null): string | undefined {
	if (header && header.length > longestRequestKey) {
		const fields = { [idempotencyHeader]: messages.tooLong(longestRequestKey) };
		throw new ShopError("invalid", { fields });
	}
	return header && /^[\x21-\x7e]+$/.test(header) ? header : undefined;
}

/**
 * Whether a request asks for the order that its key has placed. A phone or an address that it leaves
 * out came from the profile, which may have changed since: those are not compared.
 */
export function isSameRequest(
	order: Pick<
		OrderRow,
		"toolId" | "quantity" | "phone" | "address" | "unitPriceCents" | "totalCents" | "partner"
	>,
	asked: OrderRequest,
): boolean {
	return (
		asked.productCode === order.toolId &&
		asked.quantity === order.quantity &&
		(!asked.phone || asked.phone === order.phone) &&
		(!asked.address || asked.address === order.address) &&
		(asked.price === undefined || toCents(asked.price) === order.unitPriceCents) &&
		(asked.totalPrice === undefined || toCents(asked.totalPrice) === order.totalCents) &&
		(asked.partner ?? null) === order.partner
	);
}
