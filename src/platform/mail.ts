/**
 * Mails. Callers enqueue them; the queue's consumer sends them through Cloudflare's send_email
 * binding, which builds the MIME message (Cloudflare docs: Email Service, Send emails, Workers API).
 * The only user input in a mail is its recipient's address.
 */
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { escapeHtml } from "../../widgets/src/server.ts";
import * as messages from "../messages.ts";
import { name as shopName } from "../shop/config/config.ts";
import { ShopError } from "../shop/errors.ts";
import { email } from "../shop/fields.ts";
import { sitePaths } from "../site-paths.ts";
import { recordFailedMail } from "./failed-mails.ts";
import { logError } from "./log.ts";
import { type Message, parseMessages, type ReceivedMessage, send } from "./queues.ts";
import { mailFrom, shopOrigin } from "./settings.ts";

/** Enqueues the mail with the verification link. Throws ShopError `unavailable`. */
export function enqueueVerificationMail(to: string, token: string): Promise<void> {
	return enqueue({ kind: "verify", to, path: sitePaths.verify(token) });
}

/** Enqueues the mail with the link to reset a password. Throws ShopError `unavailable`. */
export function enqueueResetMail(to: string, token: string): Promise<void> {
	return enqueue({ kind: "reset", to, path: sitePaths.reset(token) });
}

/** Enqueues the mail that notifies a user of a changed password. Throws ShopError `unavailable`. */
export function enqueuePasswordChangedMail(to: string): Promise<void> {
	return enqueue({ kind: "changed", to, path: sitePaths.forgot });
}

async function enqueue(mail: Message<"mails">): Promise<void> {
	try {
		// A single address: no display name, no list, no line break.
		if (!v.is(email, mail.to)) throw new Error("not one address");
		await send("mails", mail);
	} catch (cause) {
		throw new ShopError("unavailable", { message: messages.mailFailed, cause });
	}
}

/** Sends the mails of a batch. One that fails does not affect the others. */
export async function sendMails(batch: MessageBatch<unknown>): Promise<void> {
	await Promise.all(parseMessages("mails", batch).map(sendMail));
}

/**
 * The delay before the first retry, in seconds. Each later delay is twice as long. The eight retries
 * in wrangler.toml end after 43 minutes, while a reset link is still valid.
 */
const baseRetryDelaySeconds = 10;

/** Errors of the mail service that no retry can solve (Workers API, Error codes). */
const permanentErrors = [
	"E_VALIDATION_ERROR",
	"E_FIELD_MISSING",
	"E_RECIPIENT_NOT_ALLOWED",
	"E_RECIPIENT_SUPPRESSED",
];

/** Sends a mail and acknowledges its message immediately, so that no later failure sends it twice. */
async function sendMail({
	id,
	body,
	attempts,
	ack,
	retry,
}: ReceivedMessage<"mails">): Promise<void> {
	try {
		await env.MAIL.send(renderMail(body));
	} catch (error) {
		const mailError = errorCode(error);
		logError("mail", error, { mail: body.kind, attempts, mailError });
		if (mailError === undefined || !permanentErrors.includes(mailError)) {
			return retry({ delaySeconds: baseRetryDelaySeconds * 2 ** (attempts - 1) });
		}
		await recordFailedMail(id, body, mailError);
	}
	ack();
}

function errorCode(error: unknown): string | undefined {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	return typeof code === "string" ? code : undefined;
}

/** Records the mails of the dead-letter queue, whose retries are used up. */
export async function recordFailedMails(batch: MessageBatch<unknown>): Promise<void> {
	for (const { id, body, ack } of parseMessages("mails", batch)) {
		await recordFailedMail(id, body, "retries");
		logError("mail", undefined, { mail: body.kind, mailError: "retries" });
		ack();
	}
}

function renderMail({ kind, to, path }: Message<"mails">) {
	const template = messages.mailTemplates[kind];
	return {
		from: { email: mailFrom(), name: shopName },
		to,
		subject: template.subject,
		...renderBodies(template, shopOrigin() + path),
	};
}

type MailTemplate = (typeof messages.mailTemplates)[keyof typeof messages.mailTemplates];

function renderBodies(
	{ intro, linkText, closing }: MailTemplate,
	url: string,
): { text: string; html: string } {
	return {
		text: `${intro}\n\n${url}\n\n${closing}\n\n${shopName}\n`,
		html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif"><p>${escapeHtml(intro)}</p><p><a href="${escapeHtml(url)}">${escapeHtml(linkText)}</a></p><p>${escapeHtml(closing)}</p><p>${escapeHtml(shopName)}</p></body></html>\n`,
	};
}
