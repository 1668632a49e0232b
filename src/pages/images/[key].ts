/** Serves uploaded images: the original, or a smaller variant of the width in the query. */
import { ShopError } from "../../errors.ts";
import { publicRoute } from "../../http/text-route.ts";
import { fileCaching, immutableMaxAgeS } from "../../platform/cache/cache-policy.ts";
import { parseIfNoneMatch } from "../../platform/cache/etag.ts";
import {
	originalEtag,
	readOriginal,
	readSocialImage,
	readVariant,
	type StoredImage,
} from "../../platform/services/images.ts";
import { imageWidths, socialSize, variantTypeFor } from "../../values/images.ts";

/** Uploaded images are untrusted: browsers must not sniff another type or run scripts in them. */
const imageHeaders = {
	"X-Content-Type-Options": "nosniff",
	"Content-Security-Policy": "default-src 'none'; sandbox",
	Vary: "Accept",
};

/** How long a browser caches an original in place of a variant that could not be made, in seconds. */
const fallbackMaxAgeS = 60;

export const { GET, ALL } = publicRoute(async ({ url, request, cache }) => {
	const ifNoneMatch = parseIfNoneMatch(request);
	const matchesTag = (tag: string) => ifNoneMatch.includes(tag) || ifNoneMatch.includes("*");
	const image = await findImage(
		url,
		request.headers.get("accept") ?? "",
		(tag) => !matchesTag(tag),
	);
	// An image never changes: its key is the hash of its bytes.
	const { cacheControl, policy } = fileCaching(
		image.immutable ? immutableMaxAgeS : fallbackMaxAgeS,
	);
	cache.set(policy);
	const headers = new Headers({
		...imageHeaders,
		"Cache-Control": cacheControl,
		ETag: image.etag,
	});
	if (matchesTag(image.etag)) return new Response(null, { status: 304, headers });
	headers.set("Content-Type", image.type);
	headers.set("Content-Length", String(image.bytes));
	return new Response(image.body, { headers });
});

/**
 * Returns the image of a URL. `needsBody` decides by the ETag whether to read the body of an original.
 * Throws ShopError `not_found` for an unknown key or a width that is not offered.
 */
async function findImage(
	url: URL,
	accept: string,
	needsBody: (tag: string) => boolean,
): Promise<StoredImage> {
	const key = url.pathname.slice("/images/".length);
	const serveOriginal = () => readOriginal(key, needsBody(originalEtag(key)));
	const [requestedWidth, ...more] = url.searchParams.getAll("w");
	if (requestedWidth === undefined) return serveOriginal();
	if (requestedWidth === socialSize && more.length === 0) return readSocialImage(key);
	const width = imageWidths.find((allowed) => String(allowed) === requestedWidth);
	if (!width || more.length > 0) throw new ShopError("not_found");
	const type = variantTypeFor(accept);
	return type ? readVariant(key, width, type) : serveOriginal();
}
