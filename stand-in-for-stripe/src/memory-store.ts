import { createdOf, type StripeObject } from "./objects.ts";
import type {
	Comparison,
	Delivery,
	DeliveryState,
	ListQuery,
	Store,
	StoredResponse,
} from "./store.ts";

interface ObjectRow {
	seq: number;
	id: string;
	kind: string;
	created: number;
	label: string;
	privateData: string;
	/** JSON, so that a caller can't change what is stored. */
	body: string;
}

interface DeliveryRow extends Delivery {
	state: DeliveryState;
	dueMs: number;
	after: number | null;
}

/** A store in memory, for any Node: it ends with the process. */
export class MemoryStore implements Store {
	#objects = new Map<string, ObjectRow>();
	/** The objects by kind, and by kind and label, in the order of their creation. */
	#groups = new Map<string, ObjectRow[]>();
	#settings = new Map<string, string>();
	#responses = new Map<string, StoredResponse>();
	#deliveries = new Map<number, DeliveryRow>();
	/** The held and pending ones. */
	#openDeliveries = new Map<number, DeliveryRow>();
	/** How to undo what the current transaction has changed. */
	#undo: (() => void)[] = [];

	transaction<T>(work: () => T): T {
		this.#undo = [];
		try {
			return work();
		} catch (error) {
			for (const undo of this.#undo.reverse()) undo();
			throw error;
		} finally {
			this.#undo = [];
		}
	}

	save(object: StripeObject, label = "", privateData = ""): void {
		const body = JSON.stringify(object);
		const stored = this.#objects.get(object.id);
		if (stored) {
			const before = stored.body;
			stored.body = body;
			this.#undo.push(() => {
				stored.body = before;
			});
			return;
		}
		const { id, object: kind } = object;
		const created = createdOf(object);
		const row = { seq: this.#objects.size + 1, id, kind, created, label, privateData, body };
		this.#set(this.#objects, id, row);
		for (const name of [kind, groupName(kind, label)]) {
			const group = this.#groups.get(name) ?? [];
			this.#groups.set(name, group);
			group.push(row);
			this.#undo.push(() => void group.pop());
		}
	}

	find<Kind extends StripeObject["object"]>(
		kind: Kind,
		id: string,
	): Extract<StripeObject, { object: Kind }> | undefined {
		const row = this.#objects.get(id);
		return row?.kind === kind ? JSON.parse(row.body) : undefined;
	}

	findAny(id: string): StripeObject | undefined {
		const row = this.#objects.get(id);
		return row && JSON.parse(row.body);
	}

	privateDataOf(id: string): string {
		return this.#objects.get(id)?.privateData ?? "";
	}

	list({ kind, labels, created, after, before, limit }: ListQuery): StripeObject[] {
		const names = labels.length > 0 ? labels.map((label) => groupName(kind, label)) : [kind];
		const rows = [...new Set(names)].flatMap((name) => this.#groups.get(name) ?? []);
		if (names.length > 1) rows.sort((one, other) => one.seq - other.seq);
		if (before === undefined) rows.reverse();
		const [newest, oldest] = [this.#seqOf(after), this.#seqOf(before)];
		const found: StripeObject[] = [];
		for (const row of rows) {
			if (found.length === limit) break;
			if (newest !== undefined && row.seq >= newest) continue;
			if (oldest !== undefined && row.seq <= oldest) continue;
			if (created.every(([comparison, seconds]) => compare(row.created, comparison, seconds))) {
				found.push(JSON.parse(row.body));
			}
		}
		return found;
	}

	setting(name: string): string | undefined {
		return this.#settings.get(name);
	}

	saveSetting(name: string, value: string): void {
		this.#set(this.#settings, name, value);
	}

	findResponse(key: string, since: number): StoredResponse | undefined {
		// In the order of their creation.
		for (const [oldKey, { createdMs }] of this.#responses) {
			if (createdMs >= since) break;
			this.#responses.delete(oldKey);
		}
		return this.#responses.get(key);
	}

	saveResponse(response: StoredResponse): void {
		this.#set(this.#responses, response.key, response);
	}

	addDelivery(event: string, state: "held" | "pending", dueMs: number): number {
		const seq = this.#deliveries.size + 1;
		this.#setDelivery({ seq, event, attempts: 0, state, dueMs, after: null });
		return seq;
	}

	heldDeliveries(): Delivery[] {
		return [...this.#openDeliveries.values()]
			.filter(({ state }) => state === "held")
			.sort((one, other) => other.seq - one.seq);
	}

	releaseDelivery(seq: number, dueMs: number, after: number | null): void {
		this.#setDelivery({ ...this.#delivery(seq), state: "pending", dueMs, after });
	}

	restartDeliveries(dueMs: number): void {
		for (const row of this.#pending()) this.#setDelivery({ ...row, attempts: 0, dueMs });
	}

	recordAttempt(seq: number, state: DeliveryState, attempts: number, dueMs: number): void {
		this.#setDelivery({ ...this.#delivery(seq), state, attempts, dueMs });
	}

	countOpenDeliveries(event: string): number {
		return [...this.#openDeliveries.values()].filter((row) => row.event === event).length;
	}

	dueDeliveries(now: number, limit: number): Delivery[] {
		return this.#pending()
			.filter(({ dueMs, after }) => {
				return dueMs <= now && (after === null || this.#delivery(after).attempts > 0);
			})
			.sort((one, other) => one.dueMs - other.dueMs || one.seq - other.seq)
			.slice(0, limit);
	}

	nextDueMs(now: number): number | undefined {
		const times = this.#pending()
			.map(({ dueMs }) => dueMs)
			.filter((dueMs) => dueMs > now);
		return times.length > 0 ? Math.min(...times) : undefined;
	}

	close(): void {
		this.#objects.clear();
	}

	#seqOf(id: string | undefined): number | undefined {
		return id === undefined ? undefined : this.#objects.get(id)?.seq;
	}

	#pending(): DeliveryRow[] {
		return [...this.#openDeliveries.values()].filter(({ state }) => state === "pending");
	}

	#delivery(seq: number): DeliveryRow {
		const row = this.#deliveries.get(seq);
		if (!row) throw new Error(`There is no delivery ${seq}.`);
		return row;
	}

	#setDelivery(row: DeliveryRow): void {
		this.#set(this.#deliveries, row.seq, row);
		const isOpen = row.state === "held" || row.state === "pending";
		this.#set(this.#openDeliveries, row.seq, isOpen ? row : undefined);
	}

	/** Sets or deletes an entry, so that it can be undone. */
	#set<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): void {
		const before = map.get(key);
		this.#undo.push(() => setOrDelete(map, key, before));
		setOrDelete(map, key, value);
	}
}

function setOrDelete<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): void {
	if (value === undefined) map.delete(key);
	else map.set(key, value);
}

function groupName(kind: string, label: string): string {
	return `${kind} ${label}`;
}

function compare(value: number, comparison: Comparison, other: number): boolean {
	switch (comparison) {
		case ">":
			return value > other;
		case ">=":
			return value >= other;
		case "<":
			return value < other;
		case "<=":
			return value <= other;
		case "=":
			return value === other;
	}
}
