/** What can happen in a scenario. */
import type { Fault } from "./faults.ts";

/** The actions with their weights. Refunds need paid orders, so buying is the most frequent. */
export const weights = {
	line: 3,
	order: 3,
	buy: 12,
	repeat: 2,
	begin: 4,
	pay: 4,
	report: 4,
	decline: 4,
	challenge: 4,
	answer: 4,
	payOutsideShop: 3,
	remove: 3,
	removeAsAdmin: 2,
	expire: 2,
	cancelAtStripe: 1,
	refund: 8,
	repeatRefund: 2,
	cancel: 4,
	cancelAsAdmin: 2,
	dashboardRefund: 6,
	retryRefund: 3,
	settleRefund: 4,
	dispute: 3,
	decideDispute: 5,
	changeDelivery: 3,
	addLine: 3,
	phoneOrder: 2,
	ship: 3,
	shipParcel: 2,
	undoShip: 2,
	sendBack: 4,
	handleReturn: 8,
	withdraw: 4,
	undoWithdrawal: 2,
	endWait: 3,
	job: 3,
	deliver: 4,
	webhook: 8,
	restock: 3,
	reprice: 1,
	sale: 2,
	offer: 4,
	giftCard: 3,
	archive: 1,
	makeAccount: 1,
	tax: 2,
};
export type ActionName = keyof typeof weights;

/** One action. `target` picks its order, `amount` how many or how much. */
export interface Action {
	name: ActionName;
	target: number;
	amount: number;
	fault: Fault;
}

/** One action, two that start together, or none: then one run of the job settles everything. */
export type Step = Action[];
