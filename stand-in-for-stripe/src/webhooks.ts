import { takeFault } from "./faults.ts";
import type { EventType } from "./objects.ts";
import { sign } from "./signature.ts";
import type { Delivery, Store } from "./store.ts";

/** Delays before the second, third, ... attempt, in milliseconds; afterwards one a minute. */
const BACKOFF_MS = [200, 1_000, 3_000, 10_000, 30_000];
const MAX_BACKOFF_MS = 60_000;
const MAX_ATTEMPTS = 20;
/** Concurrent deliveries, so that a slow response delays few others. */
const CONCURRENCY = 8;
const TIMEOUT_MS = 20_000;

/**
 * Delivers events to the shop. Deliveries are stored, so pending ones survive a restart. A delivery
 * succeeds only with a 2xx response.
 *
 * Stripe docs: Webhooks, Event delivery behaviors.
 */
export class Webhooks {
	#store: Store;
	#secret: string;
	#delayMs: number;
	#url: string | undefined;
	#timer: NodeJS.Timeout | undefined;
	#inFlight = new Map<number, Promise<void>>();
	#closing = new AbortController();

	constructor(store: Store, secret: string, url: string | undefined, delayMs: number) {
		this.#store = store;
		this.#secret = secret;
		this.#delayMs = delayMs;
		this.#url = url ?? (store.setting("webhook_url") || undefined);
	}

	get url(): string | undefined {
		return this.#url;
	}

	/**
	 * Sets the target; undefined stops deliveries. Pending ones are sent to the new target immediately,
	 * since their failed attempts were at the old one.
	 */
	setUrl(url: string | undefined): void {
		this.#url = url;
		this.#store.saveSetting("webhook_url", url ?? "");
		this.#store.restartDeliveries(Date.now());
		this.wake();
	}

	/** Schedules the deliveries of a new event according to the switch. Call it in the event's transaction. */
	schedule(event: string, type: EventType): void {
		if (!this.#url) return;
		const fault = takeFault(this.#store, "webhooks", type);
		if (fault === "drop") return;
		if (fault === "reorder") {
			if (this.#store.heldDeliveries().length === 0) this.#insertDelivery(event, "held");
			else this.releaseHeld(this.#insertDelivery(event, "pending"));
			return;
		}
		this.#insertDelivery(event, "pending", fault === "delay" ? this.#delayMs : 0);
		if (fault === "double") this.#insertDelivery(event, "pending");
	}

	/** Releases held deliveries, newest first, each after the first attempt of the previous one. */
	releaseHeld(afterSeq: number | null = null): void {
		let previousSeq = afterSeq;
		for (const { seq } of this.#store.heldDeliveries()) {
			this.#store.releaseDelivery(seq, Date.now(), previousSeq);
			previousSeq = seq;
		}
	}

	/** The number of an event's deliveries that are not finished. */
	countOpen(event: string): number {
		return this.#store.countOpenDeliveries(event);
	}

	/** Starts due deliveries and sets a timer for the next one. */
	wake(): void {
		clearTimeout(this.#timer);
		if (this.#closing.signal.aborted || !this.#url) return;
		// One timestamp for both queries: a delivery that became due between them would be in neither result.
		const now = Date.now();
		for (const delivery of this.#due(now)) {
			if (this.#inFlight.size >= CONCURRENCY) return; // the next delivery to finish calls wake again
			this.#inFlight.set(delivery.seq, this.#deliver(delivery, this.#url));
		}
		const wait = this.#msUntilNext(now);
		if (wait !== undefined) this.#timer = setTimeout(() => this.wake(), wait);
	}

	/** Stops. Deliveries in progress are aborted and stay pending. */
	async close(): Promise<void> {
		clearTimeout(this.#timer);
		this.#closing.abort();
		await Promise.all(this.#inFlight.values());
	}

	#insertDelivery(event: string, state: "held" | "pending", waitMs = 0): number {
		return this.#store.addDelivery(event, state, Date.now() + waitMs);
	}

	#due(now: number): Delivery[] {
		const due = this.#store.dueDeliveries(now, 2 * CONCURRENCY);
		return due.filter(({ seq }) => !this.#inFlight.has(seq));
	}

	#msUntilNext(now: number): number | undefined {
		const due = this.#store.nextDueMs(now);
		return due ? Math.max(1, due - Date.now()) : undefined;
	}

	async #deliver(delivery: Delivery, url: string): Promise<void> {
		const delivered = await this.#post(delivery.event, url);
		this.#inFlight.delete(delivery.seq);
		if (this.#closing.signal.aborted && !delivered) return;
		this.#recordAttempt(delivery, delivered);
		this.wake();
	}

	async #post(event: string, url: string): Promise<boolean> {
		const payload = JSON.stringify(this.#store.find("event", event), null, 2);
		try {
			const response = await fetch(url, {
				method: "POST",
				redirect: "manual",
				body: payload,
				headers: {
					"Content-Type": "application/json; charset=utf-8",
					"Stripe-Signature": sign(payload, this.#secret),
					"User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
				},
				signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
			});
			await response.body?.cancel();
			return response.ok;
		} catch {
			return false; // unreachable, timed out or closing: retried later
		}
	}

	#recordAttempt(delivery: Delivery, delivered: boolean): void {
		const attempts = delivery.attempts + 1;
		const state = delivered ? "delivered" : attempts >= MAX_ATTEMPTS ? "given_up" : "pending";
		const wait = BACKOFF_MS[attempts - 1] ?? MAX_BACKOFF_MS;
		this.#store.recordAttempt(delivery.seq, state, attempts, Date.now() + wait);
	}
}
