/**
 * Mails. Whoever needs one sent puts it into a queue; the queue's consumer hands it to Cloudflare's
 * send_email binding, which makes the MIME message of these fields (Cloudflare docs: Email Service,
 * Send emails, Workers API). Nothing a user has typed stands in one but the address it goes to.
 */
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { escapeHtml } from "../../widgets/src/server.ts";
import * as messages from "../messages.ts";
import { ShopError } from "../shop/errors.ts";
import { email } from "../shop/fields.ts";
import { sitePaths } from "../site-paths.ts";
import { recordFailedMail } from "./failed-mails.ts";
import { logError } from "./log.ts";
import { type Message, parseMessages, type ReceivedMessage, send } from "./queues.ts";
import { mailFrom, shopOrigin } from "./settings.ts";

const shopName = "Cogsmith";

/** The mail that leads back to the shop to prove that an e-mail is one's own. Throws `unavailable`. */
export function enqueueVerificationMail(to: string, token: string): Promise<void> {
	return enqueue({ kind: "verify", to, path: sitePaths.verify(token) });
}

/** The mail with which somebody who forgot their password chooses a new one. Throws `unavailable`. */
export function enqueueResetMail(to: string, token: string): Promise<void> {
	return enqueue({ kind: "reset", to, path: sitePaths.reset(token) });
}

/** The mail that says a password was changed, to whoever it belongs to. Throws `unavailable`. */
export function enqueuePasswordChangedMail(to: string): Promise<void> {
	return enqueue({ kind: "changed", to, path: sitePaths.forgot });
}

async function enqueue(mail: Message<"mails">): Promise<void> {
	try {
		// No name, no list, no line break.
		if (!v.is(email, mail.to)) throw new Error("not one address");
		await send("mails", mail);
	} catch (cause) {
		throw new ShopError("unavailable", { message: messages.mailFailed, cause });
	}
}

/** Sends the mails of a batch, each by itself: one that fails keeps no other from being sent. */
export async function sendMails(batch: MessageBatch<unknown>): Promise<void> {
	await Promise.all(parseMessages("mails", batch).map(sendMail));
}

/**
 * How long a mail waits before its first retry, in seconds; each later one waits twice as long. The
 * eight retries of wrangler.toml end after 43 minutes, while a link to a new password still works.
 */
const baseRetryDelaySeconds = 10;

/** What the mail service would say again however often it is asked (Workers API, Error codes). */
const permanentErrors = [
	"E_VALIDATION_ERROR",
	"E_FIELD_MISSING",
	"E_RECIPIENT_NOT_ALLOWED",
	"E_RECIPIENT_SUPPRESSED",
];

/** A message is acknowledged as soon as its mail is sent, so that no failure after that sends it twice. */
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

/** Notes mails of the dead-letter queue: those whose retries are used up. */
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
		html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif"><p>${escapeHtml(intro)}</p><p><a href="${escapeHtml(url)}">${escapeHtml(linkText)}</a></p><p>${escapeHtml(closing)}</p><p>${shopName}</p></body></html>\n`,
	};
}
