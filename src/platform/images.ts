/** Pictures in R2: the stored original and its smaller variants, made by Cloudflare Images. */
import { env, waitUntil } from "cloudflare:workers";
import * as messages from "../messages.ts";
import { ShopError } from "../shop/errors.ts";
import {
	type ImageWidth,
	imageUrl,
	imageWidths,
	isImageKey,
	uploadField,
	type VariantType,
	variantTypes,
} from "../shop/images/images.ts";
import { logError } from "./log.ts";
import { shopOrigin } from "./settings.ts";

/** How pictures are stored: WebP is what Images frees from all metadata (Cloudflare docs: metadata). */
const storedType = "image/webp";
const storedQuality = 90;
const variantQuality = 75;

/** Pictures told apart from what else the bucket may hold are listed this many at a time. */
const listPageSize = 200;

/**
 * What Images answers where the picture is at fault (Cloudflare docs: Images errors): not an image, too
 * large or empty, cut off, unsupported, not decodable, of invalid format. Everything else is the service's.
 */
const invalidImageCodes = [9412, 9413, 9416, 9420, 9516, 9520, 9523];

/**
 * Decodes a picture and encodes it anew: upright, one frame, without metadata and whatever else the
 * file carried. Refuses with invalid (field image) what can't be decoded, with unavailable where the
 * service fails.
 */
export async function reencode(picture: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	try {
		const output = await env.IMAGES.input(new Blob([picture]).stream()).output({
			format: storedType,
			quality: storedQuality,
			anim: false,
		});
		return new Uint8Array(await output.response().arrayBuffer());
	} catch (cause) {
		const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
		if (!invalidImageCodes.some((invalidCode) => invalidCode === code)) {
			throw new ShopError("unavailable", { cause });
		}
		throw new ShopError("invalid", { fields: { [uploadField]: messages.imageUnreadable }, cause });
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
const maxDeletesPerCall = 1000;

/** Deletes originals and all their variants, one call for each sixty-odd pictures. */
export async function deletePictures(keys: readonly string[]): Promise<void> {
	const names = keys.flatMap((key) => [
		key,
		...imageWidths.flatMap((width) => variantTypes.map((type) => variantName(key, width, type))),
	]);
	for (let start = 0; start < names.length; start += maxDeletesPerCall) {
		await env.MEDIA.delete(names.slice(start, start + maxDeletesPerCall));
	}
}

/** Some keys of stored originals that follow `from` and were stored before `moment`. */
export async function picturesFrom(startAfter: string, uploadedBefore: Date): Promise<string[]> {
	const { objects } = await env.MEDIA.list({ startAfter, limit: listPageSize });
	return objects
		.filter(({ key, uploaded }) => isImageKey(key) && uploaded < uploadedBefore)
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
	immutable: boolean;
}

/** Where a variant lies beside its original. The demo shop's seed writes the same names. */
export function variantName(key: string, width: ImageWidth, type: VariantType): string {
	return `variants/${key}/${width}.${type.slice("image/".length)}`;
}

/** The entity tag of an original. */
export function originalEtag(key: string): string {
	return `"${key}"`;
}

/** The picture as it was stored, or all but its body. Refuses an unknown key with not_found. */
export async function readOriginal(key: string, withBody = true): Promise<Picture> {
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

/**
 * The picture at a width, never enlarged: from this data centre's cache, else from R2, else made now
 * and kept in both. Where it can't be made the original stands in. Refuses an unknown key with not_found.
 */
export async function readVariant(
	key: string,
	width: ImageWidth,
	wantedType: VariantType,
): Promise<Picture> {
	if (!isImageKey(key)) throw new ShopError("not_found");
	const cache = await caches.open("pictures");
	// Made up from what the answer depends on: the cache itself knows nothing of Vary.
	const cacheUrl = `${shopOrigin()}${imageUrl(key)}/${width}.${wantedType.slice("image/".length)}`;
	const cached = await cache.match(cacheUrl);
	const found = cached
		? await readContent(cached)
		: await loadOrMakeVariant(key, width, wantedType);
	if (!found) return { ...(await readOriginal(key)), immutable: false };
	if (!cached) waitUntil(cache.put(cacheUrl, cacheableResponse(found)));
	const [, format] = found.type.split("/");
	return {
		...found,
		bytes: found.body.byteLength,
		etag: `"${key}-${width}-${format}"`,
		immutable: true,
	};
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
		headers: { "Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable" },
	});
}

/** The variant that R2 holds, made first where it doesn't; undefined where it can't be made. */
async function loadOrMakeVariant(
	key: string,
	width: ImageWidth,
	wantedType: VariantType,
): Promise<Content | undefined> {
	const name = variantName(key, width, wantedType);
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
			.transform({ width, fit: "scale-down" })
			.output({ format: wantedType, quality: variantQuality, anim: false });
		// Images gives WebP where AVIF would take too long (Cloudflare docs: format).
		const content = { body: await output.response().arrayBuffer(), type: output.contentType() };
		await env.MEDIA.put(name, content.body, { httpMetadata: { contentType: content.type } });
		return content;
	} catch (error) {
		logError("variant", error);
		return undefined;
	}
}

/** Whether the bucket answers. */
export async function isImageStoreHealthy(): Promise<boolean> {
	return env.MEDIA.head("health").then(
		() => true,
		() => false,
	);
}
