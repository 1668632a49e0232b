/** What the staff's page of a return shows, and what its forms do. */
import { eq } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { orders } from "../../db/order-tables.ts";
import { staff as texts } from "../../messages/returns.ts";
import type { FieldErrors } from "../../values/field-errors.ts";
import { parseForm } from "../../values/parse-form.ts";
import { returnSums } from "../refunds/piece-shares.ts";
import { approveReturn, closeReturn, receiveReturn, rejectReturn } from "./decide-return.server.ts";
import { arrivedLines, refundReturn } from "./refund-return.server.ts";
import { approvalForm, readReceived, refundForm, rejectionForm } from "./return-forms.ts";
import { findReturn, findReturnableOf } from "./returns.server.ts";
import { type ReturnFound, type ReturnPage, readPieces, withdrawalEnd } from "./returns.ts";
import { settleWithdrawal, undo } from "./settle-withdrawal.server.ts";

/** The page of a return; undefined if there is none. */
export async function readReturnPage(id: string): Promise<ReturnPage | undefined> {
	const found = await findReturn(id);
	if (!found) return undefined;
	const order =
		found.kind === "withdrawal"
			? await findReturnableOf(eq(orders.id, found.orderId), found.kind, "anybody")
			: undefined;
	return {
		found,
		choices: found.state === "asked" && found.lines.length === 0 ? (order?.lines ?? []) : [],
		periodEnd: order && withdrawalEnd(order.shipped),
		sums: found.state === "received" ? returnSums(await arrivedLines(found)) : undefined,
	};
}

type Done = keyof typeof texts.done | "exchanged";
type Acted = { done: Done; orderId: string } | { problem: string } | { fields: FieldErrors };

/** What came of a return that was refunded. */
const refundedAs = { refund: "refunded", exchange: "exchanged", credit: "credited" } as const;

/** Does what a form of the page asks for. Undefined if there is no such return. */
export async function actOnReturn(
	caller: Caller,
	id: string,
	form: URLSearchParams,
): Promise<Acted | undefined> {
	const found = await findReturn(id);
	if (!found) return undefined;
	const { orderId } = found;
	const outcome = (isDone: boolean, done: Done): Acted =>
		isDone ? { done, orderId } : { problem: texts.gone };
	const action = form.get("do");
	switch (action) {
		case "approve":
			return approve(caller, found, form, outcome);
		case "reject": {
			const read = parseForm(rejectionForm, form);
			if ("fields" in read) return read;
			return outcome(await rejectReturn(caller, found, read.output.reason), "rejected");
		}
		case "receive": {
			const read = readReceived(
				form,
				found.lines.filter(({ isShipped }) => isShipped),
			);
			if ("fields" in read) return read;
			return outcome(await receiveReturn(caller, found, read.output), "received");
		}
		case "refund":
		case "exchange":
		case "credit": {
			const read = parseForm(refundForm, form);
			if ("fields" in read) return read;
			const isDone = await refundReturn(caller, found, { outcome: action, ...read.output });
			if (isDone === "before") return refundedBefore(id);
			if (!isDone && found.state === "received") return { problem: texts.amountWrong };
			return outcome(isDone, refundedAs[action]);
		}
		case "cancel": {
			const done = await settleWithdrawal(id, caller.id);
			return done === "held" ? { problem: texts.held } : outcome(done === "cancelled", "cancelled");
		}
		case "undo":
			return outcome(await undo(id, caller.id), "undone");
		default:
			return outcome(await closeReturn(caller, found), "closed");
	}
}

/** The refusal of a second refund, which says what the first one was. */
async function refundedBefore(id: string): Promise<Acted> {
	const made = (await findReturn(id))?.outcome;
	return { problem: made ? texts.refundedBefore[made] : texts.gone };
}

async function approve(
	caller: Caller,
	found: ReturnFound,
	form: URLSearchParams,
	outcome: (isDone: boolean, done: "approved") => Acted,
): Promise<Acted> {
	const read = parseForm(approvalForm, form);
	if ("fields" in read) return read;
	const { answer, label } = read.output;
	const choices =
		found.lines.length > 0
			? []
			: ((await findReturnableOf(eq(orders.id, found.orderId), found.kind, "anybody"))?.lines ??
				[]);
	const lines = readPieces(
		form,
		choices.map(({ line }) => line.id),
	);
	if (found.lines.length + lines.length === 0) return { problem: texts.piecesMissing };
	return outcome(
		await approveReturn(caller, found, { answer, labelUrl: label, lines }),
		"approved",
	);
}
