/** A tool's card as HTML for a site's own markup. */
import { embedRoute } from "../../../../http/embed-route.ts";
import { toolEmbed } from "../../../../shop/embeds/embeds.server.ts";

export const { GET, HEAD, ALL } = embedRoute(toolEmbed, "markup");
