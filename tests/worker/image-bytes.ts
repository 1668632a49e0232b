/** Images for the tests: drawn pixel by pixel, with the metadata a camera or an attacker adds. */
import { env } from "cloudflare:workers";

export type Bytes = Uint8Array<ArrayBuffer>;
export type Pixel = readonly [red: number, green: number, blue: number];

const encoder = new TextEncoder();

export function ascii(text: string): Bytes {
	return encoder.encode(text);
}

export function join(...parts: readonly ArrayLike<number>[]): Bytes {
	const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let at = 0;
	for (const part of parts) {
		bytes.set(part, at);
		at += part.length;
	}
	return bytes;
}

/** Whether the bytes contain a text. */
export function containsText(bytes: Uint8Array, text: string): boolean {
	return new TextDecoder("latin1").decode(bytes).includes(text);
}

function uint32(value: number, littleEndian = false): Bytes {
	const view = new DataView(new ArrayBuffer(4));
	view.setUint32(0, value, littleEndian);
	return new Uint8Array(view.buffer);
}

async function pipeThrough(
	bytes: Bytes,
	transform: CompressionStream | DecompressionStream,
): Promise<Bytes> {
	return new Uint8Array(
		await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer(),
	);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
	let crc = byte;
	for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
	return crc;
});

function pngChunk(name: string, data: ArrayLike<number>): Bytes {
	const namedData = join(ascii(name), data);
	let crc = 0xffffffff;
	for (const byte of namedData) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
	return join(uint32(data.length), namedData, uint32((crc ^ 0xffffffff) >>> 0));
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A PNG whose header may lie about its size: `rows` are the filtered lines it has. */
async function pngOf(width: number, height: number, depth: number, colour: number, rows: Bytes) {
	const header = join(uint32(width), uint32(height), [depth, colour, 0, 0, 0]);
	return join(
		pngSignature,
		pngChunk("IHDR", header),
		pngChunk("IDAT", await pipeThrough(rows, new CompressionStream("deflate"))),
		pngChunk("IEND", []),
	);
}

/** A PNG drawn pixel by pixel. */
export function drawPng(width: number, height: number, draw: (x: number, y: number) => Pixel) {
	const rows = new Uint8Array(height * (1 + width * 3));
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) rows.set(draw(x, y), y * (1 + width * 3) + 1 + x * 3);
	}
	return pngOf(width, height, 8, 2, rows);
}

/** A complete PNG whose header claims far more pixels than it has, as a decompression bomb's does. */
export function bomb(width: number, height: number) {
	return pngOf(width, height, 1, 0, new Uint8Array(4096));
}

/** A black PNG of one bit a pixel. */
export function blackPng(width: number, height: number) {
	return pngOf(width, height, 1, 0, new Uint8Array(height * (1 + Math.ceil(width / 8))));
}

export const red: Pixel = [220, 20, 20];
export const blue: Pixel = [20, 20, 220];

/** Red on the left half, blue on the right. */
export function redAndBlue(width = 64, height = 32): Promise<Bytes> {
	return drawPng(width, height, (x) => (x < width / 2 ? red : blue));
}

/** The image in another format. */
export async function convert(
	image: Bytes,
	format: "image/jpeg" | "image/png" | "image/webp",
): Promise<Bytes> {
	const output = await env.IMAGES.input(new Blob([image]).stream()).output({ format });
	return new Uint8Array(await output.response().arrayBuffer());
}

/** The Exif data of a phone (TIFF 6.0): a description, the orientation and the GPS position. */
export const exifDescription = "taken at home by the river";

function exif(orientation: number): Bytes {
	const entry = (tag: number, type: number, count: number, value: Bytes) => {
		const view = new DataView(new ArrayBuffer(8));
		view.setUint16(0, tag, true);
		view.setUint16(2, type, true);
		view.setUint32(4, count, true);
		return join(new Uint8Array(view.buffer), value);
	};
	const text = ascii(`${exifDescription}\0`);
	const descriptionOffset = 8 + 2 + 3 * 12 + 4;
	const gpsOffset = descriptionOffset + text.length;
	return join(
		[0x49, 0x49, 42, 0, 8, 0, 0, 0, 3, 0],
		entry(0x010e, 2, text.length, uint32(descriptionOffset, true)),
		entry(0x0112, 3, 1, uint32(orientation, true)),
		entry(0x8825, 4, 1, uint32(gpsOffset, true)),
		uint32(0),
		text,
		[1, 0],
		entry(0x0001, 2, 2, join(ascii("N"), [0, 0, 0])),
		uint32(0),
	);
}

/** The image with Exif data: that orientation, a description and a GPS position. */
export function withExif(image: Bytes, orientation: number): Bytes {
	const data = exif(orientation);
	if (image[0] === 0xff) {
		const segment = join(ascii("Exif"), [0, 0], data);
		const length = segment.length + 2;
		return join([0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 255], segment, image.slice(2));
	}
	if (image[0] === 0x89) {
		const afterHeader = 8 + 25;
		return join(image.slice(0, afterHeader), pngChunk("eXIf", data), image.slice(afterHeader));
	}
	return webpWithExif(image, data);
}

/** Turns a simple WebP into an extended one (RFC 9649, 2.7) of the test image's size. */
function webpWithExif(image: Bytes, data: Bytes): Bytes {
	const chunk = (name: string, content: Bytes) =>
		join(ascii(name), uint32(content.length, true), content, content.length % 2 ? [0] : []);
	const hasExif = 0x08;
	const size = [64 - 1, 0, 0, 32 - 1, 0, 0];
	const chunks = join(
		ascii("WEBP"),
		chunk("VP8X", join([hasExif, 0, 0, 0], size)),
		image.slice(12),
		chunk("EXIF", data),
	);
	return join(ascii("RIFF"), uint32(chunks.length, true), chunks);
}

export interface Pixels {
	width: number;
	height: number;
	at: (x: number, y: number) => Pixel;
}

/** Decodes an image. */
export async function pixelsOf(image: Bytes): Promise<Pixels> {
	const png = await convert(image, "image/png");
	const view = new DataView(png.buffer);
	const [width, height, colour] = [view.getUint32(16), view.getUint32(20), png[25]];
	const channels = colour === 6 ? 4 : colour === 2 ? 3 : 0;
	if (png[24] !== 8 || channels === 0) throw new Error(`a PNG of colour type ${colour}`);
	const data: Bytes[] = [];
	for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
		const content = at + 8;
		if (containsText(png.slice(at + 4, content), "IDAT")) {
			data.push(png.slice(content, content + view.getUint32(at)));
		}
	}
	const lines = await pipeThrough(join(...data), new DecompressionStream("deflate"));
	const pixels = unfiltered(lines, width * channels, height, channels);
	return {
		width,
		height,
		at: (x, y) => {
			const [r = 0, g = 0, b = 0] = pixels.slice((y * width + x) * channels);
			return [r, g, b];
		},
	};
}

/** The lines of a PNG without their filters (W3C PNG Third Edition, 9.2). */
function unfiltered(lines: Bytes, stride: number, height: number, bytesPerPixel: number): Bytes {
	const out = new Uint8Array(stride * height);
	for (let y = 0; y < height; y++) {
		const filter = lines[y * (stride + 1)];
		for (let x = 0; x < stride; x++) {
			const at = y * stride + x;
			const left = x >= bytesPerPixel ? (out[at - bytesPerPixel] ?? 0) : 0;
			const up = y > 0 ? (out[at - stride] ?? 0) : 0;
			const upperLeft = x >= bytesPerPixel && y > 0 ? (out[at - stride - bytesPerPixel] ?? 0) : 0;
			const prediction =
				[0, left, up, (left + up) >> 1, paeth(left, up, upperLeft)][filter ?? 0] ?? 0;
			out[at] = (lines[y * (stride + 1) + 1 + x] ?? 0) + prediction;
		}
	}
	return out;
}

function paeth(left: number, up: number, upperLeft: number): number {
	const prediction = left + up - upperLeft;
	const [byLeft, byUp, byCorner] = [left, up, upperLeft].map((value) =>
		Math.abs(prediction - value),
	);
	if (byLeft === undefined || byUp === undefined || byCorner === undefined) return 0;
	if (byLeft <= byUp && byLeft <= byCorner) return left;
	return byUp <= byCorner ? up : upperLeft;
}
