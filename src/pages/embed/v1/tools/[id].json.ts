/** A tool's card as JSON, which the element loads. */
import { embedRoute } from "../../../../http/embed-route.ts";
import { toolEmbed } from "../../../../shop/embeds/embeds.server.ts";

export const { GET, HEAD, ALL } = embedRoute(toolEmbed, "json");
