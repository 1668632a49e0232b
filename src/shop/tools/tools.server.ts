/** Tools in the database. */
import { and, eq, exists, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { orders, reviews, tools } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import { type Cursor, decodeCursor, type Page, splitPage } from "../../http/paging.ts";
import { database, newId } from "../../platform/database.ts";
import { after, type Direction, holds, sorted } from "../../platform/keyset.ts";
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

/** The query of a page of tools, newest first unless sorted, one row more than asked to see whether more follow. */
export function toolsQuery({ limit, cursor, q, sort = "-createdAt" }: ToolList) {
	const [column, direction] = sorts[sort];
	return database()
		.select()
		.from(tools)
		.where(and(onSale, holds(q, tools.name), after(column, tools.id, direction, cursor)))
		.orderBy(...sorted(column, tools.id, direction))
		.limit(limit + 1);
}

/** A page of tools and the cursor of the next. */
export async function listTools(
	list: ToolList,
): Promise<{ tools: Tool[]; next: Cursor | undefined }> {
	const [, , sortedBy] = sorts[list.sort ?? "-createdAt"];
	const { rows, next } = splitPage(await toolsQuery(list), list.limit, sortedBy);
	return { tools: rows.map(toTool), next };
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

/** Adds a tool and gives its id. */
export async function createTool(tool: NewTool): Promise<{ insertedId: string }> {
	const { price, ...rest } = tool;
	const now = new Date();
	const id = newId();
	await database()
		.insert(tools)
		.values({
			...rest,
			id,
			stocked: rest.quantity,
			priceCents: toCents(price),
			createdAt: now,
			updatedAt: now,
		});
	return { insertedId: id };
}

/** Changes a tool. Refuses with not_found, and stock_changed where it is not what was seen. */
export function updateTool(toolId: string, update: ToolUpdate): Promise<{ modifiedCount: number }> {
	const { price, image, quantity, quantityWas, minOrderQuantity } = update;
	return change(toolId, quantityWas, {
		priceCents: toCents(price),
		quantity,
		minOrderQuantity,
		...(image && { image }),
	});
}

/** Sets a tool's stock. Refuses with not_found, and stock_changed where it is not what was seen. */
export function restockTool(toolId: string, asked: Restock): Promise<{ modifiedCount: number }> {
	return change(toolId, asked.quantityWas, { quantity: asked.quantity });
}

async function change(
	toolId: string,
	quantityWas: number | undefined,
	values: { quantity: number } & Partial<typeof tools.$inferInsert>,
): Promise<{ modifiedCount: number }> {
	const seen = quantityWas === undefined ? undefined : eq(tools.quantity, quantityWas);
	const changed = await database()
		.update(tools)
		.set({
			...values,
			stocked: sql`${tools.stocked} + ${values.quantity} - ${tools.quantity}`,
			updatedAt: new Date(),
		})
		.where(and(eq(tools.id, toolId), onSale, seen))
		.returning({ id: tools.id });
	if (changed.length > 0) return { modifiedCount: 1 };
	await getTool(toolId);
	throw new ShopError("stock_changed");
}

/** Takes a tool off the wall. What orders or reviews refer to is archived, never torn out. Refuses with not_found. */
export async function deleteTool(toolId: string): Promise<{ deletedCount: number }> {
	const db = database();
	const one = and(eq(tools.id, toolId), onSale);
	const [archived, deleted] = await db.batch([
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
	return { deletedCount: 1 };
}

function referredTo(): SQL {
	const db = database();
	const one = { one: sql`1` };
	const inOrders = exists(db.select(one).from(orders).where(eq(orders.toolId, tools.id)));
	const inReviews = exists(db.select(one).from(reviews).where(eq(reviews.toolId, tools.id)));
	return or(inOrders, inReviews) ?? sql`0`;
}
