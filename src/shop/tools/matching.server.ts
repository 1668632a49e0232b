/** Tools that match a filter of staff, listed or not: a page of them, how many there are, and their values. */
import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { tools } from "../../db/tool-tables.ts";
import { countOf } from "../../platform/database/count.ts";
import { batch, database } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import { type Page, splitPage } from "../../values/paging.ts";
import { shownColumns } from "./low-stock.server.ts";
import type { ToolFilter } from "./matching.ts";

/** The condition of a filter. */
function matches({ list, state, q, category, maker, supplier }: ToolFilter): SQL | undefined {
	const { archivedAt, draft, name, sku, mpn } = tools;
	const text = sql`lower(${name} || char(10) || coalesce(${sku}, '') || char(10) || coalesce(${mpn}, ''))`;
	return and(
		list === "listed" ? isNull(archivedAt) : isNotNull(archivedAt),
		state && eq(draft, state === "draft"),
		category === "" ? isNull(tools.categorySlug) : undefined,
		category ? eq(tools.categorySlug, category) : undefined,
		maker ? eq(tools.maker, maker) : undefined,
		supplier ? eq(tools.supplier, supplier) : undefined,
		// Not with LIKE: D1 rejects patterns of more than 50 bytes (Cloudflare docs: D1, Limits).
		q ? sql`instr(${text}, lower(${q})) > 0` : undefined,
	);
}

/** The time that a list is sorted by, as its index is. */
const timeOf = ({ list }: ToolFilter) => (list === "listed" ? tools.createdAt : tools.archivedAt);

const pageSize = 25;

/** A tool in a list of staff. */
export type ShownTool = Awaited<ReturnType<typeof listMatching>>["rows"][number];

/**
 * A page of the tools that match, the newest first, of those that are not listed what left the shop last; and how many
 * match, as `formatCount` says it.
 */
export async function listMatching(filter: ToolFilter, cursor: Page["cursor"]) {
	const db = database();
	const time = timeOf(filter);
	const { found, counted } = await batch({
		found: db
			.select(shownColumns)
			.from(tools)
			.where(and(matches(filter), afterCursor(time, tools.id, "desc", cursor)))
			.orderBy(...orderByKey(time, tools.id, "desc"))
			.limit(pageSize + 1),
		counted: db
			.select({ count: countOf(tools, sql`${matches(filter)}`) })
			.from(sql`(select 1) as shop`),
	});
	const { rows, next } = splitPage(found, pageSize, (row) =>
		(filter.list === "listed" ? row.createdAt : (row.archivedAt ?? row.createdAt)).getTime(),
	);
	return { rows, next, count: counted[0]?.count ?? 0 };
}

/** The columns of tools that a change of many reads. */
export const bulkColumns = {
	id: tools.id,
	name: tools.name,
	image: tools.image,
	price: tools.regularPriceCents,
	minOrderQuantity: tools.minOrderQuantity,
	quantity: tools.quantity,
	stocked: tools.stocked,
	category: tools.categorySlug,
	maker: tools.maker,
	supplier: tools.supplier,
	archivedAt: tools.archivedAt,
	draft: tools.draft,
};

/** The query of what a change of many reads of the tools that match, at most so many. */
export function matchingQuery(filter: ToolFilter, limit: number) {
	return database()
		.select(bulkColumns)
		.from(tools)
		.where(matches(filter))
		.orderBy(...orderByKey(timeOf(filter), tools.id, "desc"))
		.limit(limit);
}

/** The most names that a field suggests. */
const maxNames = 300;

/** The names that tools have in a column, each found by its index. */
function namesIn(column: "maker" | "supplier") {
	const name = tools[column];
	return sql<string>`(with recursive named(name) as (
	select min(${name}) from ${tools} where ${name} is not null
	union all
	select (select min(${name}) from ${tools} where ${name} > named.name) from named where named.name is not null
	limit ${maxNames}
) select coalesce(json_group_array(name), '[]') from named where name is not null)`;
}

function parseNames(json: string | undefined): string[] {
	const names: unknown = JSON.parse(json ?? "[]");
	return Array.isArray(names) ? names.map(String) : [];
}

/** The makers and suppliers that tools name, for the fields that filter and set them. */
export async function listNames(): Promise<{ makers: string[]; suppliers: string[] }> {
	const [found] = await database()
		.select({
			makers: namesIn("maker").as("makers"),
			suppliers: namesIn("supplier").as("suppliers"),
		})
		.from(sql`(select 1)`);
	return { makers: parseNames(found?.makers), suppliers: parseNames(found?.suppliers) };
}
