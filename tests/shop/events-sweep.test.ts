/** Stored Stripe events: those that failed are tried again, and all are deleted once Stripe no longer lists them. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { baseDelayMs } from "../../src/platform/database/backoff.ts";
import { postpone } from "../../src/platform/database/claim-due.ts";
import { dueEvents, retryEvent, sweepEvents } from "../../src/shop/payments/events.server.ts";

const now = Date.now();
const listedMs = 30 * 24 * 60 * 60 * 1000;

/** Inserts an event with its time; with `retryAt`, one that waits for another attempt. */
const note = (id: string, createdAt: number, retryAt: number | null = null) =>
	env.DB.prepare(
		"insert into payment_events (id, type, intent_id, created_at, received_at, retry_at) values (?, 'x', '', ?, ?, ?)",
	).bind(id, createdAt, createdAt, retryAt);

async function known(prefix: string): Promise<string[]> {
	const { results } = await env.DB.prepare(
		"select id from payment_events where id like ? || '%' order by id",
	)
		.bind(prefix)
		.all<{ id: string }>();
	return results.map(({ id }) => id);
}

it("keeps events that Stripe still lists or that wait for another attempt, and deletes the rest", async () => {
	await env.DB.batch([
		note("kept listed", now - listedMs + 1),
		note("kept waiting", now - listedMs, now),
		note("kept not", now - listedMs),
	]);
	await sweepEvents(now);
	expect(await known("kept")).toEqual(["kept listed", "kept waiting"]);
});

it("deletes a thousand per run, the oldest first", async () => {
	await env.DB.batch(Array.from({ length: 1001 }, (_, age) => note(`many ${age}`, 1 + age)));
	await sweepEvents(now);
	expect(await known("many")).toEqual(["many 1000"]);
});

const waiting = (id: string) =>
	env.DB.prepare("select retry_at, failures from payment_events where id = ?").bind(id).first();

it("are tried no more once Stripe has deleted them", async () => {
	await env.DB.batch([note("evt_gone", now, now), note("evt_other", now, now)]);
	await retryEvent("evt_gone");
	expect(await waiting("evt_gone")).toEqual({ retry_at: null, failures: 0 });
	expect(await waiting("evt_other")).toEqual({ retry_at: now, failures: 0 });
});

it("are tried later after each failure, and not once they are handled", async () => {
	await env.DB.batch([note("evt_late", now, now), note("evt_done", now)]);
	for (const failures of [1, 2]) {
		await postpone(dueEvents, "evt_late");
		const { retry_at: retryAt, failures: counted } = (await waiting("evt_late")) as {
			retry_at: number;
			failures: number;
		};
		expect(counted).toBe(failures);
		expect(retryAt).toBeGreaterThanOrEqual(now + baseDelayMs * 2 ** (failures - 1));
		expect(retryAt).toBeLessThan(Date.now() + baseDelayMs * 2 ** failures);
	}
	await postpone(dueEvents, "evt_done");
	expect(await waiting("evt_done")).toEqual({ retry_at: null, failures: 0 });
});
