/** The newest reviews as JSON, which the element loads. */
import { embedRoute } from "../../../../http/embed-route.ts";
import { reviewsEmbed } from "../../../../shop/embeds/embeds.server.ts";

export const { GET, HEAD, ALL } = embedRoute(reviewsEmbed, "json");
