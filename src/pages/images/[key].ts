import type { APIContext, APIRoute } from "astro";
import { ShopError } from "../../http/errors.ts";
import { only, refuse } from "../../http/handle.ts";
import { heldTags } from "../../platform/entity-tag.ts";
import { originalTag, type Picture, readOriginal, readVariant } from "../../platform/images.ts";
import { imageWidths, variantTypeFor } from "../../shop/images/images.ts";

/** Uploaded pictures are somebody else's bytes: shown as pictures, never run. */
const pictureHeaders = {
	"X-Content-Type-Options": "nosniff",
	"Content-Security-Policy": "default-src 'none'; sandbox",
	"Cross-Origin-Resource-Policy": "cross-origin",
	Vary: "Accept",
};

/** A picture never changes: its key is the hash of its bytes. */
const forEver = "public, max-age=31536000, immutable";
const forNow = "public, max-age=60";

export const GET: APIRoute = (context) => answer(context, true);

export const HEAD: APIRoute = (context) => answer(context, false);

export const ALL = only("GET");

async function answer(
	{ url, request }: Pick<APIContext, "url" | "request">,
	withBody: boolean,
): Promise<Response> {
	const held = heldTags(request);
	const has = (tag: string) => held.includes(tag) || held.includes("*");
	try {
		const picture = await pictureAt(
			url,
			request.headers.get("accept") ?? "",
			(tag) => withBody && !has(tag),
		);
		const headers = new Headers({
			...pictureHeaders,
			"Cache-Control": picture.lasting ? forEver : forNow,
			ETag: picture.etag,
		});
		if (has(picture.etag)) return new Response(null, { status: 304, headers });
		headers.set("Content-Type", picture.type);
		headers.set("Content-Length", String(picture.bytes));
		return new Response(withBody ? picture.body : null, { headers });
	} catch (error) {
		return refuse(error);
	}
}

/**
 * The picture of an address; `wanted` says by its tag whether the body of an original is needed.
 * Refuses with not_found: an unknown key, a width that is not on the list.
 */
async function pictureAt(
	url: URL,
	accept: string,
	wanted: (tag: string) => boolean,
): Promise<Picture> {
	const key = url.pathname.slice("/images/".length);
	const original = () => readOriginal(key, wanted(originalTag(key)));
	const [asked, ...more] = url.searchParams.getAll("w");
	if (asked === undefined) return original();
	const width = imageWidths.find((listed) => String(listed) === asked);
	if (!width || more.length > 0) throw new ShopError("not_found");
	const type = variantTypeFor(accept);
	return type ? readVariant(key, width, type) : original();
}
