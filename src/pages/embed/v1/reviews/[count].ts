/** The newest reviews as a page for an iframe. */
import { embedRoute } from "../../../../http/embed-route.ts";
import { reviewsEmbed } from "../../../../shop/embeds/embeds.server.ts";

export const { GET, HEAD, ALL } = embedRoute(reviewsEmbed, "frame");
