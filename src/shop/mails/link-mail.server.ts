/** Sends the e-mails with one link for an account. */
import { recordFailedMail } from "../../platform/services/failed-mails.ts";
import { logError } from "../../platform/services/log.ts";
import {
	dailyLimitEnds,
	mailErrorCode,
	permanentMailError,
	sendMail,
} from "../../platform/services/mail.ts";
import type { LinkMail, ReceivedMessage } from "../../platform/services/queues.ts";
import { recordLimit } from "../../platform/services/service-limits.ts";
import { shopOrigin } from "../../platform/settings/settings.ts";
import { type RenderedMail, renderMail } from "./layout.ts";
import { linkMailTexts } from "./texts.ts";

/**
 * The delay before the first retry, in seconds. Each later delay is twice as long. The eight retries
 * in wrangler.toml end after 43 minutes, while a reset link is still valid.
 */
const baseRetryDelaySeconds = 10;

/** Sends an e-mail and acknowledges its message immediately, so that no later failure sends it twice. */
export async function sendLinkMail({
	id,
	body,
	attempts,
	ack,
	retry,
}: Omit<ReceivedMessage<"mails">, "body"> & { body: LinkMail }): Promise<void> {
	try {
		await sendMail(body.to, renderLinkMail(body));
	} catch (error) {
		logError("mail", error, { mail: body.kind, attempts, mailError: mailErrorCode(error) });
		const until = dailyLimitEnds(error);
		if (until) await recordLimit("mail", until);
		// Tomorrow a link to reset a password is no longer valid: who needs it asks for another.
		if (until && body.kind !== "reset") return retry({ delaySeconds: secondsUntil(until) });
		const reason = until ? mailErrorCode(error) : permanentMailError(error);
		if (reason === undefined) {
			return retry({ delaySeconds: baseRetryDelaySeconds * 2 ** (attempts - 1) });
		}
		await recordFailedMail({ id, kind: body.kind, recipient: body.to, reason });
	}
	ack();
}

/** The longest delay of a message, in seconds: half a day (Cloudflare docs: Queues, Limits). Then it is tried, and waits again. */
const maxDelaySeconds = 12 * 60 * 60;

const secondsUntil = (until: Date) =>
	Math.min(Math.ceil((until.getTime() - Date.now()) / 1000), maxDelaySeconds);

function renderLinkMail({ kind, path, about = "" }: LinkMail): RenderedMail {
	const { subject, intro, linkText, closing } =
		kind === "alert" ? linkMailTexts.alert(about) : linkMailTexts[kind];
	const link = { label: linkText, url: shopOrigin() + path };
	return renderMail({ subject, blocks: [{ text: intro }, { link }, { text: closing }] });
}
