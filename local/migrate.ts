/** Applies migrations to a local database. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { unstable_splitSqlQuery as splitSqlQuery } from "wrangler";
import { runBatch, withBindings } from "./bindings.ts";
import {
	migrationFiles,
	migrationsFolder,
	migrationsHash,
	readStamp,
	writeStamp,
} from "./state.ts";

/** A state folder has the database of a version before 1.0, whose schema was another. */
export class EarlierStateError extends Error {
	constructor(state: string) {
		super(
			`${state} holds the local shop of an earlier version, which this one can't open. It was left as it is. Move or delete that folder, or choose another: SHOP_STATE=FOLDER npm start`,
		);
	}
}

/**
 * Applies the migrations that the database of a state folder lacks. Throws EarlierStateError, and changes nothing, if
 * the folder has had others: until 1.0 a change of the schema rewrites the baseline.
 */
export async function migrate(state: string): Promise<void> {
	const { migrations } = readStamp(state);
	await withBindings(state, async ({ DB }) => {
		const applied = await appliedMigrations(DB);
		const isRewritten = migrations !== undefined && migrations !== migrationsHash();
		const lacksNone = migrationFiles().every((name) => applied.has(name));
		const hasOthers = [...applied].some((name) => !migrationFiles().includes(name));
		if (hasOthers || (isRewritten && lacksNone)) throw new EarlierStateError(state);
		await applyMigrations(DB);
	});
	writeStamp(state, { migrations: migrationsHash() });
}

/**
 * Applies the migrations that a database lacks, each in one transaction, and records them where
 * `wrangler d1 migrations` does. That command does the same but starts workerd anew for each migration: ten
 * seconds instead of one.
 */
export async function applyMigrations(db: D1Database): Promise<void> {
	const applied = await appliedMigrations(db);
	for (const name of migrationFiles().filter((file) => !applied.has(file))) {
		const statements = splitSqlQuery(readFileSync(join(migrationsFolder, name), "utf8"));
		await runBatch(
			db,
			[
				...statements.map((statement) => db.prepare(statement)),
				db.prepare("insert into d1_migrations (name) values (?)").bind(name),
			],
			async () => (await appliedMigrations(db)).has(name),
		);
	}
}

/** The names of the migrations that a database has had. */
async function appliedMigrations(db: D1Database): Promise<Set<string>> {
	await db
		.prepare(
			"create table if not exists d1_migrations (id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)",
		)
		.run();
	const { results } = await db.prepare("select name from d1_migrations").all<{ name: string }>();
	return new Set(results.map(({ name }) => name));
}
