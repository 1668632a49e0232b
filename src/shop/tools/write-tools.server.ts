/**
 * Stores what is planned of tools: all that staff, files and programs decide of them goes through here. Each statement does
 * its part for all plans at once.
 */
import { type AnyColumn, and, eq, exists, isNull, isSQLWrapper, or, SQL, sql } from "drizzle-orm";
import { orderLines } from "../../db/order-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { bundleParts, toolPictures, tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { commit } from "../../platform/database/commit.ts";
import { database, insertFrom, type Statement } from "../../platform/database/database.ts";
import { insertAuditEvent, toAuditDetail } from "../audit/audit.server.ts";
import { firstFreeAddress, isOfAnotherTool, isSkuOfAnother } from "./addresses.server.ts";
import type { ToolWrite } from "./plan-tools.server.ts";
import { toStored } from "./tool-columns.server.ts";

/** What a statement has of each tool. */
type Row = Record<string, unknown> & { id: string; line?: number | undefined };

/** Which lines of an import are written, by their number. */
export type OnlyLines = (line: SQL) => SQL;

/**
 * The rows of a statement. The values of one are parameters; those of several are one JSON parameter, from which an UPDATE reads
 * each row three times.
 */
interface Rows {
	value: (name: string) => SQL;
	/** What selects them; undefined for one. */
	each: SQL | undefined;
	where: SQL;
	ids: SQL;
}

function rowsOf(list: readonly Row[], only?: OnlyLines): Rows {
	const [first, ...others] = list;
	if (first && others.length === 0 && !only) {
		const value = (name: string) => toSql(first[name]);
		return { value, each: undefined, where: sql`true`, ids: sql`(${first.id})` };
	}
	const value = (name: string) => sql`one.value ->> ${sql.raw(`'${name}'`)}`;
	const each = sql`json_each(${JSON.stringify(list)}) as one`;
	const where = only?.(value("line")) ?? sql`true`;
	return { value, each, where, ids: sql`(select ${value("id")} from ${each} where ${where})` };
}

function toSql(value: unknown): SQL {
	if (isSQLWrapper(value)) return sql`${value}`;
	return sql`${typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? null)}`;
}

/** The FROM clause of rows, with what they are joined with. */
function from({ each, where }: Rows, joined?: SQL): SQL {
	const sources = [each, joined].filter((source) => source !== undefined);
	const clause = sources.length > 0 ? sql`from ${sql.join(sources, sql`, `)}` : sql``;
	return sql`${clause} where ${where}`;
}

/** Returns the statement that sets columns of the tools of these rows. */
function update(rows: Rows, set: Record<string, SQL>) {
	const where = and(eq(tools.id, rows.value("id")), rows.where);
	const updated = database().update(tools).set(set);
	return rows.each ? updated.from(rows.each).where(where) : updated.where(where);
}

/** Returns the statements of these plans, in their order. Those of an import may be for `only` some of its lines. */
export function storeTools(
	writes: readonly ToolWrite[],
	actorId: string | null,
	only?: OnlyLines,
): Record<string, Statement> {
	/** Builds statements for the plans of which they have something. */
	const forEach = (
		pick: (write: ToolWrite) => object | false | undefined,
		build: (rows: Rows, list: readonly Row[]) => Record<string, Statement>,
	): Record<string, Statement> => {
		const list = writes.flatMap((write): Row[] => {
			const values = pick(write);
			return values ? [{ ...values, id: write.id, line: write.line }] : [];
		});
		return list.length > 0 ? build(rowsOf(list, only), list) : {};
	};
	return {
		// First, because they read the old values of a row that nobody has read.
		...forEach(
			({ event }) => event && { action: event.action, detail: toAuditDetail(event.detail) },
			(rows, list) => ({ audit: insertEvents(rows, list, actorId) }),
		),
		...forEach(
			({ kind, set }) => (!only && kind === "changed" && set.sku ? {} : undefined),
			// So that tools can change their SKUs with each other.
			(rows, list): Record<string, Statement> =>
				list.length > 1 ? { skusFreed: update(rows, { sku: sql`null` }) } : {},
		),
		...forEach(
			({ kind, set }) => kind === "changed" && Object.keys(set).length > 0 && toStored(set),
			(rows, list) => ({ changed: update(rows, changes(rows, list)) }),
		),
		...forEach(
			({ stockAfter }) => stockAfter !== undefined && { stockAfter },
			(rows) => ({
				takenApart: update(rows, {
					quantity: rows.value("stockAfter"),
					stocked: rows.value("stockAfter"),
				}),
			}),
		),
		...forEach(
			({ kind, set, addresses = [] }) => kind === "added" && { ...toStored(set), addresses },
			(rows, list) => ({ added: addTools(rows, list) }),
		),
		...forEach(
			({ kind, set: { furtherImages: images } }) =>
				Array.isArray(images) && (kind === "changed" || images.length > 0) && {},
			({ ids }) => storeImages(ids),
		),
		...forEach(
			({ kind }) => kind === "removed" && {},
			({ ids }) => remove(ids),
		),
	};
}

function insertEvents(rows: Rows, list: readonly Row[], actorId: string | null) {
	const { value } = rows;
	const [subject, action] = [value("id"), value("action")];
	const readsTool = list.some(({ detail }) => detail instanceof SQL);
	return insertAuditEvent(
		{ action, actorId, subject, detail: value("detail") },
		readsTool ? sql`from ${tools} where ${tools.id} = ${subject}` : from(rows),
	);
}

/** The names of the columns that at least one row has. */
const columnsIn = (list: readonly Row[]) =>
	[...new Set(list.flatMap((row) => Object.keys(row)))].filter(
		(name): name is keyof typeof tools.$inferInsert => name in tools && name !== "id",
	);

function addTools(rows: Rows, list: readonly Row[]) {
	const { value } = rows;
	const given = Object.fromEntries(columnsIn(list).map((name) => [name, value(name)]));
	return insertFrom(
		tools,
		{
			// All that a new tool must have is in its plan.
			...(given as Record<
				Exclude<keyof typeof tools.$inferInsert, "id" | "slug" | "stocked">,
				SQL
			>),
			id: value("id"),
			slug: sql`coalesce(${value("slug")}, ${firstFreeAddress(value("addresses"))})`,
			stocked: value("quantity"),
		},
		rows.each && from(rows),
	);
}

/** The columns that at least one row changes; tools whose rows do not have one keep it. */
function changes({ value }: Rows, list: readonly Row[]): Record<string, SQL> {
	const set = Object.fromEntries(
		columnsIn(list).map((name) => {
			const column: AnyColumn = tools[name];
			const isInAll = list.every((row) => name in row);
			const isGiven = sql`one.value -> ${sql.raw(`'${name}'`)} is not null`;
			return [name, isInAll ? value(name) : sql`iif(${isGiven}, ${value(name)}, ${column})`];
		}),
	);
	const { quantity } = set;
	return {
		...set,
		...(quantity && { stocked: sql`${tools.stocked} + ${quantity} - ${tools.quantity}` }),
	};
}

/** Makes the rows of images anew from the column that has them. */
function storeImages(ids: SQL) {
	return {
		imagesDeleted: database().delete(toolPictures).where(sql`${toolPictures.toolId} in ${ids}`),
		imagesAdded: insertFrom(
			toolPictures,
			{
				toolId: tools.id,
				position: sql`json_each.key + 1`,
				image: sql`json_each.value ->> 'image'`,
				alt: sql`json_each.value ->> 'alt'`,
			},
			sql`from ${tools}, json_each(${tools.furtherImages}) where ${tools.id} in ${ids}`,
		),
	};
}

/** Deletes tools. Those that orders, bundles or reviews refer to are archived. */
function remove(ids: SQL) {
	const db = database();
	const isOne = sql`${tools.id} in ${ids}`;
	const now = new Date();
	return {
		archived: db
			.update(tools)
			.set({ archivedAt: now, draft: false, publishAt: null, updatedAt: now })
			.where(and(isOne, or(isNull(tools.archivedAt), eq(tools.draft, true)), isReferenced())),
		deleted: db.delete(tools).where(and(isOne, sql`not ${isReferenced()}`)),
	};
}

/** The condition that orders, bundles or reviews refer to a tool. */
function isReferenced(): SQL {
	const refersTo = (column: AnyColumn) =>
		exists(database().select({ one: sql`1` }).from(column.table).where(eq(column, tools.id)));
	const columns = [orderLines.toolId, orderLines.bundleId, bundleParts.partId, reviews.toolId];
	return or(...columns.map(refersTo)) ?? sql`false`;
}

/**
 * The clause that joins the tools that plans were made from, and the condition that they are as they were read, and that no
 * other tool has got the address or the SKU. Between tools that are written together SKUs may change hands.
 */
export function asRead(
	writes: readonly ToolWrite[],
	togetherWith?: SQL,
): { rows: SQL; holds: SQL; line: SQL } {
	const list = writes.map(({ id, line, read, set: { slug, sku } }) => ({
		id,
		line,
		updatedAt: read?.updatedAt.getTime() ?? null,
		stock: read?.quantity ?? null,
		...(slug && { slug }),
		...(sku && { sku }),
	}));
	const { value, each = sql`(select 1)` } = rowsOf(list);
	const id = value("id");
	const any = (name: "slug" | "sku") => list.some((row) => name in row);
	return {
		line: value("line"),
		rows: sql`${each} left join ${tools} on ${tools.id} = ${id}`,
		holds: sql.join(
			[
				sql`${tools.updatedAt} is ${value("updatedAt")} and ${tools.quantity} is ${value("stock")}`,
				...(any("slug") ? [sql`not ${isOfAnotherTool(value("slug"), id)}`] : []),
				...(any("sku")
					? [sql`not ${isSkuOfAnother(value("sku"), togetherWith ?? sql`(${id})`)}`]
					: []),
			],
			sql` and `,
		),
	};
}

interface Writing<Instead> {
	actorId: string | null;
	/** What must hold beside that the tools are as they were read. */
	guard?: readonly SQL[];
	/** What is written before the tools and after them. */
	before?: Record<string, Statement>;
	after?: Record<string, Statement>;
	/** Called if nothing was written: throws the reason, or answers as `refused` of `commit`. */
	refused?: () => Instead | undefined | Promise<Instead | undefined>;
}

/**
 * Writes all of these plans or, if a tool is no longer as it was read, none. Returns undefined, or what `refused`
 * answers.
 */
export async function writeTools<Instead = never>(
	writes: readonly ToolWrite[],
	{ actorId, guard = [], before = {}, after = {}, refused }: Writing<Instead>,
): Promise<Instead | undefined> {
	const read = writes.filter((one) => one.read);
	const { rows, holds } = asRead(read, rowsOf(read.map(({ id }) => ({ id }))).ids);
	const areAsRead = sql`not exists (select 1 from ${rows} where (${holds}) is not true)`;
	let instead: Instead | undefined;
	await commit({
		guard: [...guard, ...(read.length > 0 ? [areAsRead] : [])],
		write: { ...before, ...storeTools(writes, actorId), ...after },
		...(refused && {
			refused: async () => {
				instead = await refused();
				return instead === undefined ? undefined : null;
			},
		}),
	});
	return instead;
}

/** How often a change is planned again when another one comes between its read and its write. */
const maxAttempts = 5;

/** Reads, plans and writes: again while others change the tools in between, which `attempt` tells by undefined. */
export async function untilWritten<Result>(
	attempt: () => Promise<Result | undefined>,
): Promise<Result> {
	for (let count = 1; count <= maxAttempts; count += 1) {
		const result = await attempt();
		if (result !== undefined) return result;
	}
	throw new ShopError("unavailable", { cause: "others change the tools all the time" });
}
