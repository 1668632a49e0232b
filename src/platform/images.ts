/** Pictures in R2: the stored original and its smaller variants, made by Cloudflare Images. */
import { env, waitUntil } from "cloudflare:workers";
import { ShopError } from "../http/errors.ts";
import * as messages from "../messages.ts";
import {
	type ImageWidth,
	imageAddress,
	imageWidths,
	isImageKey,
	uploadField,
	type VariantType,
	variantTypes,
} from "../shop/images/images.ts";
import { logFault } from "./log.ts";
import { shopOrigin } from "./settings.ts";

/** How pictures are stored: WebP is what Images frees from all metadata (Cloudflare docs: metadata). */
const storedType = "image/webp";
const storedQuality = 90;
const variantQuality = 75;

/** Pictures told apart from what else the bucket may hold are listed this many at a time. */
const listedAtOnce = 200;

/**
 * What Images answers where the picture is at fault (Cloudflare docs: Images errors): not an image, too
 * large or empty, cut off, unsupported, not decodable, of invalid format. Everything else is the service's.
 */
const pictureFaults = [9412, 9413, 9416, 9420, 9516, 9520, 9523];

/**
 * Decodes a picture and encodes it anew: upright, one frame, without metadata and whatever else the
 * file carried. Refuses with invalid (field image) what can't be decoded, with unavailable where the
 * service fails.
 */
export async function reencode(picture: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	try {
		const made = await env.IMAGES.input(new Blob([picture]).stream()).output({
			format: storedType,
			quality: storedQuality,
			anim: false,
		});
		return new Uint8Array(await made.response().arrayBuffer());
	} catch (cause) {
		const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
		if (!pictureFaults.some((fault) => fault === code)) {
			throw new ShopError("unavailable", { cause });
		}
		throw new ShopError("invalid", { fields: { [uploadField]: messages.pictureBroken }, cause });
	}
}

/** Stores an original under its key. Refuses with unavailable. */
export async function storePicture(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
	await env.MEDIA.put(key, bytes, {
		httpMetadata: { contentType: storedType },
		sha256: key,
	}).catch((cause: unknown) => {
		throw new ShopError("unavailable", { cause });
	});
}

/** Most names that R2 deletes with one call (Cloudflare docs: R2 Workers API reference). */
const mostDeletedAtOnce = 1000;

/** Deletes originals and all their variants, one call for each sixty-odd pictures. */
export async function deletePictures(keys: readonly string[]): Promise<void> {
	const names = keys.flatMap((key) => [
		key,
		...imageWidths.flatMap((width) => variantTypes.map((type) => variantName(key, width, type))),
	]);
	for (let from = 0; from < names.length; from += mostDeletedAtOnce) {
		await env.MEDIA.delete(names.slice(from, from + mostDeletedAtOnce));
	}
}

/** Some keys of stored originals that follow `from` and were stored before `moment`. */
export async function picturesFrom(from: string, moment: Date): Promise<string[]> {
	const { objects } = await env.MEDIA.list({ startAfter: from, limit: listedAtOnce });
	return objects
		.filter(({ key, uploaded }) => isImageKey(key) && uploaded < moment)
		.map(({ key }) => key);
}

export interface Picture {
	/** Null where it was not asked for. */
	body: ReadableStream | ArrayBuffer | null;
	type: string;
	/** Length of the body. */
	bytes: number;
	/** Names these very bytes (RFC 9110, 8.8.3). */
	etag: string;
	/** Whether this address will always give these bytes. */
	lasting: boolean;
}

/** Where a variant lies beside its original. The demo shop's seed writes the same names. */
export function variantName(key: string, width: ImageWidth, type: VariantType): string {
	return `variants/${key}/${width}.${type.slice("image/".length)}`;
}

/** The entity tag of an original. */
export function originalTag(key: string): string {
	return `"${key}"`;
}

/** The picture as it was stored, or all but its body. Refuses an unknown key with not_found. */
export async function readOriginal(key: string, withBody = true): Promise<Picture> {
	if (!isImageKey(key)) throw new ShopError("not_found");
	const whole = withBody ? await env.MEDIA.get(key) : null;
	const stored = withBody ? whole : await env.MEDIA.head(key);
	if (!stored) throw new ShopError("not_found");
	return {
		body: whole?.body ?? null,
		type: stored.httpMetadata?.contentType ?? storedType,
		bytes: stored.size,
		etag: originalTag(key),
		lasting: true,
	};
}

/**
 * The picture at a width, never enlarged: from this data centre's cache, else from R2, else made now
 * and kept in both. Where it can't be made the original stands in. Refuses an unknown key with not_found.
 */
export async function readVariant(
	key: string,
	width: ImageWidth,
	wanted: VariantType,
): Promise<Picture> {
	if (!isImageKey(key)) throw new ShopError("not_found");
	const cache = await caches.open("pictures");
	// Made up from what the answer depends on: the cache itself knows nothing of Vary.
	const address = `${shopOrigin()}${imageAddress(key)}/${width}.${wanted.slice("image/".length)}`;
	const cached = await cache.match(address);
	const found = cached ? await contentOf(cached) : await storedVariant(key, width, wanted);
	if (!found) return { ...(await readOriginal(key)), lasting: false };
	if (!cached) waitUntil(cache.put(address, cacheable(found)));
	const [, format] = found.type.split("/");
	return {
		...found,
		bytes: found.body.byteLength,
		etag: `"${key}-${width}-${format}"`,
		lasting: true,
	};
}

interface Content {
	body: ArrayBuffer;
	type: string;
}

async function contentOf(response: Response): Promise<Content> {
	return {
		body: await response.arrayBuffer(),
		type: response.headers.get("Content-Type") ?? storedType,
	};
}

function cacheable({ body, type }: Content): Response {
	return new Response(body, {
		headers: { "Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable" },
	});
}

/** The variant that R2 holds, made first where it doesn't; undefined where it can't be made. */
async function storedVariant(
	key: string,
	width: ImageWidth,
	wanted: VariantType,
): Promise<Content | undefined> {
	const name = variantName(key, width, wanted);
	const kept = await env.MEDIA.get(name);
	if (kept) {
		return { body: await kept.arrayBuffer(), type: kept.httpMetadata?.contentType ?? wanted };
	}
	const original = await env.MEDIA.get(key);
	if (!original) throw new ShopError("not_found");
	try {
		const made = await env.IMAGES.input(original.body)
			.transform({ width, fit: "scale-down" })
			.output({ format: wanted, quality: variantQuality, anim: false });
		// Images gives WebP where AVIF would take too long (Cloudflare docs: format).
		const content = { body: await made.response().arrayBuffer(), type: made.contentType() };
		await env.MEDIA.put(name, content.body, { httpMetadata: { contentType: content.type } });
		return content;
	} catch (error) {
		logFault("variant", error);
		return undefined;
	}
}

/** Whether the bucket answers. */
export async function imagesAnswer(): Promise<boolean> {
	return env.MEDIA.head("health").then(
		() => true,
		() => false,
	);
}
