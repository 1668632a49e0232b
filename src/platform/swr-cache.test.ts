import { describe, expect, it } from "vitest";
import { cacheLimits, type LoadResult, SwrCache, type SwrCacheOptions } from "./swr-cache.ts";

/** A cache with a fake clock, and its work in the background. */
function cacheWithClock(options: Partial<SwrCacheOptions<string>> = {}) {
	const clock = { now: 1_000_000 };
	const background: Promise<unknown>[] = [];
	const cache = new SwrCache<string>({
		now: () => clock.now,
		background: (work) => background.push(work()),
		sizeOf: (value) => value.length,
		...options,
	});
	return {
		cache,
		advance: (seconds: number) => {
			clock.now += seconds * 1000;
		},
		backgroundDone: () => Promise.all(background),
	};
}

/** Loads "1", "2", ... fresh for a minute and stale for ten, each when the test calls `finish`. */
function fakeLoader(tags: string[] = ["tools"]) {
	const waiting: (() => void)[] = [];
	const counter = { loads: 0 };
	const load = async (): Promise<LoadResult<string>> => {
		counter.loads += 1;
		const value = String(counter.loads);
		await new Promise<void>((resolve) => waiting.push(resolve));
		return { value, policy: { maxAge: 60, swr: 600, tags } };
	};
	const finish = () => {
		for (const resolve of waiting.splice(0)) resolve();
	};
	const loadNow = async () => {
		const result = load();
		finish();
		return result;
	};
	return { load, loadNow, finish, counter };
}

describe("a stale-while-revalidate cache", () => {
	it("loads once and returns that while it is fresh", async () => {
		const { cache, advance } = cacheWithClock();
		const { loadNow, counter } = fakeLoader();
		expect(await cache.get("/", loadNow)).toEqual({ value: "1", outcome: "miss" });
		advance(59);
		expect(await cache.get("/", loadNow)).toEqual({ value: "1", outcome: "hit" });
		expect(counter.loads).toBe(1);
	});

	it("returns a stale value immediately, to any number of requests, while one reloads it", async () => {
		const { cache, advance, backgroundDone } = cacheWithClock();
		const { load, loadNow, finish, counter } = fakeLoader();
		await cache.get("/", loadNow);
		advance(61);
		// None of these waits: the load has not finished yet.
		const results = await Promise.all(Array.from({ length: 100 }, () => cache.get("/", load)));
		expect(new Set(results.map(({ value, outcome }) => `${value} ${outcome}`))).toEqual(
			new Set(["1 stale"]),
		);
		expect(counter.loads).toBe(2);
		finish();
		await backgroundDone();
		expect(await cache.get("/", load)).toEqual({ value: "2", outcome: "hit" });
	});

	it("returns no expired value", async () => {
		const { cache, advance } = cacheWithClock();
		const { loadNow } = fakeLoader();
		await cache.get("/", loadNow);
		advance(660);
		expect(await cache.get("/", loadNow)).toEqual({ value: "2", outcome: "miss" });
	});

	it("returns the stale value if the reload fails, and reloads with the next request", async () => {
		const { cache, advance } = cacheWithClock({
			background: (work) => void work().catch(() => {}),
		});
		const { loadNow } = fakeLoader();
		await cache.get("/", loadNow);
		advance(61);
		const fail = () => Promise.reject(new Error("the database is away"));
		expect(await cache.get("/", fail)).toEqual({ value: "1", outcome: "stale" });
		// No other reload starts until the failed one has ended.
		await expect.poll(async () => (await cache.get("/", loadNow)) && cache.size).toBe(1);
		await expect.poll(async () => (await cache.get("/", loadNow)).outcome).toBe("hit");
	});

	it("loads once for a hundred concurrent requests", async () => {
		const { cache } = cacheWithClock();
		const { load, finish, counter } = fakeLoader();
		const all = Promise.all(Array.from({ length: 100 }, () => cache.get("/", load)));
		finish();
		expect(
			(await all).map(({ outcome }) => outcome).filter((outcome) => outcome === "coalesced"),
		).toHaveLength(99);
		expect(counter.loads).toBe(1);
	});

	it("does not share a value without a policy", async () => {
		const { cache } = cacheWithClock();
		let loads = 0;
		const load = async () => {
			loads += 1;
			return { value: String(loads) };
		};
		const all = await Promise.all([1, 2, 3].map(() => cache.get("/nope", load)));
		expect(all.map(({ value }) => value).sort()).toEqual(["1", "2", "3"]);
		expect(cache.size).toBe(0);
	});

	it("lets waiting requests load themselves if the first load fails or hangs", async () => {
		const { cache } = cacheWithClock({ waitTimeoutMs: 1 });
		const { loadNow } = fakeLoader();
		let fail = (_: Error) => {};
		const hanging = cache.get("/", () => new Promise((_, reject) => (fail = reject)));
		expect(await cache.get("/", loadNow)).toEqual({ value: "1", outcome: "miss" });
		const waits = cache.get("/", loadNow);
		fail(new Error("gone"));
		await expect(hanging).rejects.toThrow("gone");
		expect((await waits).outcome).toBe("miss");
	});

	it("purges by tag, and nothing else", async () => {
		const { cache } = cacheWithClock();
		await cache.get("/a", fakeLoader(["tools", "reviews"]).loadNow);
		await cache.get("/b", fakeLoader(["tool:1"]).loadNow);
		cache.purge(["reviews", "tool:2"]);
		expect((await cache.get("/a", fakeLoader().loadNow)).outcome).toBe("miss");
		expect((await cache.get("/b", fakeLoader().loadNow)).outcome).toBe("hit");
	});

	it("does not cache a value that was loaded before its purge", async () => {
		const { cache } = cacheWithClock();
		const [old, fresh] = [fakeLoader(), fakeLoader()];
		await fresh.loadNow();
		const before = cache.get("/", old.load);
		cache.purge(["tools"]);
		// A request after the purge must not get the load that started before it.
		expect(await cache.get("/", fresh.loadNow)).toEqual({ value: "2", outcome: "miss" });
		old.finish();
		expect((await before).value).toBe("1");
		expect(await cache.get("/", fresh.loadNow)).toEqual({ value: "2", outcome: "hit" });
	});

	it("respects its limits, and keys with a query evict only each other", async () => {
		const { cache } = cacheWithClock({
			limits: { plain: { entries: 2, bytes: 100 }, withQuery: { entries: 2, bytes: 100 } },
		});
		const { loadNow } = fakeLoader();
		const keys = ["/", "/tools", ...Array.from({ length: 50 }, (_, n) => `/tools?cursor=${n}`)];
		for (const key of keys) await cache.get(key, loadNow);
		expect(cache.size).toBe(4);
		expect((await cache.get("/", loadNow)).outcome).toBe("hit");
		expect((await cache.get("/review", loadNow)).outcome).toBe("miss");
		// The least recently used entry was evicted.
		expect((await cache.get("/", loadNow)).outcome).toBe("hit");
		expect((await cache.get("/tools", loadNow)).outcome).toBe("miss");
	});

	it("respects its limit of bytes for large values, and counts what a purge frees", async () => {
		const maxBodyBytes = 256 * 1024;
		const { cache } = cacheWithClock({ sizeOf: () => maxBodyBytes });
		const { loadNow } = fakeLoader();
		for (let n = 0; n < 200; n += 1) {
			await cache.get(`/tools/${n}`, loadNow);
			await cache.get(`/tools?cursor=${n}`, loadNow);
		}
		const limit = cacheLimits.plain.bytes + cacheLimits.withQuery.bytes;
		expect(limit).toBeLessThanOrEqual(16 * 1024 * 1024);
		expect(cache.bytes).toBe(limit);
		expect(cache.size).toBe(limit / maxBodyBytes);
		// The same key does not count twice.
		await cache.get("/tools/199", loadNow);
		expect(cache.bytes).toBe(limit);
		cache.purge(["tools"]);
		expect(cache.bytes).toBe(0);
	});

	it("does not cache a value that is larger than the limit", async () => {
		const { cache } = cacheWithClock({ sizeOf: () => cacheLimits.plain.bytes + 1 });
		await cache.get("/", fakeLoader().loadNow);
		expect(cache.size).toBe(0);
		expect(cache.bytes).toBe(0);
	});
});
