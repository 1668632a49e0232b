/**
 * Consumes the queue of mails: those with a link, and rows of the outbox. A row's message may arrive twice,
 * late, or never, so the row itself tells whether its e-mail is still to be sent.
 */
import { batch } from "../../platform/database/database.ts";
import { recordFailedMail } from "../../platform/services/failed-mails.ts";
import { logError } from "../../platform/services/log.ts";
import {
	dailyLimitEnds,
	mailErrorCode,
	permanentMailError,
	sendMail,
} from "../../platform/services/mail.ts";
import { parseMessages, type ReceivedMessage } from "../../platform/services/queues.ts";
import { recordLimit } from "../../platform/services/service-limits.ts";
import {
	claimOutboxRow,
	deferOutboxRow,
	finishOutboxRow,
	type OutboxRow,
	postponeOutboxRow,
} from "../outbox/outbox.server.ts";
import { renderMail } from "./layout.ts";
import { sendLinkMail } from "./link-mail.server.ts";
import { type AddressedMail, mailOfRow } from "./mail-of-row.server.ts";

/** Sends the e-mails of a batch. One that fails does not affect the others. */
export async function consumeMailBatch(messages: MessageBatch<unknown>): Promise<void> {
	await Promise.all(parseMessages("mails", messages).map(consumeMessage));
}

async function consumeMessage(message: ReceivedMessage<"mails">): Promise<void> {
	const { body } = message;
	if ("kind" in body) return sendLinkMail({ ...message, body });
	try {
		const row = await claimOutboxRow(body.outbox);
		if (row) await deliver(row);
	} catch (error) {
		// The database is unavailable: the queue delivers the message again.
		logError("mail", error, { mail: "outbox", subject: body.outbox });
		return message.retry();
	}
	message.ack();
}

/**
 * Deliveries after which a row is given up: with the delays of `nextAttemptAt`, about a day after the
 * first.
 */
const maxDeliveries = 28;

/**
 * Sends the e-mail of a claimed row, then records that. Nobody else sends it meanwhile. If the consumer ends
 * between sending and recording, the e-mail is sent again when the lease ends: the e-mail service has no
 * idempotency key, and a receipt that comes twice is better than none.
 */
async function deliver(row: OutboxRow): Promise<void> {
	let mail: AddressedMail | undefined;
	try {
		mail = await mailOfRow(row);
		if (mail) await sendMail(mail.to, renderMail(mail), mail);
	} catch (error) {
		return handleFailure(row, mail, error);
	}
	const finish = () => finishOutboxRow(row, mail ? "sent" : "dropped");
	// Tried twice, because an e-mail that was not recorded is sent again.
	await finish().catch(() => finish());
}

/** Delays the next delivery. A row that no retry can deliver is done, and its e-mail recorded as failed. */
async function handleFailure(
	row: OutboxRow,
	mail: AddressedMail | undefined,
	error: unknown,
): Promise<void> {
	const { id, kind, failures } = row;
	const deliveries = failures + 1;
	logError("mail", error, {
		mail: kind,
		subject: id,
		attempts: deliveries,
		mailError: mailErrorCode(error),
	});
	const until = dailyLimitEnds(error);
	if (until) {
		await batch({ deferred: deferOutboxRow(id, until), limit: recordLimit("mail", until) });
		return;
	}
	const reason = permanentMailError(error) ?? (deliveries >= maxDeliveries ? "retries" : undefined);
	if (reason === undefined) return postponeOutboxRow(id);
	await batch({
		failed: recordFailedMail({ id, kind, recipient: mail?.to ?? "", reason }),
		done: finishOutboxRow(row, "failed"),
	});
}

/** Records the e-mails of the dead-letter queue, whose retries are used up. Rows of the outbox have retries of their own. */
export async function consumeFailedMailBatch(messages: MessageBatch<unknown>): Promise<void> {
	for (const { id, body, ack } of parseMessages("mails", messages)) {
		if ("kind" in body) {
			const { kind, to: recipient } = body;
			await recordFailedMail({ id, kind, recipient, reason: "retries" });
			logError("mail", undefined, { mail: kind, mailError: "retries" });
		}
		ack();
	}
}
