import { describe, expect, it } from "vitest";
import { cacheLimits, type Made, Shelf, type ShelfSettings } from "./shelf.ts";

/** A shelf on a clock that stands still until it is moved, and what it does in the background. */
function shelfOnClock(more: Partial<ShelfSettings<string>> = {}) {
	const clock = { now: 1_000_000 };
	const background: Promise<unknown>[] = [];
	const shelf = new Shelf<string>({
		now: () => clock.now,
		background: (work) => background.push(work()),
		sizeOf: (value) => value.length,
		...more,
	});
	return {
		shelf,
		pass: (seconds: number) => {
			clock.now += seconds * 1000;
		},
		settled: () => Promise.all(background),
	};
}

/** Makes "1", "2", ... kept for a minute and stale for ten, each when the test says so. */
function maker(tags: string[] = ["tools"]) {
	const waiting: (() => void)[] = [];
	const counter = { made: 0 };
	const make = async (): Promise<Made<string>> => {
		counter.made += 1;
		const value = String(counter.made);
		await new Promise<void>((resolve) => waiting.push(resolve));
		return { value, keep: { maxAge: 60, swr: 600, tags } };
	};
	const finish = () => {
		for (const resolve of waiting.splice(0)) resolve();
	};
	const atOnce = async () => {
		const made = make();
		finish();
		return made;
	};
	return { make, atOnce, finish, counter };
}

describe("a shelf", () => {
	it("makes once and gives that while it is fresh", async () => {
		const { shelf, pass } = shelfOnClock();
		const { atOnce, counter } = maker();
		expect(await shelf.take("/", atOnce)).toEqual({ value: "1", how: "made" });
		pass(59);
		expect(await shelf.take("/", atOnce)).toEqual({ value: "1", how: "hit" });
		expect(counter.made).toBe(1);
	});

	it("gives what is stale at once, to however many, while one makes it anew", async () => {
		const { shelf, pass, settled } = shelfOnClock();
		const { make, atOnce, finish, counter } = maker();
		await shelf.take("/", atOnce);
		pass(61);
		// None of these waits: what would end the making has not been called yet.
		const taken = await Promise.all(Array.from({ length: 100 }, () => shelf.take("/", make)));
		expect(new Set(taken.map(({ value, how }) => `${value} ${how}`))).toEqual(new Set(["1 stale"]));
		expect(counter.made).toBe(2);
		finish();
		await settled();
		expect(await shelf.take("/", make)).toEqual({ value: "2", how: "hit" });
	});

	it("gives nothing that is older than it may be", async () => {
		const { shelf, pass } = shelfOnClock();
		const { atOnce } = maker();
		await shelf.take("/", atOnce);
		pass(660);
		expect(await shelf.take("/", atOnce)).toEqual({ value: "2", how: "made" });
	});

	it("keeps what is stale where making it anew fails, and has the next one try again", async () => {
		const { shelf, pass } = shelfOnClock({ background: (work) => void work().catch(() => {}) });
		const { atOnce } = maker();
		await shelf.take("/", atOnce);
		pass(61);
		const fail = () => Promise.reject(new Error("the database is away"));
		expect(await shelf.take("/", fail)).toEqual({ value: "1", how: "stale" });
		// Until the failed attempt has ended, nobody begins another.
		await expect.poll(async () => (await shelf.take("/", atOnce)) && shelf.size).toBe(1);
		await expect.poll(async () => (await shelf.take("/", atOnce)).how).toBe("hit");
	});

	it("makes once for a hundred that come at once", async () => {
		const { shelf } = shelfOnClock();
		const { make, finish, counter } = maker();
		const all = Promise.all(Array.from({ length: 100 }, () => shelf.take("/", make)));
		finish();
		expect((await all).map(({ how }) => how).filter((how) => how === "shared")).toHaveLength(99);
		expect(counter.made).toBe(1);
	});

	it("shares nothing that is not to be kept", async () => {
		const { shelf } = shelfOnClock();
		let made = 0;
		const make = async () => {
			made += 1;
			return { value: String(made) };
		};
		const all = await Promise.all([1, 2, 3].map(() => shelf.take("/nope", make)));
		expect(all.map(({ value }) => value).sort()).toEqual(["1", "2", "3"]);
		expect(shelf.size).toBe(0);
	});

	it("has those who wait make their own where the first one fails or hangs", async () => {
		const { shelf } = shelfOnClock({ patienceMs: 1 });
		const { atOnce } = maker();
		let fail = (_: Error) => {};
		const hanging = shelf.take("/", () => new Promise((_, reject) => (fail = reject)));
		expect(await shelf.take("/", atOnce)).toEqual({ value: "1", how: "made" });
		const waits = shelf.take("/", atOnce);
		fail(new Error("gone"));
		await expect(hanging).rejects.toThrow("gone");
		expect((await waits).how).toBe("made");
	});

	it("takes down by tag, and nothing else", async () => {
		const { shelf } = shelfOnClock();
		await shelf.take("/a", maker(["tools", "reviews"]).atOnce);
		await shelf.take("/b", maker(["tool:1"]).atOnce);
		shelf.purge(["reviews", "tool:2"]);
		expect((await shelf.take("/a", maker().atOnce)).how).toBe("made");
		expect((await shelf.take("/b", maker().atOnce)).how).toBe("hit");
	});

	it("keeps nothing that was read before a purge of it", async () => {
		const { shelf } = shelfOnClock();
		const [old, fresh] = [maker(), maker()];
		await fresh.atOnce();
		const before = shelf.take("/", old.make);
		shelf.purge(["tools"]);
		// Whoever wrote comes after the purge: what is under way was read before.
		expect(await shelf.take("/", fresh.atOnce)).toEqual({ value: "2", how: "made" });
		old.finish();
		expect((await before).value).toBe("1");
		expect(await shelf.take("/", fresh.atOnce)).toEqual({ value: "2", how: "hit" });
	});

	it("holds so much and no more, and questions push out only questions", async () => {
		const { shelf } = shelfOnClock({
			limits: { plain: { entries: 2, bytes: 100 }, asked: { entries: 2, bytes: 100 } },
		});
		const { atOnce } = maker();
		const keys = ["/", "/tools", ...Array.from({ length: 50 }, (_, n) => `/tools?cursor=${n}`)];
		for (const key of keys) await shelf.take(key, atOnce);
		expect(shelf.size).toBe(4);
		expect((await shelf.take("/", atOnce)).how).toBe("hit");
		expect((await shelf.take("/review", atOnce)).how).toBe("made");
		// The one that was used longest ago went.
		expect((await shelf.take("/", atOnce)).how).toBe("hit");
		expect((await shelf.take("/tools", atOnce)).how).toBe("made");
	});

	it("holds no more bytes than its limit, however large each answer, and counts what a purge frees", async () => {
		const largest = 256 * 1024;
		const { shelf } = shelfOnClock({ sizeOf: () => largest });
		const { atOnce } = maker();
		for (let n = 0; n < 200; n += 1) {
			await shelf.take(`/tools/${n}`, atOnce);
			await shelf.take(`/tools?cursor=${n}`, atOnce);
		}
		const limit = cacheLimits.plain.bytes + cacheLimits.asked.bytes;
		expect(limit).toBeLessThanOrEqual(16 * 1024 * 1024);
		expect(shelf.bytes).toBe(limit);
		expect(shelf.size).toBe(limit / largest);
		// The same key again takes no room twice.
		await shelf.take("/tools/199", atOnce);
		expect(shelf.bytes).toBe(limit);
		shelf.purge(["tools"]);
		expect(shelf.bytes).toBe(0);
	});

	it("keeps nothing that alone is larger than the limit", async () => {
		const { shelf } = shelfOnClock({ sizeOf: () => cacheLimits.plain.bytes + 1 });
		await shelf.take("/", maker().atOnce);
		expect(shelf.size).toBe(0);
		expect(shelf.bytes).toBe(0);
	});
});
