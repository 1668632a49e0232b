/** How a tool is stored: columns of its row, and rows of other tables; and what the history says of a change. */
import { eq, sql } from "drizzle-orm";
import { toolCapabilities, toolPictures, tools } from "../../db/tool-tables.ts";
import { aboveSalePrice, fieldNames } from "../../messages/products.ts";
import { database, insertFrom } from "../../platform/database/database.ts";
import { formatCents, toCents, toPrice } from "../../values/money.ts";
import { toCapabilities } from "../fit/capability-rows.ts";
import {
	columns,
	type Field,
	type FieldKind,
	fields,
	type ManagedTool,
	type ToolFields,
	type ToolImage,
	type ToolState,
} from "./tool-fields.ts";

export type ToolRow = typeof tools.$inferSelect;
type ToolColumns = Partial<typeof tools.$inferInsert>;

/** What every tool must have. */
type RequiredFields = Partial<ToolFields> &
	Pick<ToolFields, "name" | "description" | "images" | "minOrderQuantity" | "quantity" | "price">;
type RequiredColumns = ToolColumns &
	Pick<
		ToolRow,
		"name" | "description" | "image" | "minOrderQuantity" | "quantity" | "regularPriceCents"
	>;

const columnOf: Partial<Record<Field, keyof ToolColumns & keyof ToolRow>> = columns;

/** The columns that `toColumns` can return. */
export const fieldColumns = [...Object.values(columnOf), "slug", "image", "imageAlt"] as const;

/** Returns the value of a column as the API has it. */
function fromColumn(kind: FieldKind, value: unknown): unknown {
	if (value instanceof Date) return value.toISOString();
	return kind === "money" && value !== null ? toPrice(Number(value)) : value;
}

/** Returns a value of the API as its column has it. */
function toColumn(kind: FieldKind, value: unknown): unknown {
	if (value === null) return null;
	if (kind === "money") return toCents(Number(value));
	return kind === "time" ? new Date(String(value)) : value;
}

/** Converts a row to the API's format. */
export function toManagedTool(row: ToolRow): ManagedTool {
	const stored = Object.entries(columnOf).map(([field, column]) => [
		field,
		fromColumn(fields[field as Field].kind, row[column]),
	]);
	return {
		_id: row.id,
		// The fields with a column of their own.
		...(Object.fromEntries(stored) as Omit<
			ToolFields,
			"address" | "images" | "capabilities" | "state"
		>),
		address: row.slug ?? row.id,
		images: [
			...(row.image === "" ? [] : [{ image: row.image, alt: row.imageAlt }]),
			...row.furtherImages.map(([image, alt]) => ({ image, alt })),
		],
		capabilities: toCapabilities(row.unlistedCapabilities ?? row.capabilities),
		state: stateOf(row),
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
	};
}

export function stateOf({ archivedAt, draft }: Pick<ToolRow, "archivedAt" | "draft">): ToolState {
	if (archivedAt === null) return "listed";
	return draft ? "draft" : "archived";
}

/**
 * Returns the columns of these fields of a tool, but for what it fits and what its state decides. The slug is null if
 * the address is the id.
 */
export function toColumns(toolId: string, values: RequiredFields): RequiredColumns;
export function toColumns(toolId: string, values: Partial<ToolFields>): ToolColumns;
export function toColumns(toolId: string, values: Partial<ToolFields>): ToolColumns {
	const { address, images } = values;
	const [first] = images ?? [];
	const stored = Object.entries(columnOf).flatMap(([field, column]) => {
		const value = values[field as Field];
		return value === undefined ? [] : [[column, toColumn(fields[field as Field].kind, value)]];
	});
	return {
		...Object.fromEntries(stored),
		...(address !== undefined && { slug: address === toolId ? null : address }),
		...(images && { image: first?.image ?? "", imageAlt: first?.alt ?? "" }),
	};
}

/** Returns columns as D1 stores them, for statements that read them from JSON. */
export function toStored(columns: ToolColumns): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(columns).map(([name, value]) => [
			name,
			value === null ? null : tools[name as keyof ToolColumns].mapToDriverValue(value as never),
		]),
	);
}

/** Returns these fields of the row itself, for a statement that changes it without reading it first. */
export function columnsOf(changed: readonly Field[]) {
	return Object.fromEntries(changed.map((field) => [field, tools[columnOf[field] ?? "id"]]));
}

/**
 * Returns what the audit log has of a change: the values of the changed fields before and after, money in minor units,
 * and the names of fields whose values are too long. The values before can be columns.
 */
export function auditDetail(
	before: Partial<Record<Field, unknown>>,
	after: Partial<Record<Field, unknown>>,
	changed: readonly Field[],
): Record<string, unknown> {
	const detail: Record<string, unknown> = { name: after.name };
	const long: string[] = [];
	for (const field of changed) {
		const { kind } = fields[field];
		if (kind === "longText" || kind === "list") {
			long.push(fieldNames[field]);
			continue;
		}
		const isMoney = kind === "money";
		const [was, is] = [before[field], after[field]].map((value) =>
			isMoney && typeof value === "number" ? toCents(value) : value,
		);
		const name = isMoney ? `${field}Cents` : field;
		detail[`${name}Was`] = was;
		detail[name] = is;
	}
	return long.length > 0 ? { ...detail, changed: long.join(", ") } : detail;
}

/**
 * The message why a tool can't have this price, or undefined: while a sale runs, the regular price is above that of the
 * sale.
 */
export function salePriceError(
	{ salePriceCents }: Pick<ToolRow, "salePriceCents">,
	price: number,
): string | undefined {
	if (salePriceCents === null || toCents(price) > salePriceCents) return undefined;
	return aboveSalePrice(formatCents(salePriceCents));
}

/** The columns of a state. A draft that was never listed is as old as its first day in the shop. */
export function stateColumns(row: ToolRow, state: ToolState, now: Date) {
	const wasNeverListed = row.archivedAt?.getTime() === row.createdAt.getTime();
	if (state === "listed") {
		return { archivedAt: null, draft: false, ...(wasNeverListed && { createdAt: now }) };
	}
	return { archivedAt: row.archivedAt ?? now, draft: state === "draft" };
}

/** Returns the statements that replace the images of a tool after the first. */
export function replaceImages(toolId: string, all: readonly ToolImage[]) {
	const others = JSON.stringify(all.slice(1));
	return {
		imagesDeleted: database().delete(toolPictures).where(eq(toolPictures.toolId, toolId)),
		imagesAdded: insertFrom(
			toolPictures,
			{
				toolId,
				position: sql`json_each.key + 1`,
				image: sql`json_each.value ->> 'image'`,
				alt: sql`json_each.value ->> 'alt'`,
			},
			sql`from json_each(${others})`,
		),
	};
}

/** Returns the statements that replace the capabilities of a listed tool. */
export function replaceCapabilities(toolId: string, tuples: string) {
	return {
		capabilitiesDeleted: database()
			.delete(toolCapabilities)
			.where(eq(toolCapabilities.toolId, toolId)),
		// The columns of a CapabilityRow; a trigger sets the others.
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
			sql`from json_each(${tuples})`,
		),
	};
}
