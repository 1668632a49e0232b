/**
 * Writes lines of an import and their tools in one transaction. Lines whose tool was changed since it was read, or
 * whose address or SKU another tool has got, stay as they are, for the next call: the lines are marked first, and
 * everything else is done for the marked ones alone.
 */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { families } from "../../db/family-tables.ts";
import { importImages, importLines, imports } from "../../db/import-tables.ts";
import { batch, database, inList, insertFrom, newId } from "../../platform/database/database.ts";
import { firstFreeAddress } from "../tools/addresses.server.ts";
import type { ToolWrite } from "../tools/plan-tools.server.ts";
import { asRead, storeTools } from "../tools/write-tools.server.ts";
import type { Rejected, Removal, Write } from "./line-changes.server.ts";

/** What lines came to, whom the audit log names, and the state of those that are written. */
interface Lines {
	importId: string;
	actorId: string | null;
	state: "saved" | "reverted";
	results: readonly (Write | Removal | Rejected)[];
}

const isStored = (result: Lines["results"][number]): result is Write => "fields" in result;

/** Writes lines, and counts them at their import. */
export async function writeLines({ importId, actorId, state, results }: Lines): Promise<void> {
	const now = new Date();
	const rejected = results.filter((one): one is Rejected => !("kind" in one));
	const writes = results.filter((one): one is Write | Removal => "kind" in one);
	const mark = newId();
	const isMarked = (line: SQL) =>
		sql`exists (select 1 from ${importLines} as marked where marked.import_id = ${importId} and marked.line = ${line} and marked.batch = ${mark})`;
	const written: WrittenLines = { importId, state, now, mark, isMarked };
	const stored = writes.filter(isStored);
	await batch({
		marked: markLines(written, writes),
		stored: storeLines(written, stored),
		rejected: rejectLines(written, rejected),
		...changeFamilies(written, stored),
		...storeTools(writes, actorId, isMarked),
		replaced: keepReplacedImages(written, stored),
		counts: countLines(written, writes, rejected),
	});
}

/** What the statements of a transaction have in common. */
interface WrittenLines {
	importId: string;
	state: "saved" | "reverted";
	now: Date;
	/** What the lines are marked with that this transaction writes. */
	mark: string;
	isMarked: (line: SQL) => SQL;
}

/** A value of a line that a statement reads from its JSON parameter. */
const value = (name: string) => sql`one.value ->> ${sql.raw(`'${name}'`)}`;

/** The lines that this transaction writes, as a FROM clause. */
const fromMarked = ({ isMarked }: WrittenLines, list: readonly { line: number }[], where: SQL) =>
	sql`from json_each(${JSON.stringify(list)}) as one where ${isMarked(value("line"))} and ${where}`;

/** The condition of the lines that wait for this step. */
const waitingLines = ({ importId, state }: WrittenLines) =>
	and(
		eq(importLines.importId, importId),
		eq(importLines.state, state === "saved" ? "waiting" : "saved"),
	);

/** Marks the lines whose tools are as they were read. */
function markLines(lines: WrittenLines, writes: readonly ToolWrite[]) {
	const { line, rows, holds } = asRead(writes);
	return (
		database()
			.update(importLines)
			.set({ state: lines.state, batch: lines.mark })
			// Uses a list of lines: a join would read the JSON once for each line of the import.
			.where(
				and(
					waitingLines(lines),
					inArray(importLines.line, sql`(select ${line} from ${rows} where ${holds})`),
				),
			)
	);
}

/** Stores what lines have changed. They exist, so that each is updated. */
function storeLines(lines: WrittenLines, stored: readonly Write[]) {
	const list = stored.map(({ line, fields, was, notes = [] }) => ({ line, fields, was, notes }));
	return insertFrom(
		importLines,
		{
			importId: sql`${lines.importId}`,
			line: value("line"),
			kind: sql`'new'`,
			state: sql`${lines.state}`,
			name: sql`''`,
			fields: value("fields"),
			was: value("was"),
			errors: value("notes"),
		},
		fromMarked(lines, list, sql`true`),
	).onConflictDoUpdate({
		target: [importLines.importId, importLines.line],
		set: {
			fields: sql`excluded.fields`,
			was: sql`excluded.was`,
			errors: sql`excluded.errors`,
		},
	});
}

function rejectLines(lines: WrittenLines, rejected: readonly Rejected[]) {
	return database()
		.update(importLines)
		.set({
			state: lines.state === "saved" ? "rejected" : "kept",
			batch: lines.mark,
			errors: sql`one.value -> 'errors'`,
		})
		.from(sql`json_each(${JSON.stringify(rejected)}) as one`)
		.where(
			and(
				waitingLines(lines),
				inList(
					importLines.line,
					rejected.map(({ line }) => line),
				),
				eq(importLines.line, value("line")),
			),
		);
}

/** Makes the families that are not there yet, and notes when tools leave others, which may be empty from then on. */
function changeFamilies(lines: WrittenLines, stored: readonly Write[]) {
	const made = stored.flatMap(({ line, makes }) => (makes ? { ...makes, line } : []));
	const left = stored.flatMap(({ line, leaves }) => (leaves ? { line, leaves } : []));
	const now = sql`${lines.now.getTime()}`;
	const id = value("id");
	const addresses = sql`(select json_group_array(value) from (select value from json_each(one.value, '$.addresses') union all select ${id}))`;
	const isMissing = sql`not exists (select 1 from ${families} where ${families.id} = ${id})`;
	return {
		...(made.length > 0 && {
			familiesMade: insertFrom(
				families,
				{
					id,
					name: value("name"),
					description: value("description"),
					options: value("options"),
					slug: sql`lower(${firstFreeAddress(addresses)})`,
					createdAt: now,
					updatedAt: now,
				},
				fromMarked(lines, made, sql`${isMissing} group by ${id}`),
			),
		}),
		...(left.length > 0 && {
			familiesLeft: database()
				.update(families)
				.set({ updatedAt: lines.now })
				.where(
					inArray(
						families.id,
						sql`(select ${value("leaves")} ${fromMarked(lines, left, sql`true`)})`,
					),
				),
		}),
	};
}

/** Keeps replaced images in the bucket while the import can be reverted. */
function keepReplacedImages(lines: WrittenLines, stored: readonly Write[]) {
	const list = stored.flatMap(({ line, replacedImages }) =>
		replacedImages.map((image) => ({ line, image })),
	);
	const image = value("image");
	return insertFrom(
		importImages,
		{ importId: sql`${lines.importId}`, address: image, image },
		fromMarked(lines, list, sql`true`),
	).onConflictDoNothing();
}

/** Counts what this transaction has marked: another delivery of the message may have written the same lines. */
function countLines(
	lines: WrittenLines,
	writes: readonly { line: number }[],
	rejected: readonly { line: number }[],
) {
	const countOf = (list: readonly { line: number }[]) =>
		sql`(select count(*) ${fromMarked(
			lines,
			list.map(({ line }) => ({ line })),
			sql`true`,
		)})`;
	const count = countOf(writes);
	const rejectedCount = countOf(rejected);
	return database()
		.update(imports)
		.set({
			updatedAt: lines.now,
			...(lines.state === "saved"
				? {
						savedCount: sql`${imports.savedCount} + ${count}`,
						rejectedCount: sql`${imports.rejectedCount} + ${rejectedCount}`,
					}
				: {
						revertedCount: sql`${imports.revertedCount} + ${count}`,
						keptCount: sql`${imports.keptCount} + ${rejectedCount}`,
					}),
		})
		.where(eq(imports.id, lines.importId));
}
