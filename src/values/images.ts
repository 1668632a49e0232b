/** Images: accepted uploads, served variants and the lifetime of unused ones. */

/** Accepted file types. All are stored as WebP. */
export const uploadTypes = ["image/jpeg", "image/png", "image/webp"] as const;
export type UploadType = (typeof uploadTypes)[number];

/** The form field that carries the file. */
export const uploadField = "image";

/** Largest upload, in bytes. */
export const maxUploadBytes = 5 * 1024 * 1024;

/** Longest side of an upload, in pixels. */
export const maxSidePixels = 4096;

/** Longest side after the browser resizes an image for upload, in pixels. */
export const resizedSidePixels = 1600;

/** Widths in which images are served, in pixels. Each is a transformation that Cloudflare bills; larger is the original. */
export const imageWidths = [160, 320, 640, 960] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** The size of an image in links to a page: 1200 by 630 pixels, which Open Graph and X show whole. */
export const socialSize = "1200x630";

/** Formats of the resized variants, preferred first. */
export const variantTypes = ["image/avif", "image/webp"] as const;
export type VariantType = (typeof variantTypes)[number];

/** How long an unused image is stored, in milliseconds: its uploader may still be filling in a form. */
export const orphanLifetimeMs = 24 * 60 * 60 * 1000;

/** The path of an image in the shop's own store. */
export const imagePathPattern = /^\/images\/[0-9a-f]{32}$/;

/**
 * Returns the key of a stored image, from the SHA-256 of its bytes in hexadecimal: half of it, 128 bits, which no two
 * images share by chance. A page names each of its images several times, and no compression makes a hash smaller.
 */
export function imageKey(hash: string): string {
	return hash.slice(0, 32);
}

const keyPattern = /^[0-9a-f]{32}$/;

/** Whether a text has the form of an image's key. */
export function isImageKey(text: string): boolean {
	return keyPattern.test(text);
}

/** Returns the path of an image, as tools and reviews store it. */
export function imageUrl(key: string): string {
	return `/images/${key}`;
}

/** Returns the `srcset` of an image in these widths, in pixels; each must be in `imageWidths`. */
export function srcset(image: string, widths: readonly number[]): string {
	return widths.map((width) => `${image}?w=${width} ${width}w`).join(", ");
}

/** Returns the path of an image for links to a page. */
export function socialImage(image: string): string {
	return `${image}?w=${socialSize}`;
}

/**
 * Returns the preferred variant type of an Accept header, or undefined if it names none (RFC 9110,
 * 12.5.1). Wildcards don't count: browsers that support neither type send them too.
 */
export function variantTypeFor(accept: string): VariantType | undefined {
	const candidates = variantTypes.map((type) => ({ type, weight: acceptWeight(type, accept) }));
	const [best] = candidates
		.filter(({ weight }) => weight > 0)
		.sort((one, other) => other.weight - one.weight);
	return best?.type;
}

function acceptWeight(type: VariantType, accept: string): number {
	for (const range of accept.toLowerCase().split(",")) {
		const [name, ...parameters] = range.split(";").map((part) => part.trim());
		if (name !== type) continue;
		const quality = parameters.find((parameter) => parameter.startsWith("q="));
		const weight = quality === undefined ? 1 : Number(quality.slice("q=".length));
		return Number.isFinite(weight) ? weight : 0;
	}
	return 0;
}
