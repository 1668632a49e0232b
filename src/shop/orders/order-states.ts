/** The states of an order. Imports nothing, because the tables need them. */

export const orderStatuses = ["Pending", "Shipped"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Why an order is no longer open. */
export const closeReasons = ["deleted", "expired", "refunded"] as const;
export type CloseReason = (typeof closeReasons)[number];

/** How an order came in. */
export const orderOrigins = ["shop", "phone"] as const;

/** The columns that tell whether an order is open, paid or closed. */
interface OrderState {
	transactionId: string | null;
	closedAt: Date | null;
}

/** Whether an order is neither paid nor closed. `openOrder` in db/order-conditions.ts is the same in SQL. */
export function isOpen({ transactionId, closedAt }: OrderState): boolean {
	return transactionId === null && closedAt === null;
}

/** Whether an order is paid and not closed. `paidOrder` in db/order-conditions.ts is the same in SQL. */
export function isPaid({ transactionId, closedAt }: OrderState): boolean {
	return transactionId !== null && closedAt === null;
}
