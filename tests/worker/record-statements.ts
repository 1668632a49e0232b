/** Records every statement the shop runs, with its last bound values. */
import { env } from "cloudflare:workers";

/** The database without recording, for query plans. */
export const realDatabase = env.DB;

/** Bound values by SQL text. */
export const recorded = new Map<string, unknown[]>();

const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function recordingStatement(statement: D1PreparedStatement, sql: string): D1PreparedStatement {
	const proxy = new Proxy(statement, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			if (name !== "bind") return value.bind(target);
			return (...values: unknown[]) => {
				recorded.set(sql, values);
				return recordingStatement(target.bind(...values), sql);
			};
		},
	});
	originals.set(proxy, statement);
	return proxy;
}

// Must run before the shop's first call, which keeps the database it finds.
env.DB = new Proxy(realDatabase, {
	get(target, name) {
		if (name === "prepare") {
			return (sql: string) => {
				if (!recorded.has(sql)) recorded.set(sql, []);
				return recordingStatement(target.prepare(sql), sql);
			};
		}
		if (name === "batch") {
			return (statements: D1PreparedStatement[]) =>
				target.batch(statements.map((one) => originals.get(one) ?? one));
		}
		const value: unknown = Reflect.get(target, name);
		return typeof value === "function" ? value.bind(target) : value;
	},
});
