/**
 * Writes lines of an import and their tools in one transaction. Lines whose tool was changed since it was read, or
 * whose address or SKU another tool has got, stay as they are, for the next call: the lines are marked first, and
 * everything else is done for the marked ones alone.
 */
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { audit } from "../../db/audit-tables.ts";
import { families } from "../../db/family-tables.ts";
import { importImages, importLines, imports } from "../../db/import-tables.ts";
import { toolCapabilities, toolPictures, tools } from "../../db/tool-tables.ts";
import { batch, database, inList, insertFrom, newId } from "../../platform/database/database.ts";
import { toCapabilityRows } from "../fit/capability-rows.ts";
import { firstFreeAddress, isOfAnotherTool, isSkuOfAnother } from "../tools/addresses.server.ts";
import { isReferenced } from "../tools/change-tools.server.ts";
import { fieldColumns, type ToolRow, toColumns, toStored } from "../tools/tool-columns.server.ts";
import type { Rejected, Write } from "./line-changes.server.ts";

/** A tool that the import has added and that nobody has changed; without a row it is deleted already. */
export interface Removal {
	line: number;
	id: string;
	row: ToolRow | undefined;
}

/** What lines came to, whom the audit log names, and the state of those that are written. */
interface Lines {
	importId: string;
	actorId: string | null;
	state: "saved" | "reverted";
	results: readonly (Write | Rejected)[];
	removed?: readonly Removal[];
}

/** Writes lines, and counts them at their import. */
export async function writeLines({
	importId,
	actorId,
	state,
	results,
	removed = [],
}: Lines): Promise<void> {
	const now = new Date();
	const rejected = results.filter((one): one is Rejected => "errors" in one);
	const changes = [
		...results.filter((one): one is Write => "tool" in one).map(toValues),
		...removed.map(({ line, id, row }) => ({
			line,
			id,
			updatedAt: row?.updatedAt.getTime() ?? null,
			stockWas: row?.quantity ?? null,
			removed: true,
		})),
	];
	const written: WrittenLines = {
		importId,
		state,
		now,
		mark: newId(),
		json: JSON.stringify(changes),
	};
	await batch({
		...markLines(written),
		rejected: rejectLines(written, rejected),
		// Before the tools change or go.
		...insertAuditEvents(written, actorId),
		...changeFamilies(written),
		added: addTools(written),
		...replaceImages(written),
		...replaceCapabilities(written),
		changed: changeTools(written),
		takenApart: restockTakenApart(written),
		...removeTools(written),
		replaced: keepReplacedImages(written),
		counts: countLines(written, rejected),
	});
}

/** The values of a tool, by the names that the statements read. */
function toValues({ tool, event, createdAt, archivedAt, ...written }: Write) {
	const { hasNewImages, hasNewCapabilities, ...change } = written;
	const draft = tool.state === "draft";
	return {
		...toStored({ ...toColumns(tool._id, tool), draft, createdAt, archivedAt }),
		...change,
		...event,
		...(hasNewImages && { further: tool.images.slice(1) }),
		...(hasNewCapabilities && { fits: toCapabilityRows(tool.capabilities) }),
	};
}

/** The lines of a transaction, which its statements read from one JSON parameter. */
interface WrittenLines {
	importId: string;
	state: "saved" | "reverted";
	now: Date;
	/** What the lines are marked with that this transaction writes. */
	mark: string;
	json: string;
}

const each = ({ json }: Pick<WrittenLines, "json">) => sql`json_each(${json}) as one`;

/** A value of a line of `each`. */
const value = (name: string) => sql`one.value ->> ${sql.raw(`'${name}'`)}`;

const lineColumns = Object.fromEntries(
	[...fieldColumns, "draft", "createdAt", "archivedAt", "familyId", "optionValues"]
		.filter((name) => name !== "quantity")
		.map((name) => [name, value(name)]),
	// The values that a new tool must have are among them.
) as Record<
	Exclude<keyof typeof tools.$inferInsert, "id" | "quantity" | "stocked" | "updatedAt">,
	SQL
>;

const isNew = sql`${value("updatedAt")} is null`;
const isRemoved = sql`one.value -> 'removed' is not null`;
const isStored = sql`one.value -> 'removed' is null`;

/** Whether this transaction writes the line. */
const isMarked = ({ importId, mark }: WrittenLines) =>
	sql`exists (select 1 from ${importLines} as marked where marked.import_id = ${importId} and marked.line = one.value ->> 'line' and marked.batch = ${mark})`;

/** The lines that this transaction writes, as a FROM clause. */
const fromMarked = (lines: WrittenLines, where: SQL) =>
	sql`from ${each(lines)} where ${isMarked(lines)} and ${where}`;

/** The ids of their tools, as a subquery. */
const idsOfMarked = (lines: WrittenLines, where: SQL) =>
	sql`(select ${value("id")} ${fromMarked(lines, where)})`;

/** The condition of the lines that wait for this step. */
const waitingLines = ({ importId, state }: WrittenLines) =>
	and(
		eq(importLines.importId, importId),
		eq(importLines.state, state === "saved" ? "waiting" : "saved"),
	);

/** Marks the lines whose tools are as they were read, and stores what they change. */
function markLines(lines: WrittenLines) {
	const { importId, state, mark } = lines;
	return {
		// Uses a list of lines: a join would read the JSON once for each line of the import.
		marked: database()
			.update(importLines)
			.set({ state, batch: mark })
			.where(
				and(
					waitingLines(lines),
					inArray(
						importLines.line,
						sql`(select ${value("line")} from ${each(lines)} left join ${tools} on ${tools.id} = ${value("id")} where ${tools.updatedAt} is ${value("updatedAt")} and ${tools.quantity} is ${value("stockWas")} and not ${isOfAnotherTool(value("slug"), value("id"))} and not ${isSkuOfAnother(value("sku"), value("id"))})`,
					),
				),
			),
		// The tools exist, so that each is updated.
		stored: insertFrom(
			importLines,
			{
				importId: sql`${importId}`,
				line: value("line"),
				kind: sql`'new'`,
				state: sql`${state}`,
				name: sql`''`,
				fields: sql`one.value -> 'fields'`,
				was: sql`one.value -> 'was'`,
				errors: sql`coalesce(one.value -> 'notes', '[]')`,
			},
			fromMarked(lines, sql`one.value -> 'fields' is not null`),
		).onConflictDoUpdate({
			target: [importLines.importId, importLines.line],
			set: {
				fields: sql`excluded.fields`,
				was: sql`excluded.was`,
				errors: sql`excluded.errors`,
			},
		}),
	};
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

function insertAuditEvents(lines: WrittenLines, actorId: string | null) {
	const values = {
		id: sql`lower(hex(randomblob(16)))`,
		createdAt: sql`${lines.now.getTime()}`,
		actorId: sql`${actorId}`,
	};
	return {
		audit: insertFrom(
			audit,
			{
				...values,
				action: value("action"),
				subjectId: value("id"),
				detail: sql`one.value -> 'detail'`,
			},
			fromMarked(lines, sql`one.value -> 'action' is not null`),
		),
		auditOfRemoved: insertFrom(
			audit,
			{
				...values,
				action: sql`'tool.deleted'`,
				subjectId: sql`${tools.id}`,
				detail: sql`json_object('name', ${tools.name}, 'quantity', ${tools.quantity}, 'priceCents', ${tools.priceCents})`,
			},
			sql`from ${tools} where ${inArray(tools.id, idsOfMarked(lines, isRemoved))}`,
		),
	};
}

/** The columns of a tool that a line decides, but for its stock. */
const toolValues = ({ now }: WrittenLines) => ({
	...lineColumns,
	updatedAt: sql`max(${now.getTime()}, coalesce(one.value ->> 'updatedAt', 0) + 1)`,
});

/** Makes the families that are not there yet, and notes when tools leave others, which may be empty from then on. */
function changeFamilies(lines: WrittenLines) {
	const made = (name: string) => sql`one.value -> 'makes' ->> ${sql.raw(`'${name}'`)}`;
	const now = sql`${lines.now.getTime()}`;
	const addresses = sql`(select json_group_array(value) from (select value from json_each(one.value, '$.makes.addresses') union all select ${made("id")}))`;
	return {
		familiesMade: insertFrom(
			families,
			{
				id: made("id"),
				name: made("name"),
				description: made("description"),
				options: sql`one.value -> 'makes' -> 'options'`,
				slug: sql`lower(${firstFreeAddress(addresses)})`,
				createdAt: now,
				updatedAt: now,
			},
			fromMarked(
				lines,
				sql`one.value -> 'makes' is not null and not exists (select 1 from ${families} where ${families.id} = ${made("id")}) group by ${made("id")}`,
			),
		),
		familiesLeft: database()
			.update(families)
			.set({ updatedAt: lines.now })
			.where(
				inArray(
					families.id,
					sql`(select ${value("leaves")} ${fromMarked(lines, sql`one.value -> 'leaves' is not null`)})`,
				),
			),
	};
}

/** Sets the stock of kits that are taken apart, which the triggers have set to none. */
function restockTakenApart(lines: WrittenLines) {
	return database()
		.update(tools)
		.set({ quantity: value("stockAfter"), stocked: value("stockAfter") })
		.from(each(lines))
		.where(
			and(eq(tools.id, value("id")), isMarked(lines), sql`one.value -> 'stockAfter' is not null`),
		);
}

function addTools(lines: WrittenLines) {
	return insertFrom(
		tools,
		{
			...toolValues(lines),
			id: value("id"),
			slug: sql`coalesce(${value("slug")}, ${firstFreeAddress(sql`one.value -> 'addresses'`)})`,
			quantity: value("added"),
			stocked: value("added"),
			unlistedCapabilities: sql`iif(${value("archivedAt")} is null, null, one.value -> 'fits')`,
		},
		fromMarked(lines, sql`${isStored} and ${isNew}`),
	);
}

/** Replaces the images after the first. */
function replaceImages(lines: WrittenLines) {
	const hasNewImages = sql`one.value -> 'further' is not null`;
	return {
		imagesDeleted: database()
			.delete(toolPictures)
			.where(inArray(toolPictures.toolId, idsOfMarked(lines, hasNewImages))),
		imagesAdded: insertFrom(
			toolPictures,
			{
				toolId: value("id"),
				position: sql`further.key + 1`,
				image: sql`further.value ->> 'image'`,
				alt: sql`further.value ->> 'alt'`,
			},
			sql`from ${each(lines)}, json_each(one.value, '$.further') as further where ${isMarked(lines)}`,
		),
	};
}

/** Replaces what listed tools fit. Triggers move it where a change of the state comes with it. */
function replaceCapabilities(lines: WrittenLines) {
	const hasNew = sql`one.value -> 'fits' is not null`;
	const part = (place: number) => sql.raw(`fit.value ->> ${place}`);
	const isListed = sql`exists (select 1 from ${tools} where ${tools.id} = ${value("id")} and ${tools.archivedAt} is null)`;
	return {
		fitsDeleted: database()
			.delete(toolCapabilities)
			.where(inArray(toolCapabilities.toolId, idsOfMarked(lines, hasNew))),
		fitsAdded: insertFrom(
			toolCapabilities,
			{
				toolId: value("id"),
				action: part(0),
				dimension: part(1),
				standard: part(2),
				fits: part(3),
				rangeFrom: part(4),
				rangeTo: part(5),
				also: part(6),
			},
			sql`from ${each(lines)}, json_each(one.value, '$.fits') as fit where ${isMarked(lines)} and ${isListed}`,
		),
	};
}

function changeTools(lines: WrittenLines) {
	return database()
		.update(tools)
		.set({
			...toolValues(lines),
			// A bundle's stock is derived from its parts.
			quantity: sql`${tools.quantity} + iif(${tools.partsCents} is null, ${value("added")}, 0)`,
			stocked: sql`${tools.stocked} + iif(${tools.partsCents} is null, ${value("added")}, 0)`,
			unlistedCapabilities: sql`iif(${tools.archivedAt} is null, ${tools.unlistedCapabilities}, coalesce(one.value -> 'fits', ${tools.unlistedCapabilities}))`,
		})
		.from(each(lines))
		.where(and(eq(tools.id, value("id")), isMarked(lines), isStored, sql`not (${isNew})`));
}

/** Deletes tools that the import has added. Those that orders or reviews refer to are archived. */
function removeTools(lines: WrittenLines) {
	const { now } = lines;
	const isToBeRemoved = inArray(tools.id, idsOfMarked(lines, isRemoved));
	return {
		archived: database()
			.update(tools)
			.set({ archivedAt: now, draft: false, publishAt: null, updatedAt: now })
			.where(and(isToBeRemoved, isReferenced(), isNull(tools.archivedAt))),
		deleted: database()
			.delete(tools)
			.where(and(isToBeRemoved, sql`not ${isReferenced()}`)),
	};
}

/** Keeps replaced images in the bucket while the import can be reverted. */
function keepReplacedImages(lines: WrittenLines) {
	return insertFrom(
		importImages,
		{ importId: sql`${lines.importId}`, address: sql`image.value`, image: sql`image.value` },
		sql`from ${each(lines)}, json_each(one.value, '$.replacedImages') as image where ${isMarked(lines)}`,
	).onConflictDoNothing();
}

/** Counts what this transaction has marked: another delivery of the message may have written the same lines. */
function countLines(lines: WrittenLines, rejected: readonly Rejected[]) {
	const countOf = (json: string) =>
		sql`(select count(*) from ${each({ json })} where ${isMarked(lines)})`;
	const count = countOf(lines.json);
	const rejectedCount = countOf(JSON.stringify(rejected.map(({ line }) => ({ line }))));
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
