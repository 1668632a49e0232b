/** How the fields of a tool are stored: columns of its row, and rows of other tables. */
import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import { toolCapabilities, toolPictures, tools } from "../../db/tool-tables.ts";
import { database, insertFrom } from "../../platform/database.ts";
import { toCents } from "../money.ts";
import type { ChangeableField, ManagedTool, ToolImage, ToolState } from "./managed-tool.ts";
import type { FieldChange } from "./managed-tool-audit.ts";
import type { ToolRow } from "./managed-tools.server.ts";

/** The columns of the changed fields, but for those that the state decides and what it fits. */
export function changedColumns({ tool, next, changed }: FieldChange) {
	const [first] = next.images;
	const byField = {
		name: { name: next.name },
		description: { description: next.description },
		images: first && { image: first.image, imageAlt: first.alt },
		minOrderQuantity: { minOrderQuantity: next.minOrderQuantity },
		quantity: {
			quantity: next.quantity,
			stocked: sql`${tools.stocked} + ${next.quantity - tool.quantity}`,
		},
		price: { priceCents: toCents(next.price) },
		cost: { costCents: next.cost === null ? null : toCents(next.cost) },
		lowStock: { lowStock: next.lowStock },
		category: { categorySlug: next.category },
		address: { slug: slugOfTool(next) },
		specifications: { specifications: next.specifications },
		capabilities: {},
		state: {},
		publishAt: { publishAt: next.publishAt === null ? null : new Date(next.publishAt) },
	} satisfies Record<ChangeableField, object | undefined>;
	return Object.assign({}, ...changed.map((field) => byField[field])) as Partial<
		typeof tools.$inferInsert
	>;
}

/** The slug that a tool is stored with: none if its address is its id. */
export function slugOfTool({ _id, address }: Pick<ManagedTool, "_id" | "address">): string | null {
	return address === _id ? null : address;
}

/** The columns of a state. A draft that was never listed is as old as its first day in the shop. */
export function stateColumns(row: ToolRow, state: ToolState, now: Date) {
	const wasNeverListed = row.archivedAt?.getTime() === row.createdAt.getTime();
	if (state === "listed") {
		return { archivedAt: null, draft: false, ...(wasNeverListed && { createdAt: now }) };
	}
	return { archivedAt: row.archivedAt ?? now, draft: state === "draft" };
}

/** Returns the statements that replace the images after the first, while `condition` holds for the tool. */
export function replaceImages(toolId: string, all: readonly ToolImage[], condition: SQL) {
	const db = database();
	const isCurrent = exists(db.select({ one: sql`1` }).from(tools).where(condition));
	const others = JSON.stringify(all.slice(1));
	return {
		imagesDeleted: db.delete(toolPictures).where(and(eq(toolPictures.toolId, toolId), isCurrent)),
		imagesAdded: insertFrom(
			toolPictures,
			{
				toolId,
				position: sql`json_each.key + 1`,
				image: sql`json_each.value ->> 'image'`,
				alt: sql`json_each.value ->> 'alt'`,
			},
			sql`from json_each(${others}) where ${isCurrent}`,
		),
	};
}

/** Returns the statements that replace the capabilities of a listed tool, while `condition` holds for it. */
export function replaceCapabilities(toolId: string, tuples: string, condition: SQL) {
	const db = database();
	const isCurrent = exists(db.select({ one: sql`1` }).from(tools).where(condition));
	return {
		capabilitiesDeleted: db
			.delete(toolCapabilities)
			.where(and(eq(toolCapabilities.toolId, toolId), isCurrent)),
		// As in a CapabilityRow; a trigger sets the other columns.
		capabilitiesAdded: insertFrom(
			toolCapabilities,
			{
				toolId,
				action: sql`json_each.value ->> 0`,
				dimension: sql`json_each.value ->> 1`,
				standard: sql`json_each.value ->> 2`,
				fits: sql`json_each.value ->> 3`,
				rangeFrom: sql`json_each.value ->> 4`,
				rangeTo: sql`json_each.value ->> 5`,
				also: sql`json_each.value ->> 6`,
			},
			sql`from json_each(${tuples}) where ${isCurrent}`,
		),
	};
}
