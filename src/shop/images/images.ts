/** Pictures: what the shop takes, in which sizes it gives them, and when they may go. */

/** The file types an upload may have; whatever it was, it is stored as WebP. */
export const uploadTypes = ["image/jpeg", "image/png", "image/webp"] as const;
export type UploadType = (typeof uploadTypes)[number];

/** The form field that carries the file. */
export const uploadField = "image";

/** Longest upload, in bytes. */
export const maxUploadBytes = 5 * 1024 * 1024;

/** Longest side of an upload, in pixels. */
export const maxSidePixels = 4096;

/** The side to which the browser shrinks a picture before it uploads it, in pixels. */
export const resizedSidePixels = 1600;

/** Widths a picture can be asked for, in pixels. */
export const imageWidths = [160, 320, 480, 640, 960, 1280, 1600] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** Formats a width comes in, best first. */
export const variantTypes = ["image/avif", "image/webp"] as const;
export type VariantType = (typeof variantTypes)[number];

/** How long a picture that nothing refers to is kept, in milliseconds: somebody may still be filling in a form. */
export const orphanLifetimeMs = 24 * 60 * 60 * 1000;

/** The SHA-256 of the stored bytes, in hexadecimal. */
const keyPattern = /^[0-9a-f]{64}$/;

/** Bytes in hexadecimal. */
export function toHex(bytes: Uint8Array): string {
	return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function isImageKey(text: string): boolean {
	return keyPattern.test(text);
}

/** Where a picture is served, as it stands in the image fields. */
export function imageUrl(key: string): string {
	return `/images/${key}`;
}

/**
 * The better of the types that an Accept header names, or undefined where it names neither
 * (RFC 9110, 12.5.1). Only a name counts: browsers that know neither type send wildcards too.
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
