import { describe, expect, it } from "vitest";
import { cacheLimits, type LoadResult, SwrCache, type SwrCacheOptions } from "./swr-cache.ts";

/** A shelf on a clock that stands still until it is moved, and what it does in the background. */
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

/** Makes "1", "2", ... kept for a minute and stale for ten, each when the test says so. */
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

describe("a shelf", () => {
	it("makes once and gives that while it is fresh", async () => {
		const { cache, advance } = cacheWithClock();
		const { loadNow, counter } = fakeLoader();
		expect(await cache.get("/", loadNow)).toEqual({ value: "1", outcome: "miss" });
		advance(59);
		expect(await cache.get("/", loadNow)).toEqual({ value: "1", outcome: "hit" });
		expect(counter.loads).toBe(1);
	});

	it("gives what is stale at once, to however many, while one makes it anew", async () => {
		const { cache, advance, backgroundDone } = cacheWithClock();
		const { load, loadNow, finish, counter } = fakeLoader();
		await cache.get("/", loadNow);
		advance(61);
		// None of these waits: what would end the making has not been called yet.
		const results = await Promise.all(Array.from({ length: 100 }, () => cache.get("/", load)));
		expect(new Set(results.map(({ value, outcome }) => `${value} ${outcome}`))).toEqual(
			new Set(["1 stale"]),
		);
		expect(counter.loads).toBe(2);
		finish();
		await backgroundDone();
		expect(await cache.get("/", load)).toEqual({ value: "2", outcome: "hit" });
	});

	it("gives nothing that is older than it may be", async () => {
		const { cache, advance } = cacheWithClock();
		const { loadNow } = fakeLoader();
		await cache.get("/", loadNow);
		advance(660);
		expect(await cache.get("/", loadNow)).toEqual({ value: "2", outcome: "miss" });
	});

	it("keeps what is stale where making it anew fails, and has the next one try again", async () => {
		const { cache, advance } = cacheWithClock({
			background: (work) => void work().catch(() => {}),
		});
		const { loadNow } = fakeLoader();
		await cache.get("/", loadNow);
		advance(61);
		const fail = () => Promise.reject(new Error("the database is away"));
		expect(await cache.get("/", fail)).toEqual({ value: "1", outcome: "stale" });
		// Until the failed attempt has ended, nobody begins another.
		await expect.poll(async () => (await cache.get("/", loadNow)) && cache.size).toBe(1);
		await expect.poll(async () => (await cache.get("/", loadNow)).outcome).toBe("hit");
	});

	it("makes once for a hundred that come at once", async () => {
		const { cache } = cacheWithClock();
		const { load, finish, counter } = fakeLoader();
		const all = Promise.all(Array.from({ length: 100 }, () => cache.get("/", load)));
		finish();
		expect(
			(await all).map(({ outcome }) => outcome).filter((outcome) => outcome === "coalesced"),
		).toHaveLength(99);
		expect(counter.loads).toBe(1);
	});

	it("shares nothing that is not to be kept", async () => {
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

	it("has those who wait make their own where the first one fails or hangs", async () => {
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

	it("takes down by tag, and nothing else", async () => {
		const { cache } = cacheWithClock();
		await cache.get("/a", fakeLoader(["tools", "reviews"]).loadNow);
		await cache.get("/b", fakeLoader(["tool:1"]).loadNow);
		cache.purge(["reviews", "tool:2"]);
		expect((await cache.get("/a", fakeLoader().loadNow)).outcome).toBe("miss");
		expect((await cache.get("/b", fakeLoader().loadNow)).outcome).toBe("hit");
	});

	it("keeps nothing that was read before a purge of it", async () => {
		const { cache } = cacheWithClock();
		const [old, fresh] = [fakeLoader(), fakeLoader()];
		await fresh.loadNow();
		const before = cache.get("/", old.load);
		cache.purge(["tools"]);
		// Whoever wrote comes after the purge: what is under way was read before.
		expect(await cache.get("/", fresh.loadNow)).toEqual({ value: "2", outcome: "miss" });
		old.finish();
		expect((await before).value).toBe("1");
		expect(await cache.get("/", fresh.loadNow)).toEqual({ value: "2", outcome: "hit" });
	});

	it("holds so much and no more, and questions push out only questions", async () => {
		const { cache } = cacheWithClock({
			limits: { plain: { entries: 2, bytes: 100 }, withQuery: { entries: 2, bytes: 100 } },
		});
		const { loadNow } = fakeLoader();
		const keys = ["/", "/tools", ...Array.from({ length: 50 }, (_, n) => `/tools?cursor=${n}`)];
		for (const key of keys) await cache.get(key, loadNow);
		expect(cache.size).toBe(4);
		expect((await cache.get("/", loadNow)).outcome).toBe("hit");
		expect((await cache.get("/review", loadNow)).outcome).toBe("miss");
		// The one that was used longest ago went.
		expect((await cache.get("/", loadNow)).outcome).toBe("hit");
		expect((await cache.get("/tools", loadNow)).outcome).toBe("miss");
	});

	it("holds no more bytes than its limit, however large each answer, and counts what a purge frees", async () => {
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
		// The same key again takes no room twice.
		await cache.get("/tools/199", loadNow);
		expect(cache.bytes).toBe(limit);
		cache.purge(["tools"]);
		expect(cache.bytes).toBe(0);
	});

	it("keeps nothing that alone is larger than the limit", async () => {
		const { cache } = cacheWithClock({ sizeOf: () => cacheLimits.plain.bytes + 1 });
		await cache.get("/", fakeLoader().loadNow);
		expect(cache.size).toBe(0);
		expect(cache.bytes).toBe(0);
	});
});
