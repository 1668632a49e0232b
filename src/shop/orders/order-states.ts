/** The states of an order. */
import type { OrderStatus } from "./order-statuses.ts";

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
	restocked?: true;
	withdrawn?: true;
	refundDue?: true;
	/** How many of its pieces are to be shipped. */
	toShip?: number;
}

/** What tells the state of an order: its lines, those that something is left of, and its payment. */
interface OrderFacts {
	lines: readonly LineState[];
	left: readonly LineState[];
	isExpired: boolean;
	isProcessing: boolean;
}

const isShipped = ({ status }: LineState) => status === "Shipped";
const isOwed = ({ toShip = 0 }: LineState) => toShip > 0;
/** Whether all goods of a line were taken back before they were shipped, whatever was refunded. */
const isCancelled = ({ cancelled, restocked, status }: LineState) =>
	cancelled || (restocked && status === "Pending");
/** Whether something of a line is left. */
export const isLeft = (line: LineState): boolean => !isCancelled(line) && !line.refunded;

/** Whether nothing was shipped, and nothing is to be. */
const isHeld = (left: readonly LineState[]) => !left.some(isShipped) && !left.some(isOwed);

/**
 * The states of an order, or of a line as an order of one: the first whose condition holds. What is cancelled or
 * refunded in full does not count as long as something else is left.
 */
const orderStateTable = {
	disputed: ({ lines }) => lines.some(({ disputed }) => disputed),
	cancelled: ({ lines, left }) => left.length === 0 && lines.every(isCancelled),
	refunded: ({ left }) => left.length === 0,
	processing: ({ left, isProcessing }) => isProcessing && !left.every(({ paid }) => paid),
	expired: ({ left, isExpired }) => isExpired && !left.every(({ paid }) => paid),
	unpaid: ({ left }) => !left.every(({ paid }) => paid),
	withdrawn: ({ left }) => !left.some(isOwed) && left.some(({ withdrawn }) => withdrawn),
	refunding: ({ left }) => isHeld(left) && left.some(({ refundDue }) => refundDue),
	paid: ({ left }) => !left.some(isShipped),
	partlyShipped: ({ left }) => left.some(isOwed),
	shipped: () => true,
} as const satisfies Record<string, (facts: OrderFacts) => boolean | undefined>;
export type OrderState = keyof typeof orderStateTable;

/** The names of all states. */
export const orderStates = Object.keys(orderStateTable) as OrderState[];

/** What leads from a state to another, for the drawing in docs/orders-and-payments.md. */
export const orderStateChanges: Record<OrderState, Partial<Record<OrderState, string>>> = {
	disputed: { paid: "the dispute is won", shipped: "the dispute is won" },
	cancelled: { disputed: "the payment is disputed" },
	refunded: { paid: "the refund fails", disputed: "the payment is disputed" },
	processing: { paid: "the payment succeeds", unpaid: "the payment fails" },
	expired: { refunded: "a payment comes too late" },
	unpaid: {
		paid: "the payment succeeds",
		processing: "the payment takes days",
		expired: "nobody pays in time",
	},
	withdrawn: {
		paid: "the withdrawal is undone",
		partlyShipped: "the withdrawal is undone, and a part had shipped",
		cancelled: "it ends, and nothing had shipped",
		shipped: "it ends, and a part had shipped",
	},
	refunding: { refunded: "Stripe makes the refund", paid: "the refund fails" },
	paid: {
		partlyShipped: "some lines ship",
		shipped: "all lines ship",
		cancelled: "it is cancelled",
		withdrawn: "a withdrawal waits, by number and e-mail",
		refunding: "a refund of all is due",
		refunded: "all is refunded",
		disputed: "the payment is disputed",
	},
	partlyShipped: {
		withdrawn: "a withdrawal from the rest waits",
		shipped: "the rest ships, or is cancelled or refunded",
		paid: "shipping is undone",
		refunded: "all is refunded",
		disputed: "the payment is disputed",
	},
	shipped: {
		paid: "shipping is undone",
		partlyShipped: "shipping of some is undone",
		refunded: "all is refunded",
		disputed: "the payment is disputed",
	},
};

/** Returns the state of an order with these lines, or of a line alone. */
export function orderStateOf(
	lines: readonly LineState[],
	payment: Pick<OrderFacts, "isExpired" | "isProcessing"> = {
		isExpired: false,
		isProcessing: false,
	},
): OrderState {
	const left = lines.filter(isLeft);
	const facts = { lines, left, ...payment };
	// The last one is always true.
	return orderStates.find((state) => orderStateTable[state](facts)) ?? "shipped";
}
