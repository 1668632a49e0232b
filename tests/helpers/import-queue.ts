/** The queue of imports in a test file: messages wait until `work` delivers them. */
import { env } from "cloudflare:workers";
import { beforeEach, vi } from "vitest";
import { deliver } from "./queue.ts";

/** The messages that wait. */
export const queued: unknown[] = [];

beforeEach(() => {
	queued.length = 0;
	vi.spyOn(env.IMPORTS, "send").mockImplementation(async (body) => {
		queued.push(body);
		return undefined as never;
	});
});

/** Delivers messages until the queue is empty. */
export async function work(): Promise<void> {
	for (let next = queued.shift(); next; next = queued.shift())
		await deliver("cogsmith-imports", [next]);
}
