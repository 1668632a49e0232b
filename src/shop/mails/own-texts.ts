/** Puts the owner's texts into an e-mail. */
import { name as shopName } from "../../config/config.ts";
import { fillText, type OwnMailText, type Placeholder } from "../settings/mail-texts.ts";
import type { MailBlock, MailContent } from "./layout.ts";

/** What the names in texts stand for. */
export type MailValues = Partial<Record<Exclude<Placeholder, "shop">, string>>;

/**
 * Returns the e-mail with the owner's subject, with their opening instead of its own, or first if that says more, and with
 * their closing last.
 */
export function withOwnTexts<Mail extends MailContent>(
	mail: Mail,
	own: OwnMailText | undefined,
	values: MailValues,
): Mail {
	const fill = (text: string) => fillText(text, { ...values, shop: shopName });
	const paragraph = (text: string): MailBlock => ({ text: fill(text).split("\n") });
	const { subject, opening, closing } = own ?? {};
	const at = mail.blocks.findIndex((block) => "isOpening" in block);
	return {
		...mail,
		subject: subject ? fill(subject) : mail.subject,
		blocks: [
			...(opening
				? [
						...mail.blocks.slice(0, Math.max(at, 0)),
						paragraph(opening),
						...mail.blocks.slice(at + 1),
					]
				: mail.blocks),
			...(closing ? [paragraph(closing)] : []),
		],
	};
}
