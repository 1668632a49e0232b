/** Decides what a line changes: against the tool as it is now, with what others have changed meanwhile. */
import * as texts from "../../messages.imports.ts";
import { fieldLabel } from "../../messages.products.ts";
import { toCents } from "../../values/money.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import {
	auditDetail,
	salePriceError,
	stateColumns,
	type ToolRow,
	toManagedTool,
} from "../tools/tool-columns.server.ts";
import { fieldList, isSame, type ManagedTool, type ToolImage } from "../tools/tool-fields.ts";
import type { LineError } from "./import-states.ts";
import type { Before, Context, StoredLine } from "./stored-lines.server.ts";
import {
	errorIn,
	isAddress,
	type LineField,
	type LineFields,
	lineFields,
	type NewLineFields,
	rejectedByShop,
	toLineFields,
} from "./tool-columns.ts";

/** A tool as it is to be stored, with what it must still be. */
export interface Write {
	line: number;
	id: string;
	/** When it was last changed, and its stock: orders of the same millisecond have the same time. Null for a new tool. */
	updatedAt: number | null;
	stockWas: number | null;
	tool: ManagedTool;
	/** Pieces that are added to the stock, or taken from it. */
	added: number;
	/** The addresses that a new tool without a slug can have, the best first. */
	addresses: string[];
	createdAt: Date;
	archivedAt: Date | null;
	hasNewImages: boolean;
	hasNewCapabilities: boolean;
	/** What is stored of the line. */
	fields: Partial<LineFields>;
	was: Before;
	event: { action: AuditAction; detail: Record<string, unknown> };
	replacedImages: string[];
}

/** A line that is not saved, or not reverted. */
export interface Rejected {
	line: number;
	errors: LineError[];
}

/**
 * Replaces addresses by the images that were fetched from them. Returns an error if one was not, or if the shop
 * has an image no more that neither the tool shows.
 */
function resolveImages(
	fields: Partial<LineFields>,
	{ fetched, images }: Context,
	shown: readonly ToolImage[] = [],
): Partial<LineFields> | LineError {
	if (!fields.images) return fields;
	const resolved: string[] = [];
	for (const address of fields.images) {
		const { image, problem } = isAddress(address)
			? (fetched.get(address) ?? { image: null, problem: "" })
			: { image: address, problem: "" };
		const isKnown = isAddress(address) || images.has(address) || isShown(address, shown);
		if (!image || !isKnown) return errorIn("images", problem || texts.imageUnknown);
		resolved.push(image);
	}
	return { ...fields, images: [...new Set(resolved)] };
}

const isShown = (path: string, shown: readonly ToolImage[]) =>
	shown.some(({ image }) => image === path);

/** The images with the texts that they have had. */
function toToolImages(list: readonly string[], before: readonly ToolImage[] = []): ToolImage[] {
	return list.map((image) => before.find((one) => one.image === image) ?? { image, alt: "" });
}

function applyFields(tool: ManagedTool, fields: Partial<LineFields>): ManagedTool {
	const { images: list, ...others } = fields;
	const next = {
		...tool,
		...others,
		...(list && { images: toToolImages(list, tool.images) }),
	};
	return { ...next, publishAt: next.state === "draft" ? next.publishAt : null };
}

/** Returns how a line that adds a tool is saved, or why not. */
export function addTool(line: StoredLine, context: Context): Write | Rejected {
	const fields = resolveImages(line.fields, context);
	if ("message" in fields) return { line: line.line, errors: [fields] };
	const wrong = rejectedByShop(line.toolId, fields, context)[0];
	if (wrong) return { line: line.line, errors: [wrong] };
	// All fields are there: the preview has checked them.
	const all = fields as NewLineFields;
	const addresses = context.candidates.get(line.line) ?? [];
	const now = new Date();
	const tool: ManagedTool = {
		...all,
		_id: line.toolId,
		address: all.address ?? line.toolId,
		images: toToolImages(all.images),
		parts: [],
		giftCard: false,
		publishAt: null,
		createdAt: now.toISOString(),
		updatedAt: now.toISOString(),
	};
	const { name, quantity, minOrderQuantity, state } = tool;
	const priceCents = toCents(tool.price);
	const detail = {
		...{ name, priceCents, quantity, minOrderQuantity },
		...(state !== "listed" && { state }),
	};
	return {
		line: line.line,
		id: line.toolId,
		updatedAt: null,
		stockWas: null,
		tool,
		added: quantity,
		addresses,
		createdAt: now,
		// As that of a copy: a draft that was never listed.
		archivedAt: state === "listed" ? null : now,
		hasNewImages: true,
		hasNewCapabilities: tool.capabilities.length > 0,
		fields,
		was: { stocked: quantity, addresses },
		event: { action: "tool.added", detail },
		replacedImages: [],
	};
}

/** Returns how the fields of a tool are changed. `changed` are those that differ. */
function changeTool(
	row: ToolRow,
	next: ManagedTool,
	line: Pick<Write, "line" | "fields" | "was">,
): Write {
	const tool = toManagedTool(row);
	const changed = fieldList.filter((field) => !isSame(next[field], tool[field]));
	const kept = new Set(next.images.map(({ image }) => image));
	return {
		...line,
		id: row.id,
		updatedAt: row.updatedAt.getTime(),
		stockWas: row.quantity,
		tool: next,
		added: next.quantity - row.quantity,
		addresses: [],
		createdAt: row.createdAt,
		archivedAt: row.archivedAt,
		...(changed.includes("state") && stateColumns(row, next.state, new Date())),
		hasNewImages: changed.includes("images"),
		hasNewCapabilities: changed.includes("capabilities"),
		event: { action: "tool.changed", detail: auditDetail(tool, next, changed) },
		replacedImages: tool.images.map(({ image }) => image).filter((image) => !kept.has(image)),
	};
}

/** Returns the error of a price that is not above that of the sale that runs. */
function rejectedBySale(row: ToolRow, { price }: Partial<LineFields>): LineError | undefined {
	const message = price === undefined ? undefined : salePriceError(row, price);
	return message === undefined ? undefined : errorIn("price", message);
}

/** Returns how a line that changes a tool is saved, or why not. */
export function saveChange(line: StoredLine, context: Context): Write | Rejected {
	const row = context.rows.get(line.toolId);
	const reject = (...errors: LineError[]) => ({ line: line.line, errors });
	if (!row) return reject({ column: "", message: texts.deletedSince });
	const tool = toManagedTool(row);
	const fields = resolveImages(line.fields, context, tool.images);
	if ("message" in fields) return reject(fields);
	const wrong = rejectedByShop(row.id, fields, context)[0] ?? rejectedBySale(row, fields);
	if (wrong) return reject(wrong);
	const now = toLineFields(tool);
	const { stocked, ...was } = line.was;
	const toSet: Partial<Record<LineField, unknown>> = {};
	const conflicts: LineField[] = [];
	for (const field of lineFields) {
		if (fields[field] === undefined || isSame(fields[field], now[field])) continue;
		if (field === "quantity") {
			// Orders since the preview stay taken: the pieces that the line adds are added.
			const quantity = row.quantity + Number(fields.quantity) - Number(was.quantity);
			if (row.stocked !== stocked || quantity < 0) conflicts.push(field);
			else if (quantity !== row.quantity) toSet.quantity = quantity;
		} else if (isSame(was[field], now[field])) toSet[field] = fields[field];
		else conflicts.push(field);
	}
	if (conflicts.length > 0)
		return reject({ column: "", message: texts.changedSince(conflicts.map(fieldLabel)) });
	const set = toSet as Partial<LineFields>;
	if (set.state === "listed" && (set.images ?? tool.images).length === 0)
		return reject(errorIn("images", texts.imageMissing));
	const before: Before = { stocked: row.stocked + (set.quantity ?? row.quantity) - row.quantity };
	for (const field of Object.keys(set) as LineField[])
		Object.assign(before, { [field]: now[field] });
	return changeTool(row, applyFields(tool, set), { line: line.line, fields: set, was: before });
}

/** Returns how a changed tool is as it was before, or why not. */
export function revertChange(line: StoredLine, context: Context): Write | Rejected {
	const row = context.rows.get(line.toolId);
	const keep = (message: string) => ({ line: line.line, errors: [{ column: "", message }] });
	if (!row) return keep(texts.deletedSince);
	const tool = toManagedTool(row);
	const now = toLineFields(tool);
	const { stocked, ...was } = line.was;
	const { fields } = line;
	const changedSince = lineFields.filter((field) => {
		if (fields[field] === undefined) return false;
		return field === "quantity" ? row.stocked !== stocked : !isSame(fields[field], now[field]);
	});
	if (changedSince.length > 0) return keep(texts.changedSinceImport(changedSince.map(fieldLabel)));
	const restored = resolveImages(was, context, tool.images);
	const wrong =
		"message" in restored
			? restored
			: (rejectedByShop(row.id, was, context)[0] ?? rejectedBySale(row, was));
	if (wrong) return keep(wrong.message);
	const set = { ...was };
	if (fields.quantity !== undefined) {
		set.quantity = row.quantity + Number(was.quantity) - Number(fields.quantity);
		if (set.quantity < 0) return keep(texts.soldSince);
	}
	return changeTool(row, applyFields(tool, set), { line: line.line, fields, was: line.was });
}

/** What somebody has changed of a tool that the import has added, in the words of the page. Orders are no changes. */
export function changedSinceAdded(row: ToolRow, { fields, was }: StoredLine): string[] {
	const now = toLineFields(toManagedTool(row));
	const isSameField = (field: LineField) => {
		if (field === "quantity") return row.stocked === was.stocked;
		if (field === "address" && fields.address === undefined)
			return row.slug === null || was.addresses?.includes(row.slug);
		// A field that is newer than the line was not set by it.
		return fields[field] === undefined || isSame(fields[field], now[field]);
	};
	return lineFields.filter((field) => !isSameField(field)).map(fieldLabel);
}
