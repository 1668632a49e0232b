/** Compares a payment at Stripe with its checkout, for the doctor and the scheduled job. */
import { formatAmount } from "../currencies.ts";

/** A payment at Stripe. */
export interface PaymentFacts {
	id: string;
	status: string;
	receivedCents: number;
	/** In capitals. */
	currency: string;
	/** Empty for a payment of another business on the same Stripe account. */
	checkoutId: string;
	/** What was refunded of it, pending refunds included. */
	refundedCents: number;
}

/** A checkout, as `comparedCheckoutColumns` selects it. */
export interface ComparedCheckout {
	id: string;
	total: number;
	currency: string;
	paidBy: string | null;
	closedAt: number | null;
	refundedAt: number | null;
	refunded: number;
}

/** When the last order was refunded in full, if all were. */
const refundedAt =
	"(select case when count(*) = count(refunded_at) then max(refunded_at) end from orders where checkout_id = checkouts.id and closed_at is null)";

/** What was refunded of its orders. */
const refundedSum =
	"(select coalesce(sum(refunded_cents), 0) from orders where checkout_id = checkouts.id and closed_at is null)";

const columns: [name: keyof ComparedCheckout, sql: string][] = [
	["id", "id"],
	["total", "total_cents"],
	["currency", "currency"],
	["paidBy", "transaction_id"],
	["closedAt", "closed_at"],
	["refundedAt", refundedAt],
	["refunded", refundedSum],
];

/** The columns of a checkout that is compared, as SQL, and as one JSON object. */
export const comparedCheckoutColumns: string = columns
	.map(([name, value]) => `${value} as ${name}`)
	.join(", ");
export const comparedCheckoutJson: string = `json_object(${columns.map(([name, value]) => `'${name}', ${value}`).join(", ")})`;

/** A refund of a payment that pays for nothing, from the table `refunds`. */
export interface OwedRefund {
	done: number | null;
}

export interface Difference {
	message: string;
	/** Whether it is set right if the shop looks at the payment again. */
	isMissed?: boolean;
}

/** Returns how a payment and the checkout that it names differ; undefined if they agree. */
export function comparePayment(
	payment: PaymentFacts,
	checkout: ComparedCheckout | undefined,
	owed: OwedRefund | undefined,
): Difference | undefined {
	if (payment.status === "processing") return compareProcessing(checkout);
	if (payment.status !== "succeeded" || payment.checkoutId === "") return undefined;
	return compareSucceeded(payment, checkout, owed);
}

/**
 * The order of a payment that Stripe processes, for days with some methods, is open and awaits it. If it
 * succeeds otherwise, the job refunds it.
 */
function compareProcessing(checkout: ComparedCheckout | undefined): Difference | undefined {
	if (!checkout || (checkout.closedAt === null && checkout.paidBy === null)) return undefined;
	const state = checkout.paidBy ? "paid by another payment" : "closed";
	return { message: `is being processed for order ${checkout.id}, which is ${state}` };
}

function compareSucceeded(
	{ id, receivedCents, refundedCents, currency }: PaymentFacts,
	checkout: ComparedCheckout | undefined,
	owed: OwedRefund | undefined,
): Difference | undefined {
	if (owed && owed.done !== null && refundedCents === 0)
		return { message: "is recorded as refunded, but Stripe has no refund of it" };
	if (!checkout)
		return refundedCents > 0
			? undefined
			: { message: "pays an order that this shop does not have" };
	if (checkout.paidBy === id) return compareRefunds(checkout, refundedCents);
	if (refundedCents > 0 && refundedCents < receivedCents) {
		const [part, all] = [refundedCents, receivedCents].map((cents) =>
			formatAmount(cents, currency),
		);
		return { message: `was refunded only in part, ${part} of ${all}` };
	}
	if (refundedCents > 0 || owed) return undefined;
	if (receivedCents !== checkout.total || currency !== checkout.currency) {
		const paid = formatAmount(receivedCents, currency);
		const total = formatAmount(checkout.total, checkout.currency);
		return { message: `paid ${paid} for order ${checkout.id}, which costs ${total}` };
	}
	const message = checkout.paidBy
		? `paid order ${checkout.id} a second time, and is neither refunded nor due`
		: checkout.closedAt !== null
			? `paid order ${checkout.id}, which is closed, and is neither refunded nor due`
			: `paid order ${checkout.id}, which is still unpaid here`;
	return { message, isMissed: true };
}

/** Compares the refunds of the payment of a paid order with those that the order shows. */
function compareRefunds(checkout: ComparedCheckout, refundedCents: number): Difference | undefined {
	const { id, total, refunded, currency } = checkout;
	const amount = (cents: number) => formatAmount(cents, currency);
	const isShownAsRefunded = checkout.refundedAt !== null;
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

/** Returns how a paid checkout and the payment that it names differ; undefined if they agree. */
export function comparePaidCheckout(
	{ paidBy, total, currency }: Pick<ComparedCheckout, "paidBy" | "total" | "currency">,
	payment: Pick<PaymentFacts, "status" | "receivedCents" | "currency"> | undefined,
): string | undefined {
	if (payment?.status !== "succeeded") return `is paid here by ${paidBy}, but not at Stripe`;
	const paid = formatAmount(payment.receivedCents, payment.currency);
	const due = formatAmount(total, currency);
	return paid === due ? undefined : `costs ${due}, but ${paid} was paid`;
}
