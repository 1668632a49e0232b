/** A tool's card as a page for an iframe. */
import { embedRoute } from "../../../../http/embed-route.ts";
import { toolEmbed } from "../../../../shop/embeds/embeds.server.ts";

export const { GET, HEAD, ALL } = embedRoute(toolEmbed, "frame");
