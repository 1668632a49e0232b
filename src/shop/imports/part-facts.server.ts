/** Reads what decides which tools kits can be made of, and which tools can be kits. */
import { or, sql } from "drizzle-orm";
import { orderLines } from "../../db/order-tables.ts";
import { bundleParts, tools } from "../../db/tool-tables.ts";
import * as texts from "../../messages/bundles.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { codeKey } from "../../values/pasted.ts";
import type { PartTools } from "./part-cells.ts";

export interface PartFacts {
	/** The tools that are named as parts, by their SKUs and ids. */
	byCode: PartTools;
	/** Why tools can't be kits, by their ids. */
	notKits: ReadonlyMap<string, string>;
}

/** Returns the tools with these SKUs or ids as parts, and which of the tools with `kitIds` can't be kits. */
export async function partFacts(
	codes: readonly string[],
	kitIds: readonly string[],
): Promise<PartFacts> {
	if (codes.length === 0) return { byCode: new Map(), notKits: new Map() };
	const db = database();
	const { found, uses } = await batch({
		found: db
			.select({ id: tools.id, sku: tools.sku, parts: tools.parts })
			.from(tools)
			.where(or(inList(tools.id, new Set(codes)), inList(tools.sku, new Set(codes)))),
		uses: db
			.select({
				id: sql<string>`value`.as("id"),
				isOrdered:
					sql<number>`exists (select 1 from ${orderLines} where ${orderLines.toolId} = value)`.as(
						"is_ordered",
					),
				isPart:
					sql<number>`exists (select 1 from ${bundleParts} where ${bundleParts.partId} = value)`.as(
						"is_part",
					),
			})
			.from(sql`json_each(${JSON.stringify([...new Set(kitIds)])})`),
	});
	const of = ({ id, parts }: (typeof found)[number]) => ({ id, isKit: parts !== null });
	return {
		// A SKU goes before an id that is the same.
		byCode: new Map([
			...found.map((row) => [codeKey(row.id), of(row)] as const),
			...found.flatMap((row) => (row.sku === null ? [] : [[codeKey(row.sku), of(row)] as const])),
		]),
		notKits: new Map(
			uses.flatMap(({ id, isOrdered, isPart }) => {
				const why = (isPart && texts.isPart) || (isOrdered && texts.wasOrdered);
				return why ? [[id, why] as const] : [];
			}),
		),
	};
}
