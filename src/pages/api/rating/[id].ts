import { allowOnly, handle } from "../../../http/handle.ts";
import { moderateReview } from "../../../shop/reviews/moderation.server.ts";
import { moderateReviewEndpoint } from "../../../shop/reviews/reviews.api.ts";

export const PATCH = handle(moderateReviewEndpoint, ({ caller, params, body }) =>
	moderateReview(caller, params.id, body),
);

export const ALL = allowOnly("PATCH");
