/** Stripe's events are known for as long as Stripe lists them, and then go. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { sweepEvents } from "../../src/shop/payments/events.server.ts";

const now = Date.now();
const listedMs = 30 * 24 * 60 * 60 * 1000;

/** Notes an event that happened at a moment; with `retryAt` one that waits for another try. */
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

it("keeps what Stripe still lists and what waits for another try, and loses the rest", async () => {
	await env.DB.batch([
		note("kept listed", now - listedMs + 1),
		note("kept waiting", now - listedMs, now),
		note("kept not", now - listedMs),
	]);
	await sweepEvents(now);
	expect(await known("kept")).toEqual(["kept listed", "kept waiting"]);
});

it("loses a thousand a run, the oldest first", async () => {
	await env.DB.batch(Array.from({ length: 1001 }, (_, age) => note(`many ${age}`, 1 + age)));
	await sweepEvents(now);
	expect(await known("many")).toEqual(["many 1000"]);
});
