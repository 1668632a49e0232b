import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { version } from "../../package.json";
import { memoizeFor } from "../../src/platform/cache/memoize-for.ts";
import { isDatabaseHealthy } from "../../src/platform/database/database.ts";
import { isImageStoreHealthy } from "../../src/platform/services/images.ts";
import { callApi } from "../helpers/shop.ts";

afterEach(() => vi.restoreAllMocks());

describe("GET /health", () => {
	it("reports that everything works, and the version", async () => {
		const { status, body } = await callApi("GET", "/health");
		expect(status).toBe(200);
		expect(body).toEqual({ ok: true, version, database: true, images: true, payments: true });
	});

	it("reuses its result for a while", async () => {
		await callApi("GET", "/health");
		const [database, stripe] = [vi.spyOn(env.DB, "prepare"), vi.spyOn(globalThis, "fetch")];
		for (const _ of Array(20)) expect((await callApi("GET", "/health")).status).toBe(200);
		expect(database).not.toHaveBeenCalled();
		expect(stripe).not.toHaveBeenCalled();
	});

	it("reports a database or a bucket that does not respond", async () => {
		expect([await isDatabaseHealthy(), await isImageStoreHealthy()]).toEqual([true, true]);
		const run = () => Promise.reject(new Error("D1_ERROR: D1 DB is overloaded."));
		vi.spyOn(env.DB, "prepare").mockReturnValue({ run } as unknown as D1PreparedStatement);
		vi.spyOn(env.MEDIA, "head").mockRejectedValue(new Error("away"));
		expect([await isDatabaseHealthy(), await isImageStoreHealthy()]).toEqual([false, false]);
	});
});

describe("a memoized function", () => {
	it("runs once within its time, and again afterwards", async () => {
		let now = 0;
		let done = 0;
		const look = memoizeFor(
			5000,
			async () => (done += 1),
			() => now,
		);
		expect([await look(), await look()]).toEqual([1, 1]);
		now = 4999;
		expect(await look()).toBe(1);
		now = 5000;
		expect(await look()).toBe(2);
	});

	it("serves the last result while it runs again", async () => {
		let now = 0;
		let finish = (_: string): void => undefined;
		const results = [
			Promise.resolve("first"),
			new Promise<string>((resolve) => (finish = resolve)),
		];
		const look = memoizeFor(
			5000,
			() => results.shift() ?? Promise.reject(),
			() => now,
		);
		await look();
		now = 6000;
		const anew = look();
		expect(await look()).toBe("first");
		finish("second");
		expect([await anew, await look()]).toEqual(["second", "second"]);
	});

	it("runs again after a failure", async () => {
		const work = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue("here");
		const look = memoizeFor(5000, work);
		await expect(look()).rejects.toThrow("away");
		expect(await look()).toBe("here");
	});
});
