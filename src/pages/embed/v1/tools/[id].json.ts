/** A tool's card as JSON, which the element loads. */

import { toolEmbed } from "../../../../shop/embeds/embeds.server.ts";
import { embedRoute } from "../../../../worker/embed-route.ts";

export const { GET, ALL } = embedRoute(toolEmbed, "json");
