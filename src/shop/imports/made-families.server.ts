/** Deletes families without tools that imports have made, or taken the last tool of. */
import { and, gte, lt, sql } from "drizzle-orm";
import { families } from "../../db/family-tables.ts";
import { database } from "../../platform/database/database.ts";
import { madeFamilyPrefix } from "./family-plan.server.ts";

const isEmpty = sql`not exists (select 1 from tools where tools.family_id = ${families.id})`;

/** Deletes the families that an import has made, but those in which somebody has tools by now. */
export async function deleteMadeFamilies(importId: string): Promise<void> {
	const prefix = madeFamilyPrefix(importId);
	await database()
		.delete(families)
		.where(and(gte(families.id, prefix), lt(families.id, `${prefix}:`), isEmpty));
}

/** How many one run of the job deletes. */
const maxFamilies = 50;

/**
 * Deletes families that have had no tool since a time: while an import can be reverted, the tools that it has taken out of
 * a family can come back.
 */
export async function deleteEmptyFamilies(before: Date): Promise<void> {
	const db = database();
	const empty = db
		.select({ id: families.id })
		.from(families)
		.where(and(sql`${families.variants} = '[]'`, lt(families.updatedAt, before), isEmpty))
		.limit(maxFamilies);
	await db.delete(families).where(sql`${families.id} in ${empty}`);
}
