/** The e-mail to who has asked a question that the shop has answered. */

import type { MailContent } from "./layout.ts";
import { questionAnsweredTexts } from "./texts.ts";

/** `toolUrl` is where the answer is published. */
export function questionAnsweredMail(
	tool: string,
	{ text, answer }: { text: string; answer: string },
	toolUrl: string,
): MailContent {
	const { subject, asked, answered, closing, open } = questionAnsweredTexts;
	return {
		subject: subject(tool),
		blocks: [
			{ text: asked(tool) },
			{ text },
			{ text: answered },
			{ text: answer },
			{ text: closing },
			{ link: { label: open, url: toolUrl } },
		],
	};
}
