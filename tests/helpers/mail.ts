/** Captures the e-mails the shop sends: stored instead of sent. */
import { env, withEnv } from "cloudflare:workers";
import { expect, vi } from "vitest";
import type { MailAttachment } from "../../src/platform/services/mail.ts";
import { deliver } from "./queue.ts";

export interface SentMail {
	from: { email: string; name: string };
	to: string;
	subject: string;
	text: string;
	html: string;
	headers?: Record<string, string>;
	attachments?: MailAttachment[];
}

/** Hooks that make sending an e-mail fail or wait. */
interface MailFaults {
	/** Runs when an e-mail is sent to the queue. */
	queue?: () => Promise<void>;
	/** Runs when the queue's consumer sends an e-mail. */
	service?: (to: string) => Promise<void> | undefined;
}

/** Runs `work` with a queue that delivers each e-mail immediately, and an e-mail service that stores it. */
export async function withMail<T>(
	work: (sent: SentMail[]) => Promise<T>,
	{ queue, service }: MailFaults = {},
): Promise<T> {
	const sent: SentMail[] = [];
	const MAIL = {
		send: async (mail: SentMail) => {
			await service?.(mail.to);
			sent.push(mail);
			return { messageId: "<kept@example.test>" };
		},
	};
	const MAILS = {
		send: async (body: unknown) => {
			await queue?.();
			await deliver("cogsmith-mails", [body]);
		},
		sendBatch: async (messages: { body: unknown }[]) => {
			await queue?.();
			const bodies = messages.map(({ body }) => body);
			await deliver("cogsmith-mails", bodies);
		},
	};
	// The typings drop the result of `work`.
	return (await withEnv({ ...env, MAIL, MAILS }, () => work(sent))) as T;
}

const mailError = (code: string) => Object.assign(new Error("not sent"), { code });

/** An e-mail service whose account may send so many e-mails today (Cloudflare docs: Email Service, Limits). */
export function mailQuota(max: number): (to: string) => Promise<void> {
	let sent = 0;
	return async () => {
		sent += 1;
		if (sent > max) throw mailError("E_DAILY_LIMIT_EXCEEDED");
	};
}

/** An e-mail service without a domain of the account: it sends to verified addresses only (the same page). */
export function verifiedOnly(...verified: string[]): (to: string) => Promise<void> {
	return async (to) => {
		if (!verified.includes(to)) throw mailError("E_RECIPIENT_NOT_ALLOWED");
	};
}

/** Waits for the e-mail with that subject to a recipient; e-mails are sent after the response. */
export function mailTo(sent: SentMail[], to: string, subject: RegExp): Promise<SentMail> {
	return vi.waitFor(() => {
		const found = sent.find((mail) => mail.to === to && subject.test(mail.subject));
		expect(found, `a mail ${subject} to ${to}`).toBeDefined();
		return found as SentMail;
	}, 10_000);
}

/** The token in an e-mail's link. */
export function tokenIn(mail: SentMail): string {
	const link = /https?:\/\/\S+\?token=(\S+)/.exec(mail.text)?.[1];
	if (!link) throw new Error("the mail has no link with a token");
	return decodeURIComponent(link);
}
