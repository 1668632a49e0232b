/** What customers send back, and what the merchant does with it. */
import { ShopError } from "../../../src/errors.ts";
import { askReturn } from "../../../src/shop/returns/ask-return.server.ts";
import { actOnReturn } from "../../../src/shop/returns/return-page.server.ts";
import { returnsOfOrder } from "../../../src/shop/returns/returns.server.ts";
import type { ReturnFound } from "../../../src/shop/returns/returns.ts";
import { callerOf } from "../../helpers/shop.ts";
import type { Action } from "./actions.ts";
import { countWorked } from "./counts.ts";
import { type Fault, withFault } from "./faults.ts";
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

/** The newest return that is not done. */
async function openReturn({ sentBack }: World): Promise<ReturnFound | undefined> {
	for (const orderId of sentBack.toReversed()) {
		const found = (await returnsOfOrder(orderId)).find(
			({ state }) => state !== "closed" && state !== "rejected",
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
