/** The rows of reviews: what customers wrote of what they had bought, and what the shop did with it. */
import { demoReviews, demoTools } from "../data.ts";
import { type Builder, staff } from "./builder.ts";
import type { BuiltOrder } from "./order-rows.ts";
import { demoReviewAt } from "./plan.ts";
import type { PlannedOrder, PlannedReview } from "./planned-order.ts";
import type { HistoryRows } from "./rows.ts";

const dayMs = 24 * 60 * 60_000;
type ReviewRow = HistoryRows["reviews"][number];

/** The images that reviews show. */
export interface ReviewImages {
	/** The images of a tool, in the order of its page. */
	ofTool: (slug: string) => readonly string[];
	/** A reviewers' image, by its drawing. */
	ofReview: (drawing: string) => string;
}

/** "Marta Brambleby" is "Marta B.", as she signs. */
export const signatureOf = (name: string) => name.replace(/ (\p{L})[^ ]*$/u, " $1.");

/** Adds the reviews that the customer of an order wrote later. */
export function addReviews(
	builder: Builder,
	images: ReviewImages,
	plan: PlannedOrder,
	{ lines }: BuiltOrder,
): void {
	const { rows, random, now } = builder;
	const { review, demoReview, person } = plan;
	const [first] = lines;
	if (review) {
		const row: ReviewRow = {
			id: random.word(22),
			userId: person.userId,
			author: signatureOf(person.name),
			rating: review.rating,
			description: review.text,
			toolId: review.tool,
			lineId: first?.id ?? null,
			createdAt: new Date(review.at),
			// The first images show it whole and in use, the others have dimensions and details.
			image: review.drawing
				? images.ofReview(review.drawing)
				: random.pick(images.ofTool(review.tool).slice(0, 2)),
		};
		rows.reviews.push(row);
		answer(builder, row, review);
	}
	const own = demoReview === undefined ? undefined : demoReviews[demoReview];
	if (own && demoReview !== undefined) {
		const createdAt = new Date(demoReviewAt(now, own.daysAgo));
		const isNew = now - createdAt.getTime() < 4 * dayMs;
		rows.reviews.push({
			id: `demo-review-${demoReview + 1}`,
			userId: person.userId,
			author: own.author,
			rating: own.rating,
			description: own.description,
			image: images.ofReview(own.drawing),
			toolId: own.toolSlug ?? null,
			lineId: own.toolSlug ? (first?.id ?? null) : null,
			// Nobody of the shop has looked at the newest ones yet.
			createdAt,
			queuedAt: isNew ? createdAt : null,
		});
	}
}

function answer({ random, rows }: Builder, row: ReviewRow, { answer: text, at }: PlannedReview) {
	if (!text) return;
	const answeredAt = new Date(at + random.integer(6, 40) * 60 * 60_000);
	Object.assign(row, { answer: text, answeredAt });
	addReviewAudit({ random, rows }, "review.answered", row, answeredAt);
}

/** Visitors have reported two reviews. */
export function addReports(builder: Builder): void {
	const { rows, random, now } = builder;
	const criticism = rows.reviews.filter(({ rating, answer: text }) => rating < 3 && !text);
	for (const [index, review] of criticism.slice(-2).entries()) {
		const reason = index === 0 ? "off_topic" : "spam";
		const createdAt = new Date(now - (index * 3 + 1.4) * dayMs);
		const report = { reviewId: review.id, network: random.word(43), reason, createdAt } as const;
		rows.reviewReports.push(report);
		Object.assign(review, { queuedAt: createdAt, reportedAt: createdAt, reports: { [reason]: 1 } });
	}
}

function addReviewAudit(
	{ random, rows }: Pick<Builder, "random" | "rows">,
	action: "review.answered",
	{ id: subjectId, toolId, rating }: ReviewRow,
	createdAt: Date,
): void {
	const name = demoTools.find(({ slug }) => slug === toolId)?.name ?? "the shop";
	const detail = { name, rating };
	rows.audit.push({
		id: random.word(32),
		createdAt,
		actorId: staff.manager,
		action,
		subjectId,
		detail,
	});
}
