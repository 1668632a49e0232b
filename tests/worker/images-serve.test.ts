import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ALL, GET } from "../../src/pages/images/[key].ts";
import { variantName } from "../../src/platform/services/images.ts";
import { findLateWork } from "../../src/shop/health/health.server.ts";
import { hashHex } from "../../src/values/hash.ts";
import { imageKey, imageWidths } from "../../src/values/images.ts";
import { origin } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { type Bytes, convert, drawPng, pixelsOf } from "./image-bytes.ts";

const avif = "image/avif,image/webp,image/apng,image/*,*/*;q=0.8";
const webp = "image/webp,*/*;q=0.5";

let key: string;

/** Puts an image of that size directly into the bucket and returns its key. */
async function storeImage(width: number, height: number): Promise<string> {
	const shade = Math.floor(Math.random() * 256);
	const drawn = await drawPng(width, height, (x, y) => [x & 255, y & 255, shade]);
	const bytes = await convert(drawn, "image/webp");
	const name = imageKey(await hashHex(bytes));
	await env.MEDIA.put(name, bytes, { httpMetadata: { contentType: "image/webp" } });
	return name;
}

beforeAll(async () => {
	key = await storeImage(400, 200);
});

async function fetchWith(route: APIRoute, path: string, headers: HeadersInit): Promise<Response> {
	const request = new Request(`${origin}/images/${path}`, { headers });
	// The route reads only these parts of Astro's context.
	const context = { request, url: new URL(request.url), cache: { set: () => {} } };
	return (await route(context as unknown as Parameters<APIRoute>[0])) as Response;
}

const get = (path: string, accept = avif, headers: Record<string, string> = {}) =>
	fetchWith(GET, path, { Accept: accept, ...headers });

async function bytesOf(response: Response): Promise<Bytes> {
	return new Uint8Array(await response.arrayBuffer());
}

describe("GET /images/{key}", () => {
	it("serves the stored image, whatever the Accept header", async () => {
		for (const accept of [avif, webp, "*/*", ""]) {
			const response = await get(key, accept);
			expect(response.status).toBe(200);
			expect(response.headers.get("Content-Type")).toBe("image/webp");
			const image = await bytesOf(response);
			expect(response.headers.get("Content-Length")).toBe(String(image.length));
			expect(await pixelsOf(image)).toMatchObject({ width: 400, height: 200 });
		}
	});

	it.each([
		[avif, "image/avif"],
		[webp, "image/webp"],
		["image/avif;q=0, image/webp", "image/webp"],
		["image/avif;q=0.5, image/webp;q=0.9", "image/webp"],
		["IMAGE/AVIF", "image/avif"],
	])("serves a width for %s as %s", async (accept, type) => {
		const response = await get(`${key}?w=160`, accept);
		expect(response.headers.get("Content-Type")).toBe(type);
		const image = await bytesOf(response);
		expect(new TextDecoder("latin1").decode(image.slice(4, 12))).toContain(
			type === "image/avif" ? "ftypavif" : "WEBP",
		);
		expect(response.headers.get("Content-Length")).toBe(String(image.length));
		if (type === "image/webp") {
			expect(await pixelsOf(image)).toMatchObject({ width: 160, height: 80 });
		}
	});

	it.each(["*/*", "image/*", "", "image/png", "image/avif;q=0", "image/avif;q=x"])(
		"serves the original format for Accept: %j",
		async (accept) => {
			const image = await bytesOf(await get(`${key}?w=160`, accept));
			expect(await pixelsOf(image)).toMatchObject({ width: 400, height: 200 });
		},
	);

	it("never upscales", async () => {
		const image = await bytesOf(await get(`${key}?w=640`, webp));
		expect(await pixelsOf(image)).toMatchObject({ width: 400, height: 200 });
	});

	it("creates a variant once, stores it, and serves it the same from R2 and from the cache", async () => {
		const fresh = await storeImage(300, 300);
		const make = vi.spyOn(env.IMAGES, "input");
		const read = vi.spyOn(env.MEDIA, "get");
		const made = await get(`${fresh}?w=160`);
		expect(make).toHaveBeenCalledOnce();
		const bytes = await bytesOf(made);
		expect(await env.MEDIA.head(variantName(fresh, 160, "image/avif"))).toMatchObject({
			size: bytes.length,
			httpMetadata: { contentType: "image/avif" },
		});
		await vi.waitFor(async () => {
			read.mockClear();
			const cached = await get(`${fresh}?w=160`);
			expect(await bytesOf(cached)).toEqual(bytes);
			expect([...cached.headers]).toEqual([...made.headers]);
			expect(read).not.toHaveBeenCalled();
		}, 10_000);
		expect(make).toHaveBeenCalledOnce();
	});

	it("answers 304 to a matching ETag", async () => {
		for (const path of [key, `${key}?w=320`]) {
			const etag = (await get(path)).headers.get("ETag") ?? "";
			expect(etag).toMatch(/^"[^"]+"$/);
			for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
				const response = await get(path, avif, { "If-None-Match": sent });
				expect(response.status).toBe(304);
				expect(response.headers.get("ETag")).toBe(etag);
				expect(response.headers.get("Cache-Control")).toContain("immutable");
				expect(await response.text()).toBe("");
			}
			expect((await get(path, avif, { "If-None-Match": '"other"' })).status).toBe(200);
		}
		const etags = [`${key}?w=320`, `${key}?w=640`, key].map(async (path) => [
			(await get(path)).headers.get("ETag"),
			(await get(path, webp)).headers.get("ETag"),
		]);
		expect(new Set((await Promise.all(etags)).flat()).size).toBe(5);
	});

	it("is immutable, nosniff and can't run script", async () => {
		for (const path of [key, `${key}?w=160`]) {
			expect(Object.fromEntries((await get(path)).headers)).toMatchObject({
				"cache-control": "public, max-age=31536000, immutable",
				"content-security-policy": "default-src 'none'; sandbox",
				"cross-origin-resource-policy": "cross-origin",
				vary: "Accept",
				"x-content-type-options": "nosniff",
			});
		}
	});

	it("is 404 for another key, and 405 for another method", async () => {
		expect((await get("0".repeat(32))).status).toBe(404);
		expect((await fetchWith(ALL, key, {})).status).toBe(405);
	});

	it.each([
		"161",
		"0",
		"-160",
		"160.0",
		"0160",
		"160px",
		"",
		"99999999999",
		"160&w=320",
		"160&w=160",
	])("rejects the width %j", async (width) => {
		expect((await get(`${key}?w=${width}`)).status).toBe(404);
	});

	it("serves every allowed width", async () => {
		const answers = imageWidths.map((width) => get(`${key}?w=${width}`, webp));
		for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
	});

	it.each([
		"",
		"0".repeat(32),
		"health",
		"variants",
		"../secret",
		"..%2f..%2fsecret",
		"%2e%2e/secret",
		"__proto__",
		"%00",
		"%",
	])("is 404 for %j", async (odd) => {
		for (const query of ["", "?w=160"]) {
			const response = await get(odd + query);
			expect(response.status).toBe(404);
			expect(response.headers.get("Cache-Control")).toBe("no-store");
		}
	});

	it("matches a key only in its exact spelling", async () => {
		await env.MEDIA.put(key.toUpperCase(), "another");
		await env.MEDIA.put(`${key}.txt`, "another");
		await env.MEDIA.put("plain", "another");
		for (const odd of [key.toUpperCase(), `${key}.txt`, `${key}/`, `%30${key}`, "plain"]) {
			expect((await get(odd)).status).toBe(404);
		}
	});

	it("serves the original for a while when the variant can't be created", async () => {
		allowConsole(/"code":"variant".*out of order/);
		const fresh = await storeImage(50, 60);
		const make = vi.spyOn(env.IMAGES, "input").mockImplementation(() => {
			throw new Error("out of order");
		});
		const standIn = await get(`${fresh}?w=160`);
		expect(standIn.status).toBe(200);
		expect(standIn.headers.get("Cache-Control")).toBe("public, max-age=60");
		make.mockRestore();
		expect(await pixelsOf(await bytesOf(standIn))).toMatchObject({ width: 50, height: 60 });
		expect((await get(`${fresh}?w=160`)).headers.get("Content-Type")).toBe("image/avif");
	});

	it("serves the next larger stored width, or the original, when the month's transformations are used up", async () => {
		allowConsole(/"code":"variant".*usage limit/);
		const fresh = await storeImage(900, 900);
		await get(`${fresh}?w=640`, webp);
		const make = vi.spyOn(env.IMAGES, "input").mockImplementation(() => {
			throw Object.assign(new Error("usage limit reached"), { code: 9423 });
		});
		const standIns = [await get(`${fresh}?w=160`, webp), await get(`${fresh}?w=960`, webp)];
		make.mockRestore();
		const sides = standIns.map(async (response) => {
			expect([response.status, response.headers.get("Cache-Control")]).toEqual([
				200,
				"public, max-age=60",
			]);
			return (await pixelsOf(await bytesOf(response))).width;
		});
		expect(await Promise.all(sides)).toEqual([640, 900]);
		await vi.waitFor(async () =>
			expect((await findLateWork()).limits.map(({ name }) => name)).toEqual(["images"]),
		);
		await env.DB.exec("delete from service_limits");
	});

	it("sends the actual Content-Type when Images returns another format", async () => {
		const fresh = await storeImage(70, 60);
		const input = env.IMAGES.input.bind(env.IMAGES);
		vi.spyOn(env.IMAGES, "input").mockImplementation((stream) => {
			const transformer = input(stream);
			const output = transformer.output.bind(transformer);
			transformer.output = (options) => output({ ...options, format: "image/webp" });
			return transformer;
		});
		const response = await get(`${fresh}?w=160`);
		expect(response.headers.get("Content-Type")).toBe("image/webp");
		expect((await get(`${fresh}?w=160`)).headers.get("Content-Type")).toBe("image/webp");
	});
});
