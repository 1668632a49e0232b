/** How a tool is stored: columns of its row, and rows of other tables; and what the history says of a change. */
import { isSQLWrapper, type SQL } from "drizzle-orm";
import { tools } from "../../db/tool-tables.ts";
import { aboveSalePrice, fieldNames } from "../../messages/products.ts";
import { formatCents, toCents, toPrice } from "../../values/money.ts";
import { toCapabilities, toCapabilityRows } from "../fit/capability-rows.ts";
import {
	columns,
	type Field,
	type FieldKind,
	fields,
	type ManagedTool,
	type ToolFields,
	type ToolState,
} from "./tool-fields.ts";

export type ToolRow = typeof tools.$inferSelect;
export type ToolColumns = Partial<typeof tools.$inferInsert>;

/** What every tool must have. */
export type RequiredFields = Partial<ToolFields> &
	Pick<ToolFields, "name" | "description" | "images" | "minOrderQuantity" | "quantity" | "price">;
type RequiredColumns = ToolColumns &
	Pick<
		ToolRow,
		"name" | "description" | "image" | "minOrderQuantity" | "quantity" | "regularPriceCents"
	>;

const columnOf: Partial<Record<Field, keyof ToolColumns & keyof ToolRow>> = columns;

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
			...row.furtherImages,
		],
		capabilities: toCapabilities(row.capabilities),
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
 * Returns the columns of these fields of a tool, but for what its state decides. The slug is null if
 * the address is the id.
 */
export function toColumns(toolId: string, values: RequiredFields): RequiredColumns;
export function toColumns(toolId: string, values: Partial<ToolFields>): ToolColumns;
export function toColumns(toolId: string, values: Partial<ToolFields>): ToolColumns {
	const { address, capabilities, images } = values;
	const [first, ...others] = images ?? [];
	const stored = Object.entries(columnOf).flatMap(([field, column]) => {
		const value = values[field as Field];
		return value === undefined ? [] : [[column, toColumn(fields[field as Field].kind, value)]];
	});
	return {
		...Object.fromEntries(stored),
		...(address !== undefined && { slug: address === toolId ? null : address }),
		...(capabilities && { capabilities: toCapabilityRows(capabilities) }),
		...(images && {
			image: first?.image ?? "",
			imageAlt: first?.alt ?? "",
			// In this order of keys: a rule compares the text with the rows of pictures.
			furtherImages: others.map(({ image, alt }) => ({ image, alt })),
		}),
	};
}

/** Returns columns as D1 stores them; expressions stay. */
export function toStored(columns: { [Name in keyof ToolColumns]: ToolColumns[Name] | SQL }) {
	const given = Object.entries(columns).filter(([, value]) => value !== undefined);
	return Object.fromEntries(
		given.map(([name, value]) => [
			name,
			value === null || isSQLWrapper(value)
				? value
				: tools[name as keyof ToolColumns].mapToDriverValue(value as never),
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
		if (kind === "lines" || kind === "list") {
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
