/** Fails a test on any console.error or console.warn that `allowConsole` did not allow. */
import { afterEach, beforeEach, expect, vi } from "vitest";

let allowedPatterns: RegExp[] = [];
let consoleMessages: string[] = [];

/** Allows console messages of this test that match these patterns. */
export function allowConsole(...patterns: RegExp[]): void {
	allowedPatterns.push(...patterns);
}

beforeEach(() => {
	allowedPatterns = [];
	consoleMessages = [];
	for (const level of ["error", "warn"] as const) {
		vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
			consoleMessages.push(args.map(String).join(" "));
		});
	}
});

afterEach(() => {
	const unexpected = consoleMessages.filter(
		(line) => !allowedPatterns.some((pattern) => pattern.test(line)),
	);
	vi.restoreAllMocks();
	expect(unexpected, "stray console output").toEqual([]);
});
