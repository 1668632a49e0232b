/** What the columns of an order may have. Imports nothing, because the tables need it. */

export const orderStatuses = ["Pending", "Shipped"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Why an order is no longer open. */
export const closeReasons = ["deleted", "expired", "refunded"] as const;
export type CloseReason = (typeof closeReasons)[number];

/** How an order came in. */
export const orderOrigins = ["shop", "phone"] as const;
export type OrderOrigin = (typeof orderOrigins)[number];
