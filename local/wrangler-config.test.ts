/** The parts of wrangler.toml that docs/decisions relies on. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { readConfig } from "../ops/deploy/environment.ts";
import { root } from "./settings.ts";

const file = join(root, "wrangler.toml");
const { assets, exports, observability } = unstable_readConfig({ config: file });
const { queues, vars } = readConfig(file, "production");

it("static files are served before the Worker", () => {
	expect(assets?.run_worker_first ?? false).toBe(false);
});

it("the platform logs without sampling, and without invocation logs, which have full URLs", () => {
	expect(observability?.head_sampling_rate ?? 1).toBe(1);
	expect(observability?.logs?.head_sampling_rate ?? 1).toBe(1);
	expect(observability?.logs?.invocation_logs).toBe(false);
});

it("Cloudflare's cache is in front of the pages that are the same for all, and of nothing else", () => {
	// The adapter turns the cache on for every entrypoint that is not named here.
	expect(exports).toEqual({
		default: { type: "worker", cache: { enabled: false } },
		CachedPages: { type: "worker", cache: { enabled: true } },
	});
	expect(readConfig(file, "staging").exports).toEqual(exports);
});

const consumer = (queue: string) => queues.consumers.find((candidate) => candidate.queue === queue);

it("every queue and every dead-letter queue has a consumer", () => {
	for (const { queue } of queues.producers ?? []) expect(consumer(queue), queue).toBeDefined();
	const deadLetters = queues.consumers.flatMap(({ dead_letter_queue: name }) => name ?? []);
	expect(deadLetters).toContain("cogsmith-mails-failed");
	for (const name of deadLetters) expect(consumer(name), name).toBeDefined();
});

it("purges have one consumer with a batch timeout of seconds", () => {
	expect(consumer("cogsmith-purges")).toMatchObject({ max_concurrency: 1, max_batch_timeout: 5 });
});

it("pages of Stripe's event list have their own queue and are read one at a time", () => {
	expect(consumer("cogsmith-events")).toMatchObject({
		max_batch_size: 1,
		max_batch_timeout: 0,
		max_concurrency: 1,
	});
});

it("all payment consumers together stay below Stripe's rate limit", () => {
	const consumers = Number(consumer("cogsmith-payments")?.max_concurrency);
	expect(consumers * Number(vars.STRIPE_JOB_CALLS)).toBeLessThan(25);
	// 10,000 of a kind in fifteen minutes, with a reserve of a fifth.
	expect(consumers * Number(vars.STRIPE_JOB_CALLS) * 0.8 * 15 * 60).toBeGreaterThan(10_000);
});

it("an e-mail is retried for less than the hour in which a password reset link is valid", () => {
	const retries = Number(consumer("cogsmith-mails")?.max_retries);
	// Ten seconds, then twice as long each time. See platform/services/mail.ts.
	expect(10 * (2 ** retries - 1)).toBeLessThan(60 * 60);
	expect(retries).toBeGreaterThan(5);
});
