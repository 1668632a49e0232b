/** Sends an e-mail of an order again, for staff: another row of the outbox, as the event itself had. */
import { and, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import {
	isOpenOrder,
	isPaidOrder,
	isShippedLine,
	orderLines,
	orders,
} from "../../db/order-tables.ts";
import { outbox } from "../../db/outbox-tables.ts";
import { refunds } from "../../db/payment-tables.ts";
import { ShopError } from "../../errors.ts";
import { mailSentLately } from "../../messages/order-admin.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database } from "../../platform/database/database.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import type { ResentMail } from "../orders/order-changes.ts";
import { isOrderOf } from "../orders/orders.server.ts";
import { insertOutboxRows, sendRowsFromOutbox } from "../outbox/outbox.server.ts";
import { minReminderMs } from "./mail-of-row.server.ts";

/** How long after an e-mail of a kind no other is sent, in milliseconds. */
const periodMs = 5 * 60_000;

/** The subject and the payload of each e-mail that an order can have now: the columns `subject` and `payload`. */
function mailsOf(orderId: SQL): Record<ResentMail, SQL> {
	const ofOrder = sql`${orders.id} = ${orderId}`;
	const whole = sql`select ${orders.id} as subject, '{}' as payload from ${orders} where ${ofOrder}`;
	return {
		"order.placed": sql`${whole} and ${isOpenOrder} and ${orders.processingAt} is null and ${orders.expiresAt} > ${Date.now() + minReminderMs}`,
		"order.paid": sql`${whole} and ${isPaidOrder}`,
		// One e-mail a parcel, as when it was shipped.
		"order.shipped": sql`
			select min(${orderLines.id}) as subject,
				json_patch(
					json_object('shippedAt', min(${orderLines.shippedAt})),
					json_object('shipmentId', ${orderLines.shipmentId})
				) as payload
			from ${orderLines}
			where ${orderLines.orderId} = ${orderId} and ${isShippedLine}
			group by coalesce(${orderLines.shipmentId}, ${orderLines.id})
		`,
		"order.refunded": sql`
			select ${refunds.orderId} as subject,
				json_object(
					'refundId', ${refunds.id}, 'cents', ${refunds.amountCents}, 'currency',
					${orders.currency}
				) as payload
			from ${refunds}
			join ${orders} on ${orders.id} = ${refunds.orderId}
			where ${refunds.orderId} = ${orderId} and ${refunds.status} = 'done'
			order by ${refunds.doneAt} desc
			limit 1
		`,
	};
}

/**
 * Sends an e-mail of the order of this id, or of the line of this id, again. Throws ShopError `not_found`, `no_mail` (the
 * order is not paid, or not shipped, and so on) or `too_many` within five minutes of the last one of its kind.
 */
export async function resendMail(
	caller: Caller,
	id: string,
	mail: ResentMail,
): Promise<{ modifiedCount: number }> {
	const db = database();
	const orderId = sql`(select ${orders.id} from ${orders} where ${isOrderOf(id)})`;
	const ofOrder = eq(orderLines.orderId, orderId);
	const since = new Date(Date.now() - periodMs);
	const recent = and(
		eq(outbox.kind, mail),
		or(
			eq(outbox.subjectId, orderId),
			inArray(outbox.subjectId, db.select({ id: orderLines.id }).from(orderLines).where(ofOrder)),
		),
		gt(outbox.createdAt, since),
	);
	const mails = mailsOf(orderId)[mail];
	const { added } = await commit({
		guard: [sql`exists (${mails})`, sql`not ${hasRow(outbox, recent)}`],
		write: {
			added: insertOutboxRows(
				mail,
				sql`mail.subject`,
				sql`mail.payload`,
				sql`from (${mails}) as mail`,
			),
			audit: auditLinesOf(
				"order.mail_resent",
				caller.id,
				and(ofOrder, isNull(orderLines.closedAt)),
				{ what: mail },
			),
		},
		refused: () => whyNotSent(id, recent),
	});
	sendRowsFromOutbox(added);
	return { modifiedCount: added.length };
}

/** Throws why no mail was sent again: there is no such order, nothing to say, or it was said lately. */
async function whyNotSent(id: string, recent: SQL | undefined): Promise<never> {
	const db = database();
	const {
		found: [found],
		before: [last],
	} = await batch({
		found: db.select({ id: orders.id }).from(orders).where(isOrderOf(id)),
		before: db.select({ createdAt: outbox.createdAt }).from(outbox).where(recent).limit(1),
	});
	if (!found) throw new ShopError("not_found");
	if (!last) throw new ShopError("no_mail");
	const retryAfterS = Math.ceil((last.createdAt.getTime() + periodMs - Date.now()) / 1000);
	throw new ShopError("too_many", { message: mailSentLately, retryAfterS });
}
