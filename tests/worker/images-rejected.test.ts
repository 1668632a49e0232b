import { env, withEnv } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as messages from "../../src/messages/messages.ts";
import type { ApiResponse } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { ascii, blackPng, bomb, join } from "./image-bytes.ts";
import { jpeg, megabyte, png, post, postJson, upload, uploadForm, webp } from "./uploads.ts";

describe("an upload of an unsupported type", () => {
	const gif = ascii("GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;");
	const svg = ascii('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
	const html = ascii("<!doctype html><script>alert(1)</script>");

	it.each([
		["GIF", gif],
		["SVG", svg],
		["HTML", html],
		["text", ascii("not an image at all")],
		["a PNG's signature before HTML", join([0x89, ...ascii("PNG"), 0x0d, 0x0a, 0x1a, 0x0a], html)],
		["RIFF other than WebP", join(ascii("RIFF"), [4, 0, 0, 0], ascii("WAVEfmt "))],
	])("%s is 415, whatever its Content-Type", async (_, bytes) => {
		for (const type of ["image/png", "image/jpeg"]) {
			const rejected = await upload(bytes, type);
			expect(rejected).toMatchObject({
				status: 415,
				body: { error: { code: "unsupported_media", message: messages.imageTypeUnsupported } },
			});
		}
	});

	it("a GIF with a whole PNG appended is 415: the signature decides", async () => {
		expect((await upload(join(gif, png))).status).toBe(415);
	});

	it("a body other than a form is 415", async () => {
		expect((await postJson(png, { "Content-Type": "image/png" })).status).toBe(415);
		expect((await postJson("{}", { "Content-Type": "application/json" })).status).toBe(415);
		for (const type of ["application/x-www-form-urlencoded", "text/plain; multipart/form-data"])
			expect((await postJson("image=x", { "Content-Type": type })).status, type).toBe(415);
	});

	it("a form that can't be parsed is 400", async () => {
		const typed = { "Content-Type": "multipart/form-data; boundary=x" };
		expect((await postJson("no parts here", typed)).status).toBe(400);
		expect((await postJson("--x--", { "Content-Type": "multipart/form-data" })).status).toBe(400);
	});

	it("a form without the file is 422", async () => {
		const typed = new FormData();
		typed.set("image", "a text");
		for (const form of [
			typed,
			uploadForm(png, "image/png", "photo"),
			uploadForm(new Uint8Array()),
		]) {
			const rejected = await postJson(form);
			expect(rejected.status).toBe(422);
			expect(rejected.body.error.fields).toEqual({ image: messages.imageRequired });
		}
	});
});

describe("a broken image", () => {
	it.each(["jpeg", "png", "webp"])("is rejected when truncated anywhere: %s", async (format) => {
		const whole = { jpeg, png, webp }[format] ?? png;
		for (const length of [whole.length - 1, Math.floor(whole.length / 2), 40]) {
			const rejected = await upload(whole.slice(0, length));
			expect(rejected.status, `${length} of ${whole.length} bytes`).toBe(422);
			expect(rejected.body.error.fields).toEqual({ image: messages.imageUnreadable });
		}
	});

	it("is rejected when it is complete but can't be decoded", async () => {
		const damaged = png.slice();
		damaged.fill(0x55, 8 + 25 + 8, 8 + 25 + 8 + 12);
		const rejected = await upload(damaged);
		expect(rejected.status).toBe(422);
		expect(rejected.body.error.fields).toEqual({ image: messages.imageUnreadable });
	});
});

describe("an image that is too large", () => {
	it("is rejected above 4096 pixels a side", async () => {
		expect((await upload(await blackPng(4096, 2))).status).toBe(200);
		for (const image of [await blackPng(4097, 2), await blackPng(2, 4097)]) {
			const rejected = await upload(image);
			expect(rejected.status).toBe(422);
			expect(rejected.body.error.fields).toEqual({ image: messages.imageTooLarge(4096) });
		}
	});

	it("is rejected without decoding, however small its file", async () => {
		const decode = vi.spyOn(env.IMAGES, "input");
		expect((await upload(await bomb(30_000, 30_000))).status).toBe(422);
		expect(decode).not.toHaveBeenCalled();
		expect((await upload(png)).status).toBe(200);
		expect(decode).toHaveBeenCalledOnce();
	});

	it("is rejected above 5 MB", async () => {
		const filled = (length: number) => join(png, new Uint8Array(length - png.length));
		expect((await upload(filled(5 * megabyte))).status).toBe(200);
		expect((await upload(filled(5 * megabyte + 1))).status).toBe(413);
	});
});

describe("a body that is too long", () => {
	const typed = { "Content-Type": "multipart/form-data; boundary=x" };

	/** The start of a form, then zeros; counts the bytes read. */
	function formOfLength(bytes: number) {
		const head = ascii('--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n');
		let given = 0;
		const body = new ReadableStream<Uint8Array>(
			{
				pull(controller) {
					const chunk = given === 0 ? head : new Uint8Array(64 * 1024);
					given += chunk.length;
					controller.enqueue(chunk);
					if (given >= bytes) controller.close();
				},
			},
			{ highWaterMark: 0 },
		);
		return { body, given: () => given };
	}

	/** What can be read of a response that has not ended yet. */
	async function firstOf(response: Response): Promise<ApiResponse["body"]> {
		const reader = response.body?.getReader();
		const first = await reader?.read();
		await reader?.cancel();
		return JSON.parse(new TextDecoder().decode(first?.value));
	}

	it("is rejected immediately by its Content-Length", async () => {
		const { body, given } = formOfLength(50 * megabyte);
		const rejected = await post(body, { ...typed, "Content-Length": String(50 * megabyte) });
		expect(rejected.status).toBe(413);
		expect(given()).toBe(0);
		expect((await firstOf(rejected)).error.code).toBe("too_large");
	});

	it.each([{}, { "Content-Length": "1000" }])(
		"is rejected once too much was received, whatever its Content-Length: %o",
		async (announced) => {
			const { body, given } = formOfLength(50 * megabyte);
			const rejected = await post(body, { ...typed, ...announced });
			expect(rejected.status).toBe(413);
			expect(given()).toBeLessThan(6 * megabyte);
			await rejected.body?.cancel();
		},
	);

	it("is not read without a token", async () => {
		const { body, given } = formOfLength(50 * megabyte);
		const rejected = await post(body, { ...typed, Authorization: "" });
		expect(rejected.status).toBe(401);
		expect(given()).toBe(0);
		await rejected.body?.cancel();
	});

	it("is drained up to a limit, so that the client can read the error", async () => {
		for (const [bytes, drained] of [
			[20 * megabyte, 20 * megabyte],
			[900 * megabyte, 70 * megabyte],
		] as const) {
			const { body, given } = formOfLength(bytes);
			expect((await postJson(body, typed)).body.error.code).toBe("too_large");
			expect(given()).toBeGreaterThan(19 * megabyte);
			expect(given()).toBeLessThan(drained + megabyte);
		}
	});
});

describe("a failure while an image is stored", () => {
	const internalMessage = "no such pencil: images.user_id sk_test_1";
	const imageRows = async () =>
		(await env.DB.prepare("select key from images order by key").all()).results;

	function expectNoCause({ body, headers }: ApiResponse): void {
		expect(body).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
		const received = JSON.stringify([body, [...headers]]);
		expect(received).not.toMatch(/pencil|sk_test|user_id|SQLITE|D1_|trigger|\.ts|stack| at /i);
	}

	afterEach(async () => {
		await env.DB.prepare("drop trigger if exists broken_pencil").run();
	});

	it("of the bucket leaves no row and leaks nothing", async () => {
		allowConsole(/"code":"unavailable"/);
		const before = await imageRows();
		const MEDIA = new Proxy(env.MEDIA, {
			get: (bucket, name) =>
				name === "put"
					? () => Promise.reject(new Error(`put: ${internalMessage}`))
					: Reflect.get(bucket, name).bind(bucket),
		});
		const rejected = (await withEnv({ ...env, MEDIA }, () => upload(webp))) as ApiResponse;
		expect([rejected.status, rejected.body.error.code]).toEqual([503, "unavailable"]);
		expectNoCause(rejected);
		expect(await imageRows()).toEqual(before);
	});

	it("of the database leaves no row and leaks nothing, and the next attempt succeeds", async () => {
		allowConsole(/"code":"internal"/);
		const before = await imageRows();
		await env.DB.prepare(
			`create trigger broken_pencil before insert on images begin select raise(abort, '${internalMessage}'); end`,
		).run();
		const rejected = await upload(png);
		expect([rejected.status, rejected.body.error.code]).toEqual([500, "internal"]);
		expectNoCause(rejected);
		expect(await imageRows()).toEqual(before);
		await env.DB.prepare("drop trigger broken_pencil").run();
		const { status, body } = await upload(png);
		expect(status).toBe(200);
		expect(await imageRows()).toContainEqual({ key: body.data.url.slice("/images/".length) });
	});
});
