/** The states of an order. Imports nothing, because the tables need them. */

export const orderStatuses = ["Pending", "Shipped"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Why an order is no longer open. */
export const closeReasons = ["deleted", "expired", "refunded"] as const;
export type CloseReason = (typeof closeReasons)[number];

/** How an order came in. */
export const orderOrigins = ["shop", "phone"] as const;
export type OrderOrigin = (typeof orderOrigins)[number];

/** The columns that tell whether an order is open, paid or closed. */
interface PaymentColumns {
	transactionId: string | null;
	closedAt: Date | null;
}

/** Whether an order is neither paid nor closed. */
export function isOpen({ transactionId, closedAt }: PaymentColumns): boolean {
	return transactionId === null && closedAt === null;
}

/** Whether an order is paid and not closed. */
export function isPaid({ transactionId, closedAt }: PaymentColumns): boolean {
	return transactionId !== null && closedAt === null;
}

/** What tells the state of a line, as the API has it. */
export interface LineState {
	paid: boolean;
	status: OrderStatus;
	refunded?: true;
	cancelled?: true;
	disputed?: true;
}

/** What tells the state of an order: its lines, those that are neither cancelled nor refunded in full, and its payment. */
interface OrderFacts {
	lines: readonly LineState[];
	left: readonly LineState[];
	isExpired: boolean;
	isProcessing: boolean;
}

const isShipped = ({ status }: LineState) => status === "Shipped";

/**
 * The states of an order, or of a line as an order of one: the first whose condition holds. What is cancelled or
 * refunded in full does not count as long as something else is left. `next` has what leads to another state;
 * docs/orders-and-payments.md has the drawing.
 */
export const orderStateTable = {
	disputed: {
		isIn: ({ lines }: OrderFacts) => lines.some(({ disputed }) => disputed),
		next: { paid: "the dispute is won", shipped: "the dispute is won" },
	},
	cancelled: {
		isIn: ({ lines, left }: OrderFacts) =>
			left.length === 0 && lines.every(({ cancelled }) => cancelled),
		next: { disputed: "the payment is disputed" },
	},
	refunded: {
		isIn: ({ left }: OrderFacts) => left.length === 0,
		next: { paid: "the refund fails", disputed: "the payment is disputed" },
	},
	processing: {
		isIn: ({ left, isProcessing }: OrderFacts) => isProcessing && !left.every(({ paid }) => paid),
		next: { paid: "the payment succeeds", unpaid: "the payment fails" },
	},
	expired: {
		isIn: ({ left, isExpired }: OrderFacts) => isExpired && !left.every(({ paid }) => paid),
		next: { refunded: "a payment comes too late" },
	},
	unpaid: {
		isIn: ({ left }: OrderFacts) => !left.every(({ paid }) => paid),
		next: {
			paid: "the payment succeeds",
			processing: "the payment takes days",
			expired: "nobody pays in time",
		},
	},
	paid: {
		isIn: ({ left }: OrderFacts) => !left.some(isShipped),
		next: {
			partlyShipped: "some lines ship",
			shipped: "all lines ship",
			cancelled: "it is cancelled",
			refunded: "all is refunded",
			disputed: "the payment is disputed",
		},
	},
	partlyShipped: {
		isIn: ({ left }: OrderFacts) => !left.every(isShipped),
		next: {
			shipped: "the rest ships, or is cancelled or refunded",
			paid: "shipping is undone",
			refunded: "all is refunded",
			disputed: "the payment is disputed",
		},
	},
	shipped: {
		isIn: () => true,
		next: {
			paid: "shipping is undone",
			partlyShipped: "shipping of some is undone",
			refunded: "all is refunded",
			disputed: "the payment is disputed",
		},
	},
} as const satisfies Record<
	string,
	{ isIn: (facts: OrderFacts) => boolean; next: Record<string, string> }
>;
export type OrderState = keyof typeof orderStateTable;

/** The names of all states. */
export const orderStates = Object.keys(orderStateTable) as OrderState[];

/** Returns the state of an order with these lines, or of a line alone. */
export function orderStateOf(
	lines: readonly LineState[],
	payment: Pick<OrderFacts, "isExpired" | "isProcessing"> = {
		isExpired: false,
		isProcessing: false,
	},
): OrderState {
	const left = lines.filter(({ cancelled, refunded }) => !cancelled && !refunded);
	const facts = { lines, left, ...payment };
	// The last one is always true.
	return orderStates.find((state) => orderStateTable[state].isIn(facts)) ?? "shipped";
}
