/** Counts what a request costs in D1, from D1's own figures. */
import { AsyncLocalStorage } from "node:async_hooks";

interface Trace {
	trips: number;
	rowsRead: number;
	rowsWritten: number;
	/** Milliseconds spent waiting for D1. */
	ms: number;
}

const current = new AsyncLocalStorage<Trace>();

/** Runs `work` with a fresh count and gives what it gave, together with the count. */
export async function traced<T>(work: () => Promise<T>): Promise<[T, Trace]> {
	const trace: Trace = { trips: 0, rowsRead: 0, rowsWritten: 0, ms: 0 };
	return [await current.run(trace, work), trace];
}

/** The Server-Timing header of a trace (W3C Server Timing). */
export function serverTiming(trace: Trace): string {
	const desc = `trips=${trace.trips} read=${trace.rowsRead} written=${trace.rowsWritten}`;
	return `db;dur=${trace.ms};desc="${desc}"`;
}

/** A D1 database that counts: the same interface, one more trip for every answer. */
export function counting(database: D1Database): D1Database {
	return new Proxy(database, {
		get(target, name) {
			if (name === "prepare") return (sql: string) => countingStatement(target.prepare(sql));
			if (name === "batch") {
				return (statements: D1PreparedStatement[]) =>
					counted(() => target.batch(statements.map(plain)));
			}
			const value: unknown = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
}

const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

/** D1 takes only its own statements in a batch, so a counting one is unwrapped first. */
function plain(statement: D1PreparedStatement): D1PreparedStatement {
	return originals.get(statement) ?? statement;
}

function countingStatement(statement: D1PreparedStatement): D1PreparedStatement {
	const proxy = new Proxy(statement, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			if (name === "bind") {
				return (...values: unknown[]) => countingStatement(target.bind(...values));
			}
			// `raw` leaves D1's meta out, so its rows are taken from `all`, in column order. Queries
			// with two columns of one name would lose one here: ours give each column its own.
			if (name === "raw") {
				return async () => (await counted(() => target.all())).results.map(Object.values);
			}
			return (...values: unknown[]) => counted(() => Reflect.apply(value, target, values));
		},
	});
	originals.set(proxy, statement);
	return proxy;
}

async function counted<T>(ask: () => Promise<T>): Promise<T> {
	const trace = current.getStore();
	if (!trace) return ask();
	const started = Date.now();
	const answer = await ask();
	trace.trips += 1;
	trace.ms += Date.now() - started;
	for (const result of Array.isArray(answer) ? answer : [answer]) {
		const meta = metaOf(result);
		trace.rowsRead += meta?.rows_read ?? 0;
		trace.rowsWritten += meta?.rows_written ?? 0;
	}
	return answer;
}

function metaOf(result: unknown): Partial<D1Meta> | undefined {
	if (typeof result !== "object" || result === null || !("meta" in result)) return undefined;
	return result.meta as Partial<D1Meta>;
}
