/** What administrators do with reviews: hide them, answer, mark them as seen. */
import * as v from "valibot";
import { maxLengths, multilineText, timestamp } from "../../values/fields.ts";
import { hiddenReasons } from "./hidden-reasons.ts";
import { reviewSchema } from "./reviews.ts";

/** The lists: new and reported ones, those with open reports, hidden ones, all. */
export const reviewViews = ["queue", "reported", "hidden", "all"] as const;
export type ReviewView = (typeof reviewViews)[number];

/** Reviews per page: with the tool of each, the page reads at most sixty rows. */
export const moderatedPageSize = 25;

/** A review as administrators see it. */
export const moderatedReviewSchema = v.object({
	...reviewSchema.entries,
	/** Whether nobody has looked at it since it was written or reported. */
	queued: v.boolean(),
	/** Open reports by reason. */
	reports: v.record(v.string(), v.number()),
	hidden: v.exactOptional(v.object({ reason: v.picklist(hiddenReasons), at: timestamp })),
});
export type ModeratedReview = v.InferOutput<typeof moderatedReviewSchema>;

/**
 * What to change. `hidden` is the reason to hide it, or null to show it again; an empty answer removes it; `seen: false`
 * brings it back to the queue.
 */
export const moderation = v.strictObject({
	hidden: v.optional(v.nullable(v.picklist(hiddenReasons))),
	answer: v.optional(multilineText(maxLengths.description)),
	seen: v.optional(v.boolean()),
});
export type Moderation = v.InferOutput<typeof moderation>;
