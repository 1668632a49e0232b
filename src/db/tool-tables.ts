/** Tools, and who waits for them. */
import { isNotNull, type SQL, sql } from "drizzle-orm";
import {
	type AnySQLiteColumn,
	check,
	index,
	integer,
	primaryKey,
	real,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { StoredCapability } from "../shop/fit/capability-rows.ts";
import type { OptionValues } from "../shop/tools/stored-options.ts";
import type { Part, StoredPart } from "../shop/tools/stored-part.ts";
import { users } from "./auth-tables.ts";
import { now, textWithoutCase, timestampMs } from "./columns.ts";
import { families, type StoredFamily } from "./family-tables.ts";
import { imports } from "./import-tables.ts";

/** How many tools are listed, in stock, well rated, both, and reduced by a sale. Triggers on `tools` update them. */
const facetColumns = {
	toolCount: integer("tool_count").notNull().default(0),
	inStockCount: integer("in_stock_count").notNull().default(0),
	wellRatedCount: integer("well_rated_count").notNull().default(0),
	wellRatedInStockCount: integer("well_rated_in_stock_count").notNull().default(0),
	onSaleCount: integer("on_sale_count").notNull().default(0),
};

/** The categories of tools. A tool has one, or none. */
export const categories = sqliteTable(
	"categories",
	{
		slug: text("slug").primaryKey(),
		name: text("name").notNull(),
		/** The place in menus, ascending. The slug breaks ties. */
		position: integer("position").notNull().default(0),
		description: text("description").notNull().default(""),
		/** `/images/{key}`. */
		image: text("image"),
		/** The import that has made it, while that can be reverted. */
		importId: text("import_id").references(() => imports.id, { onDelete: "set null" }),
		...facetColumns,
	},
	(table) => [
		index("categories_by_import").on(table.importId).where(isNotNull(table.importId)),
		check(
			"categories_slug",
			sql`${table.slug} glob '[a-z0-9]*' and ${table.slug} not glob '*[^a-z0-9-]*'`,
		),
		index("categories_by_image").on(table.image),
	],
);

/** The counts of the whole catalogue: one row. */
export const facetCounts = sqliteTable("facet_counts", {
	scope: text("scope", { enum: ["all"] }).primaryKey(),
	...facetColumns,
});

/** A row of the table of specifications on a tool's page. */
export interface Specification {
	name: string;
	value: string;
}

/** The condition that a tool has as few pieces as its own mark says, or fewer. */
export const isBelowOwnMark = sql.raw(
	'"tools"."low_stock" is not null and "tools"."quantity" <= "tools"."low_stock"',
);

/** An image of a tool after the first. */
export interface FurtherImage {
	image: string;
	alt: string;
}

export const tools = sqliteTable(
	"tools",
	{
		/** The row number: it rises with every new row and is the rowid in the search tables. */
		number: integer("number").primaryKey(),
		id: text("id").notNull().unique(),
		/** The last part of its page's address; null if that is the id, which always leads there too. */
		slug: text("slug"),
		name: text("name").notNull(),
		description: text("description").notNull(),
		/** `/images/{key}`; empty for a draft that has none yet. */
		image: text("image").notNull(),
		minOrderQuantity: integer("min_order_quantity").notNull(),
		quantity: integer("quantity").notNull(),
		/**
		 * Pieces ever stocked. Orders do not change it, so that at any time stocked = quantity + reserved +
		 * sold, where restocked orders no longer count as sold. `npm run doctor` checks that.
		 */
		stocked: integer("stocked").notNull(),
		/** What it costs unless a sale runs: the price that staff set. */
		regularPriceCents: integer("regular_price_cents").notNull(),
		/** The price of the sale that runs, and when that ends; null without one. */
		salePriceCents: integer("sale_price_cents"),
		saleEndsAt: timestampMs("sale_ends_at"),
		/** What the page compares the sale price with: the lowest of the 30 days before, if that was higher. */
		priorPriceCents: integer("prior_price_cents"),
		/** What a bundle's parts cost together; null for any other tool. Triggers keep it, as they keep `parts`. */
		partsCents: integer("parts_cents"),
		/**
		 * The price: what every page shows, and what an order charges. No statement can set it apart from the three above: a
		 * bundle never costs more than its parts.
		 */
		priceCents: integer("price_cents")
			.notNull()
			.generatedAlwaysAs(
				sql`min(coalesce(sale_price_cents, regular_price_cents), coalesce(parts_cents, regular_price_cents))`,
				{ mode: "virtual" },
			),
		createdAt: timestampMs("created_at").notNull(),
		updatedAt: timestampMs("updated_at").notNull(),
		archivedAt: timestampMs("archived_at"),
		/** Whether an administrator still works on it. It counts as archived too: no list shows it. */
		draft: integer("draft", { mode: "boolean" }).notNull().default(false),
		/** When the scheduled job publishes a draft. */
		publishAt: timestampMs("publish_at"),
		/** What the shop pays for a piece. */
		costCents: integer("cost_cents"),
		/** The stock at which, or below which, it is marked as low. */
		lowStock: integer("low_stock"),
		/** Where it lies in the warehouse, for packers. */
		shelf: text("shelf"),
		/** The shop's own code of it: no two tools have the same, in capitals or not. */
		sku: textWithoutCase("sku"),
		/** Its number at GS1, which has 8, 12, 13 or 14 digits. */
		gtin: text("gtin"),
		maker: text("maker"),
		/** The maker's part number. */
		mpn: text("mpn"),
		weightGrams: integer("weight_grams"),
		/** What a piece holds, such as `400 ml`: `unit-price.ts` says what the price of a litre is. */
		contents: text("contents"),
		/** Warnings and information about safety, as its packaging has them. */
		warnings: text("warnings"),
		/** Who delivers it to the shop: no page of the shop shows it. */
		supplier: text("supplier"),
		/** What its cards say of it; null for the start of its description. */
		cardLine: text("card_line"),
		/** The text for visitors who don't see `image`; empty for the name. */
		imageAlt: text("image_alt").notNull().default(""),
		categorySlug: text("category_slug").references(() => categories.slug, { onDelete: "set null" }),
		/** How many of its reviews, or those of its family, have one star, and so on. Triggers on `reviews` update them. */
		stars1: integer("stars_1").notNull().default(0),
		stars2: integer("stars_2").notNull().default(0),
		stars3: integer("stars_3").notNull().default(0),
		stars4: integer("stars_4").notNull().default(0),
		stars5: integer("stars_5").notNull().default(0),
		/** The pieces sold, without those of restocked orders. Triggers on `order_lines` update it. */
		sold: integer("sold").notNull().default(0),
		specifications: text("specifications", { mode: "json" })
			.$type<Specification[]>()
			.notNull()
			.default([]),
		ratingCount: integer("rating_count").generatedAlwaysAs(
			sql`stars_1 + stars_2 + stars_3 + stars_4 + stars_5`,
			{ mode: "virtual" },
		),
		ratingSum: integer("rating_sum").generatedAlwaysAs(
			sql`stars_1 + 2 * stars_2 + 3 * stars_3 + 4 * stars_4 + 5 * stars_5`,
			{ mode: "virtual" },
		),
		/**
		 * Sorts tools by rating: the average in thousandths of a star, times a million, plus the number of reviews. 0 without
		 * reviews.
		 */
		ratingRank: integer("rating_rank").generatedAlwaysAs(
			sql`coalesce(rating_sum * 1000 / nullif(rating_count, 0) * 1000000 + min(rating_count, 999999), 0)`,
			{ mode: "virtual" },
		),
		/** What it can do. Triggers make rows of `tool_capabilities` of it, so that searches find it while it is listed. */
		capabilities: text("capabilities", { mode: "json" })
			.$type<StoredCapability[]>()
			.notNull()
			.default([]),
		/** Its images after the first, which have rows of `tool_pictures` too. */
		furtherImages: text("further_images", { mode: "json" })
			.$type<FurtherImage[]>()
			.notNull()
			.default([]),
		/** What staff have said that a bundle is made of. Triggers take it over to `bundle_parts`. */
		madeOf: text("made_of", { mode: "json" }).$type<Part[]>().notNull().default([]),
		/** Whether its pieces become gift cards once they are paid, worth what they have cost. */
		isGiftCard: integer("is_gift_card", { mode: "boolean" }).notNull().default(false),
		/** A bundle's parts as its page shows them, kept by triggers for the same reason; null for any other tool. */
		parts: text("parts", { mode: "json" }).$type<StoredPart[]>(),
		/** Whether at least the minimum order is in stock. Triggers update it, so that few orders change the indexes below. */
		inStock: integer("in_stock", { mode: "boolean" }).notNull().default(false),
		/** When it last changed in what its calls return, in UTC milliseconds of the database: a trigger keeps it. */
		changedAt: integer("changed_at").notNull().default(now),
		/** The tools that differ from it by options alone; null for a tool of its own. */
		familyId: text("family_id").references(() => families.id),
		optionValues: text("option_values", { mode: "json" }).$type<OptionValues>(),
		/** Whether another tool of its family stands in lists for all of them. Triggers update it. */
		behind: integer("behind", { mode: "boolean" }).notNull().default(false),
		/** What lists show of a family, stored with the tool that stands for it. Kept by triggers, so that they read no further rows. */
		family: text("family", { mode: "json" }).$type<StoredFamily>(),
		/** Whether its average is at least four stars. */
		wellRated: integer("well_rated", { mode: "boolean" }).generatedAlwaysAs(
			sql`rating_rank >= 4000000000`,
			{ mode: "virtual" },
		),
	},
	(table) => [
		// `/tools/c` has the categories.
		check(
			"tools_slug",
			sql`
				${table.slug} is null
					or (
						${table.slug} glob '[a-z0-9]*'
						and ${table.slug} not glob '*[^a-z0-9-]*'
						and length(${table.slug}) <= 60
						and ${table.slug} <> 'c'
					)
			`,
		),
		uniqueIndex("tools_by_slug").on(table.slug),
		check(
			"tools_options",
			sql`(${table.familyId} is null) = (${table.optionValues} is null) and (${table.optionValues} is null or json_valid(${table.optionValues}))`,
		),
		index("tools_by_family").on(table.familyId).where(sql`${table.familyId} is not null`),
		index("tools_for_family")
			.on(table.familyId)
			.where(sql`${table.familyId} is not null and ${table.behind} = 0`),
		check("tools_sku", sql`${table.sku} <> ''`),
		index("tools_by_maker").on(table.maker).where(sql`${table.maker} is not null`),
		// What to reorder from a supplier, and changes of all that a supplier sells.
		index("tools_by_supplier")
			.on(table.supplier, table.name, table.id)
			.where(sql`${table.supplier} is not null`),
		uniqueIndex("tools_by_sku").on(table.sku).where(sql`${table.sku} is not null`),
		// Files of suppliers name tools by it.
		index("tools_by_gtin").on(table.gtin).where(sql`${table.gtin} is not null`),
		check("tools_gtin", sql`${table.gtin} not glob '*[^0-9]*'`),
		check("tools_weight", sql`${table.weightGrams} >= 0`),
		check("tools_contents", sql`${table.contents} glob '[0-9]* *'`),
		check(
			"tools_parts",
			sql`(${table.parts} is null) = (${table.partsCents} is null) and (${table.madeOf} = '[]' or ${table.familyId} is null)`,
		),
		check("tools_min_order_quantity", sql`${table.minOrderQuantity} >= 1`),
		check("tools_quantity", sql`${table.quantity} >= 0`),
		check("tools_stocked", sql`${table.stocked} >= ${table.quantity}`),
		check("tools_price", sql`${table.regularPriceCents} > 0`),
		check(
			"tools_sale",
			sql`
				(${table.salePriceCents} is null) = (${table.saleEndsAt} is null)
					and (
						${table.salePriceCents} is null
						or (
							typeof(${table.salePriceCents}) = 'integer'
							and ${table.salePriceCents} > 0
							and ${table.salePriceCents} < ${table.regularPriceCents}
						)
					)
			`,
		),
		check(
			"tools_prior_price",
			sql`${table.priorPriceCents} is null or (${table.salePriceCents} is not null and ${table.salePriceCents} < ${table.priorPriceCents})`,
		),
		check(
			"tools_integers",
			sql`typeof(${table.quantity}) = 'integer' and typeof(${table.minOrderQuantity}) = 'integer' and typeof(${table.regularPriceCents}) = 'integer'`,
		),
		check(
			"tools_draft",
			sql`${table.draft} in (0, 1) and (${table.draft} = 0 or ${table.archivedAt} is not null)`,
		),
		check("tools_image", sql`${table.image} <> '' or ${table.archivedAt} is not null`),
		check("tools_publish_at", sql`${table.publishAt} is null or ${table.draft} = 1`),
		check("tools_cost", sql`${table.costCents} is null or ${table.costCents} >= 0`),
		check("tools_low_stock", sql`${table.lowStock} is null or ${table.lowStock} >= 0`),
		check("tools_capabilities", sql`json_valid(${table.capabilities})`),
		// The catalogue: newest first without archived tools. The id breaks ties for paging.
		index("tools_catalogue").on(table.createdAt, table.id).where(sql`${table.archivedAt} is null`),
		// What has changed, for programs that poll; so in orders and reviews.
		index("tools_changed").on(table.changedAt, table.id).where(sql`${table.archivedAt} is null`),
		index("tools_by_name").on(table.name, table.id).where(sql`${table.archivedAt} is null`),
		index("tools_by_price").on(table.priceCents, table.id).where(sql`${table.archivedAt} is null`),
		// Drafts and archived tools.
		index("tools_unlisted")
			.on(table.archivedAt, table.id)
			.where(sql`${table.archivedAt} is not null`),
		index("tools_to_publish").on(table.publishAt).where(sql`${table.publishAt} is not null`),
		// For the images in use, here, in reviews and in orders.
		index("tools_by_image").on(table.image),
		check(
			"tools_specifications",
			sql`json_valid(${table.specifications}) and json_type(${table.specifications}) = 'array'`,
		),
		// Archived tools count too: a category that is deleted leaves them as well.
		index("tools_by_category").on(table.categorySlug),
		// The catalogue with its filters, with and without a category: each sort within the tools in stock or not, well rated
		// or not. A page merges what it needs.
		...[[], [table.categorySlug]].flatMap((category) => {
			const name = category.length > 0 ? "tools_in_category" : "tools_filtered";
			const isListed = inLists(table);
			return [
				index(`${name}_newest`)
					.on(...withColumns(category, table.inStock, table.wellRated, table.createdAt, table.id))
					.where(isListed),
				index(`${name}_by_price`)
					.on(...withColumns(category, table.inStock, table.wellRated, table.priceCents, table.id))
					.where(isListed),
				index(`${name}_by_rating`)
					.on(...withColumns(category, table.inStock, table.ratingRank, table.id))
					.where(isListed),
			];
		}),
		// What a sale shows reduced: few, so that a page looks at them for the other filters.
		index("tools_on_sale_newest").on(table.createdAt, table.id).where(isReduced(table)),
		index("tools_on_sale_by_price").on(table.priceCents, table.id).where(isReduced(table)),
		index("tools_on_sale_by_rating").on(table.ratingRank, table.id).where(isReduced(table)),
		// The gift cards that the guide for a gift offers.
		index("tools_gift_cards")
			.on(table.priceCents, table.id)
			.where(sql`${table.isGiftCard} = 1 and ${table.archivedAt} is null`),
		index("tools_by_sales")
			.on(table.sold, table.id)
			.where(sql`${table.archivedAt} is null and ${table.sold} > 0`),
		// Tools with a mark of their own. The others have the setting's, and `tools_by_quantity`.
		index("tools_low")
			.on(table.quantity, table.id)
			.where(sql`${isBelowOwnMark} and ${table.archivedAt} is null`),
		index("tools_by_quantity").on(table.quantity, table.id).where(sql`${table.archivedAt} is null`),
	],
);

/** The condition that a tool stands in the lists of the shop, for itself or for its family. */
export function inLists(table: { archivedAt: AnySQLiteColumn; behind: AnySQLiteColumn }): SQL {
	return sql`${table.archivedAt} is null and ${table.behind} = 0`;
}

function isReduced(
	table: Parameters<typeof inLists>[0] & { priorPriceCents: AnySQLiteColumn },
): SQL {
	return sql`${inLists(table)} and ${table.priorPriceCents} is not null`;
}

function withColumns(
	first: AnySQLiteColumn[],
	column: AnySQLiteColumn,
	...columns: AnySQLiteColumn[]
): [AnySQLiteColumn, ...AnySQLiteColumn[]] {
	const [start, ...rest] = first;
	return start ? [start, ...rest, column, ...columns] : [column, ...columns];
}

/** The addresses that tools had before: their pages redirect. Triggers on `tools` fill it. */
export const toolAddresses = sqliteTable(
	"tool_addresses",
	{
		slug: text("slug").primaryKey(),
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
	},
	(table) => [index("tool_addresses_by_tool").on(table.toolId)],
);

/** The images of a tool after the first, which is `tools.image`. */
export const toolPictures = sqliteTable(
	"tool_pictures",
	{
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
		/** The place after the first image, ascending from 1. */
		position: integer("position").notNull(),
		image: text("image").notNull(),
		/** The text for visitors who don't see it. */
		alt: text("alt").notNull().default(""),
	},
	(table) => [
		primaryKey({ columns: [table.toolId, table.position] }),
		check("tool_pictures_position", sql`${table.position} >= 1`),
		index("tool_pictures_by_image").on(table.image),
	],
);

/**
 * The parts of bundles, by which the stock and the highest price of a bundle follow from theirs: triggers fill it from
 * `tools.made_of`. A part is no bundle.
 */
export const bundleParts = sqliteTable(
	"bundle_parts",
	{
		bundleId: text("bundle_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
		partId: text("part_id")
			.notNull()
			.references(() => tools.id),
		/** How many pieces a bundle has of it. */
		quantity: integer("quantity").notNull(),
		/** The place in the list of its page, ascending. */
		position: integer("position").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.bundleId, table.partId] }),
		check("bundle_parts_quantity", sql`${table.quantity} >= 1`),
		check("bundle_parts_itself", sql`${table.bundleId} <> ${table.partId}`),
		index("bundle_parts_by_part").on(table.partId),
	],
);

/** Who asked for an e-mail when a tool is back in stock: an account, or an address whose owner has confirmed it. A row is deleted once that is sent. */
export const stockAlerts = sqliteTable(
	"stock_alerts",
	{
		userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
		/** Without an account. */
		email: text("email"),
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
		createdAt: timestampMs("created_at").notNull(),
	},
	(table) => [
		uniqueIndex("stock_alerts_by_user").on(table.userId, table.toolId),
		uniqueIndex("stock_alerts_by_email").on(table.email, table.toolId),
		check("stock_alerts_recipient", sql`(${table.userId} is null) <> (${table.email} is null)`),
		index("stock_alerts_by_tool").on(table.toolId, table.createdAt),
		index("stock_alerts_by_age").on(table.createdAt),
	],
);

/**
 * What listed tools can do, in the vocabulary of content/standards: a row for each standard. Price and `unavailable` are the tool's, so that an index
 * has the best tool for a standard first; triggers keep them (`triggers.ts`), and delete the rows of a tool
 * that is archived.
 */
export const toolCapabilities = sqliteTable(
	"tool_capabilities",
	{
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
		action: text("action").notNull(),
		/** Empty for a torque or a length. */
		dimension: text("dimension").notNull().default(""),
		/** Empty for a dimension with a unit, and where there is no dimension. */
		standard: text("standard").notNull().default(""),
		/** False for a standard that its maker excludes. */
		fits: integer("fits", { mode: "boolean" }).notNull().default(true),
		/** The range of a torque, a length or a dimension with a unit. */
		rangeFrom: real("range_from"),
		rangeTo: real("range_to"),
		/** What it can also do, but is not made for. */
		also: integer("also", { mode: "boolean" }).notNull().default(false),
		/** Whether less than the minimum order is in stock. */
		unavailable: integer("unavailable", { mode: "boolean" }).notNull().default(false),
		priceCents: integer("price_cents").notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.toolId, table.action, table.dimension, table.standard] }),
		check(
			"tool_capabilities_range",
			sql`(${table.rangeFrom} is null) = (${table.rangeTo} is null) and (${table.rangeFrom} is null or ${table.rangeFrom} <= ${table.rangeTo})`,
		),
		// The best tool first: made for it, in stock, cheapest.
		index("tool_capabilities_best")
			.on(
				table.action,
				table.dimension,
				table.standard,
				table.also,
				table.unavailable,
				table.priceCents,
				table.toolId,
			)
			.where(sql`${table.fits} = 1`),
	],
);

/**
 * The words of tools for corrections: each word, and what is left of it without one letter, as `key`. A
 * misspelt word has a key in common with the right one. Triggers add words; none is deleted, because
 * another tool may have it.
 */
export const searchKeys = sqliteTable(
	"search_keys",
	{
		key: text("key").notNull(),
		word: text("word").notNull(),
		/** Whether a tool's name has the word. */
		named: integer("named", { mode: "boolean" }).notNull(),
	},
	(table) => [primaryKey({ columns: [table.key, table.word] })],
);
