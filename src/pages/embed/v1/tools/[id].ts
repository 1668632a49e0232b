/** A tool's card as a page for an iframe. */

import { toolEmbed } from "../../../../shop/embeds/embeds.server.ts";
import { embedRoute } from "../../../../worker/embed-route.ts";

export const { GET, HEAD, ALL } = embedRoute(toolEmbed, "frame");
