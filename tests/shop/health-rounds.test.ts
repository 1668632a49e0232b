/** How much of a check one run does, and when the next round starts. */
import { describe, expect, it, vi } from "vitest";
import { continueRound, type RunLimits } from "../../src/shop/health/findings.server.ts";

const day = 24 * 60 * 60_000;
const time = Date.UTC(2026, 10, 23);

/** Runs a check of so many slices, and returns the starts that its slices were given, as days. */
async function run(
	stored: { startedAt: Date | null; finishedAt: Date | null },
	limits: RunLimits = {},
	slicesOfRound = 3,
): Promise<number[]> {
	const starts: number[] = [];
	await continueRound(
		stored,
		async (state, now) => {
			expect(now).toEqual(new Date(time));
			starts.push(state.startedAt.getTime() / day);
			return starts.length < slicesOfRound ? state : { startedAt: null, finishedAt: now };
		},
		{ time, ...limits },
	);
	return starts;
}

const today = time / day;
const ended = (ago: number) => ({ startedAt: null, finishedAt: new Date(time - ago) });

describe("a round of a check", () => {
	it("starts at once, and a day after the last one or when somebody asks", async () => {
		const first = { startedAt: null, finishedAt: null };
		expect(await run(first)).toEqual([today, today, today]);
		expect(await run(ended(day - 1))).toEqual([]);
		expect(await run(ended(day))).toEqual([today, today, today]);
		expect(await run(ended(1), { now: true })).toEqual([today, today, today]);
	});

	it("goes on where it was, however recently the one before has ended", async () => {
		const startedAt = new Date(time - 2 * day);
		const some = [today - 2, today - 2];
		expect(await run({ ...ended(1), startedAt }, {}, 2)).toEqual(some);
		expect(await run({ ...ended(1), startedAt }, { slices: 2 })).toEqual(some);
	});

	it("has at most eight slices a run, and none after its time", async () => {
		expect(await run(ended(day), {}, 20)).toHaveLength(8);
		expect(await run(ended(day), { ms: 0 })).toEqual([]);
		const clock = vi.spyOn(Date, "now");
		let passed = 0;
		clock.mockImplementation(() => (passed += 10_000));
		expect(await run(ended(day))).toHaveLength(1);
		clock.mockRestore();
	});
});
