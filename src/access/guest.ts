/**
 * The row of `users` that owns the orders of guests, because `order_lines.user_id` is required. Nobody can sign
 * in to it: docs/decisions/2026-11-22-guest-orders.md. Imports nothing, because the triggers need it.
 */

export const guestUserId = "guest";

/** In a reserved domain (RFC 6761): no e-mail reaches it. A guest's own address is in the order and its lines. */
export const guestEmail = "guest@guest.invalid";
