/** Queues: which consumer gets a batch, and that sent messages are delivered. */
import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { send, sendAll } from "../../src/platform/services/queues.ts";
import { consume, consumerName } from "../../src/worker/queue-consumers.ts";
import { allowConsole } from "../setup/console-guard.ts";

const names = ["purges", "mails", "mails-failed"];

it.each([
	["cogsmith-purges", "purges"],
	["cogsmith-purges-staging", "purges"],
	["cogsmith-mails-staging", "mails"],
	["cogsmith-mails-failed", "mails-failed"],
	["cogsmith-mails-failed-staging", "mails-failed"],
	["my-shop-purges", "purges"],
	["cogsmith-purgesome", undefined],
	["cogsmith-elsewhere", undefined],
])("%s is the queue of %s", (queue, name) => {
	expect(consumerName(queue, names)).toBe(name);
});

it("a queue without a consumer is an error, and its messages stay", async () => {
	allowConsole(/"code":"job"/);
	const batch = createMessageBatch("cogsmith-elsewhere", []);
	await expect(async () => consume(batch)).rejects.toThrow();
});

it("a sent message is delivered to the consumer", async () => {
	const news = vi.spyOn(console, "log").mockImplementation(() => {});
	await send("purges", { tags: ["tools"] });
	await vi.waitFor(
		() => expect(news).toHaveBeenCalledWith(expect.stringMatching(/"job":"queue purges"/)),
		{ timeout: 20_000, interval: 100 },
	);
});

it("many messages are sent a hundred at a time", async () => {
	const sent = vi.spyOn(env.PURGES, "sendBatch").mockResolvedValue(undefined as never);
	await sendAll(
		"purges",
		Array.from({ length: 250 }, (_, n) => ({ tags: [`tool:${n}`] })),
		{ delaySeconds: 60 },
	);
	expect(sent.mock.calls.map(([messages]) => [...messages].length)).toEqual([100, 100, 50]);
	expect(sent.mock.calls[0]?.[1]).toEqual({ delaySeconds: 60 });
});
