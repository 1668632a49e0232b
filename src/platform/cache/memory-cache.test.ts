import { describe, expect, it } from "vitest";
import { type LoadResult, MemoryCache, maxEntries } from "./memory-cache.ts";

/** A cache with a fake clock. */
function cacheWithClock() {
	const clock = { now: 1_000_000 };
	const cache = new MemoryCache<string>(
		() => undefined,
		() => clock.now,
	);
	const advance = (seconds: number) => {
		clock.now += seconds * 1000;
	};
	return { cache, advance };
}

/** Loads "1", "2", ... fresh for a minute. `load` waits for `finish`. */
function fakeLoader(tags: string[] = ["tools"]) {
	const waiting: (() => void)[] = [];
	const counter = { loads: 0 };
	const loadNow = async (): Promise<LoadResult<string>> => {
		counter.loads += 1;
		return { value: String(counter.loads), policy: { maxAge: 60, swr: 600, tags } };
	};
	const load = async () => {
		const result = await loadNow();
		await new Promise<void>((resolve) => waiting.push(resolve));
		return result;
	};
	const finish = async () => {
		await expect.poll(() => waiting.length).toBeGreaterThan(0);
		for (const resolve of waiting.splice(0)) resolve();
	};
	return { load, loadNow, finish, counter };
}

describe("the cache in memory", () => {
	it("loads once and returns that while it is fresh", async () => {
		const { cache, advance } = cacheWithClock();
		const { loadNow } = fakeLoader();
		expect(await cache.get("/", loadNow)).toEqual({ value: "1", outcome: "miss" });
		advance(59);
		expect(await cache.get("/", loadNow)).toEqual({ value: "1", outcome: "hit" });
		advance(1);
		expect(await cache.get("/", loadNow)).toEqual({ value: "2", outcome: "miss" });
	});

	it("loads once for a hundred concurrent requests", async () => {
		const { cache } = cacheWithClock();
		const { load, finish, counter } = fakeLoader();
		const all = Promise.all(Array.from({ length: 100 }, () => cache.get("/", load)));
		await finish();
		const outcomes = (await all).map(({ outcome }) => outcome);
		expect(outcomes.filter((outcome) => outcome === "coalesced")).toHaveLength(99);
		expect(counter.loads).toBe(1);
	});

	it("neither stores nor shares a value without a policy", async () => {
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

	it("rejects with the error of the load, and lets waiting requests load themselves", async () => {
		const { cache } = cacheWithClock();
		const { loadNow } = fakeLoader();
		const failing = cache.get("/", () => Promise.reject(new Error("away")));
		const waiting = cache.get("/", loadNow);
		await expect(failing).rejects.toThrow("away");
		expect(await waiting).toEqual({ value: "1", outcome: "miss" });
	});

	it("purges by tag", async () => {
		const { cache } = cacheWithClock();
		await cache.get("/tools", fakeLoader(["tools"]).loadNow);
		await cache.get("/review", fakeLoader(["reviews"]).loadNow);
		cache.purge(["tools"]);
		expect((await cache.get("/review", fakeLoader().loadNow)).outcome).toBe("hit");
		expect((await cache.get("/tools", fakeLoader().loadNow)).outcome).toBe("miss");
	});

	it("stores and shares no value whose load began before a purge", async () => {
		const { cache } = cacheWithClock();
		const { load, loadNow, finish } = fakeLoader();
		const before = cache.get("/", load);
		cache.purge(["reviews"]);
		expect(await cache.get("/", loadNow)).toEqual({ value: "2", outcome: "miss" });
		await finish();
		expect((await before).value).toBe("1");
		expect(await cache.get("/", loadNow)).toEqual({ value: "2", outcome: "hit" });
	});

	it("drops the oldest entry when it is full", async () => {
		const { cache } = cacheWithClock();
		const { loadNow } = fakeLoader();
		for (let index = 0; index <= maxEntries; index += 1) await cache.get(`/${index}`, loadNow);
		expect(cache.size).toBe(maxEntries);
		expect((await cache.get("/1", loadNow)).outcome).toBe("hit");
		expect((await cache.get("/0", loadNow)).outcome).toBe("miss");
	});
});
