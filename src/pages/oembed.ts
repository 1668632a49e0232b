import { embed } from "../http/embed.ts";
import { ShopError } from "../http/errors.ts";
import { only } from "../http/handle.ts";
import { shopOrigin } from "../platform/settings.ts";
import { toolData } from "../shop/embeds/embeds.server.ts";
import { embedCaching, oembed, shownAt } from "../shop/embeds/embeds.ts";

/** A length in pixels, undefined where none is asked for. Refuses with malformed. */
function pixels(text: string | null): number | undefined {
	if (text === null) return undefined;
	if (!/^[1-9]\d{0,4}$/.test(text)) throw new ShopError("malformed");
	return Number(text);
}

export const GET = embed(async ({ url: { searchParams } }) => {
	const format = searchParams.get("format") ?? "json";
	const caching = embedCaching;
	if (format !== "json") {
		return { body: "Only json.", type: "text/plain", caching, status: 501 };
	}
	const address = searchParams.get("url");
	if (!address) throw new ShopError("malformed");
	const most = {
		width: pixels(searchParams.get("maxwidth")),
		height: pixels(searchParams.get("maxheight")),
	};
	const shown = shownAt(address, shopOrigin());
	if (!shown) throw new ShopError("not_found");
	const { toolId, partner } = shown;
	const title = toolId === undefined ? "Reviews of Cogsmith" : (await toolData(toolId)).name;
	return {
		body: JSON.stringify(oembed({ title, toolId, partner }, shopOrigin(), most)),
		type: "application/json; charset=utf-8",
		caching,
	};
});

export const HEAD = GET;
export const ALL = only("GET", "HEAD");
