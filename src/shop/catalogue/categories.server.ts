/** The categories that administrators keep. */
import { eq, gt, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { categories } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { categoryExists, tooManyCategories } from "../../messages/catalogue.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import type { Deleted, Inserted, Modified } from "../../values/fields.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { imageNotOwned, touchImage } from "../images/images.server.ts";
import { loadCategories } from "./catalogue.server.ts";
import { maxCategories } from "./catalogue.ts";
import type { CategoryChange, ListedCategory, NewCategory } from "./categories.ts";

/** All categories in their order, as the API returns them. */
export async function listCategories(): Promise<ListedCategory[]> {
	const found = await loadCategories();
	return found.map(({ slug, name, description, image, toolCount }) => ({
		slug,
		name,
		description,
		image,
		tools: toolCount,
	}));
}

/** The query of the addresses and names of all categories. */
export const categoryNamesQuery = () =>
	database()
		.select({ slug: categories.slug, name: categories.name })
		.from(categories)
		.where(gt(categories.slug, ""))
		.limit(maxCategories);

/**
 * An audit entry of a category. Its action is that of a tool: a new action would need another CHECK of the audit
 * table, and so a copy of all its rows.
 */
export function auditCategory(
	action: "tool.added" | "tool.changed" | "tool.deleted",
	caller: { id: string | null },
	slug: string,
	from: SQL,
	name: SQL | string = sql`${categories.name}`,
) {
	const detail = { name: sql`'category ' || ${name}` };
	return insertAuditEvent({ action, actorId: caller.id, subject: slug, detail }, from);
}

/** Keeps the image of a category from being swept. Throws ShopError `invalid` (field `image`) if it was not uploaded. */
async function keepImage(image: string | null): Promise<void> {
	if (image !== null && (await touchImage(image)).length === 0) throw imageNotOwned();
}

/**
 * Adds a category at the end. Throws ShopError `invalid` if the address is taken, there are too many, or the image was
 * not uploaded.
 */
export async function createCategory(
	caller: Caller,
	{ name, slug, description, image }: NewCategory,
): Promise<Inserted> {
	const found = await loadCategories();
	if (found.some((one) => one.slug === slug))
		throw new ShopError("invalid", { fields: { slug: categoryExists } });
	if (found.length >= maxCategories)
		throw new ShopError("invalid", { fields: { name: tooManyCategories(maxCategories) } });
	await keepImage(image);
	const position = Math.max(0, ...found.map((one) => one.position)) + 1;
	await batch({
		added: database().insert(categories).values({ slug, name, description, image, position }),
		audit: auditCategory(
			"tool.added",
			caller,
			slug,
			sql`from ${categories} where ${eq(categories.slug, slug)}`,
		),
	});
	purge("tools");
	return { insertedId: slug };
}

/**
 * Changes a category. Returns a count of 0 if nothing differs. Throws ShopError `not_found`, or `invalid` (field `image`)
 * if a new image was not uploaded.
 */
export async function updateCategory(
	caller: Caller,
	slug: string,
	{ name, description, image, place }: CategoryChange,
): Promise<Modified> {
	const found = await loadCategories();
	const before = found.find((one) => one.slug === slug);
	if (!before) throw new ShopError("not_found");
	const others = found.filter((one) => one !== before);
	const line = place === undefined ? found : others.toSpliced(place - 1, 0, before);
	const isMoved = line.some((one, index) => one !== found[index]);
	const changes = {
		name: name ?? before.name,
		description: description ?? before.description,
		image: image === undefined ? before.image : image,
	};
	const isNewImage = changes.image !== before.image;
	const differs =
		isNewImage || changes.name !== before.name || changes.description !== before.description;
	if (!isMoved && !differs) return { modifiedCount: 0 };
	if (isNewImage) await keepImage(changes.image);
	const slugs = line.map((one) => one.slug);
	const newPlace = sql`(select key + 1 from json_each(${JSON.stringify(slugs)}) where value = ${categories.slug})`;
	const isTarget = eq(categories.slug, slug);
	const db = database();
	await batch({
		// The audit entry comes first: it has the name that the category had.
		audit: auditCategory("tool.changed", caller, slug, sql`from ${categories} where ${isTarget}`),
		...(differs && { changed: db.update(categories).set(changes).where(isTarget) }),
		...(isMoved && {
			moved: db
				.update(categories)
				.set({ position: newPlace })
				.where(inList(categories.slug, slugs)),
		}),
	});
	purge("tools");
	return { modifiedCount: 1 };
}

/** Deletes a category. Its tools have none then. Throws ShopError `not_found`. */
export async function deleteCategory(caller: Caller, slug: string): Promise<Deleted> {
	const isTarget = eq(categories.slug, slug);
	const { deleted } = await batch({
		audit: auditCategory("tool.deleted", caller, slug, sql`from ${categories} where ${isTarget}`),
		deleted: database().delete(categories).where(isTarget).returning({ slug: categories.slug }),
	});
	if (deleted.length === 0) throw new ShopError("not_found");
	purge("tools");
	return { deletedCount: 1 };
}
