/** The mails the shop sends while a test looks: what it hands to the binding, kept instead of sent. */
import { env, withEnv } from "cloudflare:workers";
import { expect, vi } from "vitest";

export interface Sent {
	from: { email: string; name: string };
	to: string;
	subject: string;
	text: string;
	html: string;
}

/** Runs `work` with a binding that keeps what it is given, or fails where `send` does. */
export async function withMail<T>(
	work: (sent: Sent[]) => Promise<T>,
	send: () => Promise<void> = async () => undefined,
): Promise<T> {
	const sent: Sent[] = [];
	const MAIL = {
		send: async (mail: Sent) => {
			await send();
			sent.push(mail);
			return { messageId: "<kept@example.test>" };
		},
	};
	// The typings give nothing back of what the work gives.
	return (await withEnv({ ...env, MAIL }, () => work(sent))) as T;
}

/** The mail of that subject to somebody, as soon as it is there; mails are sent after the answer. */
export function mailTo(sent: Sent[], to: string, subject: RegExp): Promise<Sent> {
	return vi.waitFor(() => {
		const found = sent.find((mail) => mail.to === to && subject.test(mail.subject));
		expect(found, `a mail ${subject} to ${to}`).toBeDefined();
		return found as Sent;
	}, 10_000);
}

/** The token in the link of a mail. */
export function tokenIn(mail: Sent): string {
	const link = /https?:\/\/\S+\?token=(\S+)/.exec(mail.text)?.[1];
	if (!link) throw new Error("the mail has no link with a token");
	return decodeURIComponent(link);
}
