/** The e-mail to the author of a review that an administrator has hidden. */

import { contact } from "../../config/config.ts";
import { reasonNames } from "../../messages/reviews.ts";
import type { HiddenReason } from "../reviews/hidden-reasons.ts";
import type { MailContent } from "./layout.ts";
import { reviewHiddenTexts } from "./texts.ts";

interface HiddenReview {
	tool: string | null;
	reason: HiddenReason;
	description: string;
}

/** `ownReviewsUrl` is the page with the author's reviews. */
export function reviewHiddenMail(
	{ tool, reason, description }: HiddenReview,
	ownReviewsUrl: string,
): MailContent {
	const { subject, intro, closing, open } = reviewHiddenTexts;
	return {
		subject,
		blocks: [
			{ text: intro(tool, reasonNames[reason]) },
			{ text: description },
			{ text: closing(contact.email) },
			{ link: { label: open, url: ownReviewsUrl } },
		],
	};
}
