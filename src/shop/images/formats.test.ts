import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { UploadType } from "../../values/images.ts";
import { detectType, readSize } from "./formats.ts";

const sampleImage = () =>
	sharp({
		create: {
			width: 37,
			height: 23,
			channels: 4,
			background: "#c0401080",
			noise: { type: "gaussian", mean: 128, sigma: 30 },
		},
	});

const withMetadata = () => sampleImage().withExif({ IFD0: { Copyright: "Example" } });

async function animated(): Promise<Sharp> {
	const frames = await Promise.all([
		sampleImage().png().toBuffer(),
		sampleImage().png().toBuffer(),
	]);
	return sharp(frames, { join: { animated: true } });
}

/** Variants of the supported formats. */
const variants: [string, UploadType, () => Sharp | Promise<Sharp>][] = [
	["plain JPEG", "image/jpeg", () => sampleImage().jpeg()],
	["progressive JPEG", "image/jpeg", () => sampleImage().jpeg({ progressive: true })],
	["JPEG with metadata", "image/jpeg", () => withMetadata().jpeg()],
	["grey JPEG", "image/jpeg", () => sampleImage().greyscale().jpeg()],
	["plain PNG", "image/png", () => sampleImage().png()],
	["PNG with a palette", "image/png", () => sampleImage().png({ palette: true })],
	["interlaced PNG", "image/png", () => sampleImage().png({ progressive: true })],
	["plain WebP", "image/webp", () => sampleImage().removeAlpha().webp()],
	["WebP with transparency", "image/webp", () => sampleImage().webp()],
	["lossless WebP", "image/webp", () => sampleImage().webp({ lossless: true })],
	["WebP with metadata", "image/webp", () => withMetadata().webp()],
	["animated WebP", "image/webp", async () => (await animated()).webp()],
];

let files: Map<string, Uint8Array>;

beforeAll(async () => {
	const entries = variants.map(async ([name, , draw]) => {
		const file = await (await draw()).toBuffer();
		return [name, new Uint8Array(file)] as const;
	});
	files = new Map(await Promise.all(entries));
});

const fileOf = (name: string) => files.get(name) ?? new Uint8Array();

describe.each(variants)("%s", (name, type) => {
	it("is detected by its first bytes, and has a size", () => {
		expect(detectType(fileOf(name))).toBe(type);
		expect(readSize(fileOf(name), type)).toEqual({ width: 37, height: 23 });
	});

	it("has no size if it is truncated anywhere", () => {
		const complete = fileOf(name);
		for (let length = 16; length < complete.length; length++) {
			expect(readSize(complete.subarray(0, length), type), `${length} bytes`).toBeUndefined();
		}
	});

	it("has the same size with trailing bytes and at any offset of a buffer", () => {
		const complete = fileOf(name);
		const around = new Uint8Array(complete.length + 200).fill(0xff);
		around.set(complete, 100);
		expect(readSize(around.subarray(100), type)).toEqual({ width: 37, height: 23 });
	});

	it("never makes the parser throw, however it is corrupted", () => {
		const complete = fileOf(name);
		const damage = fc.array(fc.tuple(fc.nat(complete.length - 1), fc.nat(255)), { maxLength: 20 });
		fc.assert(
			fc.property(damage, (changes) => {
				const damaged = complete.slice();
				for (const [offset, byte] of changes) damaged[offset] = byte;
				for (const side of Object.values(readSize(damaged, type) ?? {})) {
					expect(side).toBeGreaterThanOrEqual(0);
				}
			}),
		);
	});
});

describe("the parser", () => {
	it("terminates for any input", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
				detectType(bytes);
				for (const type of ["image/jpeg", "image/png", "image/webp"] as const)
					readSize(bytes, type);
			}),
		);
	});

	it("rejects a JPEG with two frames", () => {
		const complete = fileOf("plain JPEG");
		const frame = complete.findIndex(
			(byte, offset) => byte === 0xff && complete[offset + 1] === 0xc0,
		);
		const length = 2 + ((complete[frame + 2] ?? 0) << 8) + (complete[frame + 3] ?? 0);
		const twoFrames = [
			...complete.slice(0, frame + length),
			...complete.slice(frame, frame + length),
			...complete.slice(frame + length),
		];
		expect(readSize(Uint8Array.from(twoFrames), "image/jpeg")).toBeUndefined();
	});

	it.each([
		["plain JPEG", [0, 1, 2]],
		["plain PNG", Array.from({ length: 16 }, (_, offset) => offset)],
		// Between them is the length.
		["plain WebP", [0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14]],
	])("knows %s by every byte of its signature", (name, signature) => {
		for (const offset of signature) {
			const changed = fileOf(name).slice();
			changed[offset] = (changed[offset] ?? 0) ^ 0x20;
			expect(detectType(changed), `byte ${offset}`).toBeUndefined();
		}
	});

	it("skips restart markers between a JPEG's pixels", () => {
		const complete = fileOf("plain JPEG");
		for (const marker of [0xd0, 0xd7]) {
			const restarted = [...complete.slice(0, -2), 0xff, marker, 0x12, ...complete.slice(-2)];
			expect(readSize(Uint8Array.from(restarted), "image/jpeg")).toEqual({ width: 37, height: 23 });
		}
	});

	it("rejects a PNG and a JPEG without pixels", () => {
		const png = fileOf("plain PNG");
		const headerAndEnd = [...png.slice(0, 33), ...png.slice(-12)];
		expect(readSize(Uint8Array.from(headerAndEnd), "image/png")).toBeUndefined();
		const jpeg = fileOf("plain JPEG");
		const scan = jpeg.findIndex((byte, offset) => byte === 0xff && jpeg[offset + 1] === 0xda);
		const segments = [...jpeg.slice(0, scan), 0xff, 0xd9];
		expect(readSize(Uint8Array.from(segments), "image/jpeg")).toBeUndefined();
		const noLength = jpeg.slice();
		noLength.set([0, 1], scan + 2);
		expect(readSize(noLength, "image/jpeg")).toBeUndefined();
	});

	it("takes a WebP whose last chunk is not padded", () => {
		const complete = fileOf("plain WebP");
		const longer = Uint8Array.from([
			...complete,
			...new TextEncoder().encode("LAST"),
			1,
			0,
			0,
			0,
			7,
		]);
		new DataView(longer.buffer).setUint32(4, longer.length - 8, true);
		expect(readSize(longer, "image/webp")).toEqual({ width: 37, height: 23 });
	});

	it("rejects a JPEG with another frame after its pixels", () => {
		const frame = [0xff, 0xc2, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0];
		const complete = fileOf("plain JPEG");
		const twoFrames = [...complete.slice(0, -2), ...frame, ...complete.slice(-2)];
		expect(readSize(Uint8Array.from(twoFrames), "image/jpeg")).toBeUndefined();
	});

	it.each([
		["an empty comment", [0xff, 0xfe, 0, 2], true],
		["a repeated 0xff", [0xff, 0xff, 0xfe, 0, 2], true],
		["no marker", [0xfe, 0xff, 0, 2], false],
		["a segment shorter than its length", [0xff, 0xfe, 0, 1], false],
		["a segment without a length", [0xff, 0xfe, 0, 0], false],
	])("a JPEG that begins with %s", (_, segment, isValid) => {
		const complete = fileOf("plain JPEG");
		const file = [...complete.slice(0, 2), ...segment, ...complete.slice(2)];
		const size = isValid ? { width: 37, height: 23 } : undefined;
		expect(readSize(Uint8Array.from(file), "image/jpeg")).toEqual(size);
	});

	it.each([
		[0xc0, true],
		[0xcf, true],
		[0xbf, false],
		[0xc4, false],
		[0xc8, false],
		[0xcc, false],
		[0xd0, false],
	])("knows by the marker %i whether a segment of a JPEG has its size", (marker, hasSize) => {
		const frame = [0xff, marker, 0, 11, 8, 0, 23, 0, 37, 1, 1, 0x11, 0];
		const file = [0xff, 0xd8, ...frame, 0xff, 0xda, 0, 2, 1, 0xff, 0, 0xff, 0xd9];
		const size = hasSize ? { width: 37, height: 23 } : undefined;
		expect(readSize(Uint8Array.from(file), "image/jpeg")).toEqual(size);
	});

	const chunk = (name: string, data: number[]) => [
		...[...name].map((char) => char.charCodeAt(0)),
		data.length,
		0,
		0,
		0,
		...data,
		...(data.length % 2 === 1 ? [0] : []),
	];
	const webp = (...chunks: number[][]) => {
		const content = [..."WEBP"].map((char) => char.charCodeAt(0)).concat(...chunks);
		const length = [content.length & 0xff, content.length >> 8, 0, 0];
		return Uint8Array.from([
			...[..."RIFF"].map((char) => char.charCodeAt(0)),
			...length,
			...content,
		]);
	};
	const header = chunk("VP8X", [0, 0, 0, 0, 1, 2, 3, 4, 5, 6]);
	const keyFrame = [0, 0, 0, 0x9d, 1, 0x2a, 0x25, 0x40, 0x17, 0x80];

	it.each([
		["of 24 bits each", [header, chunk("VP8 ", keyFrame)], { width: 0x030202, height: 0x060505 }],
		["of a key frame, without its scale", [chunk("VP8 ", keyFrame)], { width: 37, height: 23 }],
		[
			"of lossless pixels",
			[chunk("VP8L", [0x2f, 0x24, 0x80, 0x05, 0, 0])],
			{ width: 37, height: 23 },
		],
		["of an animation", [header, chunk("ANMF", [0])], { width: 0x030202, height: 0x060505 }],
	])("reads the sides of a WebP: %s", (_, chunks, size) => {
		expect(readSize(webp(...chunks), "image/webp")).toEqual(size);
	});

	it.each([
		["without pixels", [header, chunk("EXIF", [1, 2, 3])]],
		["without a header", [chunk("ANMF", keyFrame)]],
		["without a key frame", [chunk("VP8 ", keyFrame.with(3, 0x9c))]],
		["without the signature of lossless pixels", [chunk("VP8L", [0x2e, 0x24, 0x80, 0x05, 0, 0])]],
		["with a chunk that is longer than the file", [header, chunk("VP8 ", [1]).with(4, 9)]],
	])("rejects a WebP %s", (_, chunks) => {
		expect(readSize(webp(...chunks), "image/webp")).toBeUndefined();
	});

	it.each(["gif", "tiff", "avif"] as const)("rejects %s", async (format) => {
		expect(
			detectType(new Uint8Array(await sampleImage().toFormat(format).toBuffer())),
		).toBeUndefined();
	});
});

it.each([
	[0xc0, "image/jpeg"],
	[0xbf, undefined],
])("a JPEG whose first marker is %i is %s", (marker, type) => {
	expect(detectType(new Uint8Array([0xff, 0xd8, 0xff, marker]))).toBe(type);
});
