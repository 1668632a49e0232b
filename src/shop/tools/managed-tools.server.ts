/** Reads and changes tools for administrators: also drafts, which are in no list, and archived ones. */
import { and, asc, eq, exists, inArray, isNotNull, lte, not, type SQL, sql } from "drizzle-orm";
import { categories, toolCapabilities, toolPictures, tools } from "../../db/tool-tables.ts";
import { auditMessages } from "../../messages.audit.ts";
import * as messages from "../../messages.products.ts";
import type { CacheTag } from "../../platform/cache-policy.ts";
import { batch, chain, database, newId } from "../../platform/database.ts";
import { afterCursor, orderByKey } from "../../platform/keyset.ts";
import { purge } from "../../platform/page-cache.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import type { AuditDetail } from "../audit/audit-actions.ts";
import { ShopError } from "../errors.ts";
import { formatTimestamp, maxLengths } from "../fields.ts";
import { type Capability, capabilityErrors } from "../fit/capabilities.ts";
import { toCapabilityRows } from "../fit/capability-rows.ts";
import { toCapabilities } from "../fit/stored-capabilities.server.ts";
import { readVocabulary } from "../fit/vocabulary.server.ts";
import { imageNotOwned, touchImages } from "../images/images.server.ts";
import { formatPrice, toCents, toPrice, totalOutOfBounds } from "../money.ts";
import { type Page, splitPage } from "../paging.ts";
import type { Caller } from "../users/users.ts";
import { isOfAnotherTool, newAddress, ownersQuery } from "./addresses.server.ts";
import {
	addressError,
	type ChangeableField,
	changeableFields,
	isSame,
	type ManagedTool,
	type Specification,
	type ToolChanges,
	type ToolFields,
	type ToolImage,
	type ToolState,
} from "./managed-tool.ts";
import { isChargeable } from "./tools.ts";

export type ToolRow = typeof tools.$inferSelect;

/** The query of all about a tool: its row has its further images and what it fits too. */
const storedTool = (toolId: string) => database().select().from(tools).where(eq(tools.id, toolId));

/** Converts a row to the API's format. */
export function toManagedTool(row: ToolRow): ManagedTool {
	return {
		_id: row.id,
		name: row.name,
		description: row.description,
		minOrderQuantity: row.minOrderQuantity,
		quantity: row.quantity,
		price: toPrice(row.priceCents),
		cost: row.costCents === null ? null : toPrice(row.costCents),
		lowStock: row.lowStock,
		category: row.categorySlug,
		address: row.slug ?? row.id,
		images: [
			{ image: row.image, alt: row.imageAlt },
			...row.furtherImages.map(([image, alt]) => ({ image, alt })),
		],
		specifications: row.specifications,
		capabilities: toCapabilities(row.unlistedCapabilities ?? row.capabilities),
		state: stateOf(row),
		publishAt: row.publishAt?.toISOString() ?? null,
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
	};
}

function stateOf({ archivedAt, draft }: Pick<ToolRow, "archivedAt" | "draft">): ToolState {
	if (archivedAt === null) return "listed";
	return draft ? "draft" : "archived";
}

/** Returns all about a tool. Throws ShopError `not_found`. */
export async function getManagedTool(toolId: string): Promise<ManagedTool> {
	const [row] = await storedTool(toolId);
	if (!row) throw new ShopError("not_found");
	return toManagedTool(row);
}

/** How many tools the names of specifications are taken from, of the same category and of all. */
const namesFrom = 8;

/** All that the page of a tool shows, or undefined if there is no such tool. In one round trip. */
export async function loadProductPage(toolId: string) {
	const db = database();
	const { specifications } = tools;
	const {
		stored: [row],
		categoryList,
		ofCategory,
		newest,
	} = await batch({
		stored: storedTool(toolId),
		categoryList: db
			.select({ slug: categories.slug, name: categories.name })
			.from(categories)
			.orderBy(asc(categories.position), asc(categories.slug))
			.limit(100),
		ofCategory: db
			.select({ specifications })
			.from(tools)
			.where(sql`${tools.categorySlug} = (select category_slug from tools where id = ${toolId})`)
			.limit(namesFrom),
		newest: db
			.select({ specifications })
			.from(tools)
			.where(sql`${tools.archivedAt} is null`)
			.orderBy(...orderByKey(tools.createdAt, tools.id, "desc"))
			.limit(namesFrom),
	});
	if (!row) return undefined;
	const others: Specification[] = [...ofCategory, ...newest].flatMap(
		(other) => other.specifications,
	);
	return {
		tool: toManagedTool(row),
		categories: categoryList,
		specificationNames: [...new Set(others.map(({ name }) => name))],
	};
}

/** How often a change is tried again when another one comes between its read and its write. */
const maxAttempts = 5;

/**
 * Changes fields of a tool and returns it. Throws ShopError `not_found`, `tool_changed` with the fields that
 * are no longer as in `was`, or `invalid`.
 */
export async function changeManagedTool(
	caller: Caller,
	toolId: string,
	{ was = {}, ...input }: ToolChanges,
): Promise<ManagedTool> {
	const changes = withoutUndefined(input);
	if (changes.capabilities) await checkVocabulary(changes.capabilities);
	for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
		const {
			stored: [row],
			touched,
			knownCategory,
			owners,
		} = await batch({
			stored: storedTool(toolId),
			touched: touchImages(changes.images?.map(({ image }) => image) ?? []),
			knownCategory: database()
				.select({ slug: categories.slug })
				.from(categories)
				.where(eq(categories.slug, changes.category ?? "")),
			owners: ownersQuery(changes.address === undefined ? [] : [changes.address]),
		});
		if (!row) throw new ShopError("not_found");
		const tool = toManagedTool(row);
		rejectConflicts(tool, changes, was);
		const next = applyChanges(tool, changes);
		if (changes.category && knownCategory.length === 0) {
			throw new ShopError("invalid", { fields: { category: messages.unknownCategory } });
		}
		if (owners.some((owner) => owner.toolId !== toolId)) {
			throw new ShopError("address_taken", { fields: { address: messages.addressTaken } });
		}
		const usable = new Set([...touched.map(({ key }) => `/images/${key}`), ...imagesOf(tool)]);
		if (imagesOf(next).some((image) => !usable.has(image))) throw imageNotOwned();
		const changed = changeableFields.filter((field) => !isSame(next[field], tool[field]));
		if (changed.length === 0) return tool;
		const saved = await saveTool(caller, { row, tool, next, changed });
		if (saved) return saved;
	}
	throw new ShopError("unavailable", { cause: "others change the tool all the time" });
}

/** Throws ShopError `invalid`, by field, for what the vocabulary of content/standards does not have. */
async function checkVocabulary(capabilities: readonly Capability[]): Promise<void> {
	const vocabulary = await readVocabulary();
	const fields = Object.fromEntries(
		capabilities.flatMap((capability, index) =>
			capabilityErrors([capability], vocabulary).map((error) => [`capabilities.${index}`, error]),
		),
	);
	if (Object.keys(fields).length > 0) throw new ShopError("invalid", { fields });
}

const imagesOf = ({ images: list }: ToolFields) => list.map(({ image }) => image);

function withoutUndefined(changes: Omit<ToolChanges, "was">): Partial<ToolFields> {
	const given = Object.entries(changes).filter(([, value]) => value !== undefined);
	// Only undefined values are left out.
	return Object.fromEntries(given) as Partial<ToolFields>;
}

/** Throws ShopError `tool_changed` with what the fields are now that somebody else has changed. */
function rejectConflicts(
	tool: ManagedTool,
	changes: Partial<ToolFields>,
	was: NonNullable<ToolChanges["was"]>,
): void {
	const conflicts = changeableFields.filter(
		(field) =>
			changes[field] !== undefined &&
			was[field] !== undefined &&
			!isSame(was[field], tool[field]) &&
			!isSame(changes[field], tool[field]),
	);
	if (conflicts.length === 0) return;
	const fields = conflicts.map((field) => [field, describeNow(tool, field)]);
	throw new ShopError("tool_changed", { fields: Object.fromEntries(fields) });
}

/** What a field is now, in a sentence. Lists are too long for it. */
function describeNow(tool: ManagedTool, field: ChangeableField): string {
	const value = tool[field];
	if (typeof value === "object" && value !== null) return messages.isOtherNow;
	if (field === "description" || value === null) return messages.isOtherNow;
	if (field === "publishAt") return messages.isNow(formatTimestamp(String(value)));
	const isPrice = field === "price" || field === "cost";
	return messages.isNow(isPrice ? formatPrice(Number(value)) : String(value));
}

/** Returns the tool after its changes. Throws ShopError `invalid` if they do not go together. */
function applyChanges(tool: ManagedTool, changes: Partial<ToolFields>): ManagedTool {
	const next = { ...tool, ...changes };
	if (changes.capabilities) {
		// As they are read again.
		next.capabilities = toCapabilities(toCapabilityRows(changes.capabilities));
	}
	if (!isChargeable(next)) {
		throw new ShopError("invalid", { fields: { price: totalOutOfBounds() } });
	}
	const wrongAddress = addressError(next.address, tool._id);
	if (wrongAddress) throw new ShopError("invalid", { fields: { address: wrongAddress } });
	if (next.state === "draft") return next;
	if (changes.publishAt) {
		throw new ShopError("invalid", { fields: { publishAt: messages.publishOnlyDrafts } });
	}
	return { ...next, publishAt: null };
}

export interface Change {
	row: ToolRow;
	tool: ManagedTool;
	next: ManagedTool;
	changed: ChangeableField[];
}

/** Saves a change. Returns undefined if the row is no longer as it was read. */
async function saveTool(
	caller: Caller,
	{ row, tool, next, changed }: Change,
): Promise<ManagedTool | undefined> {
	const db = database();
	const has = (field: ChangeableField) => changed.includes(field);
	const wasListed = tool.state === "listed";
	const updatedAt = new Date(Math.max(Date.now(), row.updatedAt.getTime() + 1));
	const isSameRow =
		and(
			eq(tools.id, row.id),
			eq(tools.updatedAt, row.updatedAt),
			// Orders of the same millisecond have the same time of change.
			has("quantity") ? eq(tools.quantity, tool.quantity) : undefined,
			// Another tool may have got it since it was looked up.
			has("address") ? not(isOfAnotherTool(sql`${next.address}`, sql`${row.id}`)) : undefined,
		) ?? sql`false`;
	const capabilities = JSON.stringify(toCapabilityRows(next.capabilities));
	const detail = auditDetail({ row, tool, next, changed });
	const { updated } = await batch({
		// Before the tool itself, whose time of change they depend on.
		...(has("images") && replaceImages(row.id, next.images, isSameRow)),
		...(has("capabilities") && wasListed && replaceCapabilities(row.id, capabilities, isSameRow)),
		...chain(
			{
				updated: db
					.update(tools)
					.set({
						...changedColumns({ row, tool, next, changed }),
						...(has("capabilities") &&
							!wasListed && { unlistedCapabilities: sql`${capabilities}` }),
						...(has("state") && stateColumns(row, next.state, updatedAt)),
						updatedAt,
					})
					.where(isSameRow)
					.returning({ createdAt: tools.createdAt }),
			},
			{
				audit: (isChanged) =>
					insertAuditEvent(
						{ action: "tool.changed", actorId: caller.id, subject: row.id, detail },
						sql`from ${tools} where ${and(eq(tools.id, row.id), isChanged)}`,
					),
			},
		),
	});
	const [saved] = updated;
	if (!saved) return undefined;
	purge(...tagsOf({ row, tool, next, changed }));
	return {
		...next,
		createdAt: saved.createdAt.toISOString(),
		updatedAt: updatedAt.toISOString(),
	};
}

/** The columns of the changed fields, but for those that the state decides and what it fits. */
function changedColumns({ tool, next, changed }: Change) {
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
function replaceImages(toolId: string, all: readonly ToolImage[], condition: SQL) {
	const db = database();
	const isCurrent = exists(db.select({ one: sql`1` }).from(tools).where(condition));
	const others = JSON.stringify(all.slice(1));
	return {
		imagesDeleted: db.delete(toolPictures).where(and(eq(toolPictures.toolId, toolId), isCurrent)),
		// All columns in the table's order, as INSERT ... SELECT requires.
		imagesAdded: db
			.insert(toolPictures)
			.select(
				sql`select ${toolId}, json_each.key + 1, json_each.value ->> 'image', json_each.value ->> 'alt' from json_each(${others}) where ${isCurrent}`,
			),
	};
}

/** Returns the statements that replace the capabilities of a listed tool, while `condition` holds for it. */
function replaceCapabilities(toolId: string, tuples: string, condition: SQL) {
	const db = database();
	const isCurrent = exists(db.select({ one: sql`1` }).from(tools).where(condition));
	return {
		capabilitiesDeleted: db
			.delete(toolCapabilities)
			.where(and(eq(toolCapabilities.toolId, toolId), isCurrent)),
		// All columns in the table's order; a trigger sets the last two.
		capabilitiesAdded: db
			.insert(toolCapabilities)
			.select(
				sql`select ${toolId}, json_each.value ->> 0, json_each.value ->> 1, json_each.value ->> 2, json_each.value ->> 3, json_each.value ->> 4, json_each.value ->> 5, json_each.value ->> 6, 0, 0 from json_each(${tuples}) where ${isCurrent}`,
			),
	};
}

/** Fields whose values are too long for the audit log: it names them. */
const longFields: readonly ChangeableField[] = [
	"description",
	"images",
	"specifications",
	"capabilities",
];

/** The columns whose values the audit log has, by the field. */
const auditedColumns = {
	price: "priceCents",
	cost: "costCents",
	quantity: "quantity",
	minOrderQuantity: "minOrderQuantity",
	lowStock: "lowStock",
	category: "category",
	address: "address",
	state: "state",
	publishAt: "publishAt",
} as const;

/** What the audit log has of a change. */
export function auditDetail({ tool, next, changed }: Change): AuditDetail {
	const detail: AuditDetail = { name: next.name };
	if (changed.includes("name")) detail.nameWas = tool.name;
	for (const field of Object.keys(auditedColumns) as (keyof typeof auditedColumns)[]) {
		if (!changed.includes(field)) continue;
		const [before, after] = [tool[field], next[field]].map((value) =>
			(field === "price" || field === "cost") && value !== null ? toCents(Number(value)) : value,
		);
		detail[`${auditedColumns[field]}Was`] = before ?? null;
		detail[auditedColumns[field]] = after ?? null;
	}
	const long = longFields.filter((field) => changed.includes(field));
	if (long.length > 0) {
		detail.changed = long.map((field) => auditMessages.changedFields[field] ?? field).join(", ");
	}
	return detail;
}

/** Fields that no page of the shop shows. */
const internalFields: readonly ChangeableField[] = ["cost", "lowStock", "publishAt"];

/** The tags of the pages that a change shows on. */
function tagsOf({ row, tool, next, changed }: Change): CacheTag[] {
	const isShown = tool.state === "listed" || next.state === "listed";
	if (!isShown || changed.every((field) => internalFields.includes(field))) return [];
	const inReviews = (["name", "address", "state"] as const).some((field) =>
		changed.includes(field),
	);
	return ["tools", `tool:${row.id}`, ...(inReviews ? (["reviews"] as const) : [])];
}

/** Copies a tool as a draft without stock. Throws ShopError `not_found`. */
export async function copyTool(caller: Caller, toolId: string): Promise<{ insertedId: string }> {
	const [row] = await storedTool(toolId);
	if (!row) throw new ShopError("not_found");
	const tool = toManagedTool(row);
	const now = new Date();
	const id = newId();
	const suffix = " (copy)";
	const name = tool.name.slice(0, maxLengths.name - suffix.length) + suffix;
	const copy = {
		id,
		slug: newAddress(name),
		name,
		description: row.description,
		image: row.image,
		imageAlt: row.imageAlt,
		minOrderQuantity: row.minOrderQuantity,
		quantity: 0,
		stocked: 0,
		priceCents: row.priceCents,
		costCents: row.costCents,
		lowStock: row.lowStock,
		categorySlug: row.categorySlug,
		specifications: row.specifications,
		unlistedCapabilities: toCapabilityRows(tool.capabilities),
		draft: true,
		createdAt: now,
		archivedAt: now,
		updatedAt: now,
	};
	const { priceCents, minOrderQuantity } = row;
	await batch({
		added: database().insert(tools).values(copy),
		...replaceImages(id, tool.images, eq(tools.id, id)),
		audit: insertAuditEvent(
			{
				action: "tool.added",
				actorId: caller.id,
				subject: id,
				detail: { name, priceCents, quantity: 0, minOrderQuantity, state: "draft" },
			},
			sql``,
		),
	});
	return { insertedId: id };
}

/** Drafts and archived tools on a page of their list. */
const unlistedPageSize = 25;

/** A page of drafts and archived tools: what left the shop last comes first. */
export async function listUnlisted(cursor: Page["cursor"]) {
	const { id, name, image, archivedAt, draft, publishAt } = tools;
	const found = await database()
		.select({ id, name, image, archivedAt, draft, publishAt })
		.from(tools)
		.where(and(isNotNull(archivedAt), afterCursor(archivedAt, id, "desc", cursor)))
		.orderBy(...orderByKey(archivedAt, id, "desc"))
		.limit(unlistedPageSize + 1);
	const { rows, next } = splitPage(
		found,
		unlistedPageSize,
		(row) => row.archivedAt?.getTime() ?? 0,
	);
	return { tools: rows.map((row) => ({ ...row, state: stateOf(row) })), next };
}

/** How many drafts a run publishes. */
const maxPublished = 100;

/** Publishes the drafts whose time has come, and returns how many. For the scheduled job. */
export async function publishDrafts(now = new Date()): Promise<number> {
	const db = database();
	const due = db
		.select({ id: tools.id })
		.from(tools)
		.where(and(isNotNull(tools.publishAt), lte(tools.publishAt, now)))
		.orderBy(asc(tools.publishAt))
		.limit(maxPublished);
	const { published } = await batch({
		// The audit entries come first, because they read the old values.
		audit: insertAuditEvent(
			{
				id: sql`lower(hex(randomblob(16)))`,
				action: "tool.changed",
				actorId: null,
				subject: sql`${tools.id}`,
				detail: { name: tools.name, stateWas: sql`'draft'`, state: sql`'listed'` },
			},
			sql`from ${tools} where ${inArray(tools.id, due)}`,
		),
		published: db
			.update(tools)
			.set({
				archivedAt: null,
				draft: false,
				publishAt: null,
				createdAt: sql`iif(${tools.archivedAt} = ${tools.createdAt}, ${now.getTime()}, ${tools.createdAt})`,
				updatedAt: now,
			})
			.where(inArray(tools.id, due))
			.returning({ id: tools.id }),
	});
	if (published.length > 0) {
		purge("tools", "reviews", ...published.map(({ id }) => `tool:${id}` as const));
	}
	return published.length;
}
