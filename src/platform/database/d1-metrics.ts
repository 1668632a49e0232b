/** Counts the queries of a request and the rows they read and write, from D1's metadata. */
import { AsyncLocalStorage } from "node:async_hooks";

interface D1Metrics {
	trips: number;
	rowsRead: number;
	rowsWritten: number;
	/** Milliseconds spent waiting for D1. */
	ms: number;
}

const currentMetrics = new AsyncLocalStorage<D1Metrics>();

/** Runs `work` with new metrics. Returns its result and the metrics. */
export async function withD1Metrics<T>(work: () => Promise<T>): Promise<[T, D1Metrics]> {
	const metrics: D1Metrics = { trips: 0, rowsRead: 0, rowsWritten: 0, ms: 0 };
	return [await currentMetrics.run(metrics, work), metrics];
}

/** Returns the Server-Timing header of the metrics (W3C Server Timing). */
export function serverTimingHeader(metrics: D1Metrics): string {
	const desc = `trips=${metrics.trips} read=${metrics.rowsRead} written=${metrics.rowsWritten}`;
	return `db;dur=${metrics.ms};desc="${desc}"`;
}

/** Returns a D1 database with the same interface that records metrics. */
export function instrumentD1(database: D1Database): D1Database {
	return new Proxy(database, {
		get(target, name) {
			if (name === "prepare") return (sql: string) => instrumentStatement(target.prepare(sql));
			if (name === "batch") {
				return (statements: D1PreparedStatement[]) =>
					recordQuery(() => target.batch(statements.map(unwrapStatement)));
			}
			const value: unknown = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
}

const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

/** Returns the original statement: D1's `batch` accepts no proxies. */
function unwrapStatement(statement: D1PreparedStatement): D1PreparedStatement {
	return originals.get(statement) ?? statement;
}

function instrumentStatement(statement: D1PreparedStatement): D1PreparedStatement {
	const proxy = new Proxy(statement, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			if (name === "bind") {
				return (...values: unknown[]) => instrumentStatement(target.bind(...values));
			}
			// `raw` returns no metadata, so the rows come from `all`, in column order. A query with two
			// columns of the same name would lose one; the shop has no such query.
			if (name === "raw") {
				return async () => (await recordQuery(() => target.all())).results.map(Object.values);
			}
			return (...values: unknown[]) => recordQuery(() => Reflect.apply(value, target, values));
		},
	});
	originals.set(proxy, statement);
	return proxy;
}

async function recordQuery<T>(query: () => Promise<T>): Promise<T> {
	const metrics = currentMetrics.getStore();
	if (!metrics) return query();
	const started = Date.now();
	const result = await query();
	metrics.trips += 1;
	metrics.ms += Date.now() - started;
	for (const part of Array.isArray(result) ? result : [result]) {
		const meta = metaOf(part);
		metrics.rowsRead += meta?.rows_read ?? 0;
		metrics.rowsWritten += meta?.rows_written ?? 0;
	}
	return result;
}

function metaOf(result: unknown): Partial<D1Meta> | undefined {
	if (typeof result !== "object" || result === null || !("meta" in result)) return undefined;
	return result.meta as Partial<D1Meta>;
}
