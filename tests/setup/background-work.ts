/**
 * `cloudflare:workers` for the built Worker in tests: its `waitUntil` remembers the work, so that a test
 * can wait for what continues after a response. vitest.config.ts resolves the import to this file.
 */
import { waitUntil as workersWaitUntil } from "cloudflare:workers";

// @ts-expect-error: its types are no module's, but it is one
// biome-ignore lint/performance/noBarrelFile: the built Worker imports whatever it needs
export * from "cloudflare:workers";

const pending = new Set<Promise<unknown>>();

export function waitUntil(work: Promise<unknown>): void {
	pending.add(work);
	work.finally(() => pending.delete(work)).catch(() => undefined);
	workersWaitUntil(work);
}

/** Waits until no work is left, including work that other work adds. */
export async function backgroundWorkEnds(): Promise<void> {
	while (pending.size > 0) await Promise.allSettled(pending);
}
