import { embed } from "../../../http/embed.ts";
import { ShopError } from "../../../http/errors.ts";
import { only } from "../../../http/handle.ts";
import { widgetsMajor, widgetsScript } from "../../../shop/embeds/script.server.ts";

export const GET = embed(async ({ params: { version = "" } }) => {
	const body = await widgetsScript(version);
	if (body === undefined) throw new ShopError("not_found");
	return {
		body,
		type: "text/javascript; charset=utf-8",
		// A version never changes; the newest of a major version is looked for every hour.
		caching:
			version === widgetsMajor ? "public, max-age=3600" : "public, max-age=31536000, immutable",
	};
});

export const HEAD = GET;
export const ALL = only("GET", "HEAD");
