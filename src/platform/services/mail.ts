/**
 * E-mails, sent through Cloudflare's send_email binding, which builds the MIME message (Cloudflare docs:
 * Email Service, Send emails, Workers API). E-mails with a link for an account are enqueued here and say
 * nothing that a user typed but their recipient's address. shop/mails has their texts, and the other e-mails.
 */
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { name as shopName } from "../../config/config.ts";
import { ShopError } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import { email } from "../../values/fields.ts";
import { setting } from "../settings/settings.ts";
import { type LinkMail, send } from "./queues.ts";
import { nextDay } from "./service-limits.ts";

/** Enqueues an e-mail with a link for an account. Throws ShopError `unavailable`. */
export async function enqueueLinkMail(mail: LinkMail): Promise<void> {
	try {
		// A single address: no display name, no list, no line break.
		v.assert(email, mail.to);
		await send("mails", mail);
	} catch (cause) {
		throw new ShopError("unavailable", { message: messages.mailFailed, cause });
	}
}

/** A file that an e-mail has. */
export interface MailAttachment {
	filename: string;
	type: string;
	content: string | Uint8Array<ArrayBuffer>;
}

export interface MailExtras {
	unsubscribeUrl?: string | undefined;
	attachments?: readonly MailAttachment[] | undefined;
}

/**
 * Sends an e-mail. An e-mail program posts to `unsubscribeUrl` when its reader unsubscribes (RFC 8058); the e-mail
 * service takes only https URLs there, so a local shop's e-mails have none. Rejects with the service's error:
 * see `permanentMailError`. It has no idempotency key, so that an e-mail whose success was not recorded is
 * sent again.
 */
export async function sendMail(
	to: string,
	mail: Record<"subject" | "text" | "html", string>,
	{ unsubscribeUrl, attachments }: MailExtras = {},
): Promise<void> {
	const headers = unsubscribeUrl?.startsWith("https:") && {
		"List-Unsubscribe": `<${unsubscribeUrl}>`,
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
	};
	await env.MAIL.send({
		from: { email: setting("MAIL_FROM"), name: shopName },
		to,
		...mail,
		...(headers && { headers }),
		...(attachments && {
			attachments: attachments.map((file) => ({ ...file, disposition: "attachment" as const })),
		}),
	});
}

/** Errors of the e-mail service that no retry can solve (Workers API, Error codes). */
const permanentErrors = [
	"E_VALIDATION_ERROR",
	"E_FIELD_MISSING",
	"E_RECIPIENT_NOT_ALLOWED",
	"E_RECIPIENT_SUPPRESSED",
];

/**
 * When an e-mail can be sent that the account's daily quota has stopped, or undefined for any other error. A new account
 * has a small one (Cloudflare docs: Email Service, Limits, Daily sending limits).
 */
export function dailyLimitEnds(error: unknown): Date | undefined {
	return mailErrorCode(error) === "E_DAILY_LIMIT_EXCEEDED" ? nextDay() : undefined;
}

/** The code of the e-mail service's error if no retry can solve it, otherwise undefined. */
export function permanentMailError(error: unknown): string | undefined {
	const code = mailErrorCode(error);
	return code !== undefined && permanentErrors.includes(code) ? code : undefined;
}

/** The code of the e-mail service's error, or undefined. */
export function mailErrorCode(error: unknown): string | undefined {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	return typeof code === "string" ? code : undefined;
}
