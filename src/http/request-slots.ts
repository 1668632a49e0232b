/**
 * How many requests one isolate works on at once. A request takes a place where work begins for it, and
 * gives it back while it waits for its client to send the body: whoever sends slowly, or nothing,
 * keeps nobody else out.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { ShopError } from "../shop/errors.ts";

/** Most requests one isolate takes on at once: beyond, each would only make all others wait. */
export const maxConcurrentRequests = 512;

/** A request whose client has gone may never come to its end: after this long it no longer counts. */
const maxSlotMs = 60_000;

const activeRequests = new Map<symbol, number>();

/** Takes a place among the requests under way, and gives how to leave it; undefined where none is free. */
export function acquireSlot(now = Date.now()): (() => void) | undefined {
	if (activeRequests.size >= maxConcurrentRequests) {
		for (const [slot, since] of activeRequests)
			if (now - since > maxSlotMs) activeRequests.delete(slot);
		if (activeRequests.size >= maxConcurrentRequests) return undefined;
	}
	const slot = Symbol("request");
	activeRequests.set(slot, now);
	return () => activeRequests.delete(slot);
}

/** The place of the request that is being answered. */
const currentSlot = new AsyncLocalStorage<{ release: () => void }>();

/** Does the work of a request in a place. Throws `unavailable`, without a cause, where none is free. */
export async function withSlot<T>(work: () => Promise<T>): Promise<T> {
	const slot = { release: acquireSlotOrThrow() };
	try {
		return await currentSlot.run(slot, work);
	} finally {
		slot.release();
	}
}

/**
 * Waits for something that is not the shop's to hurry, such as a body, without its place. Throws
 * `unavailable` where none is free afterwards, and what `wait` throws.
 */
export async function withoutSlot<T>(wait: () => Promise<T>): Promise<T> {
	const slot = currentSlot.getStore();
	if (!slot) return wait();
	slot.release();
	const result = await wait();
	slot.release = acquireSlotOrThrow();
	return result;
}

function acquireSlotOrThrow(): () => void {
	const release = acquireSlot();
	if (!release) throw overloaded();
	return release;
}

const overloadCause = Symbol("full");

/** The error of a request for which there is no room at the moment. */
export function overloaded(): ShopError {
	return new ShopError("unavailable", { cause: overloadCause });
}

/** Whether there was no room: that is not worth a line in the log each time. */
export function isOverloaded(error: unknown): boolean {
	return error instanceof ShopError && error.cause === overloadCause;
}
