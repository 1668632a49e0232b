/** Applies migrations to a local database. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_splitSqlQuery as splitSqlQuery } from "wrangler";
import { withBindings } from "./bindings.ts";
import { migrationFiles, migrationsFolder, migrationsHash, writeStamp } from "./state.ts";

/**
 * Applies the migrations that the database of a state folder lacks, each in one transaction, and records
 * them where `wrangler d1 migrations` does. That command does the same but starts workerd anew for each
 * migration: ten seconds instead of one.
 */
export async function migrate(state: string): Promise<void> {
	await withBindings(state, async ({ DB }) => {
		await DB.prepare(
			"create table if not exists d1_migrations (id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)",
		).run();
		const { results } = await DB.prepare("select name from d1_migrations").all<{ name: string }>();
		const applied = new Set(results.map(({ name }) => name));
		for (const name of migrationFiles().filter((file) => !applied.has(file))) {
			const statements = splitSqlQuery(readFileSync(join(migrationsFolder, name), "utf8"));
			await DB.batch([
				...statements.map((statement) => DB.prepare(statement)),
				DB.prepare("insert into d1_migrations (name) values (?)").bind(name),
			]);
		}
	});
	writeStamp(state, { migrations: migrationsHash() });
}
