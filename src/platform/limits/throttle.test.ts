import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runThrottled } from "./throttle.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Returns when each item was started, in milliseconds. Each item is its own duration. */
async function startTimes(
	durations: number[],
	concurrency: number,
	perSecond: number,
): Promise<number[]> {
	const start = Date.now();
	const started: number[] = [];
	const done = runThrottled(durations, { concurrency, perSecond }, async (ms) => {
		started.push(Date.now() - start);
		await delay(ms);
	});
	await vi.runAllTimersAsync();
	await done;
	return started;
}

it("starts items evenly", async () => {
	expect(await startTimes([50, 50, 50, 50], 2, 10)).toEqual([0, 100, 200, 300]);
});

it("starts no burst after a delay", async () => {
	const started = await startTimes([5000, 5000, 0, 0, 0, 0], 2, 10);
	expect(started).toEqual([0, 100, 5000, 5100, 5200, 5300]);
});

it("respects the concurrency", async () => {
	expect(await startTimes([100, 100, 100, 100], 2, Number.POSITIVE_INFINITY)).toEqual([
		0, 0, 100, 100,
	]);
});
