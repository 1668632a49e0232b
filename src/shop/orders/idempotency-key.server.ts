/** The key that makes placing an order safe to repeat: which are taken, and what counts as the same request. */

import * as messages from "../../messages.ts";
import { ShopError } from "../errors.ts";
import { toCents } from "../fields.ts";
import type { OrderRow } from "./orders.server.ts";
import { idempotencyHeader, maxIdempotencyKeyLength, type OrderRequest } from "./orders.ts";

/**
 * The Idempotency-Key of a request, of visible characters; undefined where there is none, or one of
 * other characters. Refuses one that is too long with invalid.
 */
export function parseIdempotencyKey(header: string | null): string | undefined {
	if (header && header.length > maxIdempotencyKeyLength) {
		const fields = { [idempotencyHeader]: messages.tooLong(maxIdempotencyKeyLength) };
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
	request: OrderRequest,
): boolean {
	return (
		request.productCode === order.toolId &&
		request.quantity === order.quantity &&
		(!request.phone || request.phone === order.phone) &&
		(!request.address || request.address === order.address) &&
		(request.price === undefined || toCents(request.price) === order.unitPriceCents) &&
		(request.totalPrice === undefined || toCents(request.totalPrice) === order.totalCents) &&
		(request.partner ?? null) === order.partner
	);
}
