/** The state of a line in the API's format. */
import { toPrice } from "../../values/money.ts";
import {
	hasFailedRefund,
	hasRefund,
	isPaid,
	isRefundDue,
	isRefundedInFull,
	isRestocked,
	piecesToShip,
	type StateColumns,
} from "./order-conditions.ts";
import type { LineFlags } from "./order-states.ts";

/** Converts the state of a line to the API's format. */
export function toFlags(row: StateColumns): LineFlags {
	const toShip = piecesToShip(row);
	const isInFull = isRefundedInFull(row);
	return {
		paid: isPaid(row),
		...(toShip > 0 && { toShip }),
		...(isInFull && { refunded: true }),
		...(!isInFull && hasRefund(row) && { refundedPrice: toPrice(row.refundedCents) }),
		...(isRefundDue(row) && { refundDue: true }),
		...(!isInFull && hasFailedRefund(row) && { failedRefundPrice: toPrice(row.refundFailedCents) }),
		...(row.cancelledAt && { cancelled: true }),
		...(isRestocked(row) && { restocked: true }),
		...(row.withdrawnAt && { withdrawn: true }),
		...(row.disputedAt && { disputed: true }),
	};
}
