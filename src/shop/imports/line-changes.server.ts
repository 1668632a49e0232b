/** Decides what a line changes: against the tool as it is now, with what others have changed meanwhile. */

import * as bundleTexts from "../../messages/bundles.ts";
import * as texts from "../../messages/imports.ts";
import { fieldLabel } from "../../messages/products.ts";
import { codeKey } from "../../values/pasted.ts";
import { planChange, planNew, type ToolWrite } from "../tools/plan-tools.server.ts";
import { type Membership, ofNoFamily } from "../tools/stored-options.ts";
import { salePriceError, type ToolRow, toManagedTool } from "../tools/tool-columns.server.ts";
import { isSame, type ManagedTool, type ToolImage } from "../tools/tool-fields.ts";
import type { MadeFamily } from "./family-columns.ts";
import { optionsOf } from "./family-facts.server.ts";
import type { LineError } from "./import-states.ts";
import type { Before, Context, StoredLine, Wanted } from "./stored-lines.server.ts";
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

/** A line that is saved or reverted: what is written of its tool, and what is stored of the line. */
export interface Write extends ToolWrite {
	line: number;
	/** The family that is made for the tool, and the one that it leaves. */
	makes?: MadeFamily | undefined;
	leaves?: string;
	/** What is stored of the line, with the pictures that it was saved without. */
	fields: Partial<LineFields>;
	was: Before;
	notes?: LineError[];
	replacedImages: string[];
}

/** A line whose tool, which the import has added, goes again. */
export interface Removal extends ToolWrite {
	kind: "removed";
	line: number;
}

/** A line that is not saved, or not reverted. */
export interface Rejected {
	line: number;
	errors: LineError[];
}

/**
 * Replaces addresses by the images that were fetched from them, and says of those that were not why: the line is saved
 * without them. Returns an error if the shop no longer has an image that the tool doesn't show either.
 */
function resolveImages(
	list: readonly string[],
	{ fetched, images }: Context,
	shown: readonly ToolImage[] = [],
): { images: string[]; notes: LineError[] } | LineError {
	const resolved: string[] = [];
	const notes: LineError[] = [];
	for (const address of list) {
		const { image, problem } = isAddress(address)
			? (fetched.get(address) ?? { image: null, problem: "" })
			: { image: address, problem: "" };
		if (!isAddress(address) && !images.has(address) && !isShown(address, shown))
			return errorIn("images", texts.imageUnknown);
		if (image) resolved.push(image);
		else notes.push(errorIn("images", texts.pictureMissing(address, problem)));
	}
	return { images: [...new Set(resolved)], notes };
}

const isShown = (path: string, shown: readonly ToolImage[]) =>
	shown.some(({ image }) => image === path);

/** The images with the texts that they have had. */
function toToolImages(list: readonly string[], before: readonly ToolImage[] = []): ToolImage[] {
	return list.map((image) => before.find((one) => one.image === image) ?? { image, alt: "" });
}

function applyFields(tool: ManagedTool, fields: Partial<LineFields>): ManagedTool {
	const { images: list, family: _, options: __, ...others } = fields;
	const next = {
		...tool,
		...others,
		...(list && { images: toToolImages(list, tool.images) }),
	};
	return { ...next, publishAt: next.state === "draft" ? next.publishAt : null };
}

/** Which family a tool is in once these fields are set. */
function membershipAfter(row: Membership, set: Partial<LineFields>): Membership {
	return {
		familyId: set.family === undefined ? row.familyId : set.family,
		optionValues: set.options === undefined ? row.optionValues : set.options,
	};
}

/** Returns why a tool can't be in its family, or be made of its parts, as other tools are now; undefined if it can. */
function rejectedByOthers(
	toolId: string,
	set: Partial<LineFields>,
	{ familyId, optionValues }: Membership,
	context: Context,
	makes?: MadeFamily,
): LineError | undefined {
	if ((set.family !== undefined || set.options !== undefined) && familyId !== null) {
		const options = optionsOf(context.families, familyId, makes);
		if (!options) return errorIn("family", texts.familyGone);
		const keys = options.map(({ key }) => key).toSorted();
		if (!isSame(keys, Object.keys(optionValues ?? {}).toSorted()))
			return errorIn("options", texts.optionsChanged);
		const other = context.families.taken.get(toolId);
		if (other !== undefined) return errorIn("options", texts.sameOptionsAs(other));
	}
	if (!set.parts?.length) return undefined;
	if (familyId !== null) return errorIn("parts", bundleTexts.isVariant);
	const { byCode, notKits } = context.parts;
	if (set.parts.some((part) => !byCode.has(codeKey(part.toolId))))
		return errorIn("parts", bundleTexts.partUnknown);
	const isKit = (tool: string) => byCode.get(codeKey(tool))?.isKit || context.newKits.has(tool);
	if (set.parts.some((part) => part.toolId === toolId || isKit(part.toolId)))
		return errorIn("parts", bundleTexts.partIsKit);
	const notKit = context.newParts.has(toolId) ? bundleTexts.isPart : notKits.get(toolId);
	if (notKit !== undefined) return errorIn("parts", notKit);
	context.newKits.add(toolId);
	for (const part of set.parts) context.newParts.add(part.toolId);
	return undefined;
}

/** Returns how a line that adds a tool is saved, or why not. */
export function addTool(line: StoredLine, context: Context): Write | Rejected {
	const list = line.fields.images ?? [];
	const resolved = resolveImages(list, context);
	if ("message" in resolved) return { line: line.line, errors: [resolved] };
	const { images, notes } = resolved;
	const isListed = line.fields.state === "listed";
	const fields: Partial<LineFields> = {
		...line.fields,
		images,
		...(notes.length > 0 && { state: "draft" }),
	};
	const wrong = rejectedByShop(line.toolId, fields, context)[0];
	if (wrong) return { line: line.line, errors: [wrong] };
	// All fields are there: the preview has checked them.
	const all = fields as NewLineFields;
	const { makes } = line.was;
	const member = membershipAfter(ofNoFamily, fields);
	const problem = rejectedByOthers(line.toolId, fields, member, context, makes);
	if (problem) return { line: line.line, errors: [problem] };
	const addresses = context.candidates.get(line.line) ?? [];
	const { family: _, options: __, ...ofTool } = all;
	const tool = { ...ofTool, images: toToolImages(all.images) };
	return {
		...planNew(line.toolId, tool, { now: new Date(), addresses, member }),
		line: line.line,
		makes,
		fields,
		was: {
			stocked: tool.quantity,
			addresses,
			...(notes.length > 0 && {
				wanted: { images: [...list], imagesWere: images, ...(isListed && { state: "listed" }) },
			}),
		},
		notes,
		replacedImages: [],
	};
}

/**
 * What is set without the pictures that are missing: a tool keeps those that it had, a draft stays one, and the line
 * remembers what it wants.
 */
function withoutMissing(
	{ images: list, ...others }: Partial<LineFields>,
	{ images, notes }: { images: string[]; notes: LineError[] },
	tool: ManagedTool,
): { fields: Partial<LineFields>; wanted?: Wanted } {
	if (!list) return { fields: others };
	if (notes.length === 0) return { fields: { ...others, images } };
	const had = pathsOf(tool);
	const imagesWere = had.length > 0 ? had : images;
	const { state, ...set } = others;
	const waits = state === "listed" && tool.state === "draft";
	return {
		fields: { ...(waits ? set : others), images: imagesWere },
		wanted: { images: list, imagesWere, ...(waits && { state }) },
	};
}

const pathsOf = ({ images }: ManagedTool) => images.map(({ image }) => image);

/** Returns how a line that was saved without a picture gets it. What somebody has changed since stays theirs. */
export function completeLine(
	{ line, kind, toolId, fields, was: { wanted, ...was } }: StoredLine,
	context: Context,
): Write | Rejected {
	const row = context.rows.get(toolId);
	if (!row || !wanted) return { line, errors: [{ column: "", message: texts.deletedSince }] };
	const tool = toManagedTool(row);
	const resolved = resolveImages(wanted.images, context, tool.images);
	const notes = "message" in resolved ? [resolved] : resolved.notes;
	const member = membershipAfter(row, {});
	if (!isSame(pathsOf(tool), wanted.imagesWere))
		return changeTool(row, tool, member, { line, fields, was });
	if ("message" in resolved || notes.length > 0)
		return changeTool(row, tool, member, { line, fields, was: { ...was, wanted }, notes });
	const isListed = wanted.state && tool.state === "draft";
	const set = { images: resolved.images, ...(isListed && { state: wanted.state }) };
	const before = { images: pathsOf(tool), ...(isListed && { state: tool.state }) };
	return changeTool(row, applyFields(tool, set), member, {
		line,
		fields: { ...fields, ...set },
		was: kind === "new" ? was : { ...before, ...was },
	});
}

/** Returns how a line changes a tool. */
function changeTool(
	row: ToolRow,
	next: ManagedTool,
	member: Membership,
	line: Pick<Write, "line" | "fields" | "was" | "makes" | "notes">,
): Write {
	const kept = new Set(pathsOf(next));
	return {
		...line,
		...planChange(row, next, { now: new Date(), member }),
		...(row.familyId !== null && row.familyId !== member.familyId && { leaves: row.familyId }),
		replacedImages: pathsOf(toManagedTool(row)).filter((image) => !kept.has(image)),
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
	const resolved = resolveImages(line.fields.images ?? [], context, tool.images);
	if ("message" in resolved) return reject(resolved);
	const { notes } = resolved;
	const { fields, wanted } = withoutMissing(line.fields, resolved, tool);
	const wrong = rejectedByShop(row.id, fields, context)[0] ?? rejectedBySale(row, fields);
	if (wrong) return reject(wrong);
	const now = toLineFields(tool, row);
	const { stocked, makes, addresses: _, wanted: __, ...was } = line.was;
	const toSet: Partial<Record<LineField, unknown>> = {};
	const conflicts: LineField[] = [];
	for (const field of lineFields) {
		if (fields[field] === undefined || isSame(fields[field], now[field])) continue;
		if (field === "quantity" && row.parts !== null) {
			// A kit that is taken apart gets a stock of its own.
			if (fields.parts) toSet.quantity = fields.quantity;
		} else if (field === "quantity") {
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
	const member = membershipAfter(row, set);
	const problem = rejectedByOthers(row.id, set, member, context, makes);
	if (problem) return reject(problem);
	const before: Before = {
		stocked: row.stocked + (set.quantity ?? row.quantity) - row.quantity,
		...(wanted && { wanted }),
	};
	for (const field of Object.keys(set) as LineField[])
		Object.assign(before, { [field]: now[field] });
	// The stock that a kit's parts replace.
	if (set.parts?.length && row.parts === null) before.quantity = now.quantity;
	const { line: number } = line;
	return changeTool(row, applyFields(tool, set), member, {
		line: number,
		fields: set,
		was: before,
		makes,
		notes,
	});
}

/** Returns how a changed tool is as it was before, or why not. */
export function revertChange(line: StoredLine, context: Context): Write | Rejected {
	const row = context.rows.get(line.toolId);
	const keep = (message: string) => ({ line: line.line, errors: [{ column: "", message }] });
	if (!row) return keep(texts.deletedSince);
	const tool = toManagedTool(row);
	const now = toLineFields(tool, row);
	const { stocked, makes: _, addresses: __, wanted: ___, ...was } = line.was;
	const { fields } = line;
	const changedSince = lineFields.filter((field) => {
		if (fields[field] === undefined) return false;
		return field === "quantity" ? row.stocked !== stocked : !isSame(fields[field], now[field]);
	});
	if (changedSince.length > 0) return keep(texts.changedSinceImport(changedSince.map(fieldLabel)));
	const restored = resolveImages(was.images ?? [], context, tool.images);
	const wrong =
		"message" in restored
			? restored
			: (rejectedByShop(row.id, was, context)[0] ?? rejectedBySale(row, was));
	if (wrong) return keep(wrong.message);
	const set = { ...was };
	const member = membershipAfter(row, set);
	const problem = rejectedByOthers(row.id, set, member, context);
	if (problem) return keep(problem.message);
	if (fields.quantity !== undefined && !set.parts?.length) {
		set.quantity = row.quantity + Number(was.quantity) - Number(fields.quantity);
		if (set.quantity < 0) return keep(texts.soldSince);
	}
	const { line: number, was: before } = line;
	return changeTool(row, applyFields(tool, set), member, { line: number, fields, was: before });
}

/** Returns how the tool goes that a line has added, or why it stays. Nothing is left to do where somebody has deleted it. */
export function removeTool(line: StoredLine, { rows }: Context): Removal | Rejected {
	const row = rows.get(line.toolId);
	const changed = row ? changedSinceAdded(row, line) : [];
	if (changed.length > 0) {
		const message = texts.changedSinceImport(changed);
		return { line: line.line, errors: [{ column: "", message }] };
	}
	const removal = { kind: "removed", id: line.toolId, line: line.line, set: {} } as const;
	if (!row) return removal;
	const { name, quantity, priceCents } = row;
	const event = { action: "tool.deleted", detail: { name, quantity, priceCents } } as const;
	return { ...removal, read: row, event };
}

/** What somebody has changed of a tool that the import has added, in the words of the page. Orders are no changes. */
export function changedSinceAdded(row: ToolRow, { fields, was }: StoredLine): string[] {
	const now = toLineFields(toManagedTool(row), row);
	const isSameField = (field: LineField) => {
		// The stock of a kit follows from its parts.
		if (field === "quantity") return row.parts !== null || row.stocked === was.stocked;
		if (field === "address" && fields.address === undefined)
			return row.slug === null || was.addresses?.includes(row.slug);
		// A field that is newer than the line was not set by it.
		return fields[field] === undefined || isSame(fields[field], now[field]);
	};
	return lineFields.filter((field) => !isSameField(field)).map(fieldLabel);
}
