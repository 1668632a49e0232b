/** Starts imports, reads their state, and deletes old ones. The queue does the work: import-queue.server.ts. */
import { and, asc, desc, eq, gt, gte, lt, not, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Caller } from "../../access/caller.ts";
import { users } from "../../db/auth-tables.ts";
import { isOneOf } from "../../db/columns.ts";
import { families } from "../../db/family-tables.ts";
import { importImages, importLines, imports } from "../../db/import-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import * as texts from "../../messages/imports.ts";
import { fieldLabel } from "../../messages/products.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database, inList, insertFrom, newId } from "../../platform/database/database.ts";
import { deleteImportFiles, storeImportFile } from "../../platform/services/import-files.ts";
import { send } from "../../platform/services/queues.ts";
import type { Inserted } from "../../values/fields.ts";
import { formatCapabilities } from "../fit/capability-text.ts";
import { isUploaded } from "../images/images.server.ts";
import { insertImportEvent } from "./audit-imports.server.ts";
import { forgetFailures, isIncomplete, isMissingOf, readPictures } from "./fetch-images.server.ts";
import { activeStates, type ImportMode, type LineState } from "./import-states.ts";
import {
	type Import,
	type ImportLine,
	importField,
	linesPageSize,
	type linesQuery,
	revertableDays,
} from "./imports.ts";
import { chooseCategories, makeCategories } from "./made-categories.server.ts";
import { deleteEmptyFamilies } from "./made-families.server.ts";
import { formatParts } from "./part-cells.ts";
import type { Before } from "./stored-lines.server.ts";
import { type LineField, type LineFields, lineFields } from "./tool-columns.ts";
import { type ZipImage, zipImagesSchema } from "./zip-images.ts";

const dayMs = 86_400_000;

type ImportRow = typeof imports.$inferSelect;

/** The oldest import that can be reverted. */
const oldestRevertable = (now: number) => new Date(now - revertableDays * dayMs);

function toImport(row: ImportRow, creator: string | null): Import {
	return {
		_id: row.id,
		fileName: row.fileName,
		createdAt: row.createdAt.toISOString(),
		...(creator !== null && { createdBy: creator }),
		state: row.state,
		mode: row.mode,
		problem: row.problem,
		supplier: row.supplier,
		hasOwnColumns: row.header === null,
		newCategories: row.newCategories,
		counts: {
			lines: row.lineCount,
			new: row.newCount,
			changed: row.changedCount,
			unchanged: row.unchangedCount,
			wrong: row.wrongCount,
			saved: row.savedCount,
			rejected: row.rejectedCount,
			reverted: row.revertedCount,
			kept: row.keptCount,
		},
		revertableUntil: new Date(row.createdAt.getTime() + revertableDays * dayMs).toISOString(),
	};
}

const withCreator = () =>
	database()
		.select({ row: imports, creator: sql<string | null>`${users.name}`.as("creator") })
		.from(imports)
		.leftJoin(users, eq(users.id, imports.createdBy));

/**
 * Stores a file and lets the queue read it. `zipImages` is JSON, empty without any. With `asksColumns` it waits for
 * somebody to choose what columns are that the shop does not know. Throws ShopError `invalid` (field
 * `file`) without a file, and `malformed`.
 */
export async function createImport(
	caller: Caller,
	fileName: string,
	file: Uint8Array<ArrayBuffer> | undefined,
	zipImages = "",
	asksColumns = false,
): Promise<Inserted> {
	if (!file) throw new ShopError("invalid", { fields: { [importField]: texts.fileRequired } });
	const id = newId();
	const now = new Date();
	const found = parseZipImages(zipImages);
	const path = sql`value ->> 'path'`;
	await storeImportFile(id, file);
	await batch({
		import: database().insert(imports).values({
			id,
			fileName,
			createdBy: caller.id,
			createdAt: now,
			updatedAt: now,
			state: "reading",
			asksColumns,
		}),
		...(found.length > 0 && {
			images: insertFrom(
				importImages,
				{
					importId: sql`${id}`,
					address: sql`value ->> 'name'`,
					image: sql`iif(${isUploaded(path)}, ${path}, null)`,
					// With a problem, so that the queue does not fetch it.
					problem: sql`iif(${isUploaded(path)}, '', coalesce(nullif(value ->> 'problem', ''), ${texts.imageUnknown}))`,
				},
				sql`from json_each(${JSON.stringify(found)}) where true`,
			).onConflictDoNothing(),
		}),
	});
	await send("imports", { id });
	return { insertedId: id };
}

function parseZipImages(text: string): ZipImage[] {
	if (text === "") return [];
	try {
		return v.parse(zipImagesSchema, JSON.parse(text));
	} catch (cause) {
		throw new ShopError("malformed", { cause });
	}
}

/** Returns an import. Throws ShopError `not_found`. */
export async function getImport(importId: string): Promise<Import> {
	const [[found], pictures] = await Promise.all([
		withCreator().where(eq(imports.id, importId)),
		readPictures(importId),
	]);
	if (!found) throw new ShopError("not_found");
	return { ...toImport(found.row, found.creator), pictures };
}

/** How many imports the page lists. */
const listedImports = 20;

/** Returns the newest imports. */
export async function listImports(): Promise<Import[]> {
	const found = await withCreator()
		.orderBy(desc(imports.createdAt), desc(imports.id))
		.limit(listedImports);
	return found.map(({ row, creator }) => toImport(row, creator));
}

/** Returns the lines of an import in a state, after a line. Throws ShopError `not_found`. */
export async function listImportLines(
	importId: string,
	{ state, after, incomplete }: v.InferOutput<typeof linesQuery>,
): Promise<ImportLine[]> {
	const found = await linesQueryOf(importId, state, after, incomplete === "1");
	if (found.length === 0) await getImport(importId);
	return withNames(found);
}

function linesQueryOf(importId: string, state: LineState, after: number, incomplete = false) {
	return database()
		.select()
		.from(importLines)
		.where(
			and(
				eq(importLines.importId, importId),
				eq(importLines.state, state),
				gt(importLines.line, after),
				incomplete ? isIncomplete : undefined,
			),
		)
		.orderBy(asc(importLines.line))
		.limit(linesPageSize);
}

/** Returns the first lines that the page of an import lists, in one round trip. */
export async function firstLines({
	_id,
	state,
}: Import): Promise<Partial<Record<LineState, ImportLine[]>>> {
	if (activeStates.some((one) => one === state)) return {};
	const found = await batch({
		wrong: linesQueryOf(_id, "wrong", 0),
		rejected: linesQueryOf(_id, "rejected", 0),
		kept: linesQueryOf(_id, "kept", 0),
		waiting: linesQueryOf(_id, "waiting", 0),
		saved: linesQueryOf(_id, "saved", 0, true),
	});
	const lines = await withNames(Object.values(found).flat());
	// A state without lines is left out: once there are some, the page asks for them.
	return Object.fromEntries(Map.groupBy(lines, (line) => line.state));
}

type LineRow = typeof importLines.$inferSelect;

/** What changes name: the names of families and the SKUs of parts, by their ids. */
type Names = ReadonlyMap<string, string | null>;

/** Converts lines, with the names of the families and parts that they have. */
async function withNames(rows: readonly LineRow[]): Promise<ImportLine[]> {
	// The queue has stored them like this.
	const values = rows.flatMap(({ fields, was }) => [fields, was] as Partial<Before>[]);
	const familyIds = values.flatMap(({ family }) => family ?? []);
	const partIds = values.flatMap(({ parts }) => parts?.map(({ toolId }) => toolId) ?? []);
	const names = new Map<string, string | null>();
	if (familyIds.length + partIds.length > 0) {
		const db = database();
		const found = await batch({
			families: db
				.select({ id: families.id, name: families.name })
				.from(families)
				.where(inList(families.id, new Set(familyIds))),
			parts: db
				.select({ id: tools.id, name: tools.sku })
				.from(tools)
				.where(inList(tools.id, new Set(partIds))),
		});
		for (const { id, name } of [...found.families, ...found.parts]) names.set(id, name);
	}
	for (const { makes } of values) if (makes) names.set(makes.id, makes.name);
	return rows.map((row) => toImportLine(row, names));
}

function toImportLine(
	{ line, kind, state, toolId, name, fields, was, errors }: LineRow,
	names: Names,
): ImportLine {
	const changes = describeChanges(kind === "new" ? inNewTools : lineFields, fields, was, names);
	return { line, kind, state, toolId, name, changes, errors };
}

/** The longest text of a change that the preview shows. */
const maxShownText = 120;

/** What the preview shows of a new tool beside its name. */
const inNewTools: readonly LineField[] = ["parts", "family", "options"];

function describeChanges(
	shown: readonly LineField[],
	after: unknown,
	before: unknown,
	names: Names,
): ImportLine["changes"] {
	// The queue has stored them like this.
	const [next, was] = [after, before] as Partial<LineFields>[];
	return shown
		.filter((field) => next?.[field] !== undefined)
		.map((field) => ({
			column: fieldLabel(field),
			before: describeValue(field, was?.[field], names),
			after: describeValue(field, next?.[field], names),
		}))
		.filter((change) => change.before !== "" || change.after !== "");
}

/** How a value is shown where that is not its text. */
const describers: {
	[Name in LineField]?: (value: NonNullable<LineFields[Name]>, names: Names) => string;
} = {
	images: (list) => list.join(" "),
	specifications: (list) => list.map((one) => `${one.name}: ${one.value}`).join("; "),
	capabilities: formatCapabilities,
	parts: (parts, names) => formatParts(parts, (id) => names.get(id)),
	family: (id, names) => names.get(id) ?? "",
	options: (values) => Object.values(values).join(", "),
};

function describeValue(field: LineField, value: unknown, names: Names): string {
	const toShown = describers[field] as ((value: unknown, names: Names) => string) | undefined;
	const isNothing = value === undefined || value === null;
	const text = isNothing ? "" : (toShown?.(value, names) ?? String(value));
	return text.length > maxShownText ? `${text.slice(0, maxShownText)} …` : text;
}

const invalid = (message: string) => new ShopError("invalid", { message });

/**
 * Lets the queue save an import, in the categories that were chosen for those that the shop does not have. Throws ShopError
 * `not_found`, and `invalid` if it can't be started, or if they can't be.
 */
export async function startImport(
	caller: Caller,
	importId: string,
	mode: ImportMode,
	chosen: Readonly<Record<string, string>> = {},
): Promise<Import> {
	const now = new Date();
	const newCategories = await chooseCategories(importId, chosen);
	const isImport = eq(imports.id, importId);
	const canStart = and(
		isImport,
		eq(imports.state, "ready"),
		gt(sql`${imports.newCount} + ${imports.changedCount}`, 0),
		mode === "all" ? eq(imports.wrongCount, 0) : undefined,
	);
	await commit({
		guard: [hasRow(imports, canStart)],
		write: {
			started: database()
				.update(imports)
				.set({ state: "saving", mode, newCategories, actorId: caller.id, updatedAt: now })
				.where(isImport),
			audit: insertImportEvent("import.started", caller, importId),
			...makeCategories(importId, newCategories, caller.id),
		},
		refused: async () => {
			const { state, counts } = await getImport(importId);
			if (state !== "ready") throw invalid(texts.alreadyStarted);
			throw invalid(counts.wrong > 0 && mode === "all" ? texts.hasWrongLines : texts.nothingToSave);
		},
	});
	const found = await getImport(importId);
	await send("imports", { id: importId });
	return found;
}

/**
 * Lets the queue fetch again what it could not fetch; the lines that were saved without it wait for it. Where nothing is
 * missing, nothing happens. Throws ShopError `not_found`.
 */
export async function retryPictures(importId: string): Promise<Import> {
	const now = new Date();
	const isImport = eq(imports.id, importId);
	const incomplete = and(eq(importLines.importId, importId), isIncomplete);
	const canRetry = and(
		isImport,
		inList(imports.state, ["ready", "done"]),
		sql`exists (select 1 from ${importImages} where ${isMissingOf(importId)})`,
	);
	const retried = await commit({
		guard: [hasRow(imports, canRetry)],
		write: {
			retried: database()
				.update(imports)
				.set({
					// No line that is refused now undoes what was saved before.
					mode: sql`iif(${imports.state} = 'ready', ${imports.mode}, 'good')`,
					state: sql`iif(${imports.state} = 'ready', 'fetching', 'saving')`,
					savedCount: sql`${imports.savedCount} - (select count(*) from ${importLines} where ${incomplete})`,
					updatedAt: now,
				})
				.where(isImport),
			lines: database()
				.update(importLines)
				.set({ state: "waiting" })
				.where(and(incomplete, hasRow(imports, and(isImport, eq(imports.state, "saving"))))),
			forgotten: forgetFailures(importId),
		},
		refused: () => null,
	});
	const found = await getImport(importId);
	if (retried) await send("imports", { id: importId });
	return found;
}

/** Lets the queue revert an import. Throws ShopError `not_found`, and `invalid` if it can't be reverted. */
export async function revertImport(
	caller: Caller,
	importId: string,
	now = Date.now(),
): Promise<Import> {
	const isImport = eq(imports.id, importId);
	const canRevert = and(
		isImport,
		eq(imports.state, "done"),
		gte(imports.createdAt, oldestRevertable(now)),
	);
	await commit({
		guard: [hasRow(imports, canRevert)],
		write: {
			reverting: database()
				.update(imports)
				.set({ state: "reverting", actorId: caller.id, updatedAt: new Date(now) })
				.where(isImport),
			audit: insertImportEvent("import.reverted", caller, importId),
		},
		refused: async () => {
			await getImport(importId);
			throw invalid(texts.notRevertable);
		},
	});
	const found = await getImport(importId);
	await send("imports", { id: importId });
	return found;
}

/** How long nothing may happen to an active import before the scheduled job continues it, in milliseconds. */
const stoppedAfterMs = 2 * 60_000;

/** How many imports one run of the job continues, and deletes. */
const maxImports = 20;

/** How many lines one run of the job deletes. Each import has at most 10,000. */
const maxDeletedLines = 5000;

/**
 * Continues imports whose message was lost, and deletes those that can't be reverted any more: their lines
 * first, a part in each run. For the scheduled job.
 */
export async function sweepImports(now = Date.now()): Promise<void> {
	const db = database();
	const stopped = await db
		.select({ id: imports.id })
		.from(imports)
		.where(
			and(
				isOneOf(imports.state, activeStates),
				lt(imports.updatedAt, new Date(now - stoppedAfterMs)),
			),
		)
		.limit(maxImports);
	for (const { id } of stopped) await send("imports", { id });
	const old = await db
		.select({ id: imports.id })
		.from(imports)
		.where(
			and(
				lt(imports.createdAt, oldestRevertable(now)),
				// One that was reverted at the last moment goes once that is done.
				not(isOneOf(imports.state, activeStates)),
			),
		)
		.orderBy(asc(imports.createdAt))
		.limit(maxImports);
	if (old.length === 0) return;
	const ids = old.map(({ id }) => id);
	const isOld = inList(importLines.importId, ids);
	const deleted = await db
		.delete(importLines)
		.where(sql`rowid in (select rowid from ${importLines} where ${isOld} limit ${maxDeletedLines})`)
		.returning({ line: importLines.line });
	if (deleted.length === maxDeletedLines) return;
	await deleteImportFiles(ids);
	await deleteEmptyFamilies(oldestRevertable(now));
	await db.delete(imports).where(inList(imports.id, ids));
}
