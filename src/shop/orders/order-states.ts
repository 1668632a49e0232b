/**
 * The states of an order, told once. The flags of its lines follow from their columns (order-conditions.ts), its state from
 * the flags, and from the state its name, its badge and what comes next; the tabs are told by the flags as well.
 */

export const orderStatuses = ["Pending", "Shipped"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Why an order is no longer open. */
export const closeReasons = ["deleted", "expired", "refunded"] as const;
export type CloseReason = (typeof closeReasons)[number];

/** How an order came in. */
export const orderOrigins = ["shop", "phone"] as const;
export type OrderOrigin = (typeof orderOrigins)[number];

/** What the API tells of the state of a line, besides its status. */
export interface LineFlags {
	paid: boolean;
	refunded?: true;
	refundedPrice?: number;
	refundDue?: true;
	failedRefundPrice?: number;
	cancelled?: true;
	disputed?: true;
	restocked?: true;
	withdrawn?: true;
	/** How many of its pieces are to be shipped. */
	toShip?: number;
}
/** What tells the state of a line. */
export type LineState = LineFlags & { status: OrderStatus };

/** What tells the state of an order: its lines, those that something is left of, and its payment. */
interface OrderFacts {
	lines: readonly LineState[];
	left: readonly LineState[];
	isExpired: boolean;
	isProcessing: boolean;
}

/** Whether staff can ship the line: some of its pieces are to be shipped. */
export const canShip = ({ toShip = 0 }: Pick<LineState, "toShip">): boolean => toShip > 0;
const isShipped = ({ status }: LineState) => status === "Shipped";
/** Whether all goods of a line were taken back before they were shipped, whatever was refunded. */
const isCancelled = ({ cancelled, restocked, status }: LineState) =>
	cancelled || (restocked && status === "Pending");
/** Whether something of a line is left. */
export const isLeft = (line: LineState): boolean => !isCancelled(line) && !line.refunded;
const isUnpaid = ({ left }: OrderFacts) => !left.every(({ paid }) => paid);

/** What customers and administrators read of a line's state. */
export const publicStates = [
	"Unpaid",
	...orderStatuses,
	"Cancelled",
	"Refunded",
	"Partly refunded",
	"Disputed",
] as const;
export type PublicState = (typeof publicStates)[number];

interface StateOfOrder {
	/** Whether an order is in it that is in none of the states before. */
	has: (facts: OrderFacts) => boolean | undefined;
	/** Its name in the API. messages/orders.ts has those of the screens. */
	name: PublicState;
	/** The class of its badge, if that is not plain. */
	badge?: string;
	/** Whether staff have something to do, which they see. */
	isStaffsTurn?: true;
}

/**
 * The states of an order, or of a line as an order of one: the first that has it. What is cancelled or refunded in full
 * does not count as long as something else is left.
 */
const stateTable = {
	disputed: {
		has: ({ lines }) => lines.some(({ disputed }) => disputed),
		name: "Disputed",
		badge: "badge-error",
	},
	cancelled: {
		has: ({ lines, left }) => left.length === 0 && lines.every(isCancelled),
		name: "Cancelled",
		badge: "badge-neutral",
	},
	refunded: { has: ({ left }) => left.length === 0, name: "Refunded", badge: "badge-neutral" },
	processing: { has: (facts) => facts.isProcessing && isUnpaid(facts), name: "Unpaid" },
	expired: {
		has: (facts) => facts.isExpired && isUnpaid(facts),
		name: "Unpaid",
		badge: "badge-neutral",
	},
	unpaid: { has: isUnpaid, name: "Unpaid" },
	withdrawn: {
		has: ({ left }) => !left.some(canShip) && left.some(({ withdrawn }) => withdrawn),
		name: "Pending",
		isStaffsTurn: true,
	},
	refunding: {
		// Nothing was shipped, and nothing is to be.
		has: ({ left }) =>
			!left.some(isShipped) && !left.some(canShip) && left.some(({ refundDue }) => refundDue),
		name: "Pending",
		isStaffsTurn: true,
	},
	paid: { has: ({ left }) => !left.some(isShipped), name: "Pending", isStaffsTurn: true },
	partlyShipped: { has: ({ left }) => left.some(canShip), name: "Pending", isStaffsTurn: true },
	shipped: { has: () => true, name: "Shipped", badge: "badge-success" },
} as const satisfies Record<string, StateOfOrder>;
export type OrderState = keyof typeof stateTable;
export const orderStates: Record<OrderState, StateOfOrder> = stateTable;

const stateNames = Object.keys(stateTable) as OrderState[];

/** Returns the state of an order with these lines, or of a line alone. */
export function orderStateOf(
	lines: readonly LineState[],
	payment: Pick<OrderFacts, "isExpired" | "isProcessing"> = {
		isExpired: false,
		isProcessing: false,
	},
): OrderState {
	const facts = { lines, left: lines.filter(isLeft), ...payment };
	// The last one has every order.
	return stateNames.find((state) => orderStates[state].has(facts)) ?? "shipped";
}

/** The public state of a line. */
export function publicState(line: LineState): PublicState {
	const { name } = orderStates[orderStateOf([line])];
	const isPartlyRefunded = line.refundedPrice !== undefined && line.paid;
	return isPartlyRefunded && (name === "Pending" || name === "Shipped") ? "Partly refunded" : name;
}

/** The tabs of orders in their order, with the lines of each; `rowsOfTab` of order-conditions.ts finds them by their columns. */
const linesOfTab = {
	toShip: canShip,
	unpaid: ({ paid, refunded }) => !paid && !refunded,
	shipped: isShipped,
	refunded: ({ refunded, refundedPrice }) => refunded === true || refundedPrice !== undefined,
	all: () => true,
} as const satisfies Record<string, (line: LineState) => boolean>;
export type OrderTab = keyof typeof linesOfTab;
/** The tabs that have some of the lines: a search stays in them by their marks. */
export type MarkedTab = Exclude<OrderTab, "all">;

export const orderTabs = Object.keys(linesOfTab) as OrderTab[];

/** Whether a line is in a tab. */
export const isLineInTab = (line: LineState, tab: OrderTab): boolean => linesOfTab[tab](line);
