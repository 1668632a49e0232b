/** Reads and keeps suppliers, and reads what to reorder from them. */
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { dayMs } from "../../config/days.ts";
import { orderLines } from "../../db/order-tables.ts";
import { suppliers } from "../../db/supplier-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database/database.ts";
import { insertAuditEvent, selectChanges, toAuditEntry } from "../audit/audit.server.ts";
import { isSold } from "../orders/order-conditions.ts";
import { lowStockOfTool } from "../tools/low-stock.server.ts";
import { type Supplier, soldDays, toReorder } from "./suppliers.ts";

/** How many suppliers the list shows, and how many names without details. */
const maxSuppliers = 300;
/** How many tools are read at most. */
export const maxTools = 2000;

/** In a selected expression, Drizzle leaves out the names of tables. */
const toolId = sql.raw('"tools"."id"');

/** The pieces of a tool that were sold since then: not those that were refunded, cancelled or sent back. */
const soldSince = (since: number) =>
	sql<number>`(
		select coalesce(sum(${orderLines.quantity} - ${orderLines.restockedPieces}), 0)
		from ${orderLines}
		where ${orderLines.toolId} = ${toolId}
			and ${orderLines.createdAt} >= ${since}
			and ${sql.raw(isSold.sql())}
			and ${orderLines.refundedAt} is null
			and ${orderLines.cancelledAt} is null
	)`;

/** The listed tools of a supplier, or of all, with what was sold of each. */
function selectStocked(name: string | undefined, now: number) {
	return database()
		.select({
			id: tools.id,
			name: tools.name,
			supplier: sql<string>`${tools.supplier}`.as("supplier"),
			sku: tools.sku,
			mpn: tools.mpn,
			gtin: tools.gtin,
			costCents: tools.costCents,
			quantity: tools.quantity,
			minOrderQuantity: tools.minOrderQuantity,
			lowStock: lowStockOfTool().mapWith(Number).as("lowStock"),
			createdAt: tools.createdAt,
			sold: soldSince(now - soldDays * dayMs).as("sold"),
		})
		.from(tools)
		.where(
			and(
				name === undefined ? isNotNull(tools.supplier) : eq(tools.supplier, name),
				isNull(tools.archivedAt),
			),
		)
		.orderBy(asc(tools.supplier), asc(tools.name), asc(tools.id))
		.limit(maxTools + 1);
}

/** The suppliers with how many of their tools to reorder, and the names that tools have of others. One round trip. */
export async function listSuppliers(now = Date.now()) {
	const { stored, stocked } = await batch({
		stored: database().select().from(suppliers).orderBy(asc(suppliers.name)).limit(maxSuppliers),
		stocked: selectStocked(undefined, now),
	});
	const named = Map.groupBy(stocked.slice(0, maxTools), ({ supplier }) => supplier);
	const known = new Set(stored.map(({ name }) => name));
	return {
		suppliers: stored.map((supplier) => ({
			...supplier,
			reorders: toReorder(named.get(supplier.name) ?? [], supplier, now).length,
		})),
		without: [...named.keys()].filter((name) => !known.has(name)).slice(0, maxSuppliers),
		hasMore: stocked.length > maxTools,
	};
}

/** How its changes are found in the audit log, apart from those of what has the same name. */
const subjectOf = (name: string) => `supplier:${name}`;

/**
 * A supplier by its name, what to reorder, `asked` among it, how many tools it delivers, and how it was changed. One
 * round trip.
 */
export async function loadSupplier(name: string, asked?: string, now = Date.now()) {
	const {
		stored: [supplier],
		stocked,
		changes,
	} = await batch({
		stored: database().select().from(suppliers).where(eq(suppliers.name, name)),
		stocked: selectStocked(name, now),
		changes: selectChanges(subjectOf(name)),
	});
	return {
		supplier,
		tools: stocked.length,
		reorders: supplier ? toReorder(stocked.slice(0, maxTools), supplier, now, asked) : [],
		changes: changes.map(toAuditEntry),
	};
}

/** Saves a supplier under its name. The one that had `nameWas` gets the new one; tools keep the name that they have. */
export async function saveSupplier(
	caller: Pick<Caller, "id">,
	supplier: Supplier,
	nameWas: string,
): Promise<void> {
	const values = { ...supplier, updatedAt: new Date() };
	const { name } = supplier;
	await batch({
		...(nameWas !== name && {
			renamed: database().delete(suppliers).where(eq(suppliers.name, nameWas)),
		}),
		saved: database()
			.insert(suppliers)
			.values(values)
			.onConflictDoUpdate({ target: suppliers.name, set: values }),
		audit: insertAuditEvent(
			{
				action: "supplier.saved",
				actorId: caller.id,
				subject: subjectOf(name),
				detail: { ...supplier },
			},
			sql`from ${suppliers} where ${suppliers.name} = ${name}`,
		),
	});
}

/** Deletes a supplier. Tools keep its name. */
export async function deleteSupplier(caller: Pick<Caller, "id">, name: string): Promise<void> {
	await batch({
		audit: insertAuditEvent(
			{
				action: "supplier.deleted",
				actorId: caller.id,
				subject: subjectOf(name),
				detail: { name },
			},
			sql`from ${suppliers} where ${suppliers.name} = ${name}`,
		),
		deleted: database().delete(suppliers).where(eq(suppliers.name, name)),
	});
}
