/**
 * Gives every test file an empty shop. The files share one Worker (starting one takes
 * longer than most of their tests), so what the file before left is undone: rows, objects, bindings,
 * globals, and with the modules their state. The shop reads of Stripe's events only what happens from then on: the stand-in has those of all
 * other files too.
 */
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";

declare global {
	/** The bindings before any test file changed them. */
	var originalEnv: typeof env | undefined;
}

globalThis.originalEnv ??= { ...env };
Object.assign(env, globalThis.originalEnv);
vi.unstubAllGlobals();
vi.resetModules();
await applyD1Migrations(env.DB, env.MIGRATIONS);
await Promise.all([deleteRows(), deleteObjects()]);
await env.DB.prepare(
	"insert into event_cursors (source, since, leased_until) values ('stripe', ?, 0)",
)
	.bind(Date.now())
	.run();

/** Empties every table of the shop; those that others refer to last. */
async function deleteRows(): Promise<void> {
	const { results } = await env.DB.prepare(
		"select name from sqlite_master where type = 'table' and name not glob '*_letters*' and name not glob '*_search*' and name not glob '_cf*' and name not glob 'sqlite*' and name != 'd1_migrations'",
	).all<{ name: string }>();
	let tables = results.map(({ name }) => name);
	while (tables.length > 0) {
		const referredTo: string[] = [];
		for (const name of tables) {
			const deleted = await env.DB.prepare(`delete from "${name}"`)
				.run()
				.catch((error: unknown) =>
					/FOREIGN KEY/.test(String(error)) ? null : Promise.reject(error),
				);
			if (!deleted) referredTo.push(name);
		}
		if (referredTo.length === tables.length) throw new Error(`can't empty ${tables}`);
		tables = referredTo;
	}
}

async function deleteObjects(): Promise<void> {
	for (;;) {
		const { objects } = await env.MEDIA.list();
		if (objects.length === 0) return;
		await env.MEDIA.delete(objects.map(({ key }) => key));
	}
}
