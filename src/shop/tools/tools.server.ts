/** Tools in the database. */
import { and, eq, exists, getTableColumns, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { orders, reviews, tools } from "../../db/tables.ts";
import { database, newId } from "../../platform/database.ts";
import type { Direction } from "../../platform/keyset.ts";
import { buildListQuery, type ListQuery, runListQuery } from "../../platform/list-query.ts";
import { purge } from "../../platform/page-cache.ts";
import { changedOneRow, insertAuditEvent } from "../audit/audit.server.ts";
import { ShopError } from "../errors.ts";
import { toCents, toDollars } from "../fields.ts";
import { imageNotOwned, touchImage } from "../images/images.server.ts";
import { type Cursor, decodeCursor, type Page, splitPage } from "../paging.ts";
import type { Caller } from "../users/users.ts";
import {
	cataloguePageSize,
	type NewTool,
	type Restock,
	type Tool,
	type ToolSort,
	type ToolUpdate,
} from "./tools.ts";

type ToolRow = typeof tools.$inferSelect;

/** A tool as it goes over the wire. */
export function toTool(row: ToolRow): Tool {
	return {
		_id: row.id,
		name: row.name,
		image: row.image,
		description: row.description,
		minOrderQuantity: row.minOrderQuantity,
		quantity: row.quantity,
		price: toDollars(row.priceCents),
	};
}

const isListed = isNull(tools.archivedAt);

/** By which column and which way each sort goes, and what a row is sorted by. */
const sortColumns = {
	"-createdAt": [tools.createdAt, "desc", (row: ToolRow) => row.createdAt.getTime()],
	name: [tools.name, "asc", (row: ToolRow) => row.name],
	price: [tools.priceCents, "asc", (row: ToolRow) => row.priceCents],
	"-price": [tools.priceCents, "desc", (row: ToolRow) => row.priceCents],
	quantity: [tools.quantity, "asc", (row: ToolRow) => row.quantity],
} as const satisfies Record<
	ToolSort,
	readonly [SortColumn, Direction, (row: ToolRow) => string | number]
>;

type SortColumn = (typeof tools)[keyof Pick<
	typeof tools,
	"createdAt" | "name" | "priceCents" | "quantity"
>];

interface ToolListQuery extends Page {
	q?: string | undefined;
	sort?: ToolSort | undefined;
}

/** What a list of tools asks for, newest first unless sorted; words are looked for in name and description. */
function buildToolListQuery({ sort = "-createdAt", ...query }: ToolListQuery) {
	const [column, direction] = sortColumns[sort];
	return buildListQuery({
		table: tools,
		filter: isListed,
		sortBy: [column, direction],
		id: tools.id,
		createdAt: tools.createdAt,
		searchColumns: [tools.name, tools.description],
		searchTable: "tools",
		q: undefined,
		...query,
	});
}

function pageQuery(listQuery: ListQuery<typeof tools>) {
	return database()
		.select({ ...getTableColumns(tools), place: listQuery.rowNumber.as("place") })
		.from(listQuery.from)
		.where(listQuery.where)
		.orderBy(...listQuery.orderBy)
		.limit(listQuery.limit);
}

/** The query of a page of tools, one row more than asked to see whether more follow. */
export function toolsQuery(query: ToolListQuery) {
	return pageQuery(buildToolListQuery(query));
}

/** A page of tools and the cursor of the next; `newest` says how many were sorted where more match. */
export async function listTools(
	query: ToolListQuery,
): Promise<{ tools: Tool[]; next: Cursor | undefined; truncatedTo: number | undefined }> {
	const { limit, sort = "-createdAt" } = query;
	const listQuery = buildToolListQuery(query);
	const { rows: found, truncatedTo } = await runListQuery(pageQuery(listQuery), listQuery);
	const { rows, next } = splitPage(found, limit, (row) =>
		listQuery.cursorIsRowNumber ? row.place : sortColumns[sort][2](row),
	);
	return { tools: rows.map(toTool), next, truncatedTo };
}

/** A page of the public catalogue, from a cursor as it stands in an address; one that is none is ignored. */
export function listCatalogue(cursor: string | null) {
	const decoded = cursor === null ? null : decodeCursor(cursor);
	return listTools({ limit: cataloguePageSize, cursor: decoded ?? undefined });
}

/** The query of one tool on sale. */
export function toolQuery(toolId: string) {
	return database()
		.select()
		.from(tools)
		.where(and(eq(tools.id, toolId), isListed));
}

/** The tool of an id, or undefined where none is on sale. */
export async function findTool(toolId: string): Promise<Tool | undefined> {
	const [row] = await toolQuery(toolId);
	return row && toTool(row);
}

/** The tool of an id. Refuses with not_found. */
export async function getTool(toolId: string): Promise<Tool> {
	const tool = await findTool(toolId);
	if (!tool) throw new ShopError("not_found");
	return tool;
}

/** Adds a tool and gives its id. Refuses a picture that is not there with invalid (field image). */
export async function createTool(caller: Caller, tool: NewTool): Promise<{ insertedId: string }> {
	const { price, ...rest } = tool;
	const now = new Date();
	const id = newId();
	const { name, priceCents, quantity, minOrderQuantity } = tools;
	const db = database();
	if ((await touchImage(tool.image)).length === 0) throw imageNotOwned();
	await db.batch([
		db.insert(tools).values({
			...rest,
			id,
			stocked: rest.quantity,
			priceCents: toCents(price),
			createdAt: now,
			updatedAt: now,
		}),
		insertAuditEvent(
			{
				action: "tool.added",
				actorId: caller.id,
				subject: id,
				detail: { name, priceCents, quantity, minOrderQuantity },
			},
			sql`from ${tools} where ${and(eq(tools.id, id), changedOneRow)}`,
		),
	]);
	purge("tools");
	return { insertedId: id };
}

/**
 * Changes a tool; gives 0 where all was so already. Refuses with not_found, a new picture that is not
 * there with invalid (field image), and stock_changed where the stock is not what was seen.
 */
export async function updateTool(
	caller: Caller,
	toolId: string,
	update: ToolUpdate,
): Promise<{ modifiedCount: number }> {
	const { price, image, quantity, quantityWas, minOrderQuantity } = update;
	if (image && (await touchImage(image)).length === 0) {
		const tool = await getTool(toolId);
		if (tool.image !== image) throw imageNotOwned();
	}
	return changeTool(caller, toolId, quantityWas, {
		priceCents: toCents(price),
		quantity,
		minOrderQuantity,
		...(image && { image }),
	});
}

/**
 * Sets a tool's stock; gives 0 where it was that already. Refuses with not_found, and stock_changed
 * where it is not what was seen.
 */
export function restockTool(
	caller: Caller,
	toolId: string,
	restock: Restock,
): Promise<{ modifiedCount: number }> {
	return changeTool(caller, toolId, restock.quantityWas, { quantity: restock.quantity });
}

/** What an administrator may change of a tool. */
type ToolChanges = { quantity: number } & Partial<
	Pick<ToolRow, "priceCents" | "minOrderQuantity" | "image">
>;

async function changeTool(
	caller: Caller,
	toolId: string,
	quantityWas: number | undefined,
	changes: ToolChanges,
): Promise<{ modifiedCount: number }> {
	const stockUnchanged = quantityWas === undefined ? undefined : eq(tools.quantity, quantityWas);
	const db = database();
	const [, changed, [tool]] = await db.batch([
		// Recorded first, while it can still be seen what was.
		insertAuditEvent(
			{ action: "tool.changed", actorId: caller.id, subject: toolId, detail: auditDetail(changes) },
			sql`from ${tools} where ${and(eq(tools.id, toolId), isListed, stockUnchanged, hasChanges(changes))}`,
		),
		db
			.update(tools)
			.set({
				...changes,
				stocked: sql`${tools.stocked} + ${changes.quantity} - ${tools.quantity}`,
				updatedAt: new Date(),
			})
			.where(and(eq(tools.id, toolId), changedOneRow))
			.returning({ id: tools.id }),
		toolQuery(toolId),
	]);
	if (changed.length > 0) {
		purge("tools", `tool:${toolId}`);
		return { modifiedCount: 1 };
	}
	if (!tool) throw new ShopError("not_found");
	if (quantityWas !== undefined && tool.quantity !== quantityWas) {
		throw new ShopError("stock_changed");
	}
	return { modifiedCount: 0 };
}

/** That a tool is not yet as it is to be. */
function hasChanges({
	quantity,
	priceCents,
	minOrderQuantity,
	image,
}: ToolChanges): SQL | undefined {
	return or(
		ne(tools.quantity, quantity),
		priceCents === undefined ? undefined : ne(tools.priceCents, priceCents),
		minOrderQuantity === undefined ? undefined : ne(tools.minOrderQuantity, minOrderQuantity),
		image === undefined ? undefined : ne(tools.image, image),
	);
}

function auditDetail({ quantity, priceCents, minOrderQuantity, image }: ToolChanges) {
	return {
		name: tools.name,
		quantityWas: tools.quantity,
		quantity,
		...(priceCents !== undefined && { priceCentsWas: tools.priceCents, priceCents }),
		...(minOrderQuantity !== undefined && {
			minOrderQuantityWas: tools.minOrderQuantity,
			minOrderQuantity,
		}),
		...(image !== undefined && { newPicture: ne(tools.image, image) }),
	};
}

/** Takes a tool off the wall. What orders or reviews refer to is archived, never torn out. Refuses with not_found. */
export async function deleteTool(
	caller: Caller,
	toolId: string,
): Promise<{ deletedCount: number }> {
	const db = database();
	const isTarget = and(eq(tools.id, toolId), isListed);
	const { name, quantity, priceCents } = tools;
	const [, archived, deleted] = await db.batch([
		// Recorded first, while the tool is still there: one of the two that follow takes it.
		insertAuditEvent(
			{
				action: "tool.deleted",
				actorId: caller.id,
				subject: toolId,
				detail: { name, quantity, priceCents },
			},
			sql`from ${tools} where ${isTarget}`,
		),
		db
			.update(tools)
			.set({ archivedAt: new Date() })
			.where(and(isTarget, isReferenced()))
			.returning({ id: tools.id }),
		db
			.delete(tools)
			.where(and(isTarget, not(isReferenced())))
			.returning({ id: tools.id }),
	]);
	if (archived.length + deleted.length === 0) throw new ShopError("not_found");
	// Reviews name the tool they are of for as long as it is on the wall.
	purge("tools", `tool:${toolId}`, "reviews");
	return { deletedCount: 1 };
}

function isReferenced(): SQL {
	const db = database();
	const selectOne = { one: sql`1` };
	const inOrders = exists(db.select(selectOne).from(orders).where(eq(orders.toolId, tools.id)));
	const inReviews = exists(db.select(selectOne).from(reviews).where(eq(reviews.toolId, tools.id)));
	return or(inOrders, inReviews) ?? sql`0`;
}
