/** Families: tools that differ by options, such as the size, and are one card and one page of the shop. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { StoredCapability } from "../shop/fit/capability-rows.ts";
import type { OptionAxis, OptionValues } from "../shop/tools/stored-options.ts";

/** A listed tool of a family in `families.variants`. */
export interface StoredVariant {
	id: string;
	slug: string | null;
	values: OptionValues;
	priceCents: number;
	inStock: 0 | 1;
	sku: string | null;
	image: string;
	capabilities: StoredCapability[];
	/** What a piece holds: `tools.contents`. */
	contents: string | null;
	minOrderQuantity: number;
}

/** What the tool that stands for its family in lists has of it: `tools.family`. */
export interface StoredFamily {
	slug: string;
	name: string;
	description: string;
	/** The names and codes of its tools, which a search finds it by. */
	words: string;
	variants: StoredVariant[];
	/** Its first picture, if it has any of its own. */
	image: string | null;
}

export const families = sqliteTable(
	"families",
	{
		id: text("id").primaryKey(),
		/** The last part of its page's address. No tool has it. */
		slug: text("slug").notNull().unique(),
		name: text("name").notNull(),
		/** What its tools have in common; empty if each says it itself. */
		description: text("description").notNull().default(""),
		/** The maker of the tools that name none. */
		maker: text("maker"),
		options: text("options", { mode: "json" }).$type<OptionAxis[]>().notNull(),
		/** Its listed tools, kept by triggers, so that its page reads no row for each. */
		variants: text("variants", { mode: "json" }).$type<StoredVariant[]>().notNull().default([]),
		createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
		updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
	},
	(table) => [
		check(
			"families_slug",
			sql`${table.slug} glob '[a-z0-9]*' and ${table.slug} not glob '*[^a-z0-9-]*' and length(${table.slug}) <= 60 and ${table.slug} <> 'c'`,
		),
		check(
			"families_options",
			sql`json_valid(${table.options}) and json_type(${table.options}) = 'array'`,
		),
		// Families without a listed tool: the job deletes those without any tool.
		index("families_unlisted").on(table.updatedAt).where(sql`${table.variants} = '[]'`),
		// Files name families, in any case.
		index("families_by_name").on(sql`name collate nocase`),
		index("families_newest").on(table.createdAt, table.id),
	],
);

/**
 * The pictures of a family, which its tools have in common. A tool without one of its own has a copy of the first, which
 * triggers keep: `triggers/families.ts`.
 */
export const familyPictures = sqliteTable(
	"family_pictures",
	{
		familyId: text("family_id")
			.notNull()
			.references(() => families.id, { onDelete: "cascade" }),
		/** Ascending from 0. */
		position: integer("position").notNull(),
		image: text("image").notNull(),
		/** The text for visitors who don't see it. */
		alt: text("alt").notNull().default(""),
	},
	(table) => [
		primaryKey({ columns: [table.familyId, table.position] }),
		check("family_pictures_position", sql`${table.position} >= 0`),
		index("family_pictures_by_image").on(table.image),
	],
);
