import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runThrottled } from "./throttle.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const takes = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** When each of some items was begun, in milliseconds; each takes as long as it says. */
async function beginnings(items: number[], lanes: number, perSecond: number): Promise<number[]> {
	const start = Date.now();
	const begun: number[] = [];
	const done = runThrottled(items, { concurrency: lanes, perSecond }, async (ms) => {
		begun.push(Date.now() - start);
		await takes(ms);
	});
	await vi.runAllTimersAsync();
	await done;
	return begun;
}

it("begins them evenly", async () => {
	expect(await beginnings([50, 50, 50, 50], 2, 10)).toEqual([0, 100, 200, 300]);
});

it("makes nothing good by a burst where all were held up", async () => {
	const begun = await beginnings([5000, 5000, 0, 0, 0, 0], 2, 10);
	expect(begun).toEqual([0, 100, 5000, 5100, 5200, 5300]);
});

it("begins no more at once than it may", async () => {
	expect(await beginnings([100, 100, 100, 100], 2, Number.POSITIVE_INFINITY)).toEqual([
		0, 0, 100, 100,
	]);
});
