/** A tool's card as HTML for a site's own markup. */

import { toolEmbed } from "../../../../shop/embeds/embeds.server.ts";
import { embedRoute } from "../../../../worker/embed-route.ts";

export const { GET, ALL } = embedRoute(toolEmbed, "markup");
