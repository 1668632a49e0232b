/**
 * Starts and ends sales. Each is one transaction that is conditional on the sale's state: two jobs at once do it once,
 * and a job that is stopped leaves the rest to the next.
 */
import { and, eq, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { dayMs } from "../../config/days.ts";
import { priceHistory, sales, saleTools } from "../../db/offer-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { hasRow } from "../../platform/database/commit.ts";
import { batch, database } from "../../platform/database/database.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { isListed } from "../tools/tools.server.ts";
import { priorDays } from "./sales.ts";

/** How many sales a run starts, and ends. */
const maxSales = 50;

/** Ends the sales whose end has passed, then starts those whose time has come. For the scheduled job. */
export async function runSales(now = new Date()): Promise<void> {
	const db = database();
	const { over, due } = await batch({
		over: db
			.select({ id: sales.id })
			.from(sales)
			.where(and(eq(sales.state, sql`'running'`), lte(sales.endsAt, now)))
			.limit(maxSales),
		due: db
			.select({ id: sales.id, endsAt: sales.endsAt })
			.from(sales)
			.where(and(eq(sales.state, sql`'planned'`), lte(sales.startsAt, now)))
			.orderBy(sales.startsAt)
			.limit(maxSales),
	});
	for (const { id } of over) await endSale(id, null, now);
	for (const { id, endsAt } of due) {
		// A sale that was missed altogether never changed a price.
		if (endsAt <= now) await endSale(id, null, now);
		else await startSale(id, now);
	}
}

/** The condition that a sale is in a state. */
const isIn = (saleId: string, state: "planned" | "running") =>
	sql`exists (select 1 from ${sales} where ${sales.id} = ${saleId} and ${sales.state} = ${sql.raw(`'${state}'`)})`;

/** The tools of a sale whose price it lowers: still sold, dearer than that, and in no other sale. */
const lowered = hasRow(
	tools,
	sql`${tools.id} = ${saleTools.toolId} and ${isListed} and ${tools.salePriceCents} is null and ${tools.regularPriceCents} > ${saleTools.priceCents}`,
);

/**
 * The lowest price of a tool within the days before a time: those that began since, and the one that was in force when
 * they began. There is none of a tool that was not sold yet.
 */
function lowestPriceBefore(at: Date): SQL {
	const from = at.getTime() - priorDays * dayMs;
	const { toolId, since, priceCents } = priceHistory;
	const ofTool = sql`${toolId} = ${saleTools.toolId}`;
	return sql`(
		select min(${priceCents})
		from ${priceHistory}
		where ${ofTool}
			and ${since} >= coalesce(
				(select max(${since}) from ${priceHistory} where ${ofTool} and ${since} <= ${from}),
				0
			)
	)`;
}

async function startSale(id: string, now: Date): Promise<void> {
	const db = database();
	const isStarting = isIn(id, "planned");
	const isWaiting = and(
		eq(saleTools.saleId, id),
		isNull(saleTools.startedAt),
		isNull(saleTools.endedAt),
		isStarting,
	);
	const { changed } = await batch({
		started: db
			.update(saleTools)
			.set({ startedAt: now, priorPriceCents: lowestPriceBefore(now) })
			.where(and(isWaiting, lowered)),
		left: db.update(saleTools).set({ endedAt: now }).where(isWaiting),
		// Before the prices change, which the entries tell.
		audit: insertPriceChanges(id, null, "tool.sale_started", isStarting),
		changed: db
			.update(tools)
			.set({
				salePriceCents: sql`${saleTools.priceCents}`,
				// Only a price that was higher makes the new one a reduction.
				priorPriceCents: sql`iif(${saleTools.priorPriceCents} > ${saleTools.priceCents}, ${saleTools.priorPriceCents}, null)`,
				saleEndsAt: sql`(select ${sales.endsAt} from ${sales} where ${sales.id} = ${id})`,
				updatedAt: laterThan(now),
			})
			.from(saleTools)
			.where(and(eq(tools.id, saleTools.toolId), isRunningTool(id), isStarting))
			.returning({ id: tools.id }),
		state: db
			.update(sales)
			.set({ state: "running" })
			.where(and(eq(sales.id, id), eq(sales.state, "planned"))),
	});
	purgeTools(changed);
}

/**
 * Ends a sale, or what is left of it, or a planned one before it starts: tools cost again what staff have set. Returns
 * whether it was not over yet.
 */
export async function endSale(
	id: string,
	caller: Pick<Caller, "id"> | null,
	now = new Date(),
): Promise<boolean> {
	const db = database();
	const { changed, ended } = await batch({
		audit: insertPriceChanges(id, caller, "tool.sale_ended", isIn(id, "running")),
		changed: db
			.update(tools)
			.set({
				salePriceCents: null,
				priorPriceCents: null,
				saleEndsAt: null,
				updatedAt: laterThan(now),
			})
			.where(
				inArray(
					tools.id,
					db.select({ id: saleTools.toolId }).from(saleTools).where(isRunningTool(id)),
				),
			)
			.returning({ id: tools.id }),
		rows: db
			.update(saleTools)
			.set({ endedAt: now })
			.where(and(eq(saleTools.saleId, id), isNull(saleTools.endedAt))),
		ended: db
			.update(sales)
			.set({ state: "ended" })
			.where(and(eq(sales.id, id), ne(sales.state, "ended")))
			.returning({ id: sales.id }),
	});
	purgeTools(changed);
	return ended.length > 0;
}

/** The tools of a sale that have its price. */
const isRunningTool = (id: string) =>
	and(eq(saleTools.saleId, id), isNotNull(saleTools.startedAt), isNull(saleTools.endedAt));

/** The time of a change: later than that of the one before. */
const laterThan = (now: Date) => sql`max(${now.getTime()}, ${tools.updatedAt} + 1)`;

function insertPriceChanges(
	id: string,
	caller: Pick<Caller, "id"> | null,
	action: "tool.sale_started" | "tool.sale_ended",
	condition: SQL,
) {
	const prices = [tools.regularPriceCents, saleTools.priceCents];
	const [before, after] = action === "tool.sale_started" ? prices : prices.toReversed();
	return insertAuditEvent(
		{
			action,
			actorId: caller?.id ?? null,
			subject: sql`${tools.id}`,
			detail: { name: tools.name, priceCentsWas: before, priceCents: after },
		},
		sql`from ${saleTools} join ${tools} on ${tools.id} = ${saleTools.toolId} where ${and(isRunningTool(id), condition)}`,
	);
}

/** Purges them, as any change of a price does. */
function purgeTools(changed: readonly { id: string }[]): void {
	if (changed.length > 0) purge("tools", ...changed.map(({ id }) => `tool:${id}` as const));
}
