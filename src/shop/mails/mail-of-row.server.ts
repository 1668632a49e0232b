/** The mail of an outbox row: what it says and who gets it, as things are when it is sent. */
import { eq } from "drizzle-orm";
import { orders } from "../../db/tables.ts";
import { database } from "../../platform/database.ts";
import { shopOrigin } from "../../platform/settings.ts";
import { sitePaths } from "../../site-paths.ts";
import type { OutboxRow } from "../outbox/outbox.server.ts";
import type { OutboxKind } from "../outbox/outbox-kinds.ts";
import type { MailContent } from "./layout.ts";
import { receiptMail } from "./order-mails.ts";

export interface AddressedMail extends MailContent {
	to: string | string[];
}

type MailOfRow = (row: OutboxRow) => Promise<AddressedMail | undefined>;

const mailsByKind: Record<OutboxKind, MailOfRow> = {
	"order.paid": receiptOf,
};

/** Returns the mail of a row, or undefined if there is nothing left to tell. */
export function mailOfRow(row: OutboxRow): Promise<AddressedMail | undefined> {
	const mailOf: MailOfRow | undefined = mailsByKind[row.kind];
	// A later version has added it, and was rolled back: the row waits for that version.
	if (!mailOf) throw new Error(`No mail for ${row.kind}.`);
	return mailOf(row);
}

async function receiptOf({ subjectId }: OutboxRow): Promise<AddressedMail | undefined> {
	const [order] = await database().select().from(orders).where(eq(orders.id, subjectId));
	if (!order?.transactionId || !order.paidAt) return undefined;
	const { userName, address, toolName, quantity, totalCents, currency, transactionId, paidAt } =
		order;
	const receipt = {
		number: order.id,
		name: userName,
		address: address.split("\n"),
		lines: [{ name: toolName, quantity, totalCents }],
		totalCents,
		currency,
		transactionId,
		paidAt,
	};
	return { to: order.email, ...receiptMail(receipt, shopOrigin() + sitePaths.myOrders) };
}
