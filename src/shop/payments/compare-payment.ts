/** Compares a payment at Stripe with its order, for the doctor and the scheduled job. */
import { formatAmount } from "../../config/currencies.ts";

/** A payment at Stripe. */
export interface PaymentFacts {
	id: string;
	status: string;
	receivedCents: number;
	/** In capitals. */
	currency: string;
	/** Empty for a payment of another business on the same Stripe account. */
	orderId: string;
	/** What was refunded of it, pending refunds included. */
	refundedCents: number;
}

/** An order, as `comparedOrderColumns` selects it. What gift cards have paid and got back is no business of Stripe's. */
export interface ComparedOrder {
	id: string;
	/** What Stripe was to charge. */
	total: number;
	currency: string;
	paidBy: string | null;
	closedAt: number | null;
	refundedAt: number | null;
	refunded: number;
}

/** When the last line was refunded in full, if all were. */
const allRefundedAt =
	"(select case when count(*) = count(refunded_at) then max(refunded_at) end from order_lines where order_id = orders.id and closed_at is null)";

const charged = "(total_cents - gift_card_cents)";
const ontoCards =
	"(select coalesce(sum(amount_cents), 0) from refunds where order_id = orders.id and gift_card_id is not null)";

const overpaid =
	"(select coalesce(sum(overpaid_cents), 0) from refunds where order_id = orders.id and status = 'done')";

/** What was refunded at Stripe, of its lines and beyond. */
const refundedSum = `((select coalesce(sum(refunded_cents), 0) from order_lines where order_id = orders.id and closed_at is null) + ${overpaid} - ${ontoCards})`;

/** With gift cards, what counts is that Stripe has given back all. */
const refundedAt = `iif(gift_card_cents = 0 and ${ontoCards} = 0, ${allRefundedAt}, iif(${refundedSum} >= ${charged}, paid_at, null))`;

const columns: [name: keyof ComparedOrder, sql: string][] = [
	["id", "id"],
	["total", charged],
	["currency", "currency"],
	["paidBy", "transaction_id"],
	["closedAt", "closed_at"],
	["refundedAt", refundedAt],
	["refunded", refundedSum],
];

/** The columns of an order that is compared, as SQL, and as one JSON object. */
export const comparedOrderColumns: string = columns
	.map(([name, value]) => `${value} as ${name}`)
	.join(", ");
export const comparedOrderJson: string = `json_object(${columns.map(([name, value]) => `'${name}', ${value}`).join(", ")})`;

/** A refund of a payment that pays for nothing, from the table `refunds`. */
export interface OwedRefund {
	done: number | null;
}

export interface Difference {
	message: string;
	/** Whether it is set right if the shop looks at the payment again. */
	isMissed?: boolean;
}

/** Returns how a payment and the order that it names differ; undefined if they agree. */
export function comparePayment(
	payment: PaymentFacts,
	order: ComparedOrder | undefined,
	owed: OwedRefund | undefined,
): Difference | undefined {
	if (payment.status === "processing") return compareProcessing(order);
	if (payment.status !== "succeeded" || payment.orderId === "") return undefined;
	return compareSucceeded(payment, order, owed);
}

/**
 * The order of a payment that Stripe processes, for days with some methods, is open and awaits it. If it
 * succeeds otherwise, the job refunds it.
 */
function compareProcessing(order: ComparedOrder | undefined): Difference | undefined {
	if (!order || (order.closedAt === null && order.paidBy === null)) return undefined;
	const state = order.paidBy ? "paid by another payment" : "closed";
	return { message: `is being processed for order ${order.id}, which is ${state}` };
}

function compareSucceeded(
	{ id, receivedCents, refundedCents, currency }: PaymentFacts,
	order: ComparedOrder | undefined,
	owed: OwedRefund | undefined,
): Difference | undefined {
	if (owed && owed.done !== null && refundedCents === 0)
		return { message: "is recorded as refunded, but Stripe has no refund of it" };
	if (!order)
		return refundedCents > 0
			? undefined
			: { message: "pays an order that this shop does not have" };
	if (order.paidBy === id) return compareRefunds(order, refundedCents);
	if (refundedCents > 0 && refundedCents < receivedCents) {
		const [part, all] = [refundedCents, receivedCents].map((cents) =>
			formatAmount(cents, currency),
		);
		return { message: `was refunded only in part, ${part} of ${all}` };
	}
	if (refundedCents > 0 || owed) return undefined;
	if (receivedCents !== order.total || currency !== order.currency) {
		const paid = formatAmount(receivedCents, currency);
		const total = formatAmount(order.total, order.currency);
		return { message: `paid ${paid} for order ${order.id}, which costs ${total}` };
	}
	const message = order.paidBy
		? `paid order ${order.id} a second time, and is neither refunded nor due`
		: order.closedAt !== null
			? `paid order ${order.id}, which is closed, and is neither refunded nor due`
			: `paid order ${order.id}, which is still unpaid here`;
	return { message, isMissed: true };
}

/** Compares the refunds of the payment of a paid order with those that the order shows. */
function compareRefunds(order: ComparedOrder, refundedCents: number): Difference | undefined {
	const { id, total, refunded, currency } = order;
	const amount = (cents: number) => formatAmount(cents, currency);
	const isShownAsRefunded = order.refundedAt !== null;
	const isRefunded = refundedCents >= total;
	if (isShownAsRefunded && !isRefunded)
		return {
			message: `pays order ${id}, which is shown as refunded, but only ${amount(refundedCents)} of ${amount(total)} were refunded`,
		};
	if (!isShownAsRefunded && isRefunded)
		return { message: `pays order ${id} and was refunded, but the order is not shown as refunded` };
	if (!isRefunded && refunded !== refundedCents)
		return {
			message: `pays order ${id}, of which Stripe has refunded ${amount(refundedCents)}, but the order shows ${amount(refunded)}`,
		};
	return undefined;
}

/** Returns how a paid order and the payment that it names differ; undefined if they agree. */
export function comparePaidOrder(
	{ paidBy, total, currency }: Pick<ComparedOrder, "paidBy" | "total" | "currency">,
	payment: Pick<PaymentFacts, "status" | "receivedCents" | "currency"> | undefined,
): string | undefined {
	if (payment?.status !== "succeeded") return `is paid here by ${paidBy}, but not at Stripe`;
	const paid = formatAmount(payment.receivedCents, payment.currency);
	const due = formatAmount(total, currency);
	return paid === due ? undefined : `costs ${due}, but ${paid} was paid`;
}
