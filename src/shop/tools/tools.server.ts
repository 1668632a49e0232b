/** Reads, adds, changes and deletes tools. */
import { and, eq, exists, getTableColumns, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { orderLines } from "../../db/order-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { changedSince, toChangedPage } from "../../platform/changed-since.ts";
import { batch, chain, database, newId } from "../../platform/database.ts";
import type { Direction } from "../../platform/keyset.ts";
import { buildListQuery, type ListQuery, runListQuery } from "../../platform/list-query.ts";
import { purge } from "../../platform/page-cache.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { ShopError } from "../errors.ts";
import { imageNotOwned, touchImage } from "../images/images.server.ts";
import { toCents, toPrice } from "../money.ts";
import { type Cursor, type Page, splitPage } from "../paging.ts";
import type { Caller } from "../users/users.ts";
import { newAddress } from "./addresses.server.ts";
import type { NewTool, Restock, Tool, ToolSort, ToolUpdate } from "./tools.ts";

type ToolRow = typeof tools.$inferSelect;

/** The address of a tool that is not its id, as `Tool` has it. */
export function addressOf({ slug }: { slug: string | null }): Pick<Tool, "address"> {
	return slug === null ? {} : { address: slug };
}

/** Converts a tool row to the API's format. */
export function toTool(row: ToolRow): Tool {
	return {
		_id: row.id,
		name: row.name,
		image: row.image,
		description: row.description,
		minOrderQuantity: row.minOrderQuantity,
		quantity: row.quantity,
		price: toPrice(row.priceCents),
	};
}

/** Converts a tool row to what cards show and link to. */
export function toListedTool(row: ToolRow): Tool {
	const { ratingCount, ratingSum } = row;
	return {
		...toTool(row),
		...addressOf(row),
		...(ratingCount && { rating: { count: ratingCount, average: (ratingSum ?? 0) / ratingCount } }),
	};
}

const isListed = isNull(tools.archivedAt);

/** The column, direction and sort key of each sort. */
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
	/** Whether the tools come with their ratings. */
	ratings?: boolean;
}

/** The list query of tools, newest first by default; search terms match name and description. */
function buildToolListQuery({ sort = "-createdAt", ...query }: ToolListQuery) {
	const [column, direction] = sortColumns[sort];
	return buildListQuery({
		table: tools,
		filter: isListed,
		sortBy: [column, direction],
		id: tools.id,
		createdAt: tools.createdAt,
		searchIn: "tools",
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

/** The query of a page of tools, with one row more than `limit` to detect a next page. */
export function toolsQuery(query: ToolListQuery) {
	return pageQuery(buildToolListQuery(query));
}

/** A page of tools and the cursor of the next. `truncatedTo` is the number of tools that were sorted, if more match. */
export async function listTools(
	query: ToolListQuery,
): Promise<{ tools: Tool[]; next: Cursor | undefined; truncatedTo: number | undefined }> {
	const { ratings = false, ...listed } = query;
	const { limit, sort = "-createdAt" } = listed;
	const listQuery = buildToolListQuery(listed);
	const { rows: found, truncatedTo } = await runListQuery(pageQuery(listQuery), listQuery);
	const { rows, next } = splitPage(found, limit, (row) =>
		listQuery.cursorIsRowNumber ? row.place : sortColumns[sort][2](row),
	);
	return { tools: rows.map(ratings ? toListedTool : toTool), next, truncatedTo };
}

/** A page of the tools that have changed since a time, the oldest change first, and the cursor of the next page. */
export async function listChangedTools(since: Date, page: Page) {
	const { where, orderBy, limit } = changedSince(tools, since, page);
	const found = await database()
		.select()
		.from(tools)
		.where(and(isListed, where))
		.orderBy(...orderBy)
		.limit(limit);
	return toChangedPage(found, page.limit, toTool);
}

/** The query of one listed tool. */
export function toolQuery(toolId: string) {
	return database()
		.select()
		.from(tools)
		.where(and(eq(tools.id, toolId), isListed));
}

/** The listed tool with this id, or undefined. */
export async function findTool(toolId: string): Promise<Tool | undefined> {
	const [row] = await toolQuery(toolId);
	return row && toTool(row);
}

/** The listed tool with this id. Throws ShopError `not_found`. */
export async function getTool(toolId: string): Promise<Tool> {
	const tool = await findTool(toolId);
	if (!tool) throw new ShopError("not_found");
	return tool;
}

/** Adds a tool and returns its id. Throws ShopError `invalid` (field `image`) if the image was not uploaded. */
export async function createTool(caller: Caller, tool: NewTool): Promise<{ insertedId: string }> {
	const { price, ...rest } = tool;
	const now = new Date();
	const id = newId();
	const { name, priceCents, quantity, minOrderQuantity } = tools;
	if ((await touchImage(tool.image)).length === 0) throw imageNotOwned();
	const added = database()
		.insert(tools)
		.values({
			...rest,
			id,
			slug: newAddress(rest.name),
			stocked: rest.quantity,
			priceCents: toCents(price),
			createdAt: now,
			updatedAt: now,
		});
	const event = {
		action: "tool.added",
		actorId: caller.id,
		subject: id,
		detail: { name, priceCents, quantity, minOrderQuantity },
	} as const;
	await batch(
		chain(
			{ added },
			{
				audit: (changed) =>
					insertAuditEvent(event, sql`from ${tools} where ${and(eq(tools.id, id), changed)}`),
			},
		),
	);
	purge("tools");
	return { insertedId: id };
}

/**
 * Changes a tool. Returns a count of 0 if nothing differs. Throws ShopError `not_found`, `invalid` (field
 * `image`: a new image that was not uploaded) or `stock_changed` (the stock is not `quantityWas`).
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
 * Sets a tool's stock. Returns a count of 0 if it has that stock already. Throws ShopError `not_found` or
 * `stock_changed` (the stock is not `quantityWas`).
 */
export function restockTool(
	caller: Caller,
	toolId: string,
	restock: Restock,
): Promise<{ modifiedCount: number }> {
	return changeTool(caller, toolId, restock.quantityWas, { quantity: restock.quantity });
}

/** The columns of a tool that an administrator can change. */
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
	const event = {
		action: "tool.changed",
		actorId: caller.id,
		subject: toolId,
		detail: auditDetail(changes),
	} as const;
	const {
		updated,
		tool: [tool],
	} = await batch({
		...chain(
			{
				// The audit entry comes first, because it reads the old values.
				audit: insertAuditEvent(
					event,
					sql`from ${tools} where ${and(eq(tools.id, toolId), isListed, stockUnchanged, hasChanges(changes))}`,
				),
			},
			{
				updated: (changed) =>
					db
						.update(tools)
						.set({
							...changes,
							stocked: sql`${tools.stocked} + ${changes.quantity} - ${tools.quantity}`,
							updatedAt: new Date(),
						})
						.where(and(eq(tools.id, toolId), changed))
						.returning({ id: tools.id }),
			},
		),
		tool: toolQuery(toolId),
	});
	if (updated.length > 0) {
		purge("tools", `tool:${toolId}`);
		return { modifiedCount: 1 };
	}
	if (!tool) throw new ShopError("not_found");
	if (quantityWas !== undefined && tool.quantity !== quantityWas) {
		throw new ShopError("stock_changed");
	}
	return { modifiedCount: 0 };
}

/** The condition that a tool differs from the changes. */
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

/** Deletes a listed tool or a draft. One that orders or reviews refer to is archived instead. Throws ShopError `not_found`. */
export async function deleteTool(
	caller: Caller,
	toolId: string,
): Promise<{ deletedCount: number }> {
	const db = database();
	const isTarget = and(eq(tools.id, toolId), or(isListed, eq(tools.draft, true)));
	const { name, quantity, priceCents } = tools;
	const { archived, deleted } = await batch({
		// The audit entry comes first, because it reads the tool. One of the two statements after it matches.
		audit: insertAuditEvent(
			{
				action: "tool.deleted",
				actorId: caller.id,
				subject: toolId,
				detail: { name, quantity, priceCents },
			},
			sql`from ${tools} where ${isTarget}`,
		),
		archived: db
			.update(tools)
			.set({ archivedAt: new Date(), draft: false, publishAt: null })
			.where(and(isTarget, isReferenced()))
			.returning({ id: tools.id }),
		deleted: db
			.delete(tools)
			.where(and(isTarget, not(isReferenced())))
			.returning({ id: tools.id }),
	});
	if (archived.length + deleted.length === 0) throw new ShopError("not_found");
	// Reviews name their tool only while it is listed.
	purge("tools", `tool:${toolId}`, "reviews");
	return { deletedCount: 1 };
}

function isReferenced(): SQL {
	const db = database();
	const selectOne = { one: sql`1` };
	const inOrders = exists(
		db.select(selectOne).from(orderLines).where(eq(orderLines.toolId, tools.id)),
	);
	const inReviews = exists(db.select(selectOne).from(reviews).where(eq(reviews.toolId, tools.id)));
	return or(inOrders, inReviews) ?? sql`0`;
}
