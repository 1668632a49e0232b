/** The scheduled jobs: each is a message and an invocation of its own. */
import { createMessageBatch } from "cloudflare:test";
import { env, withEnv } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { findLateWork } from "../../src/shop/health/health.server.ts";
import { runJob } from "../../src/shop/health/job-runs.server.ts";
import { dispatchOutbox } from "../../src/shop/outbox/outbox.server.ts";
import { reconcile } from "../../src/shop/payments/reconcile.server.ts";
import { type JobName, jobNames } from "../../src/values/jobs.ts";
import { consumeJobBatch, sendJobs } from "../../src/worker/scheduled-jobs.ts";
import { deliver } from "../helpers/queue.ts";
import { allowConsole } from "../setup/console-guard.ts";

beforeEach(async () => {
	vi.spyOn(console, "log").mockImplementation(() => {});
	await env.DB.exec("delete from job_runs");
});

const runOf = async (name: JobName) =>
	(await findLateWork()).jobs.find((run) => run.name === name) ?? { name };

type Work = Partial<Record<JobName, () => Promise<unknown>>>;

/** Delivers the message of a job as the platform does: alone in its batch. */
async function deliverJob(job: JobName, work: Work = {}) {
	const messages = [{ id: job, timestamp: new Date(), attempts: 1, body: { job } }];
	const batch = createMessageBatch("cogsmith-jobs", messages);
	const [message] = batch.messages;
	const ack = vi.spyOn(message as object as { ack(): void }, "ack");
	await consumeJobBatch(batch, work);
	expect(ack).toHaveBeenCalledOnce();
}

describe("the cron trigger", () => {
	it("sends a message for each job and does nothing else", async () => {
		const sent: unknown[] = [];
		const JOBS = {
			sendBatch: async (messages: { body: unknown }[]) =>
				void sent.push(...messages.map(({ body }) => body)),
		};
		const prepare = vi.spyOn(env.DB, "prepare");
		await withEnv({ ...env, JOBS }, () => sendJobs());
		expect(prepare).not.toHaveBeenCalled();
		expect(sent).toEqual(jobNames.map((job) => ({ job })));
	});
});

describe("a job", () => {
	it("records that it succeeded", async () => {
		const before = Date.now();
		await deliverJob("syncTimeZone");
		const { succeededAt, failedAt, leasedUntil } = (await runOf("syncTimeZone")) as {
			succeededAt?: Date | null;
			failedAt?: Date | null;
			leasedUntil?: Date | null;
		};
		expect(succeededAt?.getTime()).toBeGreaterThanOrEqual(before);
		expect([failedAt, leasedUntil]).toEqual([null, null]);
	});

	it("that fails records why, without data, and leaves the others alone", async () => {
		allowConsole(/"code":"job".*"job":"readBalance"/);
		const readBalance = () => Promise.reject(new Error("no answer for rider@example.test"));
		for (const job of jobNames) await deliverJob(job, { ...quick, readBalance });
		const { jobs } = await findLateWork();
		expect(jobs.filter(({ succeededAt }) => !succeededAt)).toMatchObject([
			{ name: "readBalance", failure: "no answer for [e-mail]", leasedUntil: null },
		]);
		expect(jobs).toHaveLength(jobNames.length);
		await deliverJob("readBalance", quick);
		expect(await runOf("readBalance")).toMatchObject({
			succeededAt: expect.any(Date),
			failedAt: expect.any(Date),
		});
	});

	it("that hangs leaves the others alone, and does not start a second time", async () => {
		let end = () => {};
		const reconcileHangs = vi.fn(
			() =>
				new Promise<void>((resolve) => {
					end = resolve;
				}),
		);
		const hanging = deliverJob("reconcile", { reconcile: reconcileHangs });
		await vi.waitFor(() => expect(reconcileHangs).toHaveBeenCalledOnce());
		for (const job of jobNames) await deliverJob(job, { ...quick, reconcile: reconcileHangs });
		const { jobs } = await findLateWork();
		expect(jobs.filter(({ succeededAt }) => !succeededAt).map(({ name }) => name)).toEqual([
			"reconcile",
		]);
		expect(reconcileHangs).toHaveBeenCalledOnce();
		end();
		await hanging;
		expect(await runOf("reconcile")).toMatchObject({ succeededAt: expect.any(Date) });
	});

	it("that the platform ended starts again when its lease has ended", async () => {
		const work = vi.fn(async () => undefined);
		await env.DB.exec(
			`insert into job_runs (name, leased_until) values ('sweepAuth', ${Date.now() + 60_000})`,
		);
		await deliverJob("sweepAuth", { sweepAuth: work });
		expect(work).not.toHaveBeenCalled();
		await env.DB.exec("update job_runs set leased_until = 1");
		await deliverJob("sweepAuth", { sweepAuth: work });
		expect(work).toHaveBeenCalledOnce();
	});

	it("that takes too long fails, before the platform ends it without a trace", async () => {
		const never = () => new Promise(() => {});
		await expect(runJob("checkRows", never, 5)).rejects.toThrow("took longer than 0.005 s");
		expect(await runOf("checkRows")).toMatchObject({ failure: "took longer than 0.005 s" });
	});

	it("is a dead letter if the platform ended it", async () => {
		allowConsole(/"code":"dead_letter"/);
		await deliver("cogsmith-jobs-failed", [{ job: "reconcile" }], { prefix: "job" });
		const { deadLetters } = await findLateWork();
		expect(deadLetters).toMatchObject([{ queue: "jobs", body: { job: "reconcile" } }]);
	});
});

/** Jobs that do nothing. */
const quick = Object.fromEntries(jobNames.map((name) => [name, async () => undefined])) as Work;

describe("the limits of an invocation", () => {
	/** D1 allows this many queries in one (Cloudflare docs: D1, Limits). */
	const maxQueries = 1000;

	/** How many statements `work` prepares for D1. Each that claims rows returns a full page of them. */
	async function countQueries(work: () => Promise<unknown>): Promise<number> {
		const results = Array.from({ length: 100 }, (_, n) => ({ id: `row-${n}` }));
		const claim = {
			bind: () => claim,
			all: async () => ({ results, success: true, meta: {} }),
		};
		const { prepare } = env.DB;
		const spy = vi.spyOn(env.DB, "prepare").mockImplementation(function (this: D1Database, sql) {
			const claims = /^update .* where rowid in \(.*returning /s.test(sql);
			return claims ? (claim as unknown as D1PreparedStatement) : prepare.call(env.DB, sql);
		});
		const accepts = { send: async () => undefined, sendBatch: async () => undefined };
		const queues = { PAYMENTS: accepts, EVENTS: accepts, MAILS: accepts, IMPORTS: accepts };
		await withEnv({ ...env, ...queues }, work);
		return spy.mock.calls.length;
	}

	it.each([
		["reconcile", () => reconcile(), 250],
		["dispatchOutbox", () => dispatchOutbox(), 50],
	])("are kept by %s, however much is due", async (_, work, atLeast) => {
		const queries = await countQueries(work);
		expect(queries).toBeGreaterThanOrEqual(atLeast);
		expect(queries).toBeLessThan(maxQueries / 2);
	});

	it.each(jobNames)("are kept by %s", async (job) => {
		const queries = await countQueries(() => deliverJob(job));
		expect(queries).toBeGreaterThanOrEqual(3);
		expect(queries).toBeLessThan(maxQueries / 2);
	});
});
