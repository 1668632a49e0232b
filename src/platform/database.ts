/** The shop's database: drizzle over D1. */

import { env } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import * as authTables from "../db/auth-tables.ts";
import { instrumentD1 } from "./d1-metrics.ts";
import { isServerTimingEnabled } from "./settings.ts";

type ShopDatabase = DrizzleD1Database<typeof authTables>;

let client: ShopDatabase | undefined;

/** The database. Its `batch` is one transaction and one round trip; nothing else is either. */
export function database(): ShopDatabase {
	client ??= drizzle(
		isServerTimingEnabled() ? instrumentD1(withReplicaReads(env.DB)) : withReplicaReads(env.DB),
		{ schema: authTables },
	);
	return client;
}

const replicaSession = new AsyncLocalStorage<D1DatabaseSession>();

/**
 * Has `work` read the copy of the database that is nearest, which may lack what was written moments
 * ago; without replicas that is the database itself. It is not for whoever may have written, nor for
 * what is kept. (Cloudflare docs: D1, Global read replication)
 */
export function readFromReplica<T>(work: () => Promise<T>): Promise<T> {
	return replicaSession.run(env.DB.withSession("first-unconstrained"), work);
}

/** D1 as drizzle asks it: a copy where the work under way reads one, otherwise the primary. */
function withReplicaReads(primary: D1Database): D1Database {
	return new Proxy(primary, {
		get(target, name) {
			const source = replicaSession.getStore() ?? target;
			const value: unknown = Reflect.get(source, name);
			return typeof value === "function" ? value.bind(source) : value;
		},
	});
}

/** A new id that can't be guessed: 16 random bytes, base64url (RFC 4648), 22 characters. */
export function newId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

/** Whether the database answers and has the shop's tables. */
export async function isDatabaseHealthy(): Promise<boolean> {
	return env.DB.prepare("select 1 from tools limit 1")
		.run()
		.then(
			() => true,
			() => false,
		);
}

/**
 * What D1 says where it can't keep up or was interrupted: the same question may well be answered a
 * moment later (Cloudflare docs: D1, Debug D1, Error list).
 */
const transientError =
	/D1.*(overloaded|exceeded timeout|timed out|too many requests|to be reset|reset because|was reset|transient issue)|SQLITE_BUSY|network connection lost|client disconnected/i;

/** Whether an error, or what caused it, is the database's being away for the moment. */
export function isTransientDatabaseError(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	// drizzle's own words hold the query with whatever people typed: only what lies beneath counts.
	const matches = !error.message.startsWith("Failed query:") && transientError.test(error.message);
	return matches || isTransientDatabaseError(error.cause);
}
