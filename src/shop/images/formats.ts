/**
 * Reads an image's type and size, and whether it is complete, without decoding it. A small file can
 * declare a size that takes gigabytes to decode, and some decoders fill the rest of a truncated file
 * with grey instead of rejecting it.
 */
import type { UploadType } from "../../values/images.ts";

export interface Size {
	/** In pixels, as stored: before the orientation is applied. */
	width: number;
	height: number;
}

/**
 * Returns the type of a file by its first bytes, or undefined if the shop does not accept it. Checks
 * the signature and the block that each format must begin with.
 */
export function detectType(bytes: Uint8Array): UploadType | undefined {
	if (hasBytesAt(bytes, 0, pngSignature)) return "image/png";
	if (hasBytesAt(bytes, 0, [0xff, 0xd8, 0xff]) && (bytes[3] ?? 0) >= 0xc0) return "image/jpeg";
	if (hasBytesAt(bytes, 0, ascii("RIFF")) && hasBytesAt(bytes, 8, ascii("WEBPVP8"))) {
		return "image/webp";
	}
	return undefined;
}

/** Returns the size of a complete image, or undefined if it is corrupt or truncated. Trailing bytes are ignored. */
export function readSize(bytes: Uint8Array, type: UploadType): Size | undefined {
	const readFormatSize = { "image/jpeg": jpegSize, "image/png": pngSize, "image/webp": webpSize }[
		type
	];
	try {
		return readFormatSize(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
	} catch (error) {
		// DataView throws a RangeError if a length points beyond the end.
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

const pngSignature = [0x89, ...ascii("PNG"), 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, ...ascii("IHDR")];

function ascii(text: string): number[] {
	return [...text].map((char) => char.charCodeAt(0));
}

function hasBytesAt(bytes: Uint8Array, offset: number, expected: readonly number[]): boolean {
	return expected.every((byte, index) => bytes[offset + index] === byte);
}

function chunkName(view: DataView, offset: number): string {
	return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)));
}

/** PNG (W3C PNG Third Edition, 5.3): chunks of length, name, data and checksum, from IHDR to IEND. */
function pngSize(view: DataView): Size | undefined {
	const chunkOverhead = 12;
	let hasPixels = false;
	for (let offset = 8; ; offset += chunkOverhead + view.getUint32(offset)) {
		const name = chunkName(view, offset + 4);
		if (name === "IDAT") hasPixels = true;
		if (name !== "IEND") continue;
		// Throws if the checksum, the end of a complete file, is missing.
		view.getUint32(offset + 8);
		return hasPixels ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined;
	}
}

/** JPEG (ITU-T T.81, annex B): segments of marker and length, with pixels after each SOS, up to EOI. */
function jpegSize(view: DataView): Size | undefined {
	const endOfImage = 0xd9;
	const startOfScan = 0xda;
	let size: Size | undefined;
	let hasScan = false;
	for (let offset = 2; ; ) {
		if (view.getUint8(offset) !== 0xff) return undefined;
		const marker = view.getUint8(offset + 1);
		// 0xff may be repeated before a marker (B.1.1.2).
		if (marker === 0xff) {
			offset += 1;
			continue;
		}
		if (marker === endOfImage) return hasScan ? size : undefined;
		if (isFrameHeader(marker)) {
			// With two frames, a decoder might read another size than this one.
			if (size) return undefined;
			size = { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) };
		}
		const length = view.getUint16(offset + 2);
		if (length < 2) return undefined;
		offset += 2 + length;
		if (marker === startOfScan) {
			hasScan = true;
			offset = endOfScan(view, offset);
		}
	}
}

/** SOF0 to SOF15, without DHT, JPG and DAC, which lie between them (table B.1). */
function isFrameHeader(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Returns the offset where a scan's pixels end: at a marker that is neither a stuffed 0xff nor a restart (B.1.1.5). */
function endOfScan(view: DataView, start: number): number {
	for (let offset = start; ; offset += 1) {
		if (view.getUint8(offset) !== 0xff) continue;
		const next = view.getUint8(offset + 1);
		if (next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return offset;
	}
}

/** WebP (RFC 9649): one RIFF chunk that contains the others, the first of which has the size. */
function webpSize(view: DataView): Size | undefined {
	const end = 8 + view.getUint32(4, true);
	if (end > view.byteLength) return undefined;
	const size = webpHeader(view);
	let hasPixels = false;
	// Chunks are padded to even lengths.
	for (let offset = 12; offset + 8 <= end; ) {
		const name = chunkName(view, offset);
		if (["VP8 ", "VP8L", "ANMF"].includes(name)) hasPixels = true;
		const length = view.getUint32(offset + 4, true);
		offset += 8 + length + (length % 2);
		if (offset > end + 1) return undefined;
	}
	return hasPixels ? size : undefined;
}

function webpHeader(view: DataView): Size | undefined {
	const data = 20;
	const name = chunkName(view, 12);
	if (name === "VP8X") {
		const uint24 = (offset: number) =>
			view.getUint16(offset, true) + (view.getUint8(offset + 2) << 16);
		return { width: uint24(data + 4) + 1, height: uint24(data + 7) + 1 };
	}
	if (name === "VP8L") {
		if (view.getUint8(data) !== 0x2f) return undefined;
		const bits = view.getUint32(data + 1, true);
		return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
	}
	// A key frame begins with a three-byte frame tag and a start code (RFC 6386, 9.1).
	if (name !== "VP8 " || view.getUint8(data + 3) !== 0x9d) return undefined;
	const side = (offset: number) => view.getUint16(offset, true) & 0x3fff;
	return { width: side(data + 6), height: side(data + 8) };
}
