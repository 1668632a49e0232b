/** The state of the stand-in, in SQLite: in a file, or in memory until the process ends. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { createdOf, type StripeObject } from "./objects.ts";

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

const TABLES = `
	CREATE TABLE IF NOT EXISTS objects (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		kind TEXT NOT NULL,
		created INTEGER NOT NULL,
		label TEXT NOT NULL,
		note TEXT NOT NULL,
		body TEXT NOT NULL
	) STRICT;
	CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, label, seq);
	CREATE TABLE IF NOT EXISTS answers (
		key TEXT PRIMARY KEY,
		request_id TEXT NOT NULL,
		endpoint TEXT NOT NULL,
		params TEXT NOT NULL,
		status INTEGER NOT NULL,
		body TEXT NOT NULL,
		created_ms INTEGER NOT NULL
	) STRICT;
	CREATE INDEX IF NOT EXISTS answers_by_age ON answers (created_ms);
	CREATE TABLE IF NOT EXISTS deliveries (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		event TEXT NOT NULL,
		state TEXT NOT NULL CHECK (state IN ('held', 'pending', 'delivered', 'given_up')),
		attempts INTEGER NOT NULL DEFAULT 0,
		due_ms INTEGER NOT NULL,
		after INTEGER
	) STRICT;
	CREATE INDEX IF NOT EXISTS deliveries_open ON deliveries (state, due_ms);
	CREATE INDEX IF NOT EXISTS deliveries_by_event ON deliveries (event);
	CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** Where the stand-in stores its state. Committed transactions of a file survive a kill of the process. */
export class Store {
	#db: DatabaseSync;

	constructor(file: string) {
		if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
		this.#db = new DatabaseSync(file);
		this.#db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
		this.#db.exec("PRAGMA busy_timeout = 2000;");
		this.#db.exec(TABLES);
	}

	/** Runs the work in a transaction. The work is synchronous, so that transactions don't interleave. */
	transaction<T>(work: () => T): T {
		this.#db.exec("BEGIN IMMEDIATE");
		try {
			const result = work();
			this.#db.exec("COMMIT");
			return result;
		} catch (error) {
			this.#db.exec("ROLLBACK");
			throw error;
		}
	}

	/** Inserts or updates an object. Lists filter by `label`; `privateData` is never returned by the API. */
	save(object: StripeObject, label = "", privateData = ""): void {
		this.#run(
			`INSERT INTO objects (id, kind, created, label, note, body) VALUES (?, ?, ?, ?, ?, ?)
			 ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
			object.id,
			object.object,
			createdOf(object),
			label,
			privateData,
			JSON.stringify(object),
		);
	}

	/** The object with a kind and an id, or undefined. */
	find<Kind extends StripeObject["object"]>(
		kind: Kind,
		id: string,
	): Extract<StripeObject, { object: Kind }> | undefined {
		const row = this.#queryOne<{ body: string }>(
			"SELECT body FROM objects WHERE id = ? AND kind = ?",
			id,
			kind,
		);
		return row && JSON.parse(row.body);
	}

	/** The object with an id, or undefined. */
	findAny(id: string): StripeObject | undefined {
		const row = this.#queryOne<{ body: string }>("SELECT body FROM objects WHERE id = ?", id);
		return row && JSON.parse(row.body);
	}

	/** The private data of an object; empty if there is none. */
	privateDataOf(id: string): string {
		return (
			this.#queryOne<{ note: string }>("SELECT note FROM objects WHERE id = ?", id)?.note ?? ""
		);
	}

	list({ kind, labels, created, after, before, limit }: ListQuery): StripeObject[] {
		const where = ["kind = ?"];
		const values: SQLInputValue[] = [kind];
		if (labels.length > 0) {
			where.push(`label IN (${labels.map(() => "?").join(", ")})`);
			values.push(...labels);
		}
		for (const [comparison, seconds] of created) {
			where.push(`created ${comparison} ?`);
			values.push(seconds);
		}
		for (const [id, comparison] of [
			[after, "<"],
			[before, ">"],
		]) {
			if (id === undefined) continue;
			where.push(`seq ${comparison} (SELECT seq FROM objects WHERE id = ?)`);
			values.push(id);
		}
		const order = before === undefined ? "DESC" : "ASC";
		const rows = this.#queryAll<{ body: string }>(
			`SELECT body FROM objects WHERE ${where.join(" AND ")} ORDER BY seq ${order} LIMIT ?`,
			...values,
			limit,
		);
		return rows.map((row) => JSON.parse(row.body));
	}

	/** A stored setting, or undefined. */
	setting(name: string): string | undefined {
		return this.#queryOne<{ value: string }>("SELECT value FROM settings WHERE name = ?", name)
			?.value;
	}

	saveSetting(name: string, value: string): void {
		this.#run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", name, value);
	}

	/** The response of an idempotency key. Forgets the responses from before `since`. */
	findResponse(key: string, since: number): StoredResponse | undefined {
		this.#run("DELETE FROM answers WHERE created_ms < ?", since);
		return this.#queryOne<StoredResponse>(
			`SELECT key, request_id AS requestId, endpoint, params, status, body, created_ms AS createdMs
			 FROM answers WHERE key = ?`,
			key,
		);
	}

	saveResponse(response: StoredResponse): void {
		const { key, requestId, endpoint, params, status, body, createdMs } = response;
		this.#run(
			`INSERT INTO answers (key, request_id, endpoint, params, status, body, created_ms)
			 VALUES (?, ?, ?, ?, ?, ?, ?)`,
			key,
			requestId,
			endpoint,
			params,
			status,
			body,
			createdMs,
		);
	}

	/** Returns the number of the new delivery. */
	addDelivery(event: string, state: "held" | "pending", dueMs: number): number {
		return this.#run(
			"INSERT INTO deliveries (event, state, due_ms) VALUES (?, ?, ?)",
			event,
			state,
			dueMs,
		);
	}

	/** Held deliveries, newest first. */
	heldDeliveries(): Delivery[] {
		return this.#queryAll(
			"SELECT seq, event, attempts FROM deliveries WHERE state = 'held' ORDER BY seq DESC",
		);
	}

	/** Makes a held delivery due, after the first attempt of the delivery `after`. */
	releaseDelivery(seq: number, dueMs: number, after: number | null): void {
		this.#run(
			"UPDATE deliveries SET state = 'pending', due_ms = ?, after = ? WHERE seq = ?",
			dueMs,
			after,
			seq,
		);
	}

	/** Makes all pending deliveries due, as if they had not been attempted. */
	restartDeliveries(dueMs: number): void {
		this.#run("UPDATE deliveries SET attempts = 0, due_ms = ? WHERE state = 'pending'", dueMs);
	}

	recordAttempt(seq: number, state: DeliveryState, attempts: number, dueMs: number): void {
		this.#run(
			"UPDATE deliveries SET state = ?, attempts = ?, due_ms = ? WHERE seq = ?",
			state,
			attempts,
			dueMs,
			seq,
		);
	}

	/** The number of an event's deliveries that are held or pending. */
	countOpenDeliveries(event: string): number {
		const sql =
			"SELECT count(*) AS n FROM deliveries WHERE event = ? AND state IN ('held', 'pending')";
		return this.#queryOne<{ n: number }>(sql, event)?.n ?? 0;
	}

	/** Pending deliveries that are due, the longest due first. */
	dueDeliveries(now: number, limit: number): Delivery[] {
		return this.#queryAll(
			`SELECT d.seq, d.event, d.attempts
			 FROM deliveries d LEFT JOIN deliveries earlier ON earlier.seq = d.after
			 WHERE d.state = 'pending' AND d.due_ms <= ?
			 AND (d.after IS NULL OR earlier.attempts > 0)
			 ORDER BY d.due_ms, d.seq LIMIT ?`,
			now,
			limit,
		);
	}

	/** When the next delivery that is not due yet will be. */
	nextDueMs(now: number): number | undefined {
		const sql = "SELECT min(due_ms) AS due FROM deliveries WHERE state = 'pending' AND due_ms > ?";
		return this.#queryOne<{ due: number | null }>(sql, now)?.due ?? undefined;
	}

	/** Closes the store. No other method may be called afterwards. */
	close(): void {
		this.#db.close();
	}

	/** Runs one statement and returns the last inserted rowid. */
	#run(sql: string, ...values: SQLInputValue[]): number {
		return Number(this.#db.prepare(sql).run(...values).lastInsertRowid);
	}

	#queryOne<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
		return this.#db.prepare(sql).get(...values) as Row | undefined;
	}

	#queryAll<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
		return this.#db.prepare(sql).all(...values) as Row[];
	}
}
