/** The reasons and statuses of refunds. Imports nothing, because the tables need them. */

/** The reasons that an administrator can choose. */
export const refundReasons = ["requested_by_customer", "damaged", "out_of_stock", "other"] as const;

/** All reasons. A cancelled order has an e-mail of its own; `not_awaited` is that of a payment that no order awaits. */
export const storedRefundReasons = [...refundReasons, "cancelled", "not_awaited"] as const;
export type StoredRefundReason = (typeof storedRefundReasons)[number];

/** Due until Stripe has made it. One that Stripe rejects, or that its bank returns later, has failed. */
export const refundStatuses = ["due", "done", "failed"] as const;
