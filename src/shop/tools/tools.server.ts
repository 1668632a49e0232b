/** Reads tools: those that are listed, as visitors see them, and all about each, for administrators. */
import { and, asc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import { settings } from "../../db/setting-tables.ts";
import { categories, tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { changedSince, toChangedPage } from "../../platform/database/changed-since.ts";
import { batch, database } from "../../platform/database/database.ts";
import { type Direction, orderByKey } from "../../platform/database/keyset.ts";
import {
	buildListQuery,
	type ListQuery,
	runListQuery,
} from "../../platform/database/list-query.ts";
import { toPrice } from "../../values/money.ts";
import { type Cursor, type Page, splitPage } from "../../values/paging.ts";
import type { Capability } from "../fit/capabilities.ts";
import type { StoredCapability } from "../fit/capability-rows.ts";
import { toCapabilities } from "../fit/capability-rows.ts";
import { familyQueries, toManagedFamily } from "./families.server.ts";
import { type ToolRow, toManagedTool } from "./tool-columns.server.ts";

export type { ToolRow };

import type { StoredPart } from "./stored-part.ts";
import type { ManagedTool, Specification } from "./tool-fields.ts";
import type { ListedTool, Tool, ToolFacts, ToolPart, ToolSort } from "./tools.ts";

/** The address of a tool that is not its id, as `Tool` has it. */
export function addressOf({ slug }: { slug: string | null }): Pick<Tool, "address"> {
	return slug === null ? {} : { address: slug };
}

/** What cards say of a price that a sale has reduced. */
export function saleOf(row: Pick<ToolRow, "priorPriceCents" | "saleEndsAt">): Pick<Tool, "sale"> {
	const { priorPriceCents, saleEndsAt } = row;
	if (priorPriceCents === null || saleEndsAt === null) return {};
	return { sale: { before: toPrice(priorPriceCents), endsAt: saleEndsAt.toISOString() } };
}

/** The facts that a tool has. */
export function factsOf({
	maker,
	sku,
	gtin,
	mpn,
	weightGrams,
}: Pick<ToolRow, "maker" | "sku" | "gtin" | "mpn" | "weightGrams">): ToolFacts {
	return {
		...(maker !== null && { maker }),
		...(sku !== null && { sku }),
		...(gtin !== null && { gtin }),
		...(mpn !== null && { mpn }),
		...(weightGrams !== null && { weight: weightGrams }),
	};
}

/** What a tool's description is made from. */
type DescribedRow = Pick<
	ToolRow,
	| "id"
	| "slug"
	| "name"
	| "image"
	| "description"
	| "minOrderQuantity"
	| "quantity"
	| "priceCents"
	| "priorPriceCents"
	| "saleEndsAt"
	| "contents"
>;

/** Converts a tool row to the API's format. */
export function toTool(row: DescribedRow): Tool {
	return {
		_id: row.id,
		name: row.name,
		image: row.image,
		description: row.description,
		minOrderQuantity: row.minOrderQuantity,
		quantity: row.quantity,
		price: toPrice(row.priceCents),
		...addressOf(row),
		...saleOf(row),
		...(row.contents !== null && { contents: row.contents }),
	};
}

/** Converts a tool row to what cards show, with its rating. */
export function toListedTool(row: ToolRow): Tool {
	const { cardLine, ratingCount, ratingSum } = row;
	return {
		...toTool(row),
		...(cardLine !== null && { cardLine }),
		...(ratingCount && { rating: { count: ratingCount, average: (ratingSum ?? 0) / ratingCount } }),
	};
}

/** Converts a part of a bundle to what pages show of it. */
export function toPart({ id, slug, priceCents, ...shown }: StoredPart): ToolPart {
	return { _id: id, ...shown, price: toPrice(priceCents), ...addressOf({ slug }) };
}

/** Whether what a tool can do fits a bike. */
export type FitsBike = (capabilities: StoredCapability[]) => boolean;

/**
 * Converts the row of a tool that stands in lists to what its card shows: of its family, if it stands for one. With a bike
 * that is the page of the tool that fits, with its price.
 */
export function toCard(row: ToolRow, fitsBike?: FitsBike): ListedTool {
	const tool = toListedTool(row);
	if (row.family === null) return tool;
	const { slug, name, description, variants, image } = row.family;
	const shared = { description: description || tool.description, image: image ?? tool.image };
	const card = { ...tool, ...shared, name };
	const fitting = fitsBike && variants.filter(({ capabilities }) => fitsBike(capabilities));
	const [chosen] =
		fitting?.toSorted(
			(one, other) => other.inStock - one.inStock || one.priceCents - other.priceCents,
		) ?? [];
	const address = chosen ? (chosen.slug ?? chosen.id) : slug;
	const { priceCents } = chosen ?? row;
	const hasDearer = (fitting ?? variants).some((variant) => variant.priceCents > priceCents);
	// The family's line is not that of one tool.
	if (description) delete card.cardLine;
	const { sale, contents, ...others } = card;
	// The contents that the price of the card is for.
	const piece = chosen && chosen.contents !== null ? { contents: chosen.contents } : {};
	return {
		...(priceCents === row.priceCents ? card : { ...others, ...piece, price: toPrice(priceCents) }),
		address,
		family: { count: variants.length, from: hasDearer },
	};
}

/** The condition that a tool is in the lists of the shop. */
export const isListed = isNull(tools.archivedAt);

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

/** The query of the tools of which most pieces were sold, each with its family in its place; none that was never sold. */
export function bestSellersQuery(limit: number) {
	const best = sql`(
		select best.number, best.family_id, best.sold, best.id
		from ${tools} as best
		where best.archived_at is null and best.sold > 0
		order by best.sold desc, best.id desc
		limit ${limit}
	) as best`;
	const lead = sql`(select one.number from ${tools} as one where one.family_id = best.family_id and one.behind = 0 limit 1)`;
	return database()
		.select(getTableColumns(tools))
		.from(best)
		.innerJoin(tools, sql`${tools.number} = coalesce(${lead}, best.number)`)
		.orderBy(sql`best.sold desc, best.id desc`);
}

/** The query of the listed tools that staff have chosen for the home page, in their order. */
export function homeToolsQuery() {
	const chosen = sql`(
		select one.key as place, one.value as id
		from ${settings}
		join json_each(${settings.value}, '$.tools') as one
		where ${settings.topic} = 'home'
	) as chosen`;
	return database()
		.select(getTableColumns(tools))
		.from(chosen)
		.innerJoin(tools, and(sql`${tools.id} = chosen.id`, isListed))
		.orderBy(sql`chosen.place`);
}

/** The page of the family that a tool stands for in lists. */
function familyPageOf({ family }: Pick<ToolRow, "family">): Pick<Tool, "familyPage"> {
	return family ? { familyPage: { address: family.slug, name: family.name } } : {};
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
	const listedTools = rows.map((row) =>
		ratings ? { ...toListedTool(row), ...familyPageOf(row) } : toTool(row),
	);
	return { tools: listedTools, next, truncatedTo };
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

/** The query of all about a tool: its row has its further images and what it fits too. */
export const storedTool = (toolId: string) =>
	database().select().from(tools).where(eq(tools.id, toolId));

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
		family: [family],
		members,
		pictures,
	} = await batch({
		...familyQueries(toolId),
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
		/** The tools that differ from it by options alone, with itself. */
		family: family ? toManagedFamily(family, members, pictures) : null,
		/** The parts of a bundle. */
		parts: (row.parts ?? []).map(toPart),
		/** What it costs while a sale runs; the price of the editor is the regular one. */
		salePrice: row.salePriceCents === null ? undefined : toPrice(row.salePriceCents),
		categories: categoryList,
		specificationNames: [...new Set(others.map(({ name }) => name))],
	};
}

/** The listed ones of these tools, in this order, with what they can do and their specifications. */
export async function loadComparedTools(
	toolIds: readonly string[],
): Promise<{ tool: Tool; capabilities: Capability[]; specifications: readonly Specification[] }[]> {
	if (toolIds.length === 0) return [];
	const rows = await database()
		.select()
		.from(tools)
		.where(and(inArray(tools.id, [...toolIds]), isListed));
	return toolIds.flatMap((id) => {
		const row = rows.find((other) => other.id === id);
		if (!row) return [];
		const { capabilities, specifications } = row;
		return [
			{ tool: toListedTool(row), capabilities: toCapabilities(capabilities), specifications },
		];
	});
}
