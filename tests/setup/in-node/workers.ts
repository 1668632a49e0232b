/**
 * `cloudflare:workers` for tests in Node, with the bindings that the model test needs. vitest.config.ts
 * resolves the import to this file.
 */
import { readdirSync } from "node:fs";
import { scheduler } from "node:timers/promises";
import { inject } from "vitest";
import { limitNames } from "../../../src/platform/settings-schema.ts";
import { openD1 } from "./d1.ts";

// Workers have it as a global.
Object.assign(globalThis, { scheduler });

/** The users of all scenarios share an address. */
const noLimit = { limit: async () => ({ success: true }) };

const folder = "migrations";
const migrations = readdirSync(folder)
	.filter((name) => name.endsWith(".sql"))
	.sort();

export const env = {
	...inject("vars"),
	...inject("keys"),
	...Object.fromEntries(limitNames.map((name) => [name, "10000"])),
	STRIPE_API_URL: inject("modelStripeUrl"),
	STRIPE_JOB_CALLS: "100000",
	DB: openD1(folder, migrations),
	ADDRESS_LIMIT: noLimit,
	USER_LIMIT: noLimit,
	SEARCH_LIMIT: noLimit,
	GUEST_LIMIT: noLimit,
	// Bound, so that the settings are complete; nothing here may call them.
	MEDIA: {},
	IMAGES: {},
	PURGES: {},
	IMPORTS: {},
};

export function waitUntil(work: Promise<unknown>): void {
	work.catch(() => undefined);
}
