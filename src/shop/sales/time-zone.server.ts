/** Tells the triggers of the sales which offsets the shop's time zone has. */
import { eq, sql } from "drizzle-orm";
import { timeZone as shopZone } from "../../config/config.ts";
import { offsetsBetween } from "../../config/days.ts";
import { shopCounts, zoneOffsets } from "../../db/sales-tables.ts";
import { batch, database } from "../../platform/database/database.ts";

/** No shop has orders from before. */
const firstYear = 2020;
/** How many years ahead the offsets are written. */
const yearsAhead = 5;

/**
 * Writes the offsets of the shop's time zone, if it is another than before or a year has begun. For the scheduled
 * job. What was counted before by another zone stays: `npm run doctor -- --fix` counts it again.
 */
export async function syncTimeZone(timeZone = shopZone, now = Date.now()): Promise<void> {
	const db = database();
	const lastYear = new Date(now).getUTCFullYear() + yearsAhead;
	const offsetsOf = timeZone === "UTC" ? timeZone : `${timeZone} ${lastYear}`;
	const [stored] = await db
		.select({ offsetsOf: shopCounts.offsetsOf })
		.from(shopCounts)
		.where(eq(shopCounts.id, 1));
	if (!stored || stored.offsetsOf === offsetsOf) return;
	const offsets =
		timeZone === "UTC"
			? []
			: offsetsBetween(timeZone, Date.UTC(firstYear, 0), Date.UTC(lastYear + 1, 0));
	await batch({
		former: db.delete(zoneOffsets),
		offsets: db
			.insert(zoneOffsets)
			.select(
				sql`select value ->> 'since', value ->> 'offsetMs' from json_each(${JSON.stringify(offsets)})`,
			),
		named: db.update(shopCounts).set({ offsetsOf }).where(eq(shopCounts.id, 1)),
	});
}
