/**
 * Purges that the platform's cache refused. It takes five a minute, after a reserve of 25 (Cloudflare
 * docs: Workers Caching, Limitations; Purge cache, Limits): a shop that sells more than that has its
 * pages taken down by the job, all of them by one question.
 */
import { and, asc, inArray, lte, sql } from "drizzle-orm";
import { owedPurges } from "../db/tables.ts";
import { database } from "./database.ts";

/** Tags to a purge: it may name 100, and a statement of D1 may bind 100 values, of which one is no tag. */
const mostAtOnce = 99;

/** Writes down tags that were to be purged and were not. */
export async function owePurge(tags: readonly string[]): Promise<void> {
	const owedAt = new Date();
	await database()
		.insert(owedPurges)
		.values(tags.map((tag) => ({ tag, owedAt })))
		.onConflictDoUpdate({ target: owedPurges.tag, set: { owedAt: sql`excluded.owed_at` } });
}

/**
 * Has `purge` take down what is owed, the oldest first, 99 tags a run. What was refused once
 * more, or has become owed again meanwhile, stays owed. Throws as `purge` does.
 */
export async function payPurges(purge: (tags: string[]) => Promise<void>): Promise<void> {
	const owed = await database()
		.select()
		.from(owedPurges)
		.orderBy(asc(owedPurges.owedAt))
		.limit(mostAtOnce);
	const newest = owed.at(-1);
	if (!newest) return;
	const tags = owed.map(({ tag }) => tag);
	await purge(tags);
	await database()
		.delete(owedPurges)
		.where(and(inArray(owedPurges.tag, tags), lte(owedPurges.owedAt, newest.owedAt)));
}
