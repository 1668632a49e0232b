/** The newest reviews as HTML for a site's own markup. */

import { reviewsEmbed } from "../../../../shop/embeds/embeds.server.ts";
import { embedRoute } from "../../../../worker/embed-route.ts";

export const { GET, ALL } = embedRoute(reviewsEmbed, "markup");
