import { embed } from "../../../http/embed.ts";
import { ShopError } from "../../../http/errors.ts";
import { only } from "../../../http/handle.ts";
import { widgetsMajor, widgetsScript, widgetsVersion } from "../../../shop/embeds/embeds.server.ts";

/** A version never changes; the newest of a major version is looked for every hour. */
const caching = new Map([
	[widgetsVersion, "public, max-age=31536000, immutable"],
	[widgetsMajor, "public, max-age=3600"],
]);

export const GET = embed(async ({ params }) => {
	const kept = caching.get(params.version ?? "");
	if (!kept) throw new ShopError("not_found");
	return { body: widgetsScript(), type: "text/javascript; charset=utf-8", caching: kept };
});

export const ALL = only("GET");
