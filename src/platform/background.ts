/** Work that goes on after the answer: nobody waits for it, and how long it takes tells nobody anything. */
import { waitUntil } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import { logFault } from "./log.ts";

/** Lets `work` go on after the answer. What goes wrong in it is only written to the log. */
export function inBackground(work: Promise<unknown>): void {
	waitUntil(work.catch((error: unknown) => logFault("background", error)));
}

const current = new AsyncLocalStorage<(() => Promise<unknown>)[]>();

/** How long after the answer was made what was left to `afterAnswer` begins, in milliseconds: by then it has left. */
const onItsWayMs = 500;

/** Does what answers a request, and begins what it has left to `afterAnswer` a moment after the answer. */
export async function answerFirst<T>(answer: () => Promise<T>): Promise<T> {
	const later: (() => Promise<unknown>)[] = [];
	try {
		return await current.run(later, answer);
	} finally {
		for (const work of later) inBackground(scheduler.wait(onItsWayMs).then(work));
	}
}

/**
 * Begins `work` when the answer is on its way: how long that takes can't depend on it, not even by
 * what it asks of the database meanwhile. Outside of a request it begins at once.
 */
export function afterAnswer(work: () => Promise<unknown>): void {
	const later = current.getStore();
	if (later) later.push(work);
	else inBackground(work());
}
