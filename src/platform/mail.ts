/**
 * Mails. Whoever needs one sent puts it into a queue; the queue's consumer hands it to Cloudflare's
 * send_email binding, which makes the MIME message of these fields (Cloudflare docs: Email Service,
 * Send emails, Workers API). Nothing a user has typed stands in one but the address it goes to.
 */
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { escapeHtml } from "../../widgets/src/server.ts";
import { ShopError } from "../http/errors.ts";
import * as messages from "../messages.ts";
import { email } from "../shop/values.ts";
import { sitePaths } from "../site.ts";
import { noteFailedMail } from "./failed-mails.ts";
import { logFault } from "./log.ts";
import { type Delivered, delivered, type Message, send } from "./queues.ts";
import { mailFrom, shopOrigin } from "./settings.ts";

const shopName = "Cogsmith";

/** The mail that leads back to the shop to prove that an e-mail is one's own. Throws `unavailable`. */
export function mailVerification(to: string, token: string): Promise<void> {
	return enqueue({ kind: "verify", to, path: sitePaths.verify(token) });
}

/** The mail with which somebody who forgot their password chooses a new one. Throws `unavailable`. */
export function mailReset(to: string, token: string): Promise<void> {
	return enqueue({ kind: "reset", to, path: sitePaths.reset(token) });
}

/** The mail that says a password was changed, to whoever it belongs to. Throws `unavailable`. */
export function mailChanged(to: string): Promise<void> {
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
	await Promise.all(delivered("mails", batch).map(sendMail));
}

/**
 * How long a mail waits before its first retry, in seconds; each later one waits twice as long. The
 * eight retries of wrangler.toml end after 43 minutes, while a link to a new password still works.
 */
const firstRetrySeconds = 10;

/** What the mail service would say again however often it is asked (Workers API, Error codes). */
const lastingErrors = [
	"E_VALIDATION_ERROR",
	"E_FIELD_MISSING",
	"E_RECIPIENT_NOT_ALLOWED",
	"E_RECIPIENT_SUPPRESSED",
];

/** A message is acknowledged as soon as its mail is sent, so that no failure after that sends it twice. */
async function sendMail({ id, body, attempts, ack, retry }: Delivered<"mails">): Promise<void> {
	try {
		await env.MAIL.send(rendered(body));
	} catch (error) {
		const mailError = errorCode(error);
		logFault("mail", error, { mail: body.kind, attempts, mailError });
		if (mailError === undefined || !lastingErrors.includes(mailError)) {
			return retry({ delaySeconds: firstRetrySeconds * 2 ** (attempts - 1) });
		}
		await noteFailedMail(id, body, mailError);
	}
	ack();
}

function errorCode(error: unknown): string | undefined {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	return typeof code === "string" ? code : undefined;
}

/** Notes mails of the dead-letter queue: those whose retries are used up. */
export async function noteFailedMails(batch: MessageBatch<unknown>): Promise<void> {
	for (const { id, body, ack } of delivered("mails", batch)) {
		await noteFailedMail(id, body, "retries");
		logFault("mail", undefined, { mail: body.kind, mailError: "retries" });
		ack();
	}
}

function rendered({ kind, to, path }: Message<"mails">) {
	const words = messages.mailMessages[kind];
	return {
		from: { email: mailFrom(), name: shopName },
		to,
		subject: words.subject,
		...bodies(words, shopOrigin() + path),
	};
}

type Words = (typeof messages.mailMessages)[keyof typeof messages.mailMessages];

function bodies({ before, link, after }: Words, address: string): { text: string; html: string } {
	const say = escapeHtml;
	return {
		text: `${before}\n\n${address}\n\n${after}\n\n${shopName}\n`,
		html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif"><p>${say(before)}</p><p><a href="${say(address)}">${say(link)}</a></p><p>${say(after)}</p><p>${shopName}</p></body></html>\n`,
	};
}
