/** Changes a running local shop's database through its own runtime (wrangler's Local Explorer). */
import * as v from "valibot";
import { UnavailableError } from "./target.ts";

const replySchema = v.object({
	result: v.pipe(
		v.array(
			v.object({
				results: v.object({ rows: v.array(v.array(v.unknown())) }),
				meta: v.object({ changes: v.number() }),
			}),
		),
		v.minLength(1),
	),
});

/** How long the shop may take to respond, in milliseconds. */
const timeoutMs = 30_000;

/**
 * Runs statements in one transaction in the shop at `origin`. Returns the last statement's first row and
 * the number of rows it changed. Throws UnavailableError if the shop does not run them.
 */
export async function runBatch(
	origin: string,
	databaseId: string,
	statements: string[],
): Promise<{ row: unknown[]; changes: number }> {
	const url = `${origin}/cdn-cgi/local/explorer/api/d1/database/${databaseId}/raw`;
	const response = await fetch(url, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ batch: statements.map((sql) => ({ sql })) }),
		signal: AbortSignal.timeout(timeoutMs),
	});
	const reply = v.safeParse(replySchema, await response.json().catch(() => undefined));
	const last = reply.success ? reply.output.result.at(-1) : undefined;
	if (!last) throw new UnavailableError(`The shop at ${origin} did not change its database.`);
	return { row: last.results.rows[0] ?? [], changes: last.meta.changes };
}
