/** The Idempotency-Key of POST /order: which keys are valid, and which requests count as the same. */

import * as messages from "../../messages.ts";
import { ShopError } from "../errors.ts";
import { toCents } from "../money.ts";
import type { OrderRow } from "./orders.server.ts";
import { idempotencyHeader, maxIdempotencyKeyLength, type OrderRequest } from "./orders.ts";

/**
 * Parses the Idempotency-Key header. Returns undefined if it is missing or contains anything but
 * visible ASCII characters. Throws ShopError `invalid` if it is too long.
 */
export function parseIdempotencyKey(header: string | null): string | undefined {
	if (header && header.length > maxIdempotencyKeyLength) {
		const fields = { [idempotencyHeader]: messages.tooLong(maxIdempotencyKeyLength) };
		throw new ShopError("invalid", { fields });
	}
	return header && /^[\x21-\x7e]+$/.test(header) ? header : undefined;
}

/**
 * Whether a request matches the order placed with the same key. A phone or address that the request
 * omits is not compared: it came from the profile, which may have changed since.
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
