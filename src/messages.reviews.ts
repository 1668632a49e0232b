/** The texts of hidden, reported and answered reviews. Separate from messages.ts, so that only these pages load them. */

import { customers, name as shopName } from "./config/config.ts";
import { plural } from "./messages.numbers.ts";

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
		reasonCounts.length > 1 ? `${count} ${name}` : name,
	);
	const names = reasons.join(", ");
	return plural(total, {
		one: `# review is hidden: ${names}`,
		other: `# reviews are hidden: ${names}`,
	});
}

/** "Reported: 2 spam, 1 abusive", or undefined without open reports. */
export function openReports(counts: Partial<Record<string, number>>): string | undefined {
	const reasonCounts = byReason(counts).map(([name, count]) => `${count} ${name}`);
	return reasonCounts.length > 0 ? `Reported: ${reasonCounts.join(", ")}` : undefined;
}

export const hiddenFor = (reason: keyof typeof reasonNames) => `Hidden: ${reasonNames[reason]}`;
export const answerOf = `Answer of ${shopName}`;

/** The page that reports a review. */
export const report = {
	title: "Report a review",
	link: "Report",
	intro:
		"We read every report. A report alone hides nothing. What we hide is counted on the tool's page, with the reason.",
	question: "What is wrong with it?",
	send: "Send report",
	sent: "Thank you. We will look at this review.",
	again: "This review was already reported from your network. We will look at it.",
	tooMany: "Too many reports from your network today. Try again tomorrow, or write to us.",
	noReason: "Choose a reason.",
	back: "All reviews",
} as const;

/** The reviews that administrators look at. */
export const moderation = {
	views: { queue: "New and reported", reported: "Reported", hidden: "Hidden", all: "All" },
	empty: {
		queue: "Nothing to look at: every new or reported review was seen.",
		reported: "No review has open reports.",
		hidden: "No review is hidden.",
		all: "No reviews yet.",
	},
	emptyHint:
		"Customers are asked for a review after an order has shipped. Reports and new reviews appear here.",
	ofTool: "Only of this tool",
	ofAllTools: "Reviews of all tools",
	ofShop: "The shop",
	hide: "Hide",
	hideTitle: "Hide this review?",
	hideEffect:
		"Visitors no longer see it, and its stars no longer count. The tool's page counts it as hidden, with the reason, and its author gets a mail. It can be shown again.",
	show: "Show again",
	answer: "Answer",
	changeAnswer: "Change answer",
	answerTitle: "Answer as the shop",
	answerHint: "Everybody can read it below the review. Leave it empty to remove it.",
	answerLabel: "Answer",
	seen: "Mark as seen",
	hidden: "The review is hidden.",
	shown: "The review is shown again.",
	answered: "The answer is public.",
	answerRemoved: "The answer is removed.",
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
export const hiding = "Hiding …";
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
/** Of a button that acts on a review: tells it from the same button of another. */
export const ofReviewBy = (action: string, author: string) => `${action}: review by ${author}`;
export const reviewIsLive = "Your review is live on {}.";
export const reviewsDescription = `What ${customers} say about ${shopName}, newest first and published as written.`;
/** Whether reviews are of customers, and how the shop makes sure (Directive 2005/29/EC, Article 7, paragraph 6). */
export const reviewsNote =
	"Reviews are published as written, and all count for the stars. “Verified purchase” means that our orders show that the reviewer bought the tool here. Of other reviews we don't check that.";
export const howChecked = "How we check reviews";
export const whatCustomersSay = `What ${customers} say`;
