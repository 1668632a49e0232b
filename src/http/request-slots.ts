/**
 * Limits how many requests one isolate handles concurrently. A request takes a slot when its work
 * begins and releases it while it waits for the client's body, so that slow clients don't block
 * others.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { ShopError } from "../errors.ts";

/** Most concurrent requests of one isolate: each one more would only slow down all others. */
export const maxConcurrentRequests = 512;

/** A request whose client disconnected may never end: after this long its slot is free. */
const maxSlotMs = 60_000;

const activeRequests = new Map<symbol, number>();

/** Takes a slot and returns the function that releases it, or undefined if none is free. */
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

/** The slot of the current request. */
const currentSlot = new AsyncLocalStorage<{ release: () => void }>();

/** Runs the work of a request in a slot. Throws ShopError `unavailable` if none is free. */
export async function withSlot<T>(work: () => Promise<T>): Promise<T> {
	const slot = { release: acquireSlotOrThrow() };
	try {
		return await currentSlot.run(slot, work);
	} finally {
		slot.release();
	}
}

/**
 * Releases the slot while waiting for the client, such as for a body. Throws ShopError `unavailable`
 * if none is free afterwards, and what `wait` throws.
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

const overloadCause = Symbol("overloaded");

/** Returns the error for a request that the isolate has no capacity for. */
export function overloaded(): ShopError {
	return new ShopError("unavailable", { cause: overloadCause });
}

/** Whether an error is that of an overloaded isolate, which is not logged each time. */
export function isOverloaded(error: unknown): boolean {
	return error instanceof ShopError && error.cause === overloadCause;
}
