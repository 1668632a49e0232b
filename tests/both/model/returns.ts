/** What customers send back, and what the merchant does with it. */
import { expect } from "vitest";
import { ShopError } from "../../../src/errors.ts";
import { guestTokenHashes } from "../../../src/platform/guest-token.ts";
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

/**
 * A withdrawal that waits has shipped and moved nothing, one that was undone has refunded nothing, and what one that has ended
 * is about is cancelled, refunded or back in the stock.
 */
export async function expectWithdrawals({ sentBack }: World): Promise<void> {
	if (sentBack.length === 0) return;
	const isRefunded =
		"exists (select 1 from refunds where refunds.order_id = returns.order_id and request_key like '%withdrawal ' || returns.id)";
	const hasLine = (which: string) =>
		`exists (select 1 from return_lines join order_lines on order_lines.id = line_id where return_id = returns.id and (${which}))`;
	// Of some pieces, a refund of the whole line may have failed later.
	const isOpen =
		"not (return_lines.quantity < order_lines.quantity and refund_failed_cents > 0) and status = 'Pending' and cancelled_at is null and refunded_at is null and restocked_at is null and restocked_pieces < return_lines.quantity";
	const isHeldByAnother =
		"exists (select 1 from return_lines as others join returns as other on other.id = others.return_id where others.line_id = order_lines.id and other.state = 'waiting')";
	const wrong = {
		"waits and is refunded": `state = 'waiting' and ${isRefunded}`,
		"waits and has shipped": `state = 'waiting' and ${hasLine("status = 'Shipped'")}`,
		"waits and holds nothing": `state = 'waiting' and ${hasLine("withdrawn_at is null")}`,
		"was undone and is refunded": `outcome in ('undone', 'none') and ${isRefunded}`,
		"was undone and holds": `outcome = 'undone' and ${hasLine(`withdrawn_at is not null and not ${isHeldByAnother}`)}`,
		"has ended with something left": `outcome = 'cancel' and ${hasLine(isOpen)}`,
	};
	const cases = Object.entries(wrong).map(([name, is]) => `when ${is} then '${name}'`);
	const { results } = await realDatabase
		.prepare(
			`select * from (select number, case ${cases.join(" ")} end as wrong from returns where order_id in (select value from json_each(?))) where wrong is not null`,
		)
		.bind(JSON.stringify(sentBack))
		.all();
	expect(results, JSON.stringify(results)).toEqual([]);
}
