import { expect, it } from "vitest";
import { healthStatus } from "./health.api.ts";

it.each([
	[{}, 200],
	[{ payments: false }, 200],
	[{ images: false }, 503],
	[{ database: false }, 503],
	[{ database: false, images: false }, 503],
])("the health check with %j answers %i", (changes, status) => {
	const health = { ok: true, version: "1.0.0", database: true, images: true, payments: true };
	expect(healthStatus({ ...health, ...changes })).toBe(status);
});
