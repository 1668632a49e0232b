/** What the tests in Node take from R2 is as it is on workerd: this file runs on both, as d1.test.ts does. */
import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { afterEach, expect, it } from "vitest";

const bucket = env.MEDIA;
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

const keysOf = async (options: R2ListOptions) => {
	const { objects, truncated } = await bucket.list(options);
	return [objects.map(({ key }) => key), truncated];
};

afterEach(async () => {
	const { objects } = await bucket.list();
	await bucket.delete(objects.map(({ key }) => key));
});

it.each<[what: string, value: string | Uint8Array<ArrayBuffer> | ArrayBuffer]>([
	["a text", "wheel"],
	["bytes", new TextEncoder().encode("wheel")],
	["a buffer", new TextEncoder().encode("wheel").buffer],
])("%s comes back with its type", async (_, value) => {
	const before = Date.now();
	const put = await bucket.put("a", value, { httpMetadata: { contentType: "text/plain" } });
	const about = { key: "a", size: 5, httpMetadata: { contentType: "text/plain" } };
	expect(put).toMatchObject(about);
	const object = await bucket.get("a");
	expect(object).toMatchObject(about);
	expect(await object?.text()).toBe("wheel");
	const head = await bucket.head("a");
	expect(head).toMatchObject(about);
	expect(head).not.toHaveProperty("body");
	expect(head?.httpEtag).toBe(`"${head?.etag}"`);
	expect(head?.etag).toBe(createHash("md5").update("wheel").digest("hex"));
	expect(Math.abs(Number(head?.uploaded) - before)).toBeLessThan(60_000);
});

it("an object is replaced, and is as it was put", async () => {
	const bytes = new TextEncoder().encode("old");
	await bucket.put("a", "older", { httpMetadata: { contentType: "text/plain" } });
	await bucket.put("a", bytes);
	bytes.fill(0);
	const object = await bucket.get("a");
	expect(new TextDecoder().decode(await object?.arrayBuffer())).toBe("old");
	expect(object?.httpMetadata).toEqual({});
});

it("a body is read once", async () => {
	await bucket.put("a", "wheel");
	const object = await bucket.get("a");
	await object?.text();
	expect(object?.bodyUsed).toBe(true);
	await expect(object?.text()).rejects.toThrow(TypeError);
});

it("what is not there is null, and can be deleted", async () => {
	expect(await bucket.get("none")).toBeNull();
	expect(await bucket.head("none")).toBeNull();
	await bucket.delete("none");
	await bucket.delete([]);
});

it("a checksum must match", async () => {
	await bucket.put("a", "wheel", { sha256: hashOf("wheel") });
	await expect(bucket.put("a", "spoke", { sha256: hashOf("wheel") })).rejects.toThrow("SHA-256");
	expect(await (await bucket.get("a"))?.text()).toBe("wheel");
});

it("a list is in the order of keys, by prefix, start and limit", async () => {
	for (const key of ["b/2", "a", "b/1", "B"]) await bucket.put(key, key);
	expect(await keysOf({})).toEqual([["B", "a", "b/1", "b/2"], false]);
	expect(await keysOf({ prefix: "b/" })).toEqual([["b/1", "b/2"], false]);
	expect(await keysOf({ startAfter: "a", limit: 1 })).toEqual([["b/1"], true]);
	await bucket.delete(["a", "b/1"]);
	expect(await keysOf({})).toEqual([["B", "b/2"], false]);
});

it("at most a thousand objects are listed at a time", async () => {
	for (const limit of [0, 1001]) await expect(bucket.list({ limit })).rejects.toThrow("MaxKeys");
});
