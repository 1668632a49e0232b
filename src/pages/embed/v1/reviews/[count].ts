/** The newest reviews as a page for an iframe. */

import { reviewsEmbed } from "../../../../shop/embeds/embeds.server.ts";
import { embedRoute } from "../../../../worker/embed-route.ts";

export const { GET, ALL } = embedRoute(reviewsEmbed, "frame");
