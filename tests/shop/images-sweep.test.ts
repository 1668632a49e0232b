import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { variantName } from "../../src/platform/services/images.ts";
import { sweepImages } from "../../src/shop/images/sweep.server.ts";
import { imageWidths, variantTypes } from "../../src/values/images.ts";
import { addFamily } from "../helpers/families.ts";
import { addTool, archiveTool, callApi, insertImage, placeLine, signUp } from "../helpers/shop.ts";

const dayMs = 24 * 60 * 60 * 1000;
const tomorrow = () => new Date(Date.now() + dayMs + 60_000);

beforeEach(async () => {
	await env.DB.batch([
		env.DB.prepare("delete from reviews"),
		env.DB.prepare("delete from order_lines"),
		env.DB.prepare("delete from tools"),
		env.DB.prepare("delete from categories"),
		env.DB.prepare("delete from images"),
	]);
	const { objects } = await env.MEDIA.list();
	await env.MEDIA.delete(objects.map(({ key }) => key));
});

/** Stores an object with its variants and a row of that age, and returns the key. */
async function storeImage(ageMs = 2 * dayMs): Promise<string> {
	const key = await storeWithoutRow();
	await env.DB.prepare(
		"insert into images (key, type, bytes, width, height, created_at) values (?, 'image/webp', 7, 1, 1, ?)",
	)
		.bind(key, Date.now() - ageMs)
		.run();
	return key;
}

/** Inserts rows of images, two days old, without storing objects. */
async function insertImageRows(keys: readonly string[]): Promise<void> {
	await env.DB.prepare(
		"insert into images (key, type, bytes, width, height, created_at) select value, 'image/webp', 7, 1, 1, ? from json_each(?)",
	)
		.bind(Date.now() - 2 * dayMs, JSON.stringify(keys))
		.run();
}

const newKeys = (count: number) => Array.from({ length: count }, newKey);

function newKey(): string {
	const random = crypto.getRandomValues(new Uint8Array(16));
	return [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function storeWithoutRow(): Promise<string> {
	const key = newKey();
	await env.MEDIA.put(key, "image");
	return key;
}

async function isStored(key: string): Promise<boolean> {
	const row = await env.DB.prepare("select 1 from images where key = ?").bind(key).first();
	const object = await env.MEDIA.head(key);
	expect(row === null, "row and object go together").toBe(object === null);
	return row !== null;
}

const showOn = (table: "tools" | "order_lines", id: string, key: string) =>
	env.DB.prepare(`update ${table} set image = ? where id = ?`).bind(`/images/${key}`, id).run();

const writeReview = (key: string) =>
	env.DB.prepare(
		"insert into reviews (id, author, rating, image, description, created_at) values (?, 'A', 5, ?, 'Good', 1)",
	)
		.bind(crypto.randomUUID(), `/images/${key}`)
		.run();

describe("the sweep", () => {
	it("deletes an unreferenced image and its variants", async () => {
		const key = await storeImage();
		const variants = imageWidths.flatMap((width) =>
			variantTypes.map((type) => variantName(key, width, type)),
		);
		for (const name of variants) await env.MEDIA.put(name, "variant");
		expect(await sweepImages()).toBe(1);
		expect(await isStored(key)).toBe(false);
		expect((await env.MEDIA.list()).objects).toEqual([]);
	});

	it("keeps images that tools, archived tools, families, categories, reviews and orders refer to", async () => {
		const [onSale, archived, ofFamily, ofCategory, reviewed, ordered] = await Promise.all([
			storeImage(),
			storeImage(),
			storeImage(),
			storeImage(),
			storeImage(),
			storeImage(),
		]);
		await showOn("tools", await addTool(), onSale);
		const gone = await addTool();
		await showOn("tools", gone, archived);
		await archiveTool(gone);
		await addFamily("pictured", { [await addTool()]: "4 mm" });
		await env.DB.prepare(
			"insert into family_pictures (family_id, position, image) values ('pictured', 1, ?)",
		)
			.bind(`/images/${ofFamily}`)
			.run();
		await env.DB.prepare("insert into categories (slug, name, image) values ('shown', 'Shown', ?)")
			.bind(`/images/${ofCategory}`)
			.run();
		await writeReview(reviewed);
		const line = await placeLine(await signUp(), await addTool());
		await showOn("order_lines", line._id, ordered);
		const orphan = await storeImage();
		expect(await sweepImages()).toBe(1);
		expect(await isStored(orphan)).toBe(false);
		for (const key of [onSale, archived, ofFamily, ofCategory, reviewed, ordered])
			expect(await isStored(key)).toBe(true);
	});

	it("keeps a new upload for a day", async () => {
		const [young, old] = [await storeImage(dayMs - 60_000), await storeImage(dayMs + 60_000)];
		expect(await sweepImages()).toBe(1);
		expect(await isStored(young)).toBe(true);
		expect(await isStored(old)).toBe(false);
	});

	it("deletes an object without a row after a day", async () => {
		const lost = await storeWithoutRow();
		expect(await sweepImages()).toBe(0);
		expect(await env.MEDIA.head(lost)).not.toBeNull();
		expect(await sweepImages(tomorrow())).toBe(1);
		expect(await env.MEDIA.head(lost)).toBeNull();
	});

	it("leaves other objects in the bucket", async () => {
		const key = await storeImage();
		await writeReview(key);
		await env.MEDIA.put(variantName(key, 320, "image/webp"), "variant");
		await env.MEDIA.put("something else", "kept");
		expect(await sweepImages(tomorrow())).toBe(0);
		expect((await env.MEDIA.list()).objects).toHaveLength(3);
	});

	it("deletes all of them in one run, a thousand keys at a time", async () => {
		await insertImageRows(newKeys(1500));
		const deleting = vi.spyOn(env.MEDIA, "delete");
		expect(await sweepImages()).toBe(1500);
		const calls = deleting.mock.calls.map(([names]) => names.length);
		deleting.mockRestore();
		expect(Math.max(...calls)).toBeLessThanOrEqual(1000);
		// An image has fifteen keys.
		expect(calls.length).toBeLessThanOrEqual(Math.ceil(1500 / 66) + 1);
		expect(await sweepImages()).toBe(0);
	});

	it("reaches every image in one run however many are in use, and checks those no more that day", async () => {
		const inUse = newKeys(1450);
		await insertImageRows(inUse);
		await env.DB.prepare(
			"insert into reviews (id, author, rating, image, description, created_at) select value, 'A', 5, '/images/' || value, 'Good', 1 from json_each(?)",
		)
			.bind(JSON.stringify(inUse))
			.run();
		// The last of all, so that only a complete run reaches it.
		await insertImageRows(["f".repeat(32)]);
		expect(await sweepImages()).toBe(1);
		const left = await env.DB.prepare("select count(*) as n from images").first<{ n: number }>();
		expect(left?.n).toBe(1450);
		// An image that is no longer used is found a day later.
		await env.DB.prepare("delete from reviews where image = ?").bind(`/images/${inUse[0]}`).run();
		expect(await sweepImages()).toBe(0);
		expect(await sweepImages(tomorrow())).toBe(1);
	});

	it("keeps the row when the bucket fails, so that the next run finds it and no one uses it", async () => {
		const key = await storeImage();
		const rider = await signUp();
		await insertImage(`/images/${key}`, rider);
		const away = vi.spyOn(env.MEDIA, "delete").mockRejectedValue(new Error("bucket is away"));
		await expect(sweepImages()).rejects.toThrow("bucket is away");
		const body = { name: 5, image: `/images/${key}`, description: "Good." };
		const { status } = await callApi("POST", "/rating", { token: rider.token, body });
		expect(status).toBe(422);
		away.mockRestore();
		expect(await isStored(key)).toBe(true);
		expect(await sweepImages()).toBe(1);
	});
});
