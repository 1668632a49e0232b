/** The e-mails about returns and withdrawals. */
import { pieces, reasonNames } from "../../messages/returns.ts";
import { formatTimestamp } from "../../values/fields.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import type { OutboxKind } from "../outbox/outbox-kinds.ts";
import type { ReturnKind, ReturnReason, ReturnState } from "../returns/return-states.ts";
import { formatReturnNumber, withdrawalDays } from "../returns/returns.ts";
import type { MailBlock, MailContent } from "./layout.ts";
import { labels, openOrder, returnTexts as texts, withoutLinks } from "./texts.ts";

/** What the e-mails tell of a return. */
export interface MailedReturn {
	number: number;
	kind: ReturnKind;
	state: ReturnState;
	reason: ReturnReason | null;
	note: string;
	name: string;
	createdAt: Date;
	answer: string;
	labelUrl: string;
	/** Until when its customer can undo what it has of lines that were not shipped; null if that does not wait for them. */
	undoneUntil: Date | null;
	order: { number: number };
	lines: readonly { toolName: string; quantity: number; received: number | null }[];
}

/** The e-mail that an event of a return sends. */
export function returnMail(
	kind: OutboxKind,
	returned: MailedReturn,
	orderUrl: string,
): MailContent {
	const number = formatReturnNumber(returned.number);
	const label = returned.undoneUntil ? texts.undo : openOrder;
	const closing: MailBlock[] = [{ link: { label, url: orderUrl } }];
	const mail = (subject: string, intro: string, more: MailBlock[]): MailContent => ({
		subject,
		blocks: [{ text: intro, isOpening: true }, { rows: rowsOf(returned) }, ...more, ...closing],
	});
	switch (kind) {
		case "order.return_approved":
			return mail(texts.approvedSubject(number), texts.approved, sendTo(returned));
		case "order.return_rejected":
			return mail(texts.rejectedSubject(number), texts.rejected, [
				{ text: [texts.why, ...returned.answer.split("\n")] },
			]);
		case "order.return_received":
			return mail(texts.receivedSubject(number), texts.received, []);
		default:
			return returned.kind === "withdrawal"
				? withdrawalReceipt(returned, closing)
				: mail(texts.askedSubject(number), texts.asked, []);
	}
}

/** What a consumer has declared, and when: to keep. */
function withdrawalReceipt(returned: MailedReturn, closing: MailBlock[]): MailContent {
	const { order, name, createdAt, note, lines, state, undoneUntil } = returned;
	const number = formatOrderNumber(order.number);
	const content = [
		...lines.map(({ quantity, toolName }) => `${quantity} × ${toolName}`),
		...note.split("\n").filter(Boolean).map(withoutLinks),
	];
	return {
		subject: texts.withdrawnSubject(number),
		blocks: [
			{ text: texts.withdrawn(formatTimestamp(createdAt)) },
			{
				text: [texts.withdrawFrom(number), ...(content.length > 0 ? content : [texts.wholeOrder])],
			},
			{
				rows: [
					{ label: texts.declaredBy, value: withoutLinks(name) },
					{ label: texts.receivedOn, value: formatTimestamp(createdAt) },
					{ label: labels.order, value: number },
				],
			},
			...(state === "approved" ? sendTo(returned) : []),
			...(undoneUntil ? [{ text: texts.undoneUntil(formatTimestamp(undoneUntil)) }] : []),
			...closing,
		],
	};
}

function sendTo({ answer, labelUrl }: MailedReturn): MailBlock[] {
	return [
		{ text: [texts.sendTo, ...answer.split("\n")] },
		...(labelUrl ? [{ link: { label: texts.labelLink, url: labelUrl } }] : []),
		// Article 14(1) of Directive 2011/83/EU has the same days.
		{ text: texts.within(withdrawalDays) },
	];
}

function rowsOf({ number, order, reason, note, lines }: MailedReturn) {
	return [
		{ label: texts.number, value: formatReturnNumber(number) },
		{ label: labels.order, value: formatOrderNumber(order.number) },
		...lines.map(({ quantity, toolName, received }) => ({
			label: toolName,
			value: received === null ? pieces(quantity) : texts.arrivedOf(received, quantity),
		})),
		...(reason ? [{ label: texts.reason, value: reasonNames[reason] }] : []),
		...(note ? [{ label: texts.note, value: withoutLinks(note) }] : []),
	];
}
