/** Visitors' reports of reviews. They only bring a review to the administrators' queue. */
import { and, eq, sql } from "drizzle-orm";
import { reviewReports, reviews } from "../../db/review-tables.ts";
import { countAttempt } from "../../platform/auth/account-attempts.ts";
import { hashNetwork } from "../../platform/auth/network.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database } from "../../platform/database/database.ts";
import type { HiddenReason } from "./hidden-reasons.ts";
import { isShown, reviewsQuery, toReview } from "./reviews.server.ts";
import type { Review } from "./reviews.ts";

/** A review that can be reported, or undefined if visitors see none with this id. */
export async function readReportable(id: string): Promise<Review | undefined> {
	const [row] = await reviewsQuery({ limit: 1, cursor: undefined }, { id });
	return row && toReview(row);
}

/**
 * Reports a review, without an account. `again` if it was reported from the visitor's network before,
 * `too_many` if that has reported too many today.
 */
export async function reportReview(
	id: string,
	reason: HiddenReason,
	request: Request,
): Promise<"sent" | "again" | "too_many"> {
	const network = await hashNetwork(request);
	if ((await countAttempt("report", network)) !== undefined) return "too_many";
	const now = new Date();
	const isReview = eq(reviews.id, id);
	const isMine = and(eq(reviewReports.reviewId, id), eq(reviewReports.network, network));
	const reported = await commit({
		guard: [hasRow(reviews, and(isReview, isShown)), sql`not ${hasRow(reviewReports, isMine)}`],
		write: {
			added: database()
				.insert(reviewReports)
				.values({ reviewId: id, network, reason, createdAt: now }),
			counted: database()
				.update(reviews)
				.set({
					reportedAt: now,
					queuedAt: sql`coalesce(${reviews.queuedAt}, ${now.getTime()})`,
					reports: sql`json_set(${reviews.reports}, ${`$.${reason}`}, coalesce(${reviews.reports} ->> ${reason}, 0) + 1)`,
				})
				.where(isReview),
		},
		refused: () => null,
	});
	return reported ? "sent" : "again";
}
