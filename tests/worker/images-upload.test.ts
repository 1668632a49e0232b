import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { imageQuota } from "../../src/messages/messages.ts";
import { findLateWork } from "../../src/shop/health/health.server.ts";
import { hashHex } from "../../src/values/hash.ts";
import { allowConsole } from "../setup/console-guard.ts";
import {
	ascii,
	type Bytes,
	blue,
	containsText,
	drawPng,
	exifDescription,
	join,
	type Pixel,
	pixelsOf,
	red,
	redAndBlue,
	withExif,
} from "./image-bytes.ts";
import { jpeg, png, postJson, upload, uploadForm, webp } from "./uploads.ts";

/** Uploads an image that must be accepted; returns its key and the stored bytes. */
async function uploadAndFind(image: Bytes): Promise<{ key: string; bytes: Bytes }> {
	const taken = await upload(image);
	expect(taken.body).toEqual({
		success: true,
		data: { url: expect.stringMatching(/^\/images\/[0-9a-f]{32}$/) },
	});
	const key = taken.body.data.url.slice("/images/".length);
	const object = await env.MEDIA.get(key);
	if (!object) throw new Error("nothing is stored");
	return { key, bytes: new Uint8Array(await object.arrayBuffer()) };
}

const rowOf = (key: string) =>
	env.DB.prepare("select * from images where key = ?").bind(key).first<Record<string, unknown>>();

async function rowCount(): Promise<number> {
	const row = await env.DB.prepare("select count(*) as n from images").first<{ n: number }>();
	return row?.n ?? Number.NaN;
}

function expectColour(found: Pixel, wanted: Pixel): void {
	const off = wanted.map((value, channel) => Math.abs(value - (found[channel] ?? 0)));
	expect(Math.max(...off), `${found} should be about ${wanted}`).toBeLessThan(70);
}

describe("POST /images", () => {
	it.each(["jpeg", "png", "webp"])(
		"accepts a %s and stores it under the hash of its bytes",
		async (format) => {
			const { key, bytes } = await uploadAndFind({ jpeg, png, webp }[format] ?? png);
			expect((await hashHex(bytes)).startsWith(key)).toBe(true);
			expect(await rowOf(key)).toMatchObject({
				type: "image/webp",
				bytes: bytes.length,
				width: 64,
				height: 32,
			});
			const image = await pixelsOf(bytes);
			expectColour(image.at(4, 16), red);
			expectColour(image.at(60, 16), blue);
		},
	);

	it("gives the same image the same key, and renews its age", async () => {
		const image = await redAndBlue(48, 16);
		const first = await uploadAndFind(image);
		await env.DB.prepare("update images set created_at = 1 where key = ?").bind(first.key).run();
		const rows = await rowCount();
		expect((await uploadAndFind(image)).key).toBe(first.key);
		expect(await rowCount()).toBe(rows);
		expect((await rowOf(first.key))?.created_at).toBeGreaterThan(Date.now() - 60_000);
	});

	it("ignores other fields and all files but the first", async () => {
		const form = uploadForm(png);
		form.append("image", new File([jpeg], "second.jpg"));
		form.set("name", "other");
		form.set("file", new File([webp], "third.webp"));
		expect((await postJson(form)).body.data.url).toBe(`/images/${(await uploadAndFind(png)).key}`);
	});

	it("requires a token", async () => {
		const rejected = await postJson(uploadForm(png), { Authorization: "" });
		expect(rejected).toMatchObject({ status: 401, body: { error: { code: "unauthenticated" } } });
	});
});

describe("an image's metadata", () => {
	it.each(["jpeg", "png", "webp"])(
		"is removed from a %s, which is rotated upright",
		async (format) => {
			const turned = withExif({ jpeg, png, webp }[format] ?? png, 6);
			expect(containsText(turned, exifDescription)).toBe(true);
			const { key, bytes } = await uploadAndFind(turned);
			expect(containsText(bytes, exifDescription)).toBe(false);
			expect(containsText(bytes, "EXIF")).toBe(false);
			// Orientation 6 rotates by 90 degrees clockwise: the left half is on top.
			expect(await rowOf(key)).toMatchObject({ width: 32, height: 64 });
			const image = await pixelsOf(bytes);
			expectColour(image.at(16, 4), red);
			expectColour(image.at(16, 60), blue);
		},
	);

	it("is removed when no rotation is needed", async () => {
		const { bytes } = await uploadAndFind(withExif(jpeg, 1));
		expect(containsText(bytes, exifDescription)).toBe(false);
	});

	it("is removed together with bytes after the image's end", async () => {
		const tail = ascii("PK\u0003\u0004<script>alert('a polyglot')</script>");
		for (const image of [jpeg, png, webp]) {
			const { key, bytes } = await uploadAndFind(join(image, tail));
			expect(containsText(bytes, "polyglot")).toBe(false);
			expect(key).toBe((await uploadAndFind(image)).key);
		}
	});
});

describe("a failing service", () => {
	it("leaves no row when the bucket rejects the image", async () => {
		allowConsole(/"code":"unavailable".*bucket is away/);
		vi.spyOn(env.MEDIA, "put").mockRejectedValue(new Error("bucket is away"));
		const rows = await rowCount();
		expect((await upload(await drawPng(8, 8, () => red))).status).toBe(503);
		expect(await rowCount()).toBe(rows);
	});

	it.each([9422, 9423])(
		"has a message of its own when the month's transformations are used up (%i)",
		async (code) => {
			allowConsole(/"code":"image_quota"/);
			vi.spyOn(env.IMAGES, "input").mockImplementation(() => {
				throw Object.assign(new Error("usage limit reached"), { code });
			});
			const rows = await rowCount();
			const answer = await upload(png);
			expect([answer.status, answer.body.error]).toEqual([
				503,
				{ code: "image_quota", message: imageQuota },
			]);
			expect(await rowCount()).toBe(rows);
			await vi.waitFor(async () =>
				expect((await findLateWork()).limits.map(({ name }) => name)).toEqual(["images"]),
			);
			await env.DB.exec("delete from service_limits");
		},
	);

	it("is 503, not a client error, when Images is busy", async () => {
		allowConsole(/"code":"unavailable".*too busy/);
		vi.spyOn(env.IMAGES, "input").mockImplementation(() => {
			throw Object.assign(new Error("the service is too busy"), { code: 9522 });
		});
		const rows = await rowCount();
		expect((await upload(png)).status).toBe(503);
		expect(await rowCount()).toBe(rows);
	});
});
