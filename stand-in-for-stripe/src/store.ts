import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { StripeObject } from "./objects.ts";

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

/**
 * The stand-in's storage: one SQLite file, or `:memory:`. Committed transactions survive a kill of the
 * process.
 */
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
		this.run(
			`INSERT INTO objects (id, kind, created, label, note, body) VALUES (?, ?, ?, ?, ?, ?)
			 ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
			object.id,
			object.object,
			object.created,
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
		const row = this.queryOne<{ body: string }>(
			"SELECT body FROM objects WHERE id = ? AND kind = ?",
			id,
			kind,
		);
		return row && JSON.parse(row.body);
	}

	/** The private data of an object; empty if there is none. */
	privateDataOf(id: string): string {
		return this.queryOne<{ note: string }>("SELECT note FROM objects WHERE id = ?", id)?.note ?? "";
	}

	/** A stored setting, or undefined. */
	setting(name: string): string | undefined {
		return this.queryOne<{ value: string }>("SELECT value FROM settings WHERE name = ?", name)
			?.value;
	}

	/** Stores a setting. */
	saveSetting(name: string, value: string): void {
		this.run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", name, value);
	}

	/** Runs one statement and returns the last inserted rowid. */
	run(sql: string, ...values: SQLInputValue[]): number {
		return Number(this.#db.prepare(sql).run(...values).lastInsertRowid);
	}

	/** Returns the first row of a query, or undefined. */
	queryOne<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
		return this.#db.prepare(sql).get(...values) as Row | undefined;
	}

	/** Returns all rows of a query. */
	queryAll<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
		return this.#db.prepare(sql).all(...values) as Row[];
	}

	/** Closes the database. No other method may be called afterwards. */
	close(): void {
		this.#db.close();
	}
}
