/**
 * D1 on Node's own SQLite, for the model test's long run: Miniflare's D1 takes a millisecond of CPU for each
 * round trip, this one a tenth. What the shop relies on is as in D1: a batch is one transaction, numbers are bound as
 * floats, foreign keys are enforced, a statement has at most 100 parameters, and results arrive later
 * (Cloudflare docs: D1, Workers Binding API; D1, Limits).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Parameters of a statement (Cloudflare docs: D1, Limits). */
const maxParameters = 100;

/** SQLite's code for a constraint that failed; extended codes add to it in higher bits. */
const constraintCode = 19;

interface Columns {
	columns: string[];
	rows: unknown[][];
	changes: number;
	lastRowId: number;
}

/** A value as D1 binds it. The shop binds no bytes. */
function bindable(value: unknown): SQLInputValue {
	if (typeof value === "boolean") return Number(value);
	if (value === null || typeof value === "number" || typeof value === "string") return value;
	throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`);
}

function d1Error(cause: unknown): Error {
	const { message, errcode = 0 } = cause as Error & { errcode?: number };
	const name = (errcode & 0xff) === constraintCode ? "SQLITE_CONSTRAINT" : "SQLITE_ERROR";
	return new Error(`D1_ERROR: ${message}: ${name}`, { cause });
}

/** Runs statements on one database, whose prepared statements it keeps. */
class Connection {
	readonly #sqlite: DatabaseSync;
	readonly #prepared = new Map<string, StatementSync>();
	readonly #changes: StatementSync;

	constructor(sqlite: DatabaseSync) {
		this.#sqlite = sqlite;
		this.#changes = sqlite.prepare(
			"select total_changes() as total, last_insert_rowid() as lastRowId",
		);
	}

	#prepare(query: string): StatementSync {
		const known = this.#prepared.get(query);
		if (known) return known;
		const statement = this.#sqlite.prepare(query);
		statement.setReturnArrays(true);
		this.#prepared.set(query, statement);
		return statement;
	}

	#totals() {
		return this.#changes.get() as { total: number; lastRowId: number };
	}

	#runOne({ query, values }: Statement): Columns {
		const statement = this.#prepare(query);
		const before = this.#totals().total;
		const rows = statement.all(...values) as unknown as unknown[][];
		const { total, lastRowId } = this.#totals();
		return {
			columns: statement.columns().map(({ name }) => name),
			rows,
			changes: total - before,
			lastRowId,
		};
	}

	/** Runs statements as one transaction, in a later turn. */
	async run(statements: readonly Statement[]): Promise<Columns[]> {
		await nextTurn();
		try {
			this.#sqlite.exec("begin immediate");
			const results = statements.map((statement) => this.#runOne(statement));
			this.#sqlite.exec("commit");
			return results;
		} catch (error) {
			if (this.#sqlite.isTransaction) this.#sqlite.exec("rollback");
			throw d1Error(error);
		}
	}
}

function resultOf<T>({ columns, rows, changes, lastRowId }: Columns): D1Result<T> {
	return {
		success: true,
		results: rows.map((row) =>
			Object.fromEntries(columns.map((name, index) => [name, row[index]])),
		) as T[],
		meta: {
			duration: 0,
			size_after: 0,
			rows_read: 0,
			rows_written: 0,
			last_row_id: lastRowId,
			changed_db: changes > 0,
			changes,
		},
	};
}

/** A prepared statement. */
class Statement {
	readonly query: string;
	readonly values: readonly SQLInputValue[];
	readonly #connection: Connection;

	constructor(connection: Connection, query: string, values: readonly SQLInputValue[] = []) {
		if (values.length > maxParameters)
			throw new Error("D1_ERROR: too many SQL variables: SQLITE_ERROR");
		this.#connection = connection;
		this.query = query;
		this.values = values;
	}

	bind(...values: unknown[]): Statement {
		return new Statement(this.#connection, this.query, values.map(bindable));
	}

	async #columns(): Promise<Columns> {
		const [result] = await this.#connection.run([this]);
		if (!result) throw new Error("D1_ERROR: no result");
		return result;
	}

	async all<T>(): Promise<D1Result<T>> {
		return resultOf(await this.#columns());
	}

	run<T>(): Promise<D1Result<T>> {
		return this.all();
	}

	async first<T>(column?: string): Promise<T | null> {
		const [row] = (await this.all<Record<string, T>>()).results;
		if (!row) return null;
		return column === undefined ? (row as T) : (row[column] ?? null);
	}

	async raw(): Promise<unknown[][]> {
		return (await this.#columns()).rows;
	}
}

/** Opens an empty database in memory with all migrations of `folder`. */
export function openD1(folder: string, files: readonly string[]): D1Database {
	const sqlite = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
	for (const file of files) sqlite.exec(readFileSync(join(folder, file), "utf8"));
	const connection = new Connection(sqlite);
	const database = {
		prepare: (query: string) => new Statement(connection, query),
		batch: async (statements: Statement[]) => (await connection.run(statements)).map(resultOf),
		withSession: () => ({ ...database, getBookmark: () => null }),
	};
	return database as unknown as D1Database;
}
