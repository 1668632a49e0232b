/** The newest reviews as JSON, which the element loads. */

import { reviewsEmbed } from "../../../../shop/embeds/embeds.server.ts";
import { embedRoute } from "../../../../worker/embed-route.ts";

export const { GET, ALL } = embedRoute(reviewsEmbed, "json");
