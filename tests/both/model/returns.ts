/** What customers send back, and what the merchant does with it. */
import { ShopError } from "../../../src/errors.ts";
import { guestTokenHashes } from "../../../src/platform/auth/guest-token.ts";
import { askReturn } from "../../../src/shop/returns/ask-return.server.ts";
import { actOnReturn } from "../../../src/shop/returns/return-page.server.ts";
import { findReturn, returnsOfOrder } from "../../../src/shop/returns/returns.server.ts";
import type { ReturnFound } from "../../../src/shop/returns/returns.ts";
import { undoWithdrawal } from "../../../src/shop/returns/settle-withdrawal.server.ts";
import { withdrawByNumber } from "../../../src/shop/returns/withdraw.server.ts";
import { callerOf, origin } from "../../helpers/shop.ts";
import type { Action } from "./actions.ts";
import { countWorked } from "./counts.ts";
import { type Fault, realDatabase, withFault } from "./faults.ts";
import { deliverMessages, deliveryModes, runScheduledJob } from "./queues.ts";
import { isGuest, type KnownOrder, type World } from "./world.ts";

/** What a page does under a fault. Only a database fault may throw, but for a refusal, which the page shows. */
async function under<T>(fault: Fault, work: () => Promise<T>): Promise<T | undefined> {
	try {
		const result = await withFault(fault, work);
		return result === "crashed" ? undefined : (result as T);
	} catch (error) {
		if (fault.kind !== "db-error" && !(error instanceof ShopError && error.code !== "internal"))
			throw error;
		return undefined;
	}
}

/** A customer asks to send back some pieces of a line, or withdraws from its contract. */
export async function sendBack(world: World, line: KnownOrder, action: Action): Promise<void> {
	if (isGuest(line.owner)) return;
	const { amount, target, fault } = action;
	const user = callerOf(world.customers[line.owner % 3 === 0 ? 0 : 1]);
	const lines = [{ lineId: line.id, quantity: 1 + (amount % 2) }];
	const asked =
		line.shipped || target === 0
			? ({ kind: "return", reason: "other", note: "", name: "", lines } as const)
			: ({ kind: "withdrawal", reason: null, note: "", name: "Ada", lines } as const);
	const outcome = await under(fault, () =>
		askReturn({ user, guestTokenHashes: [] }, line.orderId, { ...asked, lines }),
	);
	if (outcome !== "asked") return;
	world.sentBack.push(line.orderId);
	countWorked("sendBack");
}

/** Anybody who knows an order's number and e-mail withdraws from it, or some of it in words. */
export async function withdraw(world: World, line: KnownOrder, action: Action): Promise<void> {
	const order = await realDatabase
		.prepare("select number, email from orders where id = ?")
		.bind(line.orderId)
		.first<{ number: number; email: string }>();
	if (!order) return;
	const note = action.amount === 4 ? "Only the first one" : "";
	// Each from a network of its own: how many are taken of one is no matter of this model.
	const network = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join(".");
	const request = new Request(`${origin}/withdraw`, {
		headers: { "CF-Connecting-IP": `10.${network}` },
	});
	const outcome = await under(action.fault, () =>
		withdrawByNumber(request, { ...order, name: "Ada", note }),
	);
	if (outcome !== "received") return;
	world.sentBack.push(line.orderId);
	countWorked("withdraw");
}

/** The customer undoes the newest withdrawal that waits. */
export async function undoWaiting(world: World, { fault }: Action): Promise<void> {
	const found = await openReturn(world, ({ state }) => state === "waiting");
	const line = world.lines.find(({ orderId }) => orderId === found?.orderId);
	if (!found || !line) return;
	const { owner, cookie } = line;
	const { accountId } = world.guest;
	const user = callerOf(world.customers[owner % 3 === 0 ? 0 : 1]);
	// The guest's orders join the account.
	const buyer = {
		user: isGuest(owner)
			? accountId === undefined
				? undefined
				: { ...user, id: accountId }
			: user,
		guestTokenHashes: await guestTokenHashes(new Headers({ Cookie: cookie })),
	};
	if (await under(fault, () => undoWithdrawal(buyer, found.id))) countWorked("undoWithdrawal");
}

/** The day passes in which the newest withdrawal that waits can be undone, and the job runs. */
export async function endWait(world: World, { fault, amount }: Action): Promise<void> {
	const found = await openReturn(world, ({ state }) => state === "waiting");
	if (!found) return;
	await realDatabase.batch([
		realDatabase.prepare("update returns set waits_until = 1 where id = ?").bind(found.id),
		realDatabase
			.prepare("update outbox set available_at = 1 where subject_id = ? and done_at is null")
			.bind(found.id),
	]);
	await runScheduledJob(fault);
	if (amount === 3) return;
	await deliverMessages(deliveryModes[amount] ?? "once", { fault });
	if ((await findReturn(found.id))?.state !== "waiting") countWorked("wait ended");
	countWorked("endWait");
}

/** The newest return that is not done and meets a condition. */
async function openReturn(
	{ sentBack }: World,
	condition: (found: ReturnFound) => boolean = () => true,
): Promise<ReturnFound | undefined> {
	for (const orderId of sentBack.toReversed()) {
		const found = (await returnsOfOrder(orderId)).find(
			(one) => one.state !== "closed" && one.state !== "rejected" && condition(one),
		);
		if (found) return found;
	}
	return undefined;
}

/** Staff do what is next with the newest return. */
export async function handleReturn(world: World, action: Action): Promise<void> {
	const { amount, target, fault } = action;
	const found = await openReturn(world);
	if (!found) return;
	const next = {
		asked: "approve",
		waiting: amount === 1 ? "undo" : "cancel",
		approved: "receive",
		received: amount === 2 ? "credit" : "refund",
	}[String(found.state)];
	const form = new URLSearchParams({
		do: target === 4 ? "close" : (next ?? ""),
		answer: "9 Workshop Lane",
		...(amount === 4 && { amount: "1" }),
		...(target % 2 === 0 && { shipping: "on" }),
	});
	for (const { lineId, quantity } of found.lines) {
		form.set(`received-${lineId}`, String(Math.max(quantity - (amount % 2), 0)));
		form.set(`condition-${lineId}`, amount < 3 ? "as_new" : "opened");
	}
	const result = await under(fault, () => actOnReturn(callerOf(world.admin), found.id, form));
	if (result && "done" in result) countWorked(`return ${result.done}`);
	if (result && "done" in result) countWorked("handleReturn");
}
