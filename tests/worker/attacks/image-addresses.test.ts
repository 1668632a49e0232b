/**
 * External URLs as an image, and file names of uploads. File contents: images-rejected.test.ts and
 * images-upload.test.ts; requests to /images: images-serve.test.ts.
 */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { addTool, callApi, type Person, signUp } from "../../helpers/shop.ts";
import { ascii, containsText, join } from "../image-bytes.ts";
import { jpeg, png, postJson, upload, uploader, uploadForm } from "../uploads.ts";

let admin: Person;
let tool: string;

beforeAll(async () => {
	[admin, tool] = await Promise.all([signUp({ role: "admin" }), addTool()]);
});

const newTool = { name: "A", description: "Good.", minOrderQuantity: 1, quantity: 5, price: 5 };
const create = (changes: object) =>
	callApi("POST", "/service", { token: admin.token, body: { ...newTool, ...changes } });

describe("an external URL as an image", () => {
	it.each([
		"https://evil.test/a.png",
		"http://localhost:8787/images/",
		`//evil.test/images/${"0".repeat(32)}`,
		`\\\\evil.test/images/${"0".repeat(32)}`,
		`/\\evil.test/images/${"0".repeat(32)}`,
		`/images/../images/${"0".repeat(32)}`,
		`/images//${"0".repeat(32)}`,
		`/images/${"0".repeat(32)}?w=160`,
		`/images/${"0".repeat(32)}#`,
		`/images/${"0".repeat(32)}\n`,
		`/images/${"0".repeat(32)}/../../api/user`,
		`/images/${"A".repeat(32)}`,
		`/images/%30${"0".repeat(31)}`,
		`/images/..%2f..%2f${"0".repeat(58)}`,
		`evil.test/images/${"0".repeat(32)}`,
		`@evil.test/images/${"0".repeat(32)}`,
		"javascript:alert(1)",
		"data:image/svg+xml,<svg onload=alert(1)>",
		"blob:http://localhost:8787/x",
		"/logo.svg",
		"",
		null,
		["/images/", "0".repeat(32)],
		{ toString: "x" },
	])("%j is rejected for tools and reviews", async (image) => {
		const before = await counts();
		const body = { name: 5, image, description: "Good." };
		for (const rejected of [
			await create({ image }),
			await callApi("POST", "/rating", { token: uploader.token, body }),
			await callApi("PUT", `/service?id=${tool}`, {
				token: admin.token,
				body: { price: 5, quantity: 5, minOrderQuantity: 1, image },
			}),
		]) {
			expect(rejected.status).toBe(422);
			expect(Object.keys(rejected.body.error.fields)).toEqual(["image"]);
		}
		expect(await counts()).toEqual(before);
	});

	async function counts() {
		return await env.DB.prepare(
			"select (select count(*) from tools) as tools, (select count(*) from reviews) as reviews, (select image from tools where id = ?) as image",
		)
			.bind(tool)
			.first();
	}
});

describe("an upload's file name", () => {
	it.each([
		["a path", "../../etc/passwd"],
		["a path with backslashes", "..\\..\\secret"],
		["script", '"><script>alert(1)</script>.png'],
		["a tab", "a\tb"],
		["a turned direction", "a\u202egnp.exe"],
		["10,000 letters", "x".repeat(10_000)],
		["another key", "variants/a/160.webp"],
	])("%s is not stored: the key is the hash of the stored bytes", async (_, name) => {
		const before = (await env.MEDIA.list()).objects.map(({ key }) => key);
		const plain = await upload(png);
		const form = uploadForm(png);
		form.set("image", new File([png], name, { type: "image/png" }));
		const { status, body } = await postJson(form);
		expect([status, body.data.url]).toEqual([200, plain.body.data.url]);
		const key = plain.body.data.url.slice("/images/".length);
		const after = (await env.MEDIA.list()).objects.map((object) => object.key);
		expect(new Set(after)).toEqual(new Set([...before, key]));
	});
});

describe("a JPEG's metadata", () => {
	const carried = "GPSLatitude 48,12.5N <script>alert(1)</script>";

	it.each([
		["Adobe's metadata", 0xe1, "http://ns.adobe.com/xap/1.0/\u0000<x:xmpmeta>"],
		["a comment", 0xfe, ""],
		["a newspaper's metadata", 0xed, "Photoshop 3.0\u0000"],
		["a colour profile that is none", 0xe2, "ICC_PROFILE\u0000\u0001\u0001"],
		["a segment nobody knows", 0xef, "MINE\u0000"],
	])("as %s is removed", async (_, marker, start) => {
		const text = ascii(start + carried);
		const length = text.length + 2;
		const segment = join([0xff, marker, length >> 8, length & 0xff], text);
		const { status, body } = await upload(join(jpeg.slice(0, 2), segment, jpeg.slice(2)));
		expect(status).toBe(200);
		const kept = await env.MEDIA.get(body.data.url.slice("/images/".length));
		const bytes = new Uint8Array((await kept?.arrayBuffer()) ?? []);
		expect(bytes.length).toBeGreaterThan(0);
		for (const word of ["GPS", "script", "xmpmeta"]) expect(containsText(bytes, word)).toBe(false);
	});
});
