/** The mails the shop sends while a test looks: what it hands to the binding, kept instead of sent. */
import { env, withEnv } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { deliver } from "./queue.ts";

export interface SentMail {
	from: { email: string; name: string };
	to: string;
	subject: string;
	text: string;
	html: string;
}

/** Where sending a mail goes wrong, or takes as long as a test wants it to. */
interface MailFaults {
	/** In the queue that mails are put into. */
	queue?: () => Promise<void>;
	/** In the mail service that the queue's consumer hands them to. */
	service?: (to: string) => Promise<void> | undefined;
}

/** Runs `work` with a queue that delivers each mail as it comes, and a mail service that keeps it. */
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
	};
	// The typings give nothing back of what the work gives.
	return (await withEnv({ ...env, MAIL, MAILS }, () => work(sent))) as T;
}

/** The mail of that subject to somebody, as soon as it is there; mails are sent after the answer. */
export function mailTo(sent: SentMail[], to: string, subject: RegExp): Promise<SentMail> {
	return vi.waitFor(() => {
		const found = sent.find((mail) => mail.to === to && subject.test(mail.subject));
		expect(found, `a mail ${subject} to ${to}`).toBeDefined();
		return found as SentMail;
	}, 10_000);
}

/** The token in the link of a mail. */
export function tokenIn(mail: SentMail): string {
	const link = /https?:\/\/\S+\?token=(\S+)/.exec(mail.text)?.[1];
	if (!link) throw new Error("the mail has no link with a token");
	return decodeURIComponent(link);
}
