/** What is checked of an image before it is stored, with a decoder under the test's control. */
import { env } from "cloudflare:workers";
import sharp from "sharp";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { batch } from "../../src/platform/database/database.ts";
import { addImage, storeImage, touchImage } from "../../src/shop/images/images.server.ts";
import { callerOf, type Person, signUp } from "../helpers/shop.ts";

let rider: Person;
let other: Person;
beforeAll(async () => {
	[rider, other] = await Promise.all([signUp(), signUp()]);
});

type Bytes = Uint8Array<ArrayBuffer>;

async function draw(width: number, height: number, type: "png" | "webp"): Promise<Bytes> {
	const image = sharp({ create: { width, height, channels: 3, background: "red" } });
	return new Uint8Array(await image[type]().toBuffer());
}

/** Lets Cloudflare Images answer with this file. */
function decodeAs(file: Bytes) {
	const output = vi.fn(async () => ({ response: () => new Response(file) }));
	env.IMAGES = { input: () => ({ output }) } as unknown as typeof env.IMAGES;
	return output;
}

const errorOf = (storing: Promise<unknown>) =>
	storing.then(
		() => "stored",
		({ code, fields, message }) => fields?.image ?? (message === code ? code : message),
	);

describe("an upload", () => {
	it.each([
		["the same size", 6, 4, "stored"],
		["a size that is turned", 4, 6, "stored"],
		["another width", 8, 4, expect.stringContaining("can't be read")],
		["another height", 6, 2, expect.stringContaining("can't be read")],
		["a square of its longer side", 6, 6, expect.stringContaining("can't be read")],
		["a square of its shorter side", 4, 4, expect.stringContaining("can't be read")],
	])("that the decoder reads with %s, %i x %i: %s", async (_, width, height, expected) => {
		decodeAs(await draw(width, height, "webp"));
		expect(await errorOf(addImage(callerOf(rider), await draw(6, 4, "png")))).toEqual(expected);
	});

	it("is stored as WebP alone, without animation", async () => {
		decodeAs(await draw(6, 4, "png"));
		expect(await errorOf(addImage(callerOf(rider), await draw(6, 4, "png")))).toBe("unavailable");
		const output = decodeAs(await draw(6, 4, "webp"));
		await addImage(callerOf(rider), await draw(6, 4, "png"));
		expect(output).toHaveBeenCalledWith({ format: "image/webp", quality: 90, anim: false });
	});

	it("is counted before it is decoded, and not if it is none", async () => {
		const output = decodeAs(await draw(6, 4, "webp"));
		const tooMany = vi.fn().mockRejectedValue(new Error("too many"));
		const text = new TextEncoder().encode("a text that is long enough");
		expect(await errorOf(storeImage(rider.id, text, tooMany))).toMatch(/JPEG, PNG or WebP/);
		expect(await errorOf(addImage(callerOf(rider), undefined))).toBe("Image is Required");
		expect(tooMany).not.toHaveBeenCalled();
		await expect(storeImage(rider.id, await draw(6, 4, "png"), tooMany)).rejects.toThrow(
			"too many",
		);
		expect(output).not.toHaveBeenCalled();
	});
});

describe("a stored image", () => {
	const mayUse = async (key: string, userId?: string) => {
		const { touched } = await batch({ touched: touchImage(`/images/${key}`, userId) });
		return touched.length === 1;
	};

	it("may be used by those who have uploaded it, and by the shop", async () => {
		decodeAs(await draw(16, 4, "webp"));
		const key = await addImage(callerOf(rider), await draw(16, 4, "png"));
		expect(await env.MEDIA.head(key)).not.toBeNull();
		expect([await mayUse(key), await mayUse(key, rider.id), await mayUse(key, other.id)]).toEqual([
			true,
			true,
			false,
		]);
		expect(await addImage(callerOf(other), await draw(16, 4, "png"))).toBe(key);
		expect(await mayUse(key, other.id)).toBe(true);
	});

	it("of no account is the shop's own", async () => {
		decodeAs(await draw(18, 4, "webp"));
		const key = await storeImage(null, await draw(18, 4, "png"));
		expect([await mayUse(key), await mayUse(key, rider.id)]).toEqual([true, false]);
	});

	it("is neither used nor stored again while it is deleted", async () => {
		decodeAs(await draw(20, 4, "webp"));
		const key = await addImage(callerOf(rider), await draw(20, 4, "png"));
		await env.DB.prepare("update images set deleting_at = 1 where key = ?").bind(key).run();
		expect(await mayUse(key, rider.id)).toBe(false);
		const again = addImage(callerOf(rider), await draw(20, 4, "png"));
		expect(await errorOf(again)).toBe("unavailable");
	});
});
