/** The newest reviews as HTML for a site's own markup. */
import { embedRoute } from "../../../../http/embed-route.ts";
import { reviewsEmbed } from "../../../../shop/embeds/embeds.server.ts";

export const { GET, HEAD, ALL } = embedRoute(reviewsEmbed, "markup");
