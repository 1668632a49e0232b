import { describe, expect, it, vi } from "vitest";
import { runBatch } from "./bindings.ts";

describe("a batch of a local database", () => {
	it("runs once more if workerd has closed the connection", async () => {
		const batch = vi
			.fn()
			.mockRejectedValueOnce(new TypeError("fetch failed"))
			.mockResolvedValue([]);
		await runBatch({ batch }, []);
		expect(batch).toHaveBeenCalledTimes(2);
	});

	it("does not run again if only the answer was lost", async () => {
		const batch = vi.fn().mockRejectedValue(new TypeError("fetch failed"));
		await runBatch({ batch }, [], async () => true);
		expect(batch).toHaveBeenCalledTimes(1);
	});

	it.each([
		["the second attempt fails too", new TypeError("fetch failed"), 2],
		["SQL is wrong", new Error("D1_ERROR: no such table: tools"), 1],
	])("rejects if %s", async (_, error, times) => {
		const batch = vi.fn().mockRejectedValue(error);
		await expect(runBatch({ batch }, [])).rejects.toThrow(error);
		expect(batch).toHaveBeenCalledTimes(times);
	});
});
