/** Saves the lines of an import, and reverts them: some at a time, each batch of lines in one transaction. */
import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { audit } from "../../db/audit-tables.ts";
import { images } from "../../db/image-tables.ts";
import { importImages, importLines, imports, type LineError } from "../../db/import-tables.ts";
import { orders } from "../../db/order-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { categories, toolPictures, tools } from "../../db/tool-tables.ts";
import * as texts from "../../messages.imports.ts";
import { addressTaken, fieldNames } from "../../messages.products.ts";
import { batch, database, insertFrom, newId } from "../../platform/database.ts";
import type { AuditAction, AuditDetail } from "../audit/audit-actions.ts";
import { toCents } from "../money.ts";
import { firstFreeAddress, isOfAnotherTool, ownersQuery } from "../tools/addresses.server.ts";
import { addressCandidates } from "../tools/addresses.ts";
import {
	changeableFields,
	isSame,
	type ManagedTool,
	type ToolImage,
} from "../tools/managed-tool.ts";
import {
	auditDetail,
	slugOfTool,
	stateColumns,
	type ToolRow,
	toManagedTool,
} from "../tools/managed-tools.server.ts";
import { inList, linesAtOnce } from "./read-file.server.ts";
import {
	columns,
	isAddress,
	type LineField,
	type LineFields,
	lineFields,
	type NewLineFields,
	toLineFields,
} from "./tool-columns.ts";

/**
 * What a line has changed: the values before, and the pieces ever stocked, which orders do not change. Of a new
 * tool also the addresses that it could get.
 */
type Before = Partial<LineFields> & { stocked?: number; addresses?: string[] };

interface StoredLine {
	line: number;
	kind: "new" | "changed";
	toolId: string;
	name: string;
	fields: Partial<LineFields>;
	was: Before;
}

/** A tool as it is to be stored, with what it must still be. */
interface Write {
	line: number;
	id: string;
	/** When it was last changed, and its stock: orders of the same millisecond have the same time. Null for a new tool. */
	updatedAt: number | null;
	stockWas: number | null;
	tool: ManagedTool;
	/** Pieces that are added to the stock, or taken from it. */
	added: number;
	/** Null if its address is its id. */
	slug: string | null;
	/** The addresses that a new tool without a slug can have, the best first. */
	addresses: string[];
	createdAt: Date;
	archivedAt: Date | null;
	hasNewImages: boolean;
	/** What is stored of the line. */
	fields: Partial<LineFields>;
	was: Before;
	event: { action: AuditAction; detail: AuditDetail };
	replacedImages: string[];
}

interface Rejected {
	line: number;
	errors: LineError[];
}

const headingOf = (field: LineField) => columns[field].heading;

/** Reads the next lines in a state, with their tools and what else decides whether they can be saved. */
async function readLines(importId: string, state: "waiting" | "saved") {
	const db = database();
	const stored = await db
		.select()
		.from(importLines)
		.where(and(eq(importLines.importId, importId), eq(importLines.state, state)))
		.orderBy(asc(importLines.line))
		.limit(linesAtOnce);
	// As `readFile` has stored them.
	const lines = stored as unknown as StoredLine[];
	const addresses = lines.flatMap(({ fields }) => fields.images ?? []);
	const keys = [...addresses, ...lines.flatMap(({ was }) => was.images ?? [])];
	const { found, fetched, known, owners } = await batch({
		found: db
			.select()
			.from(tools)
			.where(
				inList(
					tools.id,
					lines.map(({ toolId }) => toolId),
				),
			),
		fetched: db
			.select()
			.from(importImages)
			.where(
				and(eq(importImages.importId, importId), inList(importImages.address, new Set(addresses))),
			),
		known: db.select({ slug: categories.slug }).from(categories).limit(1000),
		owners: ownersQuery(
			lines
				.flatMap(({ fields, was }) => [fields.address, was.address])
				.filter((address) => address !== undefined),
		),
		// So that the sweep does not delete them meanwhile.
		touched: db
			.update(images)
			.set({ createdAt: new Date() })
			.where(
				and(
					inList(images.key, new Set(keys.map((image) => image.slice("/images/".length)))),
					isNull(images.deletingAt),
				),
			),
	});
	return {
		lines,
		rows: new Map(found.map((row) => [row.id, row])),
		fetched: new Map(fetched.map((one) => [one.address, one])),
		categories: new Set(known.map(({ slug }) => slug)),
		addressOwners: new Map(owners.map(({ address, toolId }) => [address, toolId])),
		candidates: candidatesOf(lines),
	};
}

/** The addresses that each new tool can have, by its line. */
function candidatesOf(lines: readonly StoredLine[]): Map<number, string[]> {
	const added = lines.filter(({ kind, fields }) => kind === "new" && fields.address === undefined);
	const lists = addressCandidates(
		added.map(({ name }) => name),
		lines.flatMap(({ fields }) => fields.address ?? []),
	);
	return new Map(added.map(({ line }, index) => [line, lists[index] ?? []]));
}

type Context = Awaited<ReturnType<typeof readLines>>;

/** Replaces addresses by the images that were fetched from them. Returns an error if one was not. */
function resolveImages(
	fields: Partial<LineFields>,
	{ fetched }: Context,
): Partial<LineFields> | LineError {
	if (!fields.images) return fields;
	const resolved: string[] = [];
	for (const address of fields.images) {
		const image = isAddress(address) ? fetched.get(address) : { image: address, problem: "" };
		if (!image?.image)
			return { column: headingOf("images"), message: image?.problem || texts.imageUnknown };
		resolved.push(image.image);
	}
	return { ...fields, images: [...new Set(resolved)] };
}

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

/** Returns the error of a category that is gone by now, or of an address that another tool has by now. */
function changedShop(
	toolId: string,
	{ category, address }: Partial<LineFields>,
	context: Context,
): LineError | undefined {
	if (category && !context.categories.has(category))
		return { column: headingOf("category"), message: texts.unknownCategory(category) };
	const owner = address === undefined ? undefined : context.addressOwners.get(address);
	if (owner === undefined || owner === toolId) return undefined;
	return { column: headingOf("address"), message: addressTaken };
}

/** Returns how a line that adds a tool is saved, or why not. */
function addTool(line: StoredLine, context: Context): Write | Rejected {
	const fields = resolveImages(line.fields, context);
	if ("message" in fields) return { line: line.line, errors: [fields] };
	const wrong = changedShop(line.toolId, fields, context);
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
		capabilities: [],
		publishAt: null,
		createdAt: now.toISOString(),
		updatedAt: now.toISOString(),
	};
	const { name, quantity, minOrderQuantity, state } = tool;
	const priceCents = toCents(tool.price);
	const detail: AuditDetail = { name, priceCents, quantity, minOrderQuantity };
	if (state !== "listed") detail.state = state;
	return {
		line: line.line,
		id: line.toolId,
		updatedAt: null,
		stockWas: null,
		tool,
		added: quantity,
		slug: all.address ?? null,
		addresses,
		createdAt: now,
		// As that of a copy: a draft that was never listed.
		archivedAt: state === "listed" ? null : now,
		hasNewImages: true,
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
	const changed = changeableFields.filter((field) => !isSame(next[field], tool[field]));
	const kept = new Set(next.images.map(({ image }) => image));
	return {
		...line,
		id: row.id,
		updatedAt: row.updatedAt.getTime(),
		stockWas: row.quantity,
		tool: next,
		added: next.quantity - row.quantity,
		slug: slugOfTool(next),
		addresses: [],
		createdAt: row.createdAt,
		archivedAt: row.archivedAt,
		...(changed.includes("state") && stateColumns(row, next.state, new Date())),
		hasNewImages: changed.includes("images"),
		event: { action: "tool.changed", detail: auditDetail({ row, tool, next, changed }) },
		replacedImages: tool.images.map(({ image }) => image).filter((image) => !kept.has(image)),
	};
}

/** Returns how a line that changes a tool is saved, or why not. */
function saveChange(line: StoredLine, context: Context): Write | Rejected {
	const row = context.rows.get(line.toolId);
	const reject = (...errors: LineError[]) => ({ line: line.line, errors });
	if (!row) return reject({ column: "", message: texts.deletedSince });
	const fields = resolveImages(line.fields, context);
	if ("message" in fields) return reject(fields);
	const wrong = changedShop(row.id, fields, context);
	if (wrong) return reject(wrong);
	const tool = toManagedTool(row);
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
		return reject({ column: "", message: texts.changedSince(conflicts.map(headingOf)) });
	const set = toSet as Partial<LineFields>;
	const before: Before = { stocked: row.stocked + (set.quantity ?? row.quantity) - row.quantity };
	for (const field of Object.keys(set) as LineField[])
		Object.assign(before, { [field]: now[field] });
	return changeTool(row, applyFields(tool, set), { line: line.line, fields: set, was: before });
}

/** Saves the next lines. Returns whether there were any. */
export async function saveLines(importId: string, actorId: string | null): Promise<boolean> {
	const context = await readLines(importId, "waiting");
	if (context.lines.length === 0) return false;
	const results = context.lines.map((line) =>
		line.kind === "new" ? addTool(line, context) : saveChange(line, context),
	);
	await write(importId, actorId, "saved", results);
	return true;
}

/** Returns how a changed tool is as it was before, or why not. */
function revertChange(line: StoredLine, context: Context): Write | Rejected {
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
	if (changedSince.length > 0) return keep(texts.keptSince(changedSince.map(headingOf)));
	const wrong = changedShop(row.id, was, context);
	if (wrong) return keep(wrong.message);
	const set = { ...was };
	if (fields.quantity !== undefined) {
		set.quantity = row.quantity + Number(was.quantity) - Number(fields.quantity);
		if (set.quantity < 0) return keep(texts.soldSince);
	}
	return changeTool(row, applyFields(tool, set), { line: line.line, fields, was: line.was });
}

/** What somebody has changed of a tool that the import has added, in the words of the page. Orders are no changes. */
function changedSinceAdded(row: ToolRow, { fields, was }: StoredLine): string[] {
	const now = toLineFields(toManagedTool(row));
	const isSameField = (field: LineField) => {
		if (field === "quantity") return row.stocked === was.stocked;
		if (field === "address" && fields.address === undefined)
			return row.slug === null || was.addresses?.includes(row.slug);
		return isSame(fields[field], now[field]);
	};
	const changed = lineFields.filter((field) => !isSameField(field)).map(headingOf);
	return row.capabilities.length > 0 ? [...changed, fieldNames.capabilities] : changed;
}

/** Reverts the next lines. Returns whether there were any. */
export async function revertLines(importId: string, actorId: string | null): Promise<boolean> {
	const context = await readLines(importId, "saved");
	if (context.lines.length === 0) return false;
	const results: (Write | Rejected)[] = [];
	const removed: Removal[] = [];
	for (const line of context.lines) {
		const row = context.rows.get(line.toolId);
		if (line.kind === "changed") results.push(revertChange(line, context));
		else {
			const changed = row ? changedSinceAdded(row, line) : [];
			if (changed.length === 0) removed.push({ line: line.line, id: line.toolId, row });
			else {
				const message = texts.keptSince(changed);
				results.push({ line: line.line, errors: [{ column: "", message }] });
			}
		}
	}
	await write(importId, actorId, "reverted", results, removed);
	return true;
}

/** A tool that the import has added and that nobody has changed; without a row it is deleted already. */
interface Removal {
	line: number;
	id: string;
	row: ToolRow | undefined;
}

/**
 * Saves lines in one transaction. Those whose tool was changed since it was read, or whose address another tool
 * has got, stay as they are, for the next call: the lines are marked first, and everything else is done for the
 * marked ones alone.
 */
async function write(
	importId: string,
	actorId: string | null,
	state: "saved" | "reverted",
	results: readonly (Write | Rejected)[],
	removed: readonly Removal[] = [],
): Promise<void> {
	const db = database();
	const now = Date.now();
	const mark = newId();
	const writes = results.filter((one): one is Write => "tool" in one);
	const rejected = results.filter((one): one is Rejected => "errors" in one);
	const changes = [
		...writes.map((one) => toValues(one)),
		...removed.map(({ line, id, row }) => ({
			...{ line, id, updatedAt: row?.updatedAt.getTime() ?? null, stockWas: row?.quantity ?? null },
			removed: true,
		})),
	];
	const json = JSON.stringify(changes);
	const from = state === "saved" ? "waiting" : "saved";
	const otherState = state === "saved" ? "rejected" : "kept";
	const ofImport = and(eq(importLines.importId, importId), eq(importLines.state, from));
	const isMarked = sql`exists (select 1 from ${importLines} as marked where marked.import_id = ${importId} and marked.line = one.value ->> 'line' and marked.batch = ${mark})`;
	/** The marked lines, as a FROM clause. */
	const marked = (where: SQL) => sql`from json_each(${json}) as one where ${isMarked} and ${where}`;
	const hasTool = (isRemoved: boolean) =>
		isRemoved ? sql`one.value -> 'removed' is not null` : sql`one.value -> 'removed' is null`;
	const removedIds = sql`(select one.value ->> 'id' ${marked(hasTool(true))})`;
	const newImages = sql`(select one.value ->> 'id' ${marked(sql`one.value -> 'further' is not null`)})`;
	const isReferenced = sql`(exists (select 1 from ${orders} where ${orders.toolId} = ${tools.id}) or exists (select 1 from ${reviews} where ${reviews.toolId} = ${tools.id}))`;
	const countOf = sql`(select count(*) from json_each(${json}) as one where ${isMarked})`;
	const value = (name: string) => sql`one.value ->> ${sql.raw(`'${name}'`)}`;
	/** The columns of a tool that a line decides. */
	const toolValues = {
		slug: value("slug"),
		name: value("name"),
		description: value("description"),
		image: value("image"),
		imageAlt: value("imageAlt"),
		minOrderQuantity: value("minOrderQuantity"),
		priceCents: value("priceCents"),
		costCents: value("costCents"),
		lowStock: value("lowStock"),
		categorySlug: value("category"),
		specifications: sql`one.value -> 'specifications'`,
		draft: value("draft"),
		archivedAt: value("archivedAt"),
		publishAt: value("publishAt"),
		createdAt: value("createdAt"),
		updatedAt: sql`max(${now}, coalesce(one.value ->> 'updatedAt', 0) + 1)`,
	};
	const isNew = sql`one.value ->> 'updatedAt' is null`;
	const each = sql`json_each(${json}) as one`;
	const auditValues = {
		id: sql`lower(hex(randomblob(16)))`,
		createdAt: sql`${now}`,
		actorId: sql`${actorId}`,
	};
	await batch({
		// By a list of lines: a join would read the JSON once for each line of the import.
		marked: db
			.update(importLines)
			.set({ state, batch: mark })
			.where(
				and(
					ofImport,
					inArray(
						importLines.line,
						sql`(select ${value("line")} from ${each} left join ${tools} on ${tools.id} = ${value("id")} where ${tools.updatedAt} is ${value("updatedAt")} and ${tools.quantity} is ${value("stockWas")} and not ${isOfAnotherTool(value("slug"), value("id"))})`,
					),
				),
			),
		// They exist, so that each is updated.
		stored: insertFrom(
			importLines,
			{
				importId: sql`${importId}`,
				line: value("line"),
				kind: sql`'new'`,
				state: sql`${state}`,
				name: sql`''`,
				fields: sql`one.value -> 'fields'`,
				was: sql`one.value -> 'was'`,
			},
			marked(sql`one.value -> 'fields' is not null`),
		).onConflictDoUpdate({
			target: [importLines.importId, importLines.line],
			set: { fields: sql`excluded.fields`, was: sql`excluded.was` },
		}),
		rejected: db
			.update(importLines)
			.set({ state: otherState, errors: sql`one.value -> 'errors'` })
			.from(sql`json_each(${JSON.stringify(rejected)}) as one`)
			.where(
				and(
					ofImport,
					inList(
						importLines.line,
						rejected.map(({ line }) => line),
					),
					eq(importLines.line, value("line")),
				),
			),
		// Before the tools change or go.
		audit: insertFrom(
			audit,
			{
				...auditValues,
				action: value("action"),
				subjectId: value("id"),
				detail: sql`one.value -> 'detail'`,
			},
			marked(sql`one.value -> 'action' is not null`),
		),
		auditOfRemoved: insertFrom(
			audit,
			{
				...auditValues,
				action: sql`'tool.deleted'`,
				subjectId: sql`${tools.id}`,
				detail: sql`json_object('name', ${tools.name}, 'quantity', ${tools.quantity}, 'priceCents', ${tools.priceCents})`,
			},
			sql`from ${tools} where ${inArray(tools.id, removedIds)}`,
		),
		added: insertFrom(
			tools,
			{
				...toolValues,
				id: value("id"),
				slug: sql`coalesce(${value("slug")}, ${firstFreeAddress(sql`one.value -> 'addresses'`)})`,
				quantity: value("added"),
				stocked: value("added"),
			},
			marked(sql`${hasTool(false)} and ${isNew}`),
		),
		imagesDeleted: db.delete(toolPictures).where(inArray(toolPictures.toolId, newImages)),
		imagesAdded: insertFrom(
			toolPictures,
			{
				toolId: value("id"),
				position: sql`further.key + 1`,
				image: sql`further.value ->> 'image'`,
				alt: sql`further.value ->> 'alt'`,
			},
			sql`from ${each}, json_each(one.value, '$.further') as further where ${isMarked}`,
		),
		changed: db
			.update(tools)
			.set({
				...toolValues,
				quantity: sql`${tools.quantity} + (one.value ->> 'added')`,
				stocked: sql`${tools.stocked} + (one.value ->> 'added')`,
			})
			.from(each)
			.where(and(eq(tools.id, value("id")), isMarked, hasTool(false), sql`not (${isNew})`)),
		archived: db
			.update(tools)
			.set({ archivedAt: new Date(now), draft: false, publishAt: null, updatedAt: new Date(now) })
			.where(and(inArray(tools.id, removedIds), isReferenced, isNull(tools.archivedAt))),
		deleted: db.delete(tools).where(and(inArray(tools.id, removedIds), sql`not ${isReferenced}`)),
		// They stay in the bucket while the import can be reverted.
		replaced: insertFrom(
			importImages,
			{ importId: sql`${importId}`, address: sql`image.value`, image: sql`image.value` },
			sql`from ${each}, json_each(one.value, '$.replacedImages') as image where ${isMarked}`,
		).onConflictDoNothing(),
		counts: db
			.update(imports)
			.set({
				updatedAt: new Date(now),
				...(state === "saved"
					? {
							savedCount: sql`${imports.savedCount} + ${countOf}`,
							rejectedCount: sql`${imports.rejectedCount} + ${rejected.length}`,
						}
					: {
							revertedCount: sql`${imports.revertedCount} + ${countOf}`,
							keptCount: sql`${imports.keptCount} + ${rejected.length}`,
						}),
			})
			.where(eq(imports.id, importId)),
	});
}

/** The values of a tool for the statements of `write`. */
function toValues({ tool, event, hasNewImages, createdAt, archivedAt, ...change }: Write) {
	const [first, ...further] = tool.images;
	return {
		...change,
		...event,
		name: tool.name,
		description: tool.description,
		image: first?.image,
		imageAlt: first?.alt,
		...(hasNewImages && { further }),
		minOrderQuantity: tool.minOrderQuantity,
		priceCents: toCents(tool.price),
		costCents: tool.cost === null ? null : toCents(tool.cost),
		lowStock: tool.lowStock,
		category: tool.category,
		specifications: tool.specifications,
		draft: Number(tool.state === "draft"),
		archivedAt: archivedAt?.getTime() ?? null,
		publishAt: tool.publishAt === null ? null : new Date(tool.publishAt).getTime(),
		createdAt: createdAt.getTime(),
	};
}
