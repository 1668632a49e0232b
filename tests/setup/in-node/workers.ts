/**
 * `cloudflare:workers` for tests in Node: the bindings of wrangler.toml. vitest.config.ts resolves the import to
 * this file. Its state is the process's: tests/setup/database.ts resets it before each test file.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { scheduler } from "node:timers/promises";
import { inject } from "vitest";
import { limitNames } from "../../../src/platform/settings/settings-schema.ts";
import { openD1 } from "./d1.ts";
import { openQueue } from "./queue.ts";
import { openBucket } from "./r2.ts";

// Workers have it as a global.
Object.assign(globalThis, { scheduler });

/** A few users send the requests of all tests. */
const noLimit = { limit: async () => ({ success: true }) };

type Bindings = Record<string, unknown>;

/** The platform's state. Tests load modules again, this one too; the platform stays. */
interface Platform {
	bindings: Bindings;
	/** The bindings inside `withEnv`. */
	replaced: AsyncLocalStorage<Bindings>;
	/** The work of `waitUntil` that has not ended. */
	pending: Set<Promise<unknown>>;
}

declare global {
	var platformInNode: Platform | undefined;
}

const newBindings = (): Bindings => ({
	...inject("vars"),
	...inject("keys"),
	...inject("google"),
	...Object.fromEntries(limitNames.map((name) => [name, "10000"])),
	// Counts D1's trips from the first query on.
	SHOP_TRACE: "1",
	STRIPE_API_URL: inject("stripeUrl"),
	STRIPE_JOB_CALLS: "100000",
	STRIPE_JS_URL: `${inject("stripeUrl")}/v3/stripe.js`,
	MIGRATIONS: inject("migrations"),
	DB: openD1(),
	MEDIA: openBucket(),
	PURGES: openQueue(),
	MAILS: openQueue(),
	EVENTS: openQueue(),
	PAYMENTS: openQueue(),
	IMPORTS: openQueue(),
	JOBS: openQueue(),
	ADDRESS_LIMIT: noLimit,
	USER_LIMIT: noLimit,
	SEARCH_LIMIT: noLimit,
	GUEST_LIMIT: noLimit,
	// Bound, so that the settings are complete. What calls them is tested on workerd.
	IMAGES: {},
	MAIL: {},
});

globalThis.platformInNode ??= {
	bindings: newBindings(),
	replaced: new AsyncLocalStorage(),
	pending: new Set(),
};
const { bindings, replaced, pending } = globalThis.platformInNode;

const currentEnv = () => replaced.getStore() ?? bindings;

/** The bindings, or inside `withEnv` its own. */
export const env: Bindings = new Proxy<Bindings>(
	{},
	{
		get: (_, name) => Reflect.get(currentEnv(), name),
		set: (_, name, value) => Reflect.set(currentEnv(), name, value),
		has: (_, name) => Reflect.has(currentEnv(), name),
		ownKeys: () => Reflect.ownKeys(currentEnv()),
		deleteProperty: (_, name) => Reflect.deleteProperty(currentEnv(), name),
		defineProperty: (_, name, property) => Reflect.defineProperty(currentEnv(), name, property),
		getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(currentEnv(), name),
	},
);

/** Runs `work` with these bindings instead of the file's. */
export function withEnv<T>(newEnv: Bindings, work: () => T): T {
	return replaced.run(newEnv, work);
}

/** Lets work go on after a response. `backgroundWorkEnds` waits for it. */
export function waitUntil(work: Promise<unknown>): void {
	pending.add(work);
	work.finally(() => pending.delete(work)).catch(() => undefined);
}

/** Waits until no work of `waitUntil` is left, including work that other work adds. */
export async function backgroundWorkEnds(): Promise<void> {
	while (pending.size > 0) await Promise.allSettled(pending);
}
