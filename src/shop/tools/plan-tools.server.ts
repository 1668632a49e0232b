/** Plans what is written of a tool: from what it is and what it is to be, without the database. `writeTools` stores plans. */
import type { SQL } from "drizzle-orm";
import { variants } from "../../messages/variants.ts";
import { toCents } from "../../values/money.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { addressCandidates } from "./addresses.ts";
import type { Membership } from "./stored-options.ts";
import {
	auditDetail,
	type RequiredFields,
	stateColumns,
	type ToolColumns,
	type ToolRow,
	toColumns,
	toManagedTool,
} from "./tool-columns.server.ts";
import { type Field, fieldList, isSame, type ManagedTool, pickFields } from "./tool-fields.ts";

/** What is written of a tool. */
export interface ToolWrite {
	kind: "added" | "changed" | "removed";
	id: string;
	/** The line of an import that wants it. */
	line?: number;
	/** The row that it was planned from, which must still be like this; undefined for one that nobody has read. */
	read?: Pick<ToolRow, "updatedAt" | "quantity"> | undefined;
	/** The columns that it gets. One whose row nobody has read can have expressions. */
	set: { [Name in keyof ToolColumns]: ToolColumns[Name] | SQL };
	/** The addresses that a new tool without a slug can have, the best first. */
	addresses?: readonly string[];
	/** Its stock once it is no kit any more: until then it follows from its parts. */
	stockAfter?: number;
	/** The entry of the audit log; missing if nothing changes. */
	event?: { action: AuditAction; detail: Record<string, unknown> };
}

interface New {
	now: Date;
	addresses?: readonly string[];
	member?: Membership;
}

/** Plans a new tool: one that is not listed is as old as its first day in the shop. */
export function planNew(
	id: string,
	tool: RequiredFields,
	{ now, addresses = addressCandidates([tool.name])[0] ?? [], member }: New,
): ToolWrite {
	const { name, quantity, minOrderQuantity, state = "listed" } = tool;
	const isListed = state === "listed";
	const priceCents = toCents(tool.price);
	return {
		kind: "added",
		id,
		set: {
			...toColumns(id, tool),
			...member,
			createdAt: now,
			updatedAt: now,
			archivedAt: isListed ? null : now,
			draft: state === "draft",
		},
		addresses,
		event: {
			action: "tool.added",
			detail: { name, priceCents, quantity, minOrderQuantity, ...(!isListed && { state }) },
		},
	};
}

/** The fields that differ. */
export const changedFields = (tool: ManagedTool, next: ManagedTool): Field[] =>
	fieldList.filter((field) => !isSame(next[field], tool[field]));

/** Plans what turns the tool of a row into another; nothing of it is set where nothing differs. */
export function planChange(
	row: ToolRow,
	next: ManagedTool,
	{ now, member = row }: { now: Date; member?: Membership },
): ToolWrite & { set: ToolColumns } {
	const tool = toManagedTool(row);
	const changed = changedFields(tool, next);
	const has = (field: Field) => changed.includes(field);
	const { familyId, optionValues } = member;
	const isMoved = familyId !== row.familyId || !isSame(optionValues, row.optionValues);
	const write = { kind: "changed", id: row.id, read: row } as const;
	if (changed.length === 0 && !isMoved) return { ...write, set: {} };
	const updatedAt = new Date(Math.max(now.getTime(), row.updatedAt.getTime() + 1));
	const wasKit = tool.parts.length > 0;
	const isKit = next.parts.length > 0;
	const stored = changed.filter((field) => field !== "quantity" || !(wasKit || isKit));
	const detail = auditDetail(tool, next, changed);
	const long = [detail.changed, isMoved && variants].filter(Boolean).join(", ");
	return {
		...write,
		set: {
			...toColumns(row.id, pickFields(next, stored)),
			...(has("state") && stateColumns(row, next.state, updatedAt)),
			...(isMoved && { familyId, optionValues }),
			updatedAt,
		},
		...(wasKit && !isKit && { stockAfter: next.quantity }),
		event: { action: "tool.changed", detail: { ...detail, ...(long && { changed: long }) } },
	};
}
