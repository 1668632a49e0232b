/** What wrangler.toml has to say for the records in docs/decisions to hold. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { readConfig } from "../ops/deploy/environment.ts";
import { root } from "./settings.ts";

const file = join(root, "wrangler.toml");
const { assets, observability } = unstable_readConfig({ config: file });
const { queues, vars } = readConfig(file, "production");

it("static files are served before the Worker", () => {
	expect(assets?.run_worker_first ?? false).toBe(false);
});

it("the platform leaves out no lines of the log, and writes none with whole addresses", () => {
	expect(observability?.head_sampling_rate ?? 1).toBe(1);
	expect(observability?.logs?.head_sampling_rate ?? 1).toBe(1);
	expect(observability?.logs?.invocation_logs).toBe(false);
});

const consumer = (queue: string) => queues.consumers.find((one) => one.queue === queue);

it("every queue that is sent to is worked off, and so is the dead-letter queue of each", () => {
	for (const { queue } of queues.producers ?? []) expect(consumer(queue), queue).toBeDefined();
	const deadLetters = queues.consumers.flatMap(({ dead_letter_queue: name }) => name ?? []);
	expect(deadLetters).toContain("cogsmith-mails-failed");
	for (const name of deadLetters) expect(consumer(name), name).toBeDefined();
});

it("one consumer at a time gathers purges, for seconds alone", () => {
	expect(consumer("cogsmith-purges")).toMatchObject({ max_concurrency: 1, max_batch_timeout: 5 });
});

it("pages of Stripe's list of events wait for no other work, and are read one after the other", () => {
	expect(consumer("cogsmith-events")).toMatchObject({
		max_batch_size: 1,
		max_batch_timeout: 0,
		max_concurrency: 1,
	});
});

it("consumers of payments together ask no endpoint of Stripe's more often than it takes", () => {
	const consumers = Number(consumer("cogsmith-payments")?.max_concurrency);
	expect(consumers * Number(vars.STRIPE_JOB_CALLS)).toBeLessThan(25);
	// 10,000 of a kind in fifteen minutes, with a fifth of them to spare.
	expect(consumers * Number(vars.STRIPE_JOB_CALLS) * 0.8 * 15 * 60).toBeGreaterThan(10_000);
});

it("a mail is tried for less than the hour that a link to a new password works", () => {
	const retries = Number(consumer("cogsmith-mails")?.max_retries);
	// Ten seconds, then twice as long each time: see platform/mail.ts.
	expect(10 * (2 ** retries - 1)).toBeLessThan(60 * 60);
	expect(retries).toBeGreaterThan(5);
});
