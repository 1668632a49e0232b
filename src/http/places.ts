/**
 * How many requests one isolate works on at once. A request takes a place where work begins for it, and
 * gives it back while it waits for its client to send the body: whoever sends slowly, or nothing,
 * keeps nobody else out.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { ShopError } from "./errors.ts";

/** Most requests one isolate takes on at once: beyond, each would only make all others wait. */
export const mostAtOnce = 512;

/** A request whose client has gone may never come to its end: after this long it no longer counts. */
const longestMs = 60_000;

const underWay = new Map<symbol, number>();

/** Takes a place among the requests under way, and gives how to leave it; undefined where none is free. */
export function enter(now = Date.now()): (() => void) | undefined {
	if (underWay.size >= mostAtOnce) {
		for (const [place, since] of underWay) if (now - since > longestMs) underWay.delete(place);
		if (underWay.size >= mostAtOnce) return undefined;
	}
	const place = Symbol("request");
	underWay.set(place, now);
	return () => underWay.delete(place);
}

/** The place of the request that is being answered. */
const current = new AsyncLocalStorage<{ leave: () => void }>();

/** Does the work of a request in a place. Throws `unavailable`, without a cause, where none is free. */
export async function inPlace<T>(work: () => Promise<T>): Promise<T> {
	const held = { leave: taken() };
	try {
		return await current.run(held, work);
	} finally {
		held.leave();
	}
}

/**
 * Waits for something that is not the shop's to hurry, such as a body, without its place. Throws
 * `unavailable` where none is free afterwards, and what `wait` throws.
 */
export async function outOfPlace<T>(wait: () => Promise<T>): Promise<T> {
	const held = current.getStore();
	if (!held) return wait();
	held.leave();
	const waited = await wait();
	held.leave = taken();
	return waited;
}

function taken(): () => void {
	const leave = enter();
	if (!leave) throw full();
	return leave;
}

const fullUp = Symbol("full");

/** The error of a request for which there is no room at the moment. */
export function full(): ShopError {
	return new ShopError("unavailable", { cause: fullUp });
}

/** Whether there was no room: that is not worth a line in the log each time. */
export function isFull(error: unknown): boolean {
	return error instanceof ShopError && error.cause === fullUp;
}
