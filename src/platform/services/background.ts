/** Work that continues after the response, so that it neither delays it nor shows in its timing. */
import { waitUntil } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import { logError } from "./log.ts";

/** Lets `work` continue after the response (`waitUntil`). Its errors are logged. */
export function inBackground(work: Promise<unknown>): void {
	waitUntil(work.catch((error: unknown) => logError("background", error)));
}

/** The shortest and the longest pause after a step of work, in milliseconds. */
const minPauseMs = 10;
const maxPauseMs = 1000;

/**
 * Does a step of work, then waits as long as it took. Work of many steps then leaves half of the database's time
 * to requests, which wait for one step at most.
 */
export async function withPause<T>(step: () => Promise<T>): Promise<T> {
	const started = Date.now();
	try {
		return await step();
	} finally {
		const took = Date.now() - started;
		await scheduler.wait(Math.min(Math.max(took, minPauseMs), maxPauseMs));
	}
}

const deferredWork = new AsyncLocalStorage<(() => Promise<unknown>)[]>();

/** The delay between the response and the work of `afterResponse`, in milliseconds: by then the response is sent. */
const deferDelayMs = 500;

/** Runs a request's handler and, shortly after the response, the work that it passed to `afterResponse`. */
export async function withDeferredWork<T>(respond: () => Promise<T>): Promise<T> {
	const deferred: (() => Promise<unknown>)[] = [];
	try {
		return await deferredWork.run(deferred, respond);
	} finally {
		for (const work of deferred) inBackground(scheduler.wait(deferDelayMs).then(work));
	}
}

/**
 * Starts `work` after the response is sent, so that the response time does not depend on it, not even
 * through load on the database. Outside a request, `work` starts immediately.
 */
export function afterResponse(work: () => Promise<unknown>): void {
	const deferred = deferredWork.getStore();
	if (deferred) deferred.push(work);
	else inBackground(work());
}
