/** The Worker's entry: requests, pages that Cloudflare caches, the scheduled jobs, and the consumers of its queues. */

import { WorkerEntrypoint } from "cloudflare:workers";
import { handle } from "@astrojs/cloudflare/handler";
import { purgeTags } from "./platform/cache/edge-cache.ts";
import { consume } from "./worker/queue-consumers.ts";
import { sendJobs } from "./worker/scheduled-jobs.ts";
import { serve, serveShared } from "./worker/serve.ts";

/**
 * Renders what is the same for all visitors. Cloudflare's cache is in front of this entrypoint alone (`exports`
 * in wrangler.toml), and only the default one calls it, with the normalized address of a page (Cloudflare docs:
 * Workers Cache, Cache keys, Custom cache keys).
 */
export class CachedPages extends WorkerEntrypoint<Env> {
	override fetch(request: Request): Promise<Response> {
		return serveShared(request, (forwarded) => handle(forwarded, this.env, this.ctx));
	}

	/** Purges all pages with any of these tags. A purge reaches only the entrypoint that calls it (Workers Cache, Purging the cache). */
	purge(tags: string[]): Promise<string | undefined> {
		return purgeTags(tags);
	}
}

export default {
	fetch: (request, env, context) =>
		serve(
			request,
			(forwarded) => handle(forwarded, env, context),
			(forwarded) => context.exports.CachedPages.fetch(forwarded),
		),
	/** Runs every five minutes. */
	scheduled: () => sendJobs(),
	queue: (batch) => consume(batch),
} satisfies ExportedHandler<Env>;
