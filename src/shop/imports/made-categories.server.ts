/** Makes the categories that a file names, when its import is started, and deletes them when it is reverted. */
import { and, eq, ne, sql } from "drizzle-orm";
import { isOneOf } from "../../db/columns.ts";
import { imports } from "../../db/import-tables.ts";
import { categories, tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { tooManyCategories } from "../../messages/catalogue.ts";
import { unknownCategory } from "../../messages/imports.ts";
import { batch, database, insertFrom, type Statement } from "../../platform/database/database.ts";
import { maxCategories } from "../catalogue/catalogue.ts";
import { auditCategory, categoryNamesQuery } from "../catalogue/categories.server.ts";
import { categoryKey, knownCategories } from "./category-names.ts";
import { activeStates, type FileCategory } from "./import-states.ts";

/**
 * What becomes of the new categories of an import: as staff have chosen by their slugs, otherwise as the preview said. One
 * that somebody has made since the preview is that. Throws ShopError `invalid` for a category that there is not, and if a
 * shop would have too many. One round trip.
 */
export async function chooseCategories(
	importId: string,
	chosen: Readonly<Record<string, string>>,
): Promise<FileCategory[]> {
	const db = database();
	const { rows, found } = await batch({
		rows: db
			.select({ newCategories: imports.newCategories })
			.from(imports)
			.where(eq(imports.id, importId)),
		found: categoryNamesQuery(),
	});
	const known = knownCategories(found);
	const slugs = new Set(found.map(({ slug }) => slug));
	const all = (rows[0]?.newCategories ?? []).map((one): FileCategory => {
		const target = chosen[one.slug] ?? one.target;
		if (target === one.slug) return { ...one, target: known.get(categoryKey(one.name)) ?? target };
		if (target === "" || slugs.has(target)) return { ...one, target };
		throw new ShopError("invalid", { message: unknownCategory(target) });
	});
	if (slugs.size + all.filter(isMade(slugs)).length > maxCategories)
		throw new ShopError("invalid", { message: tooManyCategories(maxCategories) });
	return all;
}

const isMade =
	(slugs?: ReadonlySet<string>) =>
	({ slug, target }: FileCategory) =>
		target === slug && !slugs?.has(slug);

/**
 * The statements that make the chosen categories at the end of all, with their entries of the audit log. Two
 * imports at once make one of the same name once: the other one's lines find it.
 */
export function makeCategories(
	importId: string,
	chosen: readonly FileCategory[],
	actorId: string,
): Record<string, Statement> {
	const made = chosen.filter(isMade());
	if (made.length === 0) return {};
	const value = (name: string) => sql`json_each.value ->> ${sql.raw(`'${name}'`)}`;
	const count = sql`(select count(*) from ${categories})`;
	const last = sql`(select coalesce(max(${categories.position}), 0) from ${categories})`;
	const isOwn = (slug: string) =>
		sql`from ${categories} where ${categories.slug} = ${slug} and ${categories.importId} = ${importId}`;
	return {
		categories: insertFrom(
			categories,
			{
				slug: value("slug"),
				name: value("name"),
				importId: sql`${importId}`,
				position: sql`${last} + json_each.key + 1`,
			},
			sql`from json_each(${JSON.stringify(made)}) where ${count} + json_each.key < ${maxCategories}`,
		).onConflictDoNothing(),
		...Object.fromEntries(
			made.map(({ slug }) => [
				`category ${slug}`,
				auditCategory("tool.added", { id: actorId }, slug, isOwn(slug)),
			]),
		),
	};
}

/**
 * Deletes the categories that an import has made and that no tool is in, with their entries of the audit log. One that
 * another import is saving its tools into stays.
 */
export async function deleteMadeCategories(
	importId: string,
	actorId: string | null,
): Promise<void> {
	const db = database();
	const isOwn = eq(categories.importId, importId);
	const own = await db.select({ slug: categories.slug }).from(categories).where(isOwn);
	if (own.length === 0) return;
	const isWanted = sql`exists (
		select 1
		from ${imports}, json_each(${imports.newCategories}) as wanted
		where ${and(isOneOf(imports.state, activeStates), eq(imports.state, "saving"), ne(imports.id, importId))}
			and wanted.value ->> 'target' = ${categories.slug}
	)`;
	const isEmpty = sql`not exists (select 1 from ${tools} where ${tools.categorySlug} = ${categories.slug}) and not ${isWanted}`;
	await batch({
		...Object.fromEntries(
			own.map(({ slug }) => [
				slug,
				auditCategory(
					"tool.deleted",
					{ id: actorId },
					slug,
					sql`from ${categories} where ${and(eq(categories.slug, slug), isOwn, isEmpty)}`,
				),
			]),
		),
		deleted: db.delete(categories).where(and(isOwn, isEmpty)),
	});
}
