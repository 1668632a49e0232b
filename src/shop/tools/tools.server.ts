/** Tools in the database. */
import { and, eq, exists, getTableColumns, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { orders, reviews, tools } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import { type Cursor, decodeCursor, type Page, splitPage } from "../../http/paging.ts";
import { purge } from "../../platform/cache.ts";
import { database, newId } from "../../platform/database.ts";
import type { Direction } from "../../platform/keyset.ts";
import { fetched, type Listed, listed } from "../../platform/search.ts";
import { justDone, record } from "../audit/audit.server.ts";
import { imageNotTheirs, keepImage } from "../images/images.server.ts";
import type { Caller } from "../users/users.ts";
import { toCents, toDollars } from "../values.ts";
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

const onSale = isNull(tools.archivedAt);

/** By which column and which way each sort goes, and what a row is sorted by. */
const sorts = {
	"-createdAt": [tools.createdAt, "desc", (row: ToolRow) => row.createdAt.getTime()],
	name: [tools.name, "asc", (row: ToolRow) => row.name],
	price: [tools.priceCents, "asc", (row: ToolRow) => row.priceCents],
	"-price": [tools.priceCents, "desc", (row: ToolRow) => row.priceCents],
	quantity: [tools.quantity, "asc", (row: ToolRow) => row.quantity],
} as const satisfies Record<
	ToolSort,
	readonly [SqlColumn, Direction, (row: ToolRow) => string | number]
>;

type SqlColumn = (typeof tools)[keyof Pick<
	typeof tools,
	"createdAt" | "name" | "priceCents" | "quantity"
>];

interface ToolList extends Page {
	q?: string | undefined;
	sort?: ToolSort | undefined;
}

/** What a list of tools asks for, newest first unless sorted; words are looked for in name and description. */
function listOf({ sort = "-createdAt", ...asked }: ToolList) {
	const [column, direction] = sorts[sort];
	return listed({
		table: tools,
		among: onSale,
		by: [column, direction],
		id: tools.id,
		age: tools.createdAt,
		columns: [tools.name, tools.description],
		searched: "tools",
		q: undefined,
		...asked,
	});
}

function pageQuery(list: Listed<typeof tools>) {
	return database()
		.select({ ...getTableColumns(tools), place: list.place.as("place") })
		.from(list.from)
		.where(list.where)
		.orderBy(...list.orderBy)
		.limit(list.limit);
}

/** The query of a page of tools, one row more than asked to see whether more follow. */
export function toolsQuery(list: ToolList) {
	return pageQuery(listOf(list));
}

/** A page of tools and the cursor of the next; `newest` says how many were sorted where more match. */
export async function listTools(
	asked: ToolList,
): Promise<{ tools: Tool[]; next: Cursor | undefined; newest: number | undefined }> {
	const { limit, sort = "-createdAt" } = asked;
	const list = listOf(asked);
	const { found, newest } = await fetched(pageQuery(list), list);
	const { rows, next } = splitPage(found, limit, (row) =>
		list.byPlace ? row.place : sorts[sort][2](row),
	);
	return { tools: rows.map(toTool), next, newest };
}

/** A page of the public catalogue, from a cursor as it stands in an address; one that is none is ignored. */
export function catalogue(cursor: string | null) {
	const place = cursor === null ? null : decodeCursor(cursor);
	return listTools({ limit: cataloguePageSize, cursor: place ?? undefined });
}

/** The query of one tool on sale. */
export function toolQuery(toolId: string) {
	return database()
		.select()
		.from(tools)
		.where(and(eq(tools.id, toolId), onSale));
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
	if ((await keepImage(tool.image)).length === 0) throw imageNotTheirs();
	await db.batch([
		db.insert(tools).values({
			...rest,
			id,
			stocked: rest.quantity,
			priceCents: toCents(price),
			createdAt: now,
			updatedAt: now,
		}),
		record(
			{
				action: "tool.added",
				by: caller.id,
				subject: id,
				detail: { name, priceCents, quantity, minOrderQuantity },
			},
			sql`from ${tools} where ${and(eq(tools.id, id), justDone)}`,
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
	if (image && (await keepImage(image)).length === 0) {
		const tool = await getTool(toolId);
		if (tool.image !== image) throw imageNotTheirs();
	}
	return change(caller, toolId, quantityWas, {
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
	asked: Restock,
): Promise<{ modifiedCount: number }> {
	return change(caller, toolId, asked.quantityWas, { quantity: asked.quantity });
}

/** What an administrator may change of a tool. */
type Changes = { quantity: number } & Partial<
	Pick<ToolRow, "priceCents" | "minOrderQuantity" | "image">
>;

async function change(
	caller: Caller,
	toolId: string,
	quantityWas: number | undefined,
	values: Changes,
): Promise<{ modifiedCount: number }> {
	const seen = quantityWas === undefined ? undefined : eq(tools.quantity, quantityWas);
	const db = database();
	const [, changed, [tool]] = await db.batch([
		// Recorded first, while it can still be seen what was.
		record(
			{ action: "tool.changed", by: caller.id, subject: toolId, detail: beforeAndAfter(values) },
			sql`from ${tools} where ${and(eq(tools.id, toolId), onSale, seen, differs(values))}`,
		),
		db
			.update(tools)
			.set({
				...values,
				stocked: sql`${tools.stocked} + ${values.quantity} - ${tools.quantity}`,
				updatedAt: new Date(),
			})
			.where(and(eq(tools.id, toolId), justDone))
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
function differs({ quantity, priceCents, minOrderQuantity, image }: Changes): SQL | undefined {
	return or(
		ne(tools.quantity, quantity),
		priceCents === undefined ? undefined : ne(tools.priceCents, priceCents),
		minOrderQuantity === undefined ? undefined : ne(tools.minOrderQuantity, minOrderQuantity),
		image === undefined ? undefined : ne(tools.image, image),
	);
}

function beforeAndAfter({ quantity, priceCents, minOrderQuantity, image }: Changes) {
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
	const one = and(eq(tools.id, toolId), onSale);
	const { name, quantity, priceCents } = tools;
	const [, archived, deleted] = await db.batch([
		// Recorded first, while the tool is still there: one of the two that follow takes it.
		record(
			{
				action: "tool.deleted",
				by: caller.id,
				subject: toolId,
				detail: { name, quantity, priceCents },
			},
			sql`from ${tools} where ${one}`,
		),
		db
			.update(tools)
			.set({ archivedAt: new Date() })
			.where(and(one, referredTo()))
			.returning({ id: tools.id }),
		db
			.delete(tools)
			.where(and(one, not(referredTo())))
			.returning({ id: tools.id }),
	]);
	if (archived.length + deleted.length === 0) throw new ShopError("not_found");
	// Reviews name the tool they are of for as long as it is on the wall.
	purge("tools", `tool:${toolId}`, "reviews");
	return { deletedCount: 1 };
}

function referredTo(): SQL {
	const db = database();
	const one = { one: sql`1` };
	const inOrders = exists(db.select(one).from(orders).where(eq(orders.toolId, tools.id)));
	const inReviews = exists(db.select(one).from(reviews).where(eq(reviews.toolId, tools.id)));
	return or(inOrders, inReviews) ?? sql`0`;
}
