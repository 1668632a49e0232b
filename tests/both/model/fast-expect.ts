/**
 * What holds almost always, thousands of times a scenario: compared without Vitest's `expect`, which takes
 * a hundred times as long. It makes the message of what does not hold.
 */
import { expect } from "vitest";

export function expectSame(actual: unknown, expected: unknown, message?: string): void {
	if (!Object.is(actual, expected)) expect(actual, message).toBe(expected);
}

export function expectAtMost(actual: number, limit: number, message?: string): void {
	if (!(actual <= limit)) expect(actual, message).toBeLessThanOrEqual(limit);
}

export function expectContains(values: readonly unknown[], value: unknown, message?: string): void {
	if (!values.includes(value)) expect(values, message).toContain(value);
}
