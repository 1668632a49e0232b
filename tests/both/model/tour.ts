/** A scenario without faults in which every action does something. Random ones of a short run miss a few. */
import type { ActionName, Step } from "./actions.ts";

/** An action on the newest order that fits it, by the first customer. */
const step = (name: ActionName, amount = 0, target = 0): Step => [
	{ name, target, amount, fault: { kind: "none" } },
];

/** An order of one line, paid by card. */
const paidOrder = step("buy");

/** An order whose payment has begun. */
const openOrder = [step("line", 1), step("begin")];

export const tour = {
	pricing: "included" as const,
	pieces: [12, 12, 12],
	steps: [
		// The opening steps have left an order whose payment has begun.
		...[step("decline"), step("pay"), step("webhook"), step("report")],
		...[step("order", 1), step("begin"), step("challenge"), step("answer", 1), step("report")],
		...[step("line", 1), step("repeat"), step("remove")],
		...[step("phoneOrder", 1), step("addLine"), step("changeDelivery", 1)],
		...[step("begin"), step("pay"), step("report")],
		...[...openOrder, step("removeAsAdmin")],
		...[...openOrder, step("cancelAtStripe"), step("expire"), step("job")],
		...[paidOrder, step("payOutsideShop"), step("deliver")],
		...[paidOrder, step("refund", 1), step("repeatRefund"), step("settleRefund")],
		...[step("retryRefund", 1), step("refund")],
		...[paidOrder, step("dashboardRefund", 1)],
		...[paidOrder, step("dispute", 1), step("decideDispute")],
		...[paidOrder, step("ship"), step("undoShip"), step("shipParcel")],
		...[step("sendBack"), step("handleReturn"), step("handleReturn"), step("handleReturn")],
		// Withdrawn by number and e-mail: undone, confirmed by staff, ended by the job.
		...[paidOrder, step("withdraw"), step("undoWithdrawal")],
		...[paidOrder, step("withdraw"), step("handleReturn")],
		...[paidOrder, step("withdraw"), step("endWait")],
		...[paidOrder, step("cancel"), paidOrder, step("cancelAsAdmin")],
		// A gift card pays all of it, while there is no code that the order could not have.
		...[step("giftCard", 20), step("order")],
		...[step("buy", 0, 4), step("order"), step("refund", 1), step("buy", 0, 4), step("refund")],
		...[
			step("restock", 1),
			step("reprice", 1),
			step("sale", 1),
			step("sale", 1),
			step("offer", 1),
			step("order", 2),
			step("offer", 2),
			step("order", 2),
			// An order that was placed before the tax changes, and one that is changed after it.
			step("tax", 1),
			step("addLine"),
			step("order", 2),
			step("tax", 2),
			step("remove"),
			step("giftCard", 1),
			step("buy"),
			step("refund"),
			step("refund", 0, 3),
			step("archive", 3),
			step("makeAccount"),
		],
	],
};
