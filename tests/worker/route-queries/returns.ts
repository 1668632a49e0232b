/** Pages of returns and of the withdrawal from contracts, which are forms. */
import { placePaidLine } from "../../helpers/payments.ts";
import { realDatabase } from "../record-statements.ts";
import { formType } from "./recorder.ts";
import type { Scenario } from "./scenario.ts";

export async function recordReturns({ send, admin, rider, tool }: Scenario) {
	const { line } = await placePaidLine(rider, tool, 2);
	const status = { as: admin, method: "PUT", body: { status: "Shipped" }, note: "to return" };
	await send(`/api/order?id=${line._id}`, status);
	const path = `/orders/${line.orderId}/return`;
	await send(path, { as: rider });
	const form = new FormData();
	form.set(`pieces-${line._id}`, "1");
	form.set("reason", "damaged");
	await send(path, { as: rider, body: form });
	await send(`/orders/${line.orderId}`, { as: rider, note: "with a return" });
	await send("/dashboard/returns", { as: admin });
	await send("/dashboard/returns?view=done", { as: admin, note: "done" });
	const found = await realDatabase.prepare("select id from returns").first<{ id: string }>();
	const page = `/dashboard/returns/${found?.id}`;
	for (const [act, body] of [
		["approve", "answer=9+Workshop+Lane"],
		["receive", `received-${line._id}=1&condition-${line._id}=as_new`],
		["refund", ""],
	]) {
		await send(page, { as: admin, note: `to ${act}` });
		await send(page, { as: admin, body: `do=${act}&${body}`, headers: formType, note: act ?? "" });
	}

	const withdraw = `/withdraw?order=${line.orderId}`;
	await send("/withdraw");
	await send(withdraw, { as: rider, note: "from an order" });
	const declared = `pieces-${line._id}=1&name=Ada&step=confirm`;
	await send(withdraw, { as: rider, body: declared, headers: formType, note: "from an order" });
	const byNumber = `number=${line.orderNumber}&email=${encodeURIComponent(rider.email)}&name=Ada&scope=some&items=one&step=confirm`;
	await send("/withdraw", { body: byNumber, headers: formType, note: "by number" });
}
