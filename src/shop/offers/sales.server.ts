/** Plans sales, and lists them with what each has sold. */
import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { dayOf, startOfDay } from "../../config/days.ts";
import { sales, saleTools } from "../../db/offer-tables.ts";
import { lineSoldPieces, orderLines } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import type { FieldErrors } from "../../errors.ts";
import { sales as texts } from "../../messages/offers.ts";
import { batch, database, inList, insertFrom, newId } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import { toPrice, totalOutOfBounds } from "../../values/money.ts";
import { type Cursor, splitPage } from "../../values/paging.ts";
import { inRow } from "../../values/record-fields.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { isListed } from "../tools/tools.server.ts";
import { isChargeable } from "../tools/tools.ts";
import { runSales } from "./run-sales.server.ts";
import { type AskedSale, type ListedSale, reducedCents } from "./sales.ts";

/** A listed tool that a sale may lower. */
export interface SaleTool {
	id: string;
	name: string;
	image: string;
	minOrderQuantity: number;
	regularPriceCents: number;
}

/** The listed ones of these tools, by name, but no gift cards: these are worth what they cost. */
export async function readSaleTools(ids: readonly string[]): Promise<SaleTool[]> {
	const { id, name, image, minOrderQuantity, regularPriceCents } = tools;
	const found = await database()
		.select({ id, name, image, minOrderQuantity, regularPriceCents })
		.from(tools)
		.where(and(inList(id, ids), isListed, eq(tools.isGiftCard, false)));
	return found.toSorted(byName);
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

/** Plans a sale, and starts it if its first day has begun. Returns what is wrong with it by field, or undefined. */
export async function planSale(
	caller: Pick<Caller, "id">,
	asked: AskedSale,
	now = new Date(),
): Promise<FieldErrors | undefined> {
	const found = await readSaleTools(asked.tools.map(({ id }) => id));
	const today = dayOf(now.getTime());
	const { name, firstDay = today, lastDay } = asked;
	const priced = found.map((tool) => ({ tool, priceCents: priceOf(tool, asked) }));
	const wrong = priced.flatMap(({ tool, priceCents }) => {
		const problem = priceProblem(tool, priceCents);
		return problem === undefined ? [] : [[inRow("price", tool.id), problem] as const];
	});
	const fields = {
		...(lastDay < Math.max(firstDay, today) && { lastDay: texts.endMissing }),
		...(found.length === 0 && { tool: texts.noTools }),
		...Object.fromEntries(wrong),
	};
	if (Object.keys(fields).length > 0) return fields;
	const id = newId();
	const startsAt = firstDay > today ? new Date(startOfDay(firstDay)) : now;
	const endsAt = new Date(startOfDay(lastDay + 1));
	const whoIsTaken = () => toolsTaken(found, startsAt, endsAt);
	const taken = await whoIsTaken();
	if (taken) return taken;
	const rows = priced.map(({ tool, priceCents }) => ({ id: tool.id, priceCents }));
	const fromRows = sql`from json_each(${JSON.stringify(rows)}) as one`;
	const saved = batch({
		sale: database().insert(sales).values({
			id,
			name,
			startsAt,
			endsAt,
			state: "planned",
			createdAt: now,
			createdBy: caller.id,
		}),
		// A trigger rejects a tool that another form has put on sale meanwhile.
		tools: insertFrom(
			saleTools,
			{
				saleId: sql`${id}`,
				toolId: sql`one.value ->> 'id'`,
				priceCents: sql`one.value ->> 'priceCents'`,
			},
			fromRows,
		),
		audit: insertAuditEvent(
			{
				action: "tool.sale_planned",
				actorId: caller.id,
				subject: sql`${tools.id}`,
				detail: {
					name: tools.name,
					priceCentsWas: tools.regularPriceCents,
					priceCents: sql`one.value ->> 'priceCents'`,
				},
			},
			sql`${fromRows} join ${tools} on ${tools.id} = one.value ->> 'id'`,
		),
	});
	try {
		await saved;
	} catch (error) {
		const left = await readSaleTools(found.map((tool) => tool.id));
		// A tool was deleted meanwhile: the others may still go on sale.
		if (left.length < found.length) return planSale(caller, asked, now);
		const takenSince = await whoIsTaken();
		if (!takenSince) throw error;
		return takenSince;
	}
	if (startsAt <= now) await runSales(now);
	return undefined;
}

/** What is wrong with tools that are in another sale at that time, by field. */
async function toolsTaken(
	found: readonly SaleTool[],
	startsAt: Date,
	endsAt: Date,
): Promise<FieldErrors | undefined> {
	const ids = found.map(({ id }) => id);
	const taken = await database()
		.selectDistinct({ id: saleTools.toolId })
		.from(saleTools)
		.innerJoin(sales, eq(sales.id, saleTools.saleId))
		.where(
			and(
				inList(saleTools.toolId, ids),
				isNull(saleTools.endedAt),
				lt(sales.startsAt, endsAt),
				gt(sales.endsAt, startsAt),
			),
		);
	if (taken.length === 0) return undefined;
	return Object.fromEntries(taken.map(({ id }) => [inRow("price", id), texts.taken]));
}

/** The sale price of a tool: its own, or less by the percentage of all. */
function priceOf(tool: SaleTool, { tools: asked, percent }: AskedSale): number | undefined {
	const own = asked.find(({ id }) => id === tool.id)?.priceCents;
	if (own !== undefined) return own;
	return percent === undefined ? undefined : reducedCents(tool.regularPriceCents, percent);
}

/** What is wrong with a sale price. */
function priceProblem(tool: SaleTool, priceCents: number | undefined): string | undefined {
	if (priceCents === undefined) return texts.priceMissing;
	const isLower = priceCents > 0 && priceCents < tool.regularPriceCents;
	if (!isLower) return texts.notLower;
	return isChargeable({ ...tool, price: toPrice(priceCents) }) ? undefined : totalOutOfBounds();
}

/** Sales on a page of their list. */
const salesPageSize = 10;

/** A page of the sales, the last to start first, each with its tools and what they have sold at its price. */
export async function listSales(
	cursor: Cursor | undefined,
): Promise<{ sales: ListedSale[]; next: Cursor | undefined }> {
	const db = database();
	const page = () =>
		db
			.select()
			.from(sales)
			.where(afterCursor(sales.startsAt, sales.id, "desc", cursor))
			.orderBy(...orderByKey(sales.startsAt, sales.id, "desc"))
			.limit(salesPageSize + 1);
	const ids = page().as("listed");
	const { saleId, toolId, priceCents, priorPriceCents, startedAt, endedAt } = saleTools;
	const { name, image } = tools;
	const { found, rows } = await batch({
		found: page(),
		rows: db
			.select({
				saleId,
				toolId,
				priceCents,
				priorPriceCents,
				startedAt,
				endedAt,
				name,
				image,
				pieces: sql<number>`(select coalesce(sum(${lineSoldPieces}), 0)
					from ${orderLines}
					where ${orderLines.toolId} = ${toolId}
						and ${orderLines.createdAt} between ${startedAt} and coalesce(${endedAt}, 9e15)
						and ${orderLines.unitPriceCents} = ${priceCents})`.as("pieces"),
			})
			.from(saleTools)
			.innerJoin(tools, eq(tools.id, toolId))
			.where(inArray(saleId, db.select({ id: ids.id }).from(ids))),
	});
	const listed = splitPage(found, salesPageSize, (sale) => sale.startsAt.getTime());
	return {
		next: listed.next,
		sales: listed.rows.map((sale) => ({
			...sale,
			tools: rows.filter((row) => row.saleId === sale.id).toSorted(byName),
		})),
	};
}
