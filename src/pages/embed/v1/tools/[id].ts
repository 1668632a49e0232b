/** A tool's card as a page for an iframe. */

import { toolEmbed } from "../../../../shop/embeds/embeds.server.ts";
import { embedRoute } from "../../../../worker/embed-route.ts";

export const { GET, ALL } = embedRoute(toolEmbed, "frame");
