import { handle } from "../../../http/handle.ts";
import { moderateReviewEndpoint } from "../../../shop/reviews/moderation.api.ts";
import { moderateReview } from "../../../shop/reviews/moderation.server.ts";

export const { PATCH, ALL } = handle(moderateReviewEndpoint, ({ caller, params, body }) =>
	moderateReview(caller, params.id, body),
);
