/** Reads tools for administrators: also drafts, which are in no list, and archived ones. */
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { categories, tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { afterCursor, orderByKey } from "../../platform/keyset.ts";
import { ShopError } from "../errors.ts";
import { toCapabilities } from "../fit/stored-capabilities.server.ts";
import { toPrice } from "../money.ts";
import { type Page, splitPage } from "../paging.ts";
import type { ManagedTool, Specification, ToolState } from "./managed-tool.ts";

export type ToolRow = typeof tools.$inferSelect;

/** The query of all about a tool: its row has its further images and what it fits too. */
export const storedTool = (toolId: string) =>
	database().select().from(tools).where(eq(tools.id, toolId));

/** Converts a row to the API's format. */
export function toManagedTool(row: ToolRow): ManagedTool {
	return {
		_id: row.id,
		name: row.name,
		description: row.description,
		minOrderQuantity: row.minOrderQuantity,
		quantity: row.quantity,
		price: toPrice(row.priceCents),
		cost: row.costCents === null ? null : toPrice(row.costCents),
		lowStock: row.lowStock,
		category: row.categorySlug,
		address: row.slug ?? row.id,
		images: [
			{ image: row.image, alt: row.imageAlt },
			...row.furtherImages.map(([image, alt]) => ({ image, alt })),
		],
		specifications: row.specifications,
		capabilities: toCapabilities(row.unlistedCapabilities ?? row.capabilities),
		state: stateOf(row),
		publishAt: row.publishAt?.toISOString() ?? null,
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
	};
}

function stateOf({ archivedAt, draft }: Pick<ToolRow, "archivedAt" | "draft">): ToolState {
	if (archivedAt === null) return "listed";
	return draft ? "draft" : "archived";
}

/** Returns all about a tool. Throws ShopError `not_found`. */
export async function getManagedTool(toolId: string): Promise<ManagedTool> {
	const [row] = await storedTool(toolId);
	if (!row) throw new ShopError("not_found");
	return toManagedTool(row);
}

/** How many tools the names of specifications are taken from, of the same category and of all. */
const namesFrom = 8;

/** All that the page of a tool shows, or undefined if there is no such tool. In one round trip. */
export async function loadProductPage(toolId: string) {
	const db = database();
	const { specifications } = tools;
	const {
		stored: [row],
		categoryList,
		ofCategory,
		newest,
	} = await batch({
		stored: storedTool(toolId),
		categoryList: db
			.select({ slug: categories.slug, name: categories.name })
			.from(categories)
			.orderBy(asc(categories.position), asc(categories.slug))
			.limit(100),
		ofCategory: db
			.select({ specifications })
			.from(tools)
			.where(sql`${tools.categorySlug} = (select category_slug from tools where id = ${toolId})`)
			.limit(namesFrom),
		newest: db
			.select({ specifications })
			.from(tools)
			.where(sql`${tools.archivedAt} is null`)
			.orderBy(...orderByKey(tools.createdAt, tools.id, "desc"))
			.limit(namesFrom),
	});
	if (!row) return undefined;
	const others: Specification[] = [...ofCategory, ...newest].flatMap(
		(other) => other.specifications,
	);
	return {
		tool: toManagedTool(row),
		categories: categoryList,
		specificationNames: [...new Set(others.map(({ name }) => name))],
	};
}

/** Drafts and archived tools on a page of their list. */
const unlistedPageSize = 25;

/** A page of drafts and archived tools: what left the shop last comes first. */
export async function listUnlisted(cursor: Page["cursor"]) {
	const { id, name, image, archivedAt, draft, publishAt } = tools;
	const found = await database()
		.select({ id, name, image, archivedAt, draft, publishAt })
		.from(tools)
		.where(and(isNotNull(archivedAt), afterCursor(archivedAt, id, "desc", cursor)))
		.orderBy(...orderByKey(archivedAt, id, "desc"))
		.limit(unlistedPageSize + 1);
	const { rows, next } = splitPage(
		found,
		unlistedPageSize,
		(row) => row.archivedAt?.getTime() ?? 0,
	);
	return { tools: rows.map((row) => ({ ...row, state: stateOf(row) })), next };
}
