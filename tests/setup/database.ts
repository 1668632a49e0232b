/**
 * Gives every test file an empty shop. The files share one Worker, because starting one takes longer
 * than most of their tests. So this resets what the previous file left: rows, objects, bindings, globals
 * and module state. The shop reads only Stripe events from then on, because the stand-in also has those
 * of all other files.
 */
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { guestEmail, guestUserId } from "../../src/access/guest.ts";
import { triggers } from "../../src/db/triggers.ts";
import { resetOwnModules, skipSourceMapsOfPackages } from "./own-modules.ts";

declare global {
	/** The bindings before any test file changed them. */
	var originalEnv: typeof env | undefined;
}

globalThis.originalEnv ??= { ...env };
for (const name of Object.keys(env)) {
	if (!Object.hasOwn(globalThis.originalEnv, name)) Reflect.deleteProperty(env, name);
}
Object.assign(env, globalThis.originalEnv);
vi.unstubAllGlobals();
resetOwnModules();
skipSourceMapsOfPackages();
await applyD1Migrations(env.DB, env.MIGRATIONS);
await Promise.all([resetRows(), deleteObjects()]);

/** Empties every table in one batch, and inserts the rows of an empty shop. */
async function resetRows(): Promise<void> {
	const { results } = await env.DB.prepare(
		"select name from sqlite_master where type = 'table' and name not glob '*_search*' and name not glob '_cf*' and name not glob 'sqlite*' and name != 'd1_migrations'",
	).all<{ name: string }>();
	// Only tests delete invoices and entries of gift cards.
	const kept = triggers.filter(({ name }) => name.endsWith("_never_deleted"));
	await env.DB.batch([
		// Tables are emptied in any order.
		env.DB.prepare("pragma defer_foreign_keys = on"),
		...kept.map(({ name }) => env.DB.prepare(`drop trigger ${name}`)),
		...results.map(({ name }) => env.DB.prepare(`delete from "${name}"`)),
		...kept.map(({ create }) => env.DB.prepare(create)),
		env.DB.prepare(
			"insert into users (id, name, email, created_at, updated_at) values (?, 'Guest', ?, 0, 0)",
		).bind(guestUserId, guestEmail),
		env.DB.prepare("insert into shop_counts (id) values (1)"),
		env.DB.prepare(
			"insert into event_cursors (source, since, leased_until) values ('stripe', ?, 0)",
		).bind(Date.now()),
		// The row of the migration, which triggers update.
		env.DB.prepare("insert into facet_counts (scope) values ('all')"),
	]);
}

async function deleteObjects(): Promise<void> {
	for (;;) {
		const { objects } = await env.MEDIA.list();
		if (objects.length === 0) return;
		await env.MEDIA.delete(objects.map(({ key }) => key));
	}
}
