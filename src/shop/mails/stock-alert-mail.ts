/** The e-mail to a customer who asked for a tool that was sold out. */
import type { MailContent } from "./layout.ts";
import { stockAlertTexts } from "./texts.ts";

/** The tool is in stock again. `stopUrl` stops all alerts of the account. */
export function stockAlertMail(tool: string, toolUrl: string, stopUrl: string): MailContent {
	const { subject, intro, open, closing, stop } = stockAlertTexts;
	return {
		subject: subject(tool),
		blocks: [
			{ text: intro(tool) },
			{ link: { label: open, url: toolUrl } },
			{ text: closing },
			{ link: { label: stop, url: stopUrl, isText: true } },
		],
	};
}
