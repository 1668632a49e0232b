/** Images in R2: the stored originals and their smaller variants, which Cloudflare Images makes. */

import { env, waitUntil } from "cloudflare:workers";
import { colors } from "../../config/config.ts";
import { ShopError } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import {
	type ImageWidth,
	imageUrl,
	imageWidths,
	isImageKey,
	socialSize,
	uploadField,
	type VariantType,
	variantTypes,
} from "../../values/images.ts";
import { fileCaching, immutableMaxAgeS } from "../cache/cache-policy.ts";
import { shopOrigin } from "../settings/settings.ts";
import { inBackground } from "./background.ts";
import { logError } from "./log.ts";
import { nextHour, recordLimit } from "./service-limits.ts";

/** The format of stored images. For WebP, Images removes all metadata (Cloudflare docs: metadata). */
const storedType = "image/webp";
const storedQuality = 90;
/** The quality in each format: equal numbers are not equal quality, and AVIF of 75 has more bytes than WebP of 75. */
const variantQuality = { "image/avif": 60, "image/webp": 75, "image/jpeg": 75 } as const;

/** Objects that one call lists. */
const listPageSize = 200;

/**
 * Errors of Images that the image causes (Cloudflare docs: Images errors): not an image, too large
 * or empty, truncated, unsupported, not decodable, of invalid format. All others are the service's.
 */
const invalidImageCodes = [9412, 9413, 9416, 9420, 9516, 9520, 9523];

/**
 * Errors of Images once the free transformations of a month are used up: 9423 (Cloudflare docs: Images, Pricing), which
 * its list of errors calls 9422 (Troubleshooting).
 */
const quotaCodes = [9422, 9423];

function imagesErrorCode(error: unknown): unknown {
	return error instanceof Error && "code" in error ? error.code : undefined;
}

function isQuotaReached(error: unknown): boolean {
	const code = imagesErrorCode(error);
	return quotaCodes.some((quotaCode) => quotaCode === code);
}

/** Records for the page of health that no image can be transformed. It may be bought at any time. */
function reportQuota(): void {
	inBackground(recordLimit("images", nextHour()).execute());
}

/**
 * Decodes an image and encodes it again: upright, a single frame, without metadata or other contents
 * of the file. Throws ShopError `invalid` (field image) if it can't be decoded, `image_quota` if the account's
 * transformations are used up, and `unavailable` if the service fails.
 */
export async function reencode(image: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	try {
		const output = await env.IMAGES.input(new Blob([image]).stream()).output({
			format: storedType,
			quality: storedQuality,
			anim: false,
		});
		return new Uint8Array(await output.response().arrayBuffer());
	} catch (cause) {
		if (isQuotaReached(cause)) {
			reportQuota();
			throw new ShopError("image_quota", { cause });
		}
		const code = imagesErrorCode(cause);
		if (!invalidImageCodes.some((invalidCode) => invalidCode === code)) {
			throw new ShopError("unavailable", { cause });
		}
		throw new ShopError("invalid", { fields: { [uploadField]: messages.imageUnreadable }, cause });
	}
}

/** Stores an original under its key; R2 compares the bytes with their SHA-256. Throws ShopError `unavailable`. */
export async function storeOriginal(
	key: string,
	sha256: string,
	bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
	await env.MEDIA.put(key, bytes, {
		httpMetadata: { contentType: storedType },
		sha256,
	}).catch((cause: unknown) => {
		throw new ShopError("unavailable", { cause });
	});
}

/** Maximum keys that one call deletes (Cloudflare docs: R2 Workers API reference). */
const maxDeletesPerCall = 1000;

/** Deletes originals and all their variants, about sixty images a call. */
export async function deleteImages(keys: readonly string[]): Promise<void> {
	const names = keys.flatMap((key) => [
		key,
		...imageWidths.flatMap((width) => variantTypes.map((type) => variantName(key, width, type))),
		variantName(key, socialSize, socialType),
	]);
	for (let start = 0; start < names.length; start += maxDeletesPerCall) {
		await env.MEDIA.delete(names.slice(start, start + maxDeletesPerCall));
	}
}

/** Returns some keys of originals after `startAfter` that were uploaded before `uploadedBefore`. */
export async function originalKeysFrom(
	startAfter: string,
	uploadedBefore: Date,
): Promise<string[]> {
	const { objects } = await env.MEDIA.list({ startAfter, limit: listPageSize });
	return objects
		.filter(({ key, uploaded }) => isImageKey(key) && uploaded < uploadedBefore)
		.map(({ key }) => key);
}

/** Lists a thousand originals after a key, and tells whether there may be more. */
export async function listOriginals(
	startAfter: string,
): Promise<{ objects: { key: string; uploaded: Date }[]; hasMore: boolean }> {
	const listed = await env.MEDIA.list({ startAfter, limit: 1000 });
	const objects = listed.objects.filter(({ key }) => isImageKey(key));
	// The names of all other objects come after the originals.
	return { objects, hasMore: listed.truncated && objects.length === listed.objects.length };
}

/** Whether an original is in the bucket. */
export async function originalExists(key: string): Promise<boolean> {
	return (await env.MEDIA.head(key)) !== null;
}

export interface StoredImage {
	/** Null if it was not requested. */
	body: ReadableStream | ArrayBuffer | null;
	type: string;
	/** Length of the body. */
	bytes: number;
	/** The strong entity tag of the body (RFC 9110, 8.8.3). */
	etag: string;
	/** Whether the URL always returns the same bytes. */
	immutable: boolean;
}

/** The sites that show a link's image all know JPEG. */
const socialType = "image/jpeg";

type VariantSize = ImageWidth | typeof socialSize;
type SizedType = VariantType | typeof socialType;

/** Returns the R2 key of a variant. The demo shop's seed writes the same keys. */
export function variantName(key: string, size: VariantSize, type: SizedType): string {
	return `variants/${key}/${size}.${type.slice("image/".length)}`;
}

/** Returns the entity tag of an original. */
export function originalEtag(key: string): string {
	return `"${key}"`;
}

/** Returns the original, with or without its body. Throws ShopError `not_found`. */
export async function readOriginal(key: string, withBody = true): Promise<StoredImage> {
	if (!isImageKey(key)) throw new ShopError("not_found");
	const object = withBody ? await env.MEDIA.get(key) : null;
	const metadata = withBody ? object : await env.MEDIA.head(key);
	if (!metadata) throw new ShopError("not_found");
	return {
		body: object?.body ?? null,
		type: metadata.httpMetadata?.contentType ?? storedType,
		bytes: metadata.size,
		etag: originalEtag(key),
		immutable: true,
	};
}

/** Returns an image for links to a page, whole on the shop's background. Otherwise as `readVariant`. */
export const readSocialImage = (key: string): Promise<StoredImage> =>
	readVariant(key, socialSize, socialType);

/**
 * Returns a variant with the given width, never enlarged: from this data centre's cache or from R2, or
 * made now and stored in both. If it can't be made, returns a larger one or the original. Throws ShopError `not_found`.
 */
export async function readVariant(
	key: string,
	size: VariantSize,
	wantedType: SizedType,
): Promise<StoredImage> {
	if (!isImageKey(key)) throw new ShopError("not_found");
	// The name stays as it is: a new one would begin with an empty cache.
	const cache = await caches.open("pictures");
	// A URL with all that the response depends on, because the Cache API ignores Vary.
	const cacheUrl = `${shopOrigin()}${imageUrl(key)}/${size}.${wantedType.slice("image/".length)}`;
	const cached = await cache.match(cacheUrl);
	const variant = cached
		? await readContent(cached)
		: await loadOrMakeVariant(key, size, wantedType);
	if (!variant) return { ...(await readLarger(key, size, wantedType)), immutable: false };
	if (!cached) waitUntil(cache.put(cacheUrl, cacheableResponse(variant)));
	const [, format] = variant.type.split("/");
	return {
		...variant,
		bytes: variant.body.byteLength,
		etag: `"${key}-${size}-${format}"`,
		immutable: true,
	};
}

/** Returns the smallest stored variant that is larger, or the original. Throws ShopError `not_found`. */
async function readLarger(key: string, size: VariantSize, type: SizedType): Promise<StoredImage> {
	for (const width of imageWidths) {
		if (type === socialType || width <= Number(size)) continue;
		const object = await env.MEDIA.get(variantName(key, width, type));
		if (!object) continue;
		return {
			body: object.body,
			type: object.httpMetadata?.contentType ?? type,
			bytes: object.size,
			etag: object.httpEtag,
			immutable: false,
		};
	}
	return readOriginal(key);
}

interface Content {
	body: ArrayBuffer;
	type: string;
}

async function readContent(response: Response): Promise<Content> {
	return {
		body: await response.arrayBuffer(),
		type: response.headers.get("Content-Type") ?? storedType,
	};
}

function cacheableResponse({ body, type }: Content): Response {
	return new Response(body, {
		headers: { "Content-Type": type, "Cache-Control": fileCaching(immutableMaxAgeS).cacheControl },
	});
}

/** Returns the variant from R2, or makes and stores it; undefined if it can't be made. */
async function loadOrMakeVariant(
	key: string,
	size: VariantSize,
	wantedType: SizedType,
): Promise<Content | undefined> {
	const name = variantName(key, size, wantedType);
	const stored = await env.MEDIA.get(name);
	if (stored) {
		return {
			body: await stored.arrayBuffer(),
			type: stored.httpMetadata?.contentType ?? wantedType,
		};
	}
	const original = await env.MEDIA.get(key);
	if (!original) throw new ShopError("not_found");
	try {
		const output = await env.IMAGES.input(original.body)
			.transform(transformTo(size))
			.output({ format: wantedType, quality: variantQuality[wantedType], anim: false });
		// Images returns WebP if AVIF would take too long (Cloudflare docs: format).
		const content = { body: await output.response().arrayBuffer(), type: output.contentType() };
		await env.MEDIA.put(name, content.body, { httpMetadata: { contentType: content.type } });
		return content;
	} catch (error) {
		if (isQuotaReached(error)) reportQuota();
		logError("variant", error);
		return undefined;
	}
}

function transformTo(size: VariantSize): ImageTransform {
	if (size !== socialSize) return { width: size, fit: "scale-down" };
	const background = colors.light["base-200"];
	return { width: 1200, height: 630, fit: "pad", background };
}

/** Whether the bucket responds. */
export async function isImageStoreHealthy(): Promise<boolean> {
	return env.MEDIA.head("health").then(
		() => true,
		() => false,
	);
}
