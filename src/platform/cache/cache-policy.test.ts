import { expect, it } from "vitest";
import { dayOf, startOfDay } from "../../config/days.ts";
import { cachePolicy, untilTomorrow } from "./cache-policy.ts";

const policy = cachePolicy("tools");
const midnight = startOfDay(dayOf(Date.UTC(2026, 10, 26, 12)) + 1);

it.each([
	["as long as others at noon", 12 * 3600, policy.maxAge, policy.swr],
	["stale until midnight in the last hour", 1800, policy.maxAge, 1800 - policy.maxAge],
	["fresh until midnight in the last minutes", 60, 60, 0],
	["a second at the end", 0.001, 1, 0],
])("caches a page of today %s", (_, leftS, maxAge, swr) => {
	expect(untilTomorrow(policy, midnight - leftS * 1000)).toEqual({ ...policy, maxAge, swr });
});
