/** A test fails on any console.error or console.warn it did not announce with `expectNoise`. */
import { afterEach, beforeEach, expect, vi } from "vitest";

let expected: RegExp[] = [];
let heard: string[] = [];

/** Says that this test makes the console say something, so that it does not count as stray. */
export function expectNoise(...patterns: RegExp[]): void {
	expected.push(...patterns);
}

beforeEach(() => {
	expected = [];
	heard = [];
	for (const level of ["error", "warn"] as const) {
		vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
			heard.push(words.map(String).join(" "));
		});
	}
});

afterEach(() => {
	const stray = heard.filter((line) => !expected.some((pattern) => pattern.test(line)));
	vi.restoreAllMocks();
	expect(stray, "stray console output").toEqual([]);
});
