/**
 * Records every statement the shop runs: its text with its last bound values, and what each round trip
 * to D1 reads and writes.
 */
import { env } from "cloudflare:workers";

/** The database without recording, for query plans. */
export const realDatabase = env.DB;

/** Bound values by SQL text. */
export const recorded = new Map<string, unknown[]>();

/** A round trip: one statement, or a batch. Rows as D1 counts them (Cloudflare docs: D1, Metrics). */
export interface Trip {
	statements: string[];
	rowsRead: number;
	rowsWritten: number;
}

let trips: Trip[] = [];

/** Runs `work` and returns its round trips, in the order they began. */
export async function recordTrips(work: () => Promise<unknown>): Promise<Trip[]> {
	trips = [];
	await work();
	const ofWork = trips;
	trips = [];
	return ofWork;
}

/** The settings, which are read along once a minute: with another batch in each run. */
const readsSettings = /^select "topic", "value", "version" from "settings"/;

async function recordTrip<T extends D1Result | D1Result[]>(
	statements: string[],
	run: () => Promise<T>,
): Promise<T> {
	const counted = statements.map((sql) => !readsSettings.test(sql));
	const trip: Trip = {
		statements: statements.filter((_, index) => counted[index]),
		rowsRead: 0,
		rowsWritten: 0,
	};
	if (trip.statements.length > 0) trips.push(trip);
	const result = await run();
	for (const { meta } of [result].flat().filter((_, index) => counted[index])) {
		trip.rowsRead += meta.rows_read;
		trip.rowsWritten += meta.rows_written;
	}
	return result;
}

const originals = new WeakMap<
	D1PreparedStatement,
	{ statement: D1PreparedStatement; sql: string }
>();

function recordingStatement(statement: D1PreparedStatement, sql: string): D1PreparedStatement {
	const all = () => recordTrip([sql], () => statement.all());
	const methods: Record<string, unknown> = {
		bind: (...values: unknown[]) => {
			recorded.set(sql, values);
			return recordingStatement(statement.bind(...values), sql);
		},
		all,
		run: () => recordTrip([sql], () => statement.run()),
		// `raw` and `first` return no metadata, so the rows come from `all`. A query with two columns of the
		// same name would lose one; the shop has no such query.
		raw: async () => (await all()).results.map(Object.values),
		first: async (column?: string) => {
			const [row = null] = (await all()).results;
			return column === undefined ? row : (row?.[column] ?? null);
		},
	};
	const proxy = new Proxy(statement, {
		get: (target, name) => methods[String(name)] ?? Reflect.get(target, name),
	});
	originals.set(proxy, { statement, sql });
	return proxy;
}

function recordingDatabase<T extends D1Database | D1DatabaseSession>(database: T): T {
	return new Proxy(database, {
		get(target, name) {
			if (name === "prepare") {
				return (sql: string) => {
					if (!recorded.has(sql)) recorded.set(sql, []);
					return recordingStatement(target.prepare(sql), sql);
				};
			}
			if (name === "batch") {
				return (statements: D1PreparedStatement[]) => {
					const unwrapped = statements.map(
						(statement) => originals.get(statement) ?? { statement, sql: "" },
					);
					return recordTrip(
						unwrapped.map(({ sql }) => sql),
						() => target.batch(unwrapped.map(({ statement }) => statement)),
					);
				};
			}
			if (name === "withSession" && "withSession" in target) {
				return (constraint?: string) => recordingDatabase(target.withSession(constraint));
			}
			const value: unknown = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
}

// Must run before the shop's first call, which keeps the database it finds.
env.DB = recordingDatabase(realDatabase);
