/**
 * The cache of Cloudflare in front of the Worker (Cloudflare docs: Workers Cache): whether one is
 * there, and how pages are purged from it. The platform takes five purges a minute for the whole
 * account, after a reserve of 25 (Workers Cache, Limitations; Purge cache, Limits), so writes send
 * their tags to a queue, and its consumer purges those of a whole batch at once.
 */
import * as workers from "cloudflare:workers";
import { inBackground } from "./background.ts";
import { logError, logInfo } from "./log.ts";
import { parseMessages, send } from "./queues.ts";
import { isDeployed } from "./settings.ts";

/** The cache in front, as far as the shop asks it anything. */
export type EdgeCache = Pick<typeof workers.cache, "purge">;

let warned = false;

/**
 * The cache in front of the request or job that is running; undefined where there is none, as
 * locally. To be asked each time: `cache` of cloudflare:workers stands for the cache of whatever is
 * running, and while a module loads nothing is (Cloudflare docs: Workers Cache, Purging the cache).
 * A deployed shop without one says so in the log, once an isolate.
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
 * Has the cache in front drop whatever shows any of `tags`, within seconds and without anybody
 * waiting. Where the queue does not take it, that is logged, and those pages stay until they are too
 * old by themselves.
 */
export function enqueuePurge(tags: string[]): void {
	if (!edgeCache()) return;
	inBackground(
		send("purges", { tags }).catch((error: unknown) => logError("purge", error, { tags })),
	);
}

/** Most tags that one purge may name (Cloudflare docs: Purge cache, Limits). */
const maxTagsPerPurge = 100;

/** How long what was refused waits, in seconds: the platform grants one purge every twelve. */
const retryDelaySeconds = 15;

/** Deliveries after which a refusal is no longer what a busy shop expects: two minutes of them. */
const maxExpectedAttempts = 8;

/** Purges the tags of a batch, each once, and asks again later for those that were refused. */
export async function purgeBatch(batch: MessageBatch<unknown>): Promise<void> {
	const edge = edgeCache();
	if (!edge) return;
	const messages = parseMessages("purges", batch);
	const tags = [...new Set(messages.flatMap(({ body }) => body.tags))];
	const rejected = new Set<string>();
	for (let start = 0; start < tags.length; start += maxTagsPerPurge) {
		const chunk = tags.slice(start, start + maxTagsPerPurge);
		const error = await purgeTags(edge, chunk);
		if (!error) continue;
		for (const tag of chunk) rejected.add(tag);
		logRejected(error, chunk, Math.max(...messages.map(({ attempts }) => attempts)));
	}
	for (const message of messages) {
		if (message.body.tags.some((tag) => rejected.has(tag))) {
			message.retry({ delaySeconds: retryDelaySeconds });
		}
	}
}

/** Purges; gives what went wrong, if anything did. */
async function purgeTags(edge: EdgeCache, tags: string[]): Promise<unknown> {
	try {
		const { success, errors } = await edge.purge({ tags });
		return success ? undefined : new Error(errors.map(({ message }) => message).join("; "));
	} catch (error) {
		return error;
	}
}

/** A busy shop is refused now and then, which is news. Refused for long, it is a fault. */
function logRejected(error: unknown, tags: string[], attempts: number): void {
	if (attempts > maxExpectedAttempts) logError("purge", error, { tags, attempts });
	else logInfo({ purge: "refused", tags: tags.length, attempts });
}
