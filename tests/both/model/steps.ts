/** The steps of a scenario: data that fast-check generates and shrinks, and how to run it. */
import fc from "fast-check";
import type Stripe from "stripe";
import { deliverEvent } from "../../helpers/payments.ts";
import { type Action, type ActionName, type Step, weights } from "./actions.ts";
import { callUnderFault, countRun, countWorked } from "./counts.ts";
import {
	answerChallenge,
	begin,
	buy,
	cancel,
	challenge,
	decline,
	pay,
	payOutsideShop,
	remove,
	repeatRequest,
	report,
	requestLine,
	requestOrder,
} from "./customers.ts";
import { type Fault, setApiFault } from "./faults.ts";
import { eventsSince } from "./ledger.ts";
import {
	addLine,
	cancelPaymentAtStripe,
	changeDelivery,
	changeTax,
	changeTool,
	decideDispute,
	dispute,
	expire,
	issueGiftCard,
	putOnSale,
	refund,
	refundInDashboard,
	repeatRefund,
	retryRefund,
	runOffer,
	settleRefund,
	ship,
	takePhoneOrder,
	undoShip,
} from "./merchants.ts";
import { pricingNames } from "./pricing.ts";
import { deliverMessages, deliveryModes, runScheduledJob } from "./queues.ts";
import { endWait, handleReturn, sendBack, undoWaiting, withdraw } from "./returns.ts";
import { type KnownOrder, makeAccountOfGuest, settle, type World } from "./world.ts";

/** Actions that must not disturb each other on the same order. */
const races: [ActionName, ActionName][] = [
	["cancel", "ship"],
	["cancel", "shipParcel"],
	["cancel", "undoShip"],
	["cancel", "cancelAsAdmin"],
	["cancel", "refund"],
	["refund", "refund"],
	["refund", "dashboardRefund"],
	["refund", "ship"],
	["refund", "dispute"],
	["cancel", "dispute"],
	["repeatRefund", "repeatRefund"],
	["retryRefund", "retryRefund"],
	["retryRefund", "refund"],
	["sendBack", "sendBack"],
	["sendBack", "refund"],
	["handleReturn", "handleReturn"],
	["handleReturn", "refund"],
	["handleReturn", "undoShip"],
	["withdraw", "ship"],
	["withdraw", "shipParcel"],
	["withdraw", "withdraw"],
	["withdraw", "sendBack"],
	["withdraw", "cancel"],
	["undoWithdrawal", "handleReturn"],
	["undoWithdrawal", "endWait"],
	["undoWithdrawal", "ship"],
	["handleReturn", "endWait"],
	["endWait", "cancel"],
	["endWait", "refund"],
	["endWait", "dispute"],
	["endWait", "endWait"],
	["settleRefund", "ship"],
	["dashboardRefund", "webhook"],
	["pay", "remove"],
	["answer", "remove"],
	["answer", "pay"],
	["begin", "remove"],
	["begin", "begin"],
	["remove", "removeAsAdmin"],
	["pay", "addLine"],
	["begin", "addLine"],
	["remove", "addLine"],
	["addLine", "changeDelivery"],
	["pay", "changeDelivery"],
	["begin", "changeDelivery"],
	["expire", "addLine"],
	["ship", "changeDelivery"],
	["report", "webhook"],
	["report", "job"],
	["pay", "expire"],
	["report", "makeAccount"],
	["sale", "sale"],
	["sale", "order"],
	["order", "order"],
	["offer", "order"],
	["offer", "addLine"],
	["giftCard", "order"],
	["tax", "order"],
	["tax", "addLine"],
	["tax", "remove"],
	["tax", "changeDelivery"],
	["buy", "buy"],
	["remove", "refund"],
	["sale", "archive"],
	["job", "job"],
	["deliver", "deliver"],
];

const call = fc
	.option(fc.nat({ max: 2 }), { nil: undefined })
	.map((n) => (n === undefined ? {} : { call: n }));
const afterCalls = fc.nat({ max: 12 });
const fault: fc.Arbitrary<Fault> = fc.oneof(
	{ arbitrary: fc.constant<Fault>({ kind: "none" }), weight: 20 },
	{
		arbitrary: afterCalls.map((calls): Fault => ({ kind: "crash", afterCalls: calls })),
		weight: 6,
	},
	{
		arbitrary: afterCalls.map((calls): Fault => ({ kind: "db-error", afterCalls: calls })),
		weight: 2,
	},
	{
		arbitrary: fc
			.tuple(fc.constantFrom("unreachable", "response-lost", "hang"), call)
			.map(([kind, only]): Fault => ({ kind, ...only })),
		weight: 4,
	},
	{
		arbitrary: fc
			.constantFrom(1, 2, undefined)
			.map((count): Fault => ({ kind: "500", ...(count && { count }) })),
		weight: 1,
	},
);

const actionNamed = (name: fc.Arbitrary<ActionName>): fc.Arbitrary<Action> =>
	fc.record({ name, target: fc.nat({ max: 5 }), amount: fc.nat({ max: 4 }), fault });

const anyAction = actionNamed(
	fc.constantFrom(
		...Object.entries(weights).flatMap(([name, weight]) =>
			Array.from({ length: weight }, () => name as ActionName),
		),
	),
);

const onSameLine = ([first, second]: [Action, Action]): Step => [
	first,
	{ ...second, target: first.target },
];

const race: fc.Arbitrary<Step> = fc
	.constantFrom(...races)
	.chain(([first, second]) =>
		fc.tuple(actionNamed(fc.constant(first)), actionNamed(fc.constant(second))).map(onSameLine),
	);

const step: fc.Arbitrary<Step> = fc.oneof(
	{ arbitrary: fc.tuple(anyAction), weight: 12 },
	{ arbitrary: fc.tuple(anyAction, anyAction), weight: 3 },
	{ arbitrary: race, weight: 5 },
	{ arbitrary: fc.constant<Step>([]), weight: 1 },
);

/** A scenario: what the shop charges on top, the initial stock of the tools, and the steps. */
export const scenario = fc.record({
	pricing: fc.constantFrom(...pricingNames),
	pieces: fc.array(fc.integer({ min: 3, max: 12 }), { minLength: 2, maxLength: 5 }),
	// Prefer long scenarios: short ones end before anything can go wrong.
	steps: fc.array(step, { minLength: 1, maxLength: 60, size: "max" }),
});

const without: Fault = { kind: "none" };

/** Every scenario starts with a paid order of the first customer, and a payment of the second one. */
export const openingSteps: Step[] = [
	[{ name: "buy", target: 0, amount: 1, fault: without }],
	[{ name: "line", target: 1, amount: 1, fault: without }],
	[{ name: "begin", target: 0, amount: 0, fault: without }],
];

/** Runs a step; two actions of one step run concurrently. */
export async function runStep(world: World, step: Step): Promise<void> {
	if (step.length === 0) return settle(world);
	const events = step.some(({ name }) => name === "webhook") ? await eventsSince(world.cursor) : [];
	const [outage] = step.flatMap(({ fault }) => (fault.kind === "500" ? [fault] : []));
	if (outage) await setApiFault("500", outage.count);
	try {
		await Promise.all(step.map((one) => runAction(world, one, events)));
	} finally {
		if (outage) await setApiFault("ok");
	}
}

/** Whether a step may change the total ever stocked. */
export function changesStock(step: Step): boolean {
	return step.some(({ name }) => name === "restock" || name === "reprice");
}

/** Whether a step places an order and does nothing else. */
export function onlyPlaces(step: Step): boolean {
	return step.length === 1 && /^(line|order|buy|repeat)$/.test(step[0]?.name ?? "");
}

/** What is done to orders that are paid; the other actions on orders are for unpaid ones. */
const forPaidOrders: readonly ActionName[] = [
	...(["ship", "shipParcel", "undoShip", "refund", "cancel", "cancelAsAdmin"] as const),
	...(["sendBack", "withdraw"] as const),
	...(["dashboardRefund", "retryRefund", "dispute", "payOutsideShop"] as const),
];

/** The order of a line for an action: mostly one in the state that it is for, at times any. */
function pickLine({ lines }: World, { name, target }: Action): KnownOrder | undefined {
	const isForPaid = forPaidOrders.includes(name);
	const fitting = lines.filter(
		({ isOfPaidOrder = false, deleted = false }) => isOfPaidOrder === isForPaid && !deleted,
	);
	return pickRecent(target === 5 || fitting.length === 0 ? lines : fitting, target);
}

/** One of the newest four, so that actions meet on the same one. */
function pickRecent<T>(all: T[], target: number): T | undefined {
	return all[all.length - 1 - (target % Math.min(all.length, 4))];
}

async function runAction(world: World, action: Action, events: Stripe.Event[]): Promise<void> {
	const { name, target, amount, fault } = action;
	countRun(name);
	switch (name) {
		case "line":
			return requestLine(world, action);
		case "order":
			return requestOrder(world, action);
		case "buy":
			return buy(world, action);
		case "repeat": {
			const request = pickRecent(world.lineRequests, target);
			return request && repeatRequest(world, request, fault);
		}
		case "repeatRefund": {
			const request = pickRecent(world.refundRequests, target);
			return request && repeatRefund(world, request, fault);
		}
		case "answer":
			return answerChallenge(world, action);
		case "job":
			await runScheduledJob(fault);
			// Some messages wait for a later step.
			if (amount < 3) await deliverMessages(deliveryModes[amount] ?? "once", { fault });
			return countWorked("job");
		case "deliver":
			await deliverMessages(deliveryModes[amount] ?? "once", { fault, isMailAway: target === 0 });
			return countWorked("deliver");
		case "webhook": {
			// Stripe delivers late, again and in any order.
			const event = events[(target + 6 * amount) % Math.max(events.length, 1)];
			const response = event && (await callUnderFault(fault, () => deliverEvent(event)));
			if (response?.status === 200) countWorked("webhook");
			return;
		}
		case "makeAccount":
			if (await makeAccountOfGuest(world)) countWorked("makeAccount");
			return;
		case "phoneOrder":
			return takePhoneOrder(world, action);
		case "handleReturn":
			return handleReturn(world, action);
		case "undoWithdrawal":
			return undoWaiting(world, action);
		case "endWait":
			return endWait(world, action);
		case "settleRefund":
			return settleRefund(world, action);
		case "decideDispute":
			return decideDispute(world, action);
		case "restock":
		case "reprice":
		case "archive":
			return changeTool(world, action);
		case "sale":
			return putOnSale(world, action);
		case "offer":
			return runOffer(world, action);
		case "giftCard":
			return issueGiftCard(world, action);
		case "tax":
			return changeTax(world, action);
		default: {
			const line = pickLine(world, action);
			return line && actOnOrder(world, line, action);
		}
	}
}

async function actOnOrder(world: World, line: KnownOrder, action: Action): Promise<void> {
	const { name, amount } = action;
	switch (name) {
		case "begin":
			return begin(world, line, action);
		case "pay":
			return pay(line, amount);
		case "challenge":
			return challenge(world, line, amount);
		case "decline":
			return decline(line, amount);
		case "report":
			return void (await report(world, line, action));
		case "payOutsideShop":
			return payOutsideShop(world, line, amount);
		case "remove":
		case "removeAsAdmin":
			return remove(world, line, action);
		case "cancel":
		case "cancelAsAdmin":
			return cancel(world, line, action);
		case "ship":
		case "shipParcel":
			return ship(world, line, action);
		case "changeDelivery":
			return changeDelivery(world, line, action);
		case "addLine":
			return addLine(world, line, action);
		case "undoShip":
			return undoShip(world, line, action);
		case "sendBack":
			return sendBack(world, line, action);
		case "withdraw":
			return withdraw(world, line, action);
		case "refund":
			return refund(world, line, action);
		case "retryRefund":
			return retryRefund(world, line, action);
		case "dashboardRefund":
			return refundInDashboard(line, amount);
		case "dispute":
			return dispute(line, amount);
		case "expire":
			return expire(line);
		case "cancelAtStripe":
			return cancelPaymentAtStripe(line);
		default:
			throw new Error(`${name} is no action on an order`);
	}
}

/** What must have worked in every run. */
export const workingActions = [
	...Object.keys(weights).filter((name) => name !== "settleRefund"),
	"partial refund",
	"refund failed",
	"return received",
	"return refunded",
	"return cancelled",
	"paid by cards",
	"refund as credit",
	"bought a card",
];

/** What must have worked besides in a long run. */
export const rareOutcomes = [
	"refund succeeded",
	"dispute won",
	"dispute lost",
	"dispute warning_closed",
	"dispute needs_response",
	"wait ended",
];
