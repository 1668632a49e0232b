/** Work that goes on after the answer: nobody waits for it, and how long it takes tells nobody anything. */
import { waitUntil } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import { logError } from "./log.ts";

/** Lets `work` go on after the answer. What goes wrong in it is only written to the log. */
export function inBackground(work: Promise<unknown>): void {
	waitUntil(work.catch((error: unknown) => logError("background", error)));
}

const deferredWork = new AsyncLocalStorage<(() => Promise<unknown>)[]>();

/** How long after the answer was made what was left to `afterAnswer` begins, in milliseconds: by then it has left. */
const deferDelayMs = 500;

/** Does what answers a request, and begins what it has left to `afterAnswer` a moment after the answer. */
export async function withDeferredWork<T>(respond: () => Promise<T>): Promise<T> {
	const deferred: (() => Promise<unknown>)[] = [];
	try {
		return await deferredWork.run(deferred, respond);
	} finally {
		for (const work of deferred) inBackground(scheduler.wait(deferDelayMs).then(work));
	}
}

/**
 * Begins `work` when the answer is on its way: how long that takes can't depend on it, not even by
 * what it asks of the database meanwhile. Outside of a request it begins at once.
 */
export function afterResponse(work: () => Promise<unknown>): void {
	const deferred = deferredWork.getStore();
	if (deferred) deferred.push(work);
	else inBackground(work());
}
