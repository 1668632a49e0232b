/** What a store does, in memory (memory-store.ts) or in a file (sqlite-store.ts). */
import type { StripeObject } from "./objects.ts";

/** A saved response of an idempotency key. */
export interface StoredResponse {
	key: string;
	requestId: string;
	endpoint: string;
	/** A hash of the parameters. */
	params: string;
	status: number;
	body: string;
	createdMs: number;
}

/** The delivery of an event to the webhook. */
export interface Delivery {
	seq: number;
	event: string;
	attempts: number;
}

export type DeliveryState = "held" | "pending" | "delivered" | "given_up";

export type Comparison = ">" | ">=" | "<" | "<=" | "=";

/** What to list: the newest first, or with `before` the oldest. */
export interface ListQuery {
	kind: StripeObject["object"];
	/** An empty list does not filter. */
	labels: string[];
	created: [comparison: Comparison, seconds: number][];
	/** Only what was created before the object with this id. */
	after?: string | undefined;
	/** Only what was created after the object with this id. */
	before?: string | undefined;
	limit: number;
}

/** Where the stand-in stores its state. */
export interface Store {
	/** Runs the work in a transaction. The work is synchronous, so that transactions don't interleave. */
	transaction<T>(work: () => T): T;
	/** Inserts or updates an object. Lists filter by `label`; `privateData` is never returned by the API. */
	save(object: StripeObject, label?: string, privateData?: string): void;
	/** The object with a kind and an id, or undefined. */
	find<Kind extends StripeObject["object"]>(
		kind: Kind,
		id: string,
	): Extract<StripeObject, { object: Kind }> | undefined;
	/** The object with an id, or undefined. */
	findAny(id: string): StripeObject | undefined;
	/** The private data of an object; empty if there is none. */
	privateDataOf(id: string): string;
	list(query: ListQuery): StripeObject[];
	/** A stored setting, or undefined. */
	setting(name: string): string | undefined;
	saveSetting(name: string, value: string): void;
	/** The response of an idempotency key. Forgets the responses from before `since`. */
	findResponse(key: string, since: number): StoredResponse | undefined;
	saveResponse(response: StoredResponse): void;
	/** Returns the number of the new delivery. */
	addDelivery(event: string, state: "held" | "pending", dueMs: number): number;
	/** Held deliveries, newest first. */
	heldDeliveries(): Delivery[];
	/** Makes a held delivery due, after the first attempt of the delivery `after`. */
	releaseDelivery(seq: number, dueMs: number, after: number | null): void;
	/** Makes all pending deliveries due, as if they had not been attempted. */
	restartDeliveries(dueMs: number): void;
	recordAttempt(seq: number, state: DeliveryState, attempts: number, dueMs: number): void;
	/** The number of an event's deliveries that are held or pending. */
	countOpenDeliveries(event: string): number;
	/** Pending deliveries that are due, the longest due first. */
	dueDeliveries(now: number, limit: number): Delivery[];
	/** When the next delivery that is not due yet will be. */
	nextDueMs(now: number): number | undefined;
	/** Closes the store. No other method may be called afterwards. */
	close(): void;
}
