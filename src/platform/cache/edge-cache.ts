/**
 * The edge cache: Cloudflare's cache in front of the entrypoint CachedPages (Cloudflare docs: Workers Cache), and
 * how pages are purged from it. Cloudflare accepts five purges a minute for the whole account, with a
 * burst of 25 (Workers Cache, Limitations; Purge cache, Limits). So writes send their tags to a queue,
 * and its consumer purges the tags of a whole batch together.
 */
import * as workers from "cloudflare:workers";
import { inBackground } from "../services/background.ts";
import { logError, logInfo } from "../services/log.ts";
import { parseMessages, send } from "../services/queues.ts";
import { isDeployed } from "../settings/settings.ts";

/** The part of the edge cache's API that the shop uses. */
export type EdgeCache = Pick<typeof workers.cache, "purge">;

let warned = false;

/**
 * Returns the edge cache of CachedPages, or undefined without one, as in local development. Call it in an
 * invocation of that entrypoint, and each time: `cache` of cloudflare:workers belongs to the current invocation
 * and is not available while a module loads (Cloudflare docs: Workers Cache, Purging the cache). A
 * deployed shop without an edge cache logs an error, once an isolate.
 */
export function edgeCache(): EdgeCache | undefined {
	if (typeof workers.cache?.purge === "function") return workers.cache;
	if (!warned && isDeployed()) {
		warned = true;
		logError("cache", new Error("Workers Cache is expected in front of a deployed shop"));
	}
	return undefined;
}

/**
 * Enqueues a purge of all responses with any of `tags`. It takes effect within seconds and the
 * caller does not wait. If the queue rejects the message, the error is logged and those pages stay
 * cached until they expire.
 */
export function enqueuePurge(tags: string[], delaySeconds = 0): void {
	if (!isDeployed()) return;
	inBackground(
		send("purges", { tags }, { delaySeconds }).catch((error: unknown) =>
			logError("purge", error, { tags }),
		),
	);
}

/** Maximum tags of one purge (Cloudflare docs: Purge cache, Limits). */
const maxTagsPerPurge = 100;

/** Delay before a rejected purge is retried, in seconds: Cloudflare accepts one purge every 12. */
const retryDelaySeconds = 15;

/** Attempts after which a rejected purge is logged as an error: about two minutes. */
const maxExpectedAttempts = 8;

/** Purges the tags of a batch, each once, and retries the rejected ones later. */
export async function purgeBatch(batch: MessageBatch<unknown>): Promise<void> {
	const messages = parseMessages("purges", batch);
	const tags = [...new Set(messages.flatMap(({ body }) => body.tags))];
	const rejected = new Set<string>();
	for (let start = 0; start < tags.length; start += maxTagsPerPurge) {
		const chunk = tags.slice(start, start + maxTagsPerPurge);
		// A consumer is another entrypoint than the one whose pages are cached.
		const rejection = await workers.exports.CachedPages.purge(chunk);
		if (rejection === undefined) continue;
		for (const tag of chunk) rejected.add(tag);
		logRejected(rejection, chunk, Math.max(...messages.map(({ attempts }) => attempts)));
	}
	for (const message of messages) {
		if (message.body.tags.some((tag) => rejected.has(tag))) {
			message.retry({ delaySeconds: retryDelaySeconds });
		}
	}
}

/**
 * Purges the tags from the cache of the entrypoint that calls it. Returns why the cache rejected that, or undefined.
 * Without an edge cache there is nothing to purge.
 */
export async function purgeTags(tags: string[]): Promise<string | undefined> {
	const edge = edgeCache();
	if (!edge) return undefined;
	try {
		const { success, errors } = await edge.purge({ tags });
		return success ? undefined : errors.map(({ message }) => message).join("; ");
	} catch (error) {
		return String(error);
	}
}

/** Logs a rejected purge: as info at first, because a busy shop exceeds the rate limit now and then; later as an error. */
function logRejected(reason: string, tags: string[], attempts: number): void {
	if (attempts > maxExpectedAttempts) logError("purge", new Error(reason), { tags, attempts });
	else logInfo({ purge: "rejected", tags: tags.length, attempts });
}
