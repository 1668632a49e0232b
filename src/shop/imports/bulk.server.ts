/**
 * Changes many tools at once. A bulk change is an import without a file: the queue saves it, its page shows what it
 * has changed and which tools others have changed meanwhile, and it can be reverted as a whole.
 */
import { sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { smallestCents } from "../../config/config.ts";
import { importLines, imports } from "../../db/import-tables.ts";
import { categories, tools } from "../../db/tool-tables.ts";
import * as texts from "../../messages.products.ts";
import { batch, database, inList, insertFrom, newId } from "../../platform/database.ts";
import { send } from "../../platform/queues.ts";
import { toCents, toPrice } from "../../values/money.ts";
import { toManagedTool } from "../tools/tool-columns.server.ts";
import { isSame } from "../tools/tool-fields.ts";
import { isChargeable } from "../tools/tools.ts";
import { type BulkChange, maxBulkTools } from "./bulk.ts";
import { type LineField, type LineFields, toLineFields } from "./tool-columns.ts";

/** The id of the import that saves the change, or why there is none. */
export type BulkResult = { importId: string } | { problem: string };

/** Lets the queue change these tools. Tools that no longer exist are left out. */
export async function startBulkChange(
	caller: Caller,
	toolIds: readonly string[],
	change: BulkChange,
): Promise<BulkResult> {
	const ids = [...new Set(toolIds)].slice(0, maxBulkTools);
	if (ids.length === 0) return { problem: texts.bulk.nothingChosen };
	const db = database();
	const { rows, known } = await batch({
		rows: db.select().from(tools).where(inList(tools.id, ids)),
		known: db
			.select({ slug: categories.slug, name: categories.name })
			.from(categories)
			.orderBy(categories.position, categories.slug)
			.limit(1000),
	});
	const category = "category" in change ? change.category : null;
	const name = known.find(({ slug }) => slug === category)?.name;
	if (category && name === undefined) return { problem: texts.unknownCategory };
	const found = rows.map((row) => {
		const tool = toLineFields(toManagedTool(row));
		return { row, tool, fields: fieldsOf(change, tool) };
	});
	const rejected = found.find(({ tool, fields }) => !isChargeable({ ...tool, ...fields }));
	if (rejected) return { problem: texts.bulk.priceOutOfBounds(rejected.tool.name) };
	const changed = found.filter(({ tool, fields }) =>
		(Object.keys(fields) as LineField[]).some((field) => !isSame(fields[field], tool[field])),
	);
	if (changed.length === 0) return { problem: texts.bulk.nothingChanges };
	const id = newId();
	const now = new Date();
	const lines = changed.map(({ row, tool, fields }, index) => ({
		...{ line: index + 1, toolId: row.id, name: row.name, fields },
		was: {
			...Object.fromEntries(
				(Object.keys(fields) as LineField[]).map((field) => [field, tool[field]]),
			),
			stocked: row.stocked,
		},
	}));
	await batch({
		added: db.insert(imports).values({
			id,
			fileName: nameOf(change, name),
			...{ createdBy: caller.id, actorId: caller.id, createdAt: now, updatedAt: now },
			// Tools that others change meanwhile stay as they are, and are listed.
			...{ state: "saving", mode: "good" },
			lineCount: found.length,
			changedCount: changed.length,
			unchangedCount: found.length - changed.length,
		}),
		lines: insertFrom(
			importLines,
			{
				importId: sql`${id}`,
				line: sql`value ->> 'line'`,
				kind: sql`'changed'`,
				state: sql`'waiting'`,
				toolId: sql`value ->> 'toolId'`,
				name: sql`value ->> 'name'`,
				fields: sql`value -> 'fields'`,
				was: sql`value -> 'was'`,
			},
			sql`from json_each(${JSON.stringify(lines)}) where true`,
		),
	});
	await send("imports", { id });
	return { importId: id };
}

function fieldsOf(change: BulkChange, tool: LineFields): Partial<LineFields> {
	if ("category" in change) return { category: change.category };
	if ("state" in change) return { state: change.state };
	return {
		price: toPrice(
			Math.round((toCents(tool.price) * (100 + change.percent)) / 100 / smallestCents) *
				smallestCents,
		),
	};
}

/** What the list of imports calls the change. */
function nameOf(change: BulkChange, category: string | undefined): string {
	if ("category" in change) return texts.bulk.category(category ?? texts.bulk.noCategory);
	if ("state" in change) return change.state === "listed" ? texts.bulk.list : texts.bulk.archive;
	return `${texts.bulk.price}: ${change.percent > 0 ? "+" : ""}${change.percent} %`;
}
