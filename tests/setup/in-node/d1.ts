/**
 * D1 on Node's own SQLite, as strict as D1: Miniflare's takes a millisecond of CPU for each round trip, this
 * one a tenth. A batch is one transaction, foreign keys are enforced, and results arrive a turn later (Cloudflare
 * docs: D1, Workers Binding API; D1, Limits). tests/both/d1.test.ts proves that both do the same.
 */
import { randomBytes } from "node:crypto";
import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";

/** SQLite's limits in D1. */
const limits = {
	length: 2_000_000,
	sqlLength: 100_000,
	column: 100,
	exprDepth: 100,
	compoundSelect: 5,
	functionArg: 32,
	likePatternLength: 50,
	variableNumber: 100,
	triggerDepth: 10,
};

/** The names of SQLite's codes of errors in D1's messages. */
const errorNames: Record<number, string> = {
	18: "SQLITE_TOOBIG",
	19: "SQLITE_CONSTRAINT",
	20: "SQLITE_MISMATCH",
	23: "SQLITE_AUTH",
};

/** The constraints that extended codes add in the higher bits. */
const constraints = [
	"",
	"CHECK",
	"COMMITHOOK",
	"FOREIGNKEY",
	"FUNCTION",
	"NOTNULL",
	"PRIMARYKEY",
	"TRIGGER",
	"UNIQUE",
	"VTAB",
	"ROWID",
	"PINNED",
	"DATATYPE",
];

/** What D1 runs of no caller: transactions are batches. */
const deniedActions = [
	constants.SQLITE_TRANSACTION,
	constants.SQLITE_SAVEPOINT,
	constants.SQLITE_ATTACH,
	constants.SQLITE_DETACH,
	constants.SQLITE_CREATE_TEMP_INDEX,
	constants.SQLITE_CREATE_TEMP_TABLE,
	constants.SQLITE_CREATE_TEMP_TRIGGER,
	constants.SQLITE_CREATE_TEMP_VIEW,
];

const allowedPragmas = [
	"case_sensitive_like",
	"data_version",
	"defer_foreign_keys",
	"foreign_key_check",
	"foreign_keys",
	"ignore_check_constraints",
	"legacy_alter_table",
	"optimize",
	"page_size",
	"quick_check",
	"recursive_triggers",
	"reverse_unordered_selects",
	"table_info",
	"table_list",
];

/** SQLite's functions that Node has and D1 does not. */
const deniedFunctions =
	/^(ceiling|fts3_\w+|fts5(_\w+)?|geopoly_\w+|if|jsonb?_array_insert|json_error_position|json_pretty|load_extension|log10|matchinfo|median|offsets|optimize|percentile\w*|power|rtree\w+|sqlite_(?!offset)\w+|subtype|unistr\w*)$/;

/** Whether D1 denies an action of a statement (SQLite docs: Authorizer Action Codes). */
function isDenied(action: number, first: string | null, second: string | null): boolean {
	if (deniedActions.includes(action)) return true;
	if (action === constants.SQLITE_PRAGMA) return !allowedPragmas.includes(first ?? "");
	if (action === constants.SQLITE_FUNCTION) return deniedFunctions.test(second ?? "");
	return first?.startsWith("_cf_") ?? false;
}

/** Texts, names and comments in SQL, which contain no parameters, or a parameter and its number. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--.*|\/\*[\s\S]*?\*\/|\?(\d*)/g;

/** The number of a statement's parameters. */
function countParameters(query: string): number {
	let count = 0;
	for (const [token, number] of query.matchAll(tokens)) {
		if (!token.startsWith("?")) continue;
		count = number ? Math.max(count, Number(number)) : count + 1;
	}
	return count;
}

interface Columns {
	columns: string[];
	rows: unknown[][];
	changes: number;
	lastRowId: number;
}

/** A value as D1 binds it, after its way as JSON. */
function bindable(value: unknown): SQLInputValue {
	if (typeof value === "boolean") return Number(value);
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	if (value === null || typeof value === "string") return value;
	if (ArrayBuffer.isView(value))
		return Uint8Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
	if (value instanceof ArrayBuffer) return new Uint8Array(value.slice(0));
	if (
		Array.isArray(value) &&
		value.every((one) => typeof one === "number" && one >= 0 && one < 256)
	)
		return Uint8Array.from(value);
	throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`);
}

function d1Error(cause: unknown): Error {
	const { message, errcode } = cause as Error & { errcode?: number };
	// What this file throws has no code.
	if (errcode === undefined) return new Error(`D1_ERROR: ${message}`, { cause });
	const name = errorNames[errcode & 0xff] ?? "SQLITE_ERROR";
	const constraint = constraints[errcode >> 8];
	const extended =
		name === "SQLITE_CONSTRAINT" && constraint ? ` (extended: ${name}_${constraint})` : "";
	return new Error(`D1_ERROR: ${message}: ${name}${extended}`, { cause });
}

/** A statement that SQLite has prepared. */
interface Prepared {
	statement: StatementSync;
	parameters: number;
}

const onlyReads = ({ query }: Statement): boolean => /^\s*select\b/i.test(query);

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/** Runs statements on one database, whose prepared statements it keeps. */
class Connection {
	readonly #sqlite = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true, limits });
	readonly #prepared = new Map<string, Prepared>();
	readonly #changes: StatementSync;
	#ownStatement = false;
	#lastRowId = 0;

	constructor() {
		// The times and the chance of the process: a test that sets them sets those of statements and triggers too.
		this.#sqlite.function("unixepoch", { varargs: true }, (modifier) => {
			if (modifier !== "subsec") throw new Error(`unixepoch('${modifier}') has no clock.`);
			return Date.now() / 1000;
		});
		this.#sqlite.function("randomblob", (length) => randomBytes(Number(length)));
		this.#sqlite.setAuthorizer((action, first, second) =>
			!this.#ownStatement && isDenied(action, first, second)
				? constants.SQLITE_DENY
				: constants.SQLITE_OK,
		);
		this.#changes = this.#sqlite.prepare(
			"select total_changes() as total, last_insert_rowid() as lastRowId",
		);
	}

	#transaction(statement: "begin immediate" | "commit" | "rollback"): void {
		this.#ownStatement = true;
		try {
			this.#sqlite.exec(statement);
		} finally {
			// A commit fails if a row refers to a missing one.
			this.#ownStatement = false;
		}
	}

	#prepare(query: string): Prepared {
		const known = this.#prepared.get(query);
		if (known) return known;
		const statement = this.#sqlite.prepare(query);
		// D1 runs them all, and its result is the last one's.
		if (query.slice(statement.sourceSQL.length).replace(/--.*/g, "").trim())
			throw new Error("More than one statement is not supported in Node.");
		statement.setReturnArrays(true);
		const prepared = { statement, parameters: countParameters(query) };
		this.#prepared.set(query, prepared);
		return prepared;
	}

	#totals() {
		return this.#changes.get() as { total: number; lastRowId: number };
	}

	/** Runs a statement as one that only reads: half of all do, which need neither a transaction nor the count of changes. */
	#read({ query, values }: Statement): Columns {
		const { statement, parameters } = this.#prepare(query);
		if (values.length !== parameters)
			throw new Error("Wrong number of parameter bindings for SQL query.");
		const rows = statement.all(...values) as unknown as unknown[][];
		return {
			columns: statement.columns().map(({ name }) => name),
			rows: rows.map((row) => row.map((value) => (isBytes(value) ? [...value] : value))),
			changes: 0,
			lastRowId: this.#lastRowId,
		};
	}

	#runOne(statement: Statement): Columns {
		if (onlyReads(statement)) return this.#read(statement);
		const before = this.#totals().total;
		const columns = this.#read(statement);
		const { total, lastRowId } = this.#totals();
		this.#lastRowId = lastRowId;
		return { ...columns, changes: total - before, lastRowId };
	}

	/** Runs each line, in a later turn. */
	async exec(queries: string): Promise<D1ExecResult> {
		await nextTurn();
		const lines = queries.split("\n").filter((line) => line.trim() !== "");
		try {
			for (const line of lines) this.#sqlite.exec(line);
		} catch (error) {
			throw d1Error(error);
		}
		return { count: lines.length, duration: 0 };
	}

	/** Runs statements as one transaction, in a later turn. */
	async run(statements: readonly Statement[]): Promise<Columns[]> {
		await nextTurn();
		const [first, ...others] = statements;
		if (!first) throw new Error("D1_ERROR: No SQL statements detected.");
		try {
			if (others.length === 0 && onlyReads(first)) return [this.#read(first)];
			this.#transaction("begin immediate");
			const results = statements.map((statement) => this.#runOne(statement));
			this.#transaction("commit");
			return results;
		} catch (error) {
			if (this.#sqlite.isTransaction) this.#transaction("rollback");
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
			// Counted on workerd alone: an expectation of these fails here.
			rows_read: Number.NaN,
			rows_written: Number.NaN,
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
		if (column === undefined) return row as T;
		if (row[column] === undefined)
			throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`);
		return row[column];
	}

	async raw({ columnNames = false } = {}): Promise<unknown[][]> {
		const { columns, rows } = await this.#columns();
		return columnNames ? [columns, ...rows] : rows;
	}
}

/** Opens an empty database in memory. */
export function openD1(): D1Database {
	const connection = new Connection();
	const database = {
		prepare: (query: string) => new Statement(connection, query),
		batch: async (statements: Statement[]) => (await connection.run(statements)).map(resultOf),
		exec: (queries: string) => connection.exec(queries),
		withSession: () => ({ ...database, getBookmark: () => "" }),
	};
	return database as unknown as D1Database;
}
