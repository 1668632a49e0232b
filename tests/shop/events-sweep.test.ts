/** Stored Stripe events are deleted once Stripe no longer lists them. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { sweepEvents } from "../../src/shop/payments/events.server.ts";

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
