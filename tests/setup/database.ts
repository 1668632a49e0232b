/**
 * Gives every test file a database with the shop's tables. It reads of Stripe's events only what
 * happens from then on: the stand-in has those of all other files too.
 */
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

await applyD1Migrations(env.DB, env.MIGRATIONS);
await env.DB.prepare(
	"insert into event_cursors (source, since, leased_until) values ('stripe', ?, 0)",
)
	.bind(Date.now())
	.run();
