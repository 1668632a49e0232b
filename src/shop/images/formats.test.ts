import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { sizeOf, typeOf } from "./formats.ts";
import type { UploadType } from "./images.ts";

const drawing = () =>
	sharp({
		create: {
			width: 37,
			height: 23,
			channels: 4,
			background: "#c0401080",
			noise: { type: "gaussian", mean: 128, sigma: 30 },
		},
	});

const described = () => drawing().withExif({ IFD0: { Copyright: "somebody" } });

async function animated(): Promise<Sharp> {
	const frames = await Promise.all([drawing().png().toBuffer(), drawing().png().toBuffer()]);
	return sharp(frames, { join: { animated: true } });
}

/** The ways in which these formats are written. */
const written: [string, UploadType, () => Sharp | Promise<Sharp>][] = [
	["plain JPEG", "image/jpeg", () => drawing().jpeg()],
	["progressive JPEG", "image/jpeg", () => drawing().jpeg({ progressive: true })],
	["JPEG with metadata", "image/jpeg", () => described().jpeg()],
	["grey JPEG", "image/jpeg", () => drawing().greyscale().jpeg()],
	["plain PNG", "image/png", () => drawing().png()],
	["PNG with a palette", "image/png", () => drawing().png({ palette: true })],
	["interlaced PNG", "image/png", () => drawing().png({ progressive: true })],
	["plain WebP", "image/webp", () => drawing().removeAlpha().webp()],
	["WebP with transparency", "image/webp", () => drawing().webp()],
	["lossless WebP", "image/webp", () => drawing().webp({ lossless: true })],
	["WebP with metadata", "image/webp", () => described().webp()],
	["animated WebP", "image/webp", async () => (await animated()).webp()],
];

let files: Map<string, Uint8Array>;

beforeAll(async () => {
	const made = written.map(async ([name, , draw]) => {
		const file = await (await draw()).toBuffer();
		return [name, new Uint8Array(file)] as const;
	});
	files = new Map(await Promise.all(made));
});

const fileOf = (name: string) => files.get(name) ?? new Uint8Array();

describe.each(written)("%s", (name, type) => {
	it("is told by its start, and gives its size", () => {
		expect(typeOf(fileOf(name))).toBe(type);
		expect(sizeOf(fileOf(name), type)).toEqual({ width: 37, height: 23 });
	});

	it("has no size when any of its end is missing", () => {
		const whole = fileOf(name);
		for (let length = 16; length < whole.length; length++) {
			expect(sizeOf(whole.subarray(0, length), type), `${length} bytes`).toBeUndefined();
		}
	});

	it("is measured alike whatever follows it and wherever it lies in memory", () => {
		const whole = fileOf(name);
		const around = new Uint8Array(whole.length + 200).fill(0xff);
		around.set(whole, 100);
		expect(sizeOf(around.subarray(100), type)).toEqual({ width: 37, height: 23 });
	});

	it("never trips the reader, however it is damaged", () => {
		const whole = fileOf(name);
		const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 20 });
		fc.assert(
			fc.property(damage, (changes) => {
				const damaged = whole.slice();
				for (const [at, byte] of changes) damaged[at] = byte;
				for (const side of Object.values(sizeOf(damaged, type) ?? {})) {
					expect(side).toBeGreaterThanOrEqual(0);
				}
			}),
		);
	});
});

describe("the reader of formats", () => {
	it("reads anything to its end", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
				typeOf(bytes);
				for (const type of ["image/jpeg", "image/png", "image/webp"] as const) sizeOf(bytes, type);
			}),
		);
	});

	it("takes no JPEG of two frames", () => {
		const whole = fileOf("plain JPEG");
		const frame = whole.findIndex((byte, at) => byte === 0xff && whole[at + 1] === 0xc0);
		const length = 2 + ((whole[frame + 2] ?? 0) << 8) + (whole[frame + 3] ?? 0);
		const twice = [
			...whole.slice(0, frame + length),
			...whole.slice(frame, frame + length),
			...whole.slice(frame + length),
		];
		expect(sizeOf(Uint8Array.from(twice), "image/jpeg")).toBeUndefined();
	});

	it.each(["gif", "tiff", "avif"] as const)("takes no %s", async (format) => {
		expect(typeOf(new Uint8Array(await drawing().toFormat(format).toBuffer()))).toBeUndefined();
	});
});
