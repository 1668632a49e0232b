/**
 * Mails, through Cloudflare's send_email binding, which makes the MIME message of these fields
 * (Cloudflare docs: Email Service, Send emails from Workers). Nothing a user has typed stands in
 * one but the address it goes to.
 */
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { escapeHtml } from "../../widgets/src/server.ts";
import { ShopError } from "../http/errors.ts";
import * as messages from "../messages.ts";
import { email } from "../shop/values.ts";
import { sitePaths } from "../site.ts";
import { mailFrom, shopOrigin } from "./settings.ts";

const shopName = "Cogsmith";

/** The mail that leads back to the shop to prove that an e-mail is one's own. Throws `unavailable`. */
export function mailVerification(to: string, token: string): Promise<void> {
	return post(to, messages.mailMessages.verify, sitePaths.verify(token));
}

/** The mail with which somebody who forgot their password chooses a new one. Throws `unavailable`. */
export function mailReset(to: string, token: string): Promise<void> {
	return post(to, messages.mailMessages.reset, sitePaths.reset(token));
}

/** The mail that says a password was changed, to whoever it belongs to. Throws `unavailable`. */
export function mailChanged(to: string): Promise<void> {
	return post(to, messages.mailMessages.changed, sitePaths.forgot);
}

type Words = (typeof messages.mailMessages)[keyof typeof messages.mailMessages];

async function post(to: string, words: Words, path: string): Promise<void> {
	try {
		// No name, no list, no line break.
		if (!v.is(email, to)) throw new Error("not one address");
		await env.MAIL.send({
			from: { email: mailFrom(), name: shopName },
			to,
			subject: words.subject,
			...bodies(words, shopOrigin() + path),
		});
	} catch (cause) {
		throw new ShopError("unavailable", { message: messages.mailFailed, cause });
	}
}

function bodies({ before, link, after }: Words, address: string): { text: string; html: string } {
	const say = escapeHtml;
	return {
		text: `${before}\n\n${address}\n\n${after}\n\n${shopName}\n`,
		html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif"><p>${say(before)}</p><p><a href="${say(address)}">${say(link)}</a></p><p>${say(after)}</p><p>${shopName}</p></body></html>\n`,
	};
}
