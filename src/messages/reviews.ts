/** The texts of hidden, reported and answered reviews. */

import { customers, name as shopName } from "../config/config.ts";
import { formatCount, maxCounted, plural } from "./numbers.ts";

/** The reasons to hide or report a review, in a sentence. */
export const reasonNames = {
	spam: "spam",
	abusive: "abusive",
	off_topic: "off-topic",
	personal_data: "personal data",
	other: "other reasons",
} as const;

/** The same as choices, each with what it means. */
export const reasonChoices = {
	spam: "Spam or advertising",
	abusive: "Abusive: insults, threats, hate",
	off_topic: "Off-topic: not about the tool or the shop",
	personal_data: "Personal data: names, addresses, numbers of others",
	other: "Other",
} as const;

const isReason = (name: string): name is keyof typeof reasonNames =>
	Object.hasOwn(reasonNames, name);

function byReason(counts: Partial<Record<string, number>>): [name: string, count: number][] {
	return Object.entries(counts).flatMap(([reason, count = 0]) =>
		count > 0 && isReason(reason) ? [[reasonNames[reason], count]] : [],
	);
}

/** "2 reviews are hidden: spam", or undefined if there are none. */
export function hiddenCount(counts: Partial<Record<string, number>>): string | undefined {
	const reasonCounts = byReason(counts);
	const total = reasonCounts.reduce((sum, [, count]) => sum + count, 0);
	if (total === 0) return undefined;
	const reasons = reasonCounts.map(([name, count]) =>
		reasonCounts.length > 1 && total < maxCounted ? `${count} ${name}` : name,
	);
	const names = reasons.join(", ");
	return plural(total, {
		one: `# review is hidden: ${names}`,
		other: `${formatCount(total)} reviews are hidden: ${names}`,
	});
}

/** "Reported: 2 spam, 1 abusive", or undefined without open reports. */
export function openReports(counts: Partial<Record<string, number>>): string | undefined {
	const reasonCounts = byReason(counts).map(([name, count]) => `${count} ${name}`);
	return reasonCounts.length > 0 ? `Reported: ${reasonCounts.join(", ")}` : undefined;
}

export const hiddenFor = (reason: keyof typeof reasonNames) => `Hidden: ${reasonNames[reason]}`;
export const answerOf = `Answer from ${shopName}`;

/** The page that reports a review. */
export const report = {
	title: "Report a review",
	link: "Report",
	intro:
		"We read every report. A report alone doesn't hide a review. What we hide is counted on the tool's page, with the reason.",
	question: "What's wrong with it?",
	send: "Send report",
	sent: "Thank you. We'll check this review.",
	again: "This review was already reported from your network. We'll check it.",
	tooMany: "Too many reports from your network today. Try again tomorrow, or write to us.",
	noReason: "Choose a reason.",
	back: "All reviews",
} as const;

/** The reviews that administrators look at. */
export const moderation = {
	views: { queue: "New and reported", reported: "Reported", hidden: "Hidden", all: "All" },
	empty: {
		queue: "All caught up: you've seen every new and reported review.",
		reported: "No reviews have open reports.",
		hidden: "No hidden reviews.",
		all: "No reviews yet.",
	},
	emptyHint:
		"After an order ships, we ask the customer for a review. New reviews and reports appear here.",
	ofTool: "Only this tool",
	ofAllTools: "Reviews of all tools",
	ofShop: "The shop",
	hide: "Hide",
	hideTitle: "Hide this review?",
	hideEffect:
		"Visitors no longer see it, and its stars no longer count. The tool's page counts it as hidden, with the reason, and its author gets an e-mail. You can show it again.",
	show: "Show again",
	answer: "Answer",
	changeAnswer: "Change answer",
	answerTitle: "Answer as the shop",
	answerHint: "Anyone can read it below the review. Leave empty to remove it.",
	answerLabel: "Answer",
	seen: "Mark as seen",
	hidden: "Review hidden.",
	shown: "Review shown again.",
	answered: "Answer published.",
	answerRemoved: "Answer removed.",
	markedSeen: "Marked as seen.",
	undone: "Undone.",
} as const;

export const reviewsByStars = "Reviews by stars";
export const writeAReview = "Write a review";
export const pagesOfReviews = "Pages of reviews";
export const newestReviews = "Newest reviews";
export const olderReviews = "Older reviews";
export const saveAnswer = "Save answer";
export const deleteReviewQuestion = "Delete this review?";
export const deleteReview = "Delete review";
export const deleteReviewWarning =
	"It will be removed from the shop and from every site that shows it. This can't be undone.";
export const hiding = "Hiding…";
export const yourReviews = "Your reviews";
export const rating = "Rating";
export const chooseStars = "Choose 1 to 5";
export const addReview = "Add review";
export const review = "Review";
export const toolOptional = "Tool (optional)";
export const noSpecificTool = "No specific tool";
export const addAReview = "Add A Review";
export const lists = "Lists";
export const newestFirst = "Newest first";
export const moreReviews = "More reviews";
export const reviewHeading = "The review";
export const verifiedPurchase = "Verified purchase";
/** Before the name of the tool that a review is about. */
export const onTool = "On {}";
export const reportReviewOf = (author: string) => `Report the review by ${author}`;
/** Names the review of a button, which tells it from the same button of another. */
export const ofReviewBy = (action: string, author: string) => `${action}: review by ${author}`;
export const reviewIsLive = "Your review is live on {}.";
export const reviewsDescription = `What ${customers} say about ${shopName}, newest first and published as written.`;
/** Whether reviews are of customers, and how the shop makes sure (Directive 2005/29/EC, Article 7, paragraph 6). */
export const reviewsNote =
	"Reviews are published as written, and all count toward the rating. “Verified purchase” means our orders show that the reviewer bought the tool here. We don't check this for other reviews.";
export const howChecked = "How we check reviews";
export const whatCustomersSay = `What ${customers} say`;
