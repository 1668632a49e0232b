/**
 * Changes many tools at once. A bulk change is an import without a file: the queue saves it, its page shows what it
 * has changed and which tools others have changed meanwhile, and it can be reverted as a whole. One of all tools that
 * match a filter is shown before it is saved: its lines are the tools that match now.
 */
import { eq } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { imports } from "../../db/import-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import * as importTexts from "../../messages/imports.ts";
import * as texts from "../../messages/products.ts";
import { batch, database, inList, newId } from "../../platform/database/database.ts";
import { send } from "../../platform/services/queues.ts";
import { formatPrice, toPrice, totalOutOfBounds } from "../../values/money.ts";
import { categoryNamesQuery } from "../catalogue/categories.server.ts";
import { bulkColumns, matchingQuery } from "../tools/matching.server.ts";
import type { ToolFilter } from "../tools/matching.ts";
import { stateOf } from "../tools/tool-columns.server.ts";
import { isSame, type ToolState } from "../tools/tool-fields.ts";
import { isChargeable } from "../tools/tools.ts";
import { insertImportEvent } from "./audit-imports.server.ts";
import { type BulkChange, fieldsAfter, maxBulkTools } from "./bulk.ts";
import type { LineError } from "./import-states.ts";
import { maxImportLines } from "./imports.ts";
import { insertLines } from "./stored-lines.server.ts";
import { errorIn, type LineField, type LineFields } from "./tool-columns.ts";

/** The id of the import that saves the change, or why there is none. */
export type BulkResult = { importId: string } | { problem: string };

/** A tool, what the change gives it, and why it can't have that. */
interface Planned {
	id: string;
	name: string;
	fields: Partial<LineFields>;
	was: Partial<LineFields> & { stocked: number };
	error: LineError | undefined;
	isChanged: boolean;
}

/** Lets the queue change these tools. Tools that no longer exist are left out. */
export async function startBulkChange(
	caller: Caller,
	toolIds: readonly string[],
	change: BulkChange,
): Promise<BulkResult> {
	const ids = [...new Set(toolIds)].slice(0, maxBulkTools);
	if (ids.length === 0) return { problem: texts.bulk.nothingChosen };
	const { rows, known } = await batch({
		rows: database().select(bulkColumns).from(tools).where(inList(tools.id, ids)),
		known: categoryNamesQuery(),
	});
	const name = nameOf(change, known);
	if (name === undefined) return { problem: texts.unknownCategory };
	const planned = rows.map((row) => plan(row, change));
	const wrong = planned.find(({ error }) => error);
	if (wrong?.error) return { problem: texts.bulk.cannotBe(wrong.name, wrong.error.message) };
	if (planned.every(({ isChanged }) => !isChanged)) return { problem: texts.bulk.nothingChanges };
	const id = newId();
	await store(caller, { id, name, state: "saving", planned });
	await send("imports", { id });
	return { importId: id };
}

/**
 * Prepares a change of all tools that match, for its page to show and to start. The same job is prepared once, however
 * often the form is sent.
 */
export async function prepareBulkChange(
	caller: Caller,
	jobId: string,
	filter: ToolFilter,
	change: BulkChange,
): Promise<BulkResult> {
	const { rows, known, prepared } = await batch({
		rows: matchingQuery(filter, maxImportLines + 1),
		known: categoryNamesQuery(),
		prepared: findJob(jobId),
	});
	if (prepared.length > 0) return { importId: jobId };
	const name = nameOf(change, known);
	if (name === undefined) return { problem: texts.unknownCategory };
	if (rows.length > maxImportLines) return { problem: texts.bulk.tooMany(maxImportLines) };
	const planned = rows.map((row) => plan(row, change));
	if (planned.every(({ isChanged, error }) => !isChanged && !error))
		return { problem: texts.bulk.nothingChanges };
	try {
		await store(caller, { id: jobId, name, state: "ready", planned });
	} catch (error) {
		// Sent twice at the same time.
		if ((await findJob(jobId)).length === 0) throw error;
	}
	return { importId: jobId };
}

const findJob = (jobId: string) =>
	database().select({ id: imports.id }).from(imports).where(eq(imports.id, jobId));

type BulkRow = Awaited<ReturnType<typeof matchingQuery>>[number];

function plan(row: BulkRow, change: BulkChange): Planned {
	const price = toPrice(row.price);
	const now: Partial<LineFields> & { state: ToolState } = {
		price,
		quantity: row.quantity,
		category: row.category,
		maker: row.maker,
		supplier: row.supplier,
		state: stateOf(row),
	};
	const fields = fieldsAfter(change, { price, quantity: row.quantity });
	const names = Object.keys(fields) as LineField[];
	const before = Object.fromEntries(names.map((field) => [field, now[field]]));
	return {
		id: row.id,
		name: row.name,
		fields,
		error: errorOf(row, fields),
		was: { ...before, stocked: row.stocked },
		isChanged: names.some((field) => !isSame(fields[field], now[field])),
	};
}

/** Why a tool can't have these values. */
function errorOf(row: BulkRow, { price, quantity, state }: Partial<LineFields>) {
	if (price !== undefined && !isChargeable({ price, minOrderQuantity: row.minOrderQuantity }))
		return errorIn("price", totalOutOfBounds());
	if (quantity !== undefined && quantity < 0)
		return errorIn("quantity", texts.bulk.tooFew(row.quantity));
	if (state === "listed" && row.image === "") return errorIn("images", importTexts.imageMissing);
	return undefined;
}

interface Job {
	id: string;
	name: string;
	state: "ready" | "saving";
	planned: readonly Planned[];
}

/** How many lines a statement inserts, so that a parameter stays below D1's 2 MB. */
const linesPerStatement = 2000;

async function store(caller: Caller, { id, name, state, planned }: Job): Promise<void> {
	const now = new Date();
	const lines = planned
		.filter(({ isChanged, error }) => isChanged || error)
		.map(({ id: toolId, name: tool, fields, was, error }, index) => ({
			line: index + 1,
			toolId,
			name: tool,
			...(error
				? { kind: "wrong", state: "wrong", errors: [error] }
				: { kind: "changed", state: "waiting", fields, was }),
		}));
	const wrongCount = planned.filter(({ error }) => error).length;
	await batch({
		added: database()
			.insert(imports)
			.values({
				id,
				fileName: name,
				state,
				createdBy: caller.id,
				actorId: caller.id,
				createdAt: now,
				updatedAt: now,
				// Tools that others change meanwhile stay as they are, and are listed.
				mode: "good",
				lineCount: planned.length,
				changedCount: lines.length - wrongCount,
				unchangedCount: planned.length - lines.length,
				wrongCount,
			}),
		lines: insertLines(id, lines, linesPerStatement),
		...(state === "saving" && {
			audit: insertImportEvent("import.started", caller, id),
		}),
	});
}

/** What the list of imports calls the change, or undefined if there is no such category. */
function nameOf(
	change: BulkChange,
	known: readonly { slug: string; name: string }[],
): string | undefined {
	const { bulk, stateNames } = texts;
	if ("category" in change) {
		const name = known.find(({ slug }) => slug === change.category)?.name;
		if (change.category !== null && name === undefined) return undefined;
		return bulk.category(name ?? bulk.noCategory);
	}
	if ("state" in change) return change.state === "draft" ? stateNames.draft : bulk[change.state];
	if ("percent" in change) return `${bulk.price}: ${signed(change.percent)} %`;
	if ("amount" in change)
		return `${bulk.amount}: ${change.amount > 0 ? "+" : ""}${formatPrice(change.amount)}`;
	if ("stock" in change) return `${bulk.stock}: ${change.stock}`;
	if ("addStock" in change) return `${bulk.stock}: ${signed(change.addStock)}`;
	if ("maker" in change) return `${bulk.maker}: ${change.maker ?? bulk.none}`;
	return `${bulk.supplier}: ${change.supplier ?? bulk.none}`;
}

const signed = (value: number) => `${value > 0 ? "+" : ""}${value}`;
