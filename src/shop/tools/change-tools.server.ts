/** Adds, changes and deletes tools: what must hold, and who has changed them meanwhile. */
import { type AnyColumn, and, eq, gte, isNull, ne, or, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { orderLines } from "../../db/order-tables.ts";
import { bundleParts, categories, tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import * as bundleTexts from "../../messages/bundles.ts";
import { cardInKit } from "../../messages/gift-product.ts";
import * as messages from "../../messages/products.ts";
import type { CacheTag } from "../../platform/cache/cache-policy.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { hasRow } from "../../platform/database/commit.ts";
import { batch, database, inList, newId } from "../../platform/database/database.ts";
import type { Deleted, Inserted, Modified } from "../../values/fields.ts";
import { toCents, totalOutOfBounds } from "../../values/money.ts";
import { type Capability, capabilityErrors } from "../fit/capabilities.ts";
import { toCapabilities, toCapabilityRows } from "../fit/capability-rows.ts";
import { readVocabulary } from "../fit/vocabulary.server.ts";
import { imageNotOwned, touchImage, touchImages } from "../images/images.server.ts";
import { ownersQuery, skuOwnersQuery } from "./addresses.server.ts";
import { changedFields, planChange, planNew } from "./plan-tools.server.ts";
import type { Part } from "./stored-part.ts";
import {
	auditDetail,
	columnsOf,
	salePriceError,
	type ToolRow,
	toColumns,
	toManagedTool,
} from "./tool-columns.server.ts";
import {
	addressError,
	describeNow,
	type Field,
	fieldList,
	fieldsIn,
	isSame,
	type ManagedTool,
	type ToolChanges,
	type ToolFields,
	fields as toolFields,
} from "./tool-fields.ts";
import { getManagedTool, getTool, isListed, storedTool, toolQuery } from "./tools.server.ts";
import { isChargeable, type NewTool, type Restock, type ToolUpdate } from "./tools.ts";
import { untilWritten, writeTools } from "./write-tools.server.ts";

/** Adds a tool and returns its id. Throws ShopError `invalid` (field `image`) if the image was not uploaded. */
export async function createTool(caller: Caller, { image, ...fields }: NewTool): Promise<Inserted> {
	if ((await touchImage(image)).length === 0) throw imageNotOwned();
	const id = newId();
	const tool = { ...fields, images: [{ image, alt: "" }] };
	await writeTools([planNew(id, tool, { now: new Date() })], { actorId: caller.id });
	purge("tools");
	return { insertedId: id };
}

/**
 * Changes a listed tool without reading it first, the two PUT calls. Returns a count of 0 if nothing differs. Throws
 * ShopError `not_found`, `invalid` (field `image`: a new image that was not uploaded) or `stock_changed` (the stock is
 * not `quantityWas`).
 */
export async function updateTool(
	caller: Caller,
	toolId: string,
	{ quantityWas, image, ...changes }: Restock & Partial<ToolUpdate>,
): Promise<Modified> {
	if (image && (await touchImage(image)).length === 0) {
		const tool = await getTool(toolId);
		if (tool.image !== image) throw imageNotOwned();
	}
	const stockUnchanged = quantityWas === undefined ? undefined : eq(tools.quantity, quantityWas);
	const changed = fieldsIn(changes);
	const { price } = changes;
	const columns = {
		...toColumns(toolId, changes),
		...(image && { image }),
		// While a sale runs, its price is the one that the form shows: sent back, it changes nothing.
		...(price !== undefined && {
			regularPriceCents: sql`iif(${tools.priceCents} = ${toCents(price)}, ${tools.regularPriceCents}, ${toCents(price)})`,
		}),
	};
	const hasChanges = Object.entries(columns).map(([name, value]) => {
		const column: AnyColumn = tools[name as keyof typeof columns];
		return ne(column, value);
	});
	const isAboveSale =
		price === undefined
			? undefined
			: or(isNull(tools.salePriceCents), gte(sql`${toCents(price)}`, tools.salePriceCents));
	// A bundle's stock is derived from its parts.
	const isStockOwn =
		changes.quantity === undefined
			? undefined
			: or(isNull(tools.partsCents), eq(tools.quantity, changes.quantity));
	const detail = {
		...auditDetail(columnsOf(changed), { name: tools.name, ...changes }, changed),
		...(price !== undefined && { priceCents: columns.regularPriceCents }),
		...(image && {
			changed: sql`iif(${ne(tools.image, image)}, ${messages.fieldNames.images}, null)`,
		}),
	};
	const isTool = eq(tools.id, toolId);
	const canChange = and(
		isTool,
		isListed,
		stockUnchanged,
		isStockOwn,
		isAboveSale,
		or(...hasChanges),
	);
	const event = { action: "tool.changed", detail } as const;
	const set = { ...columns, updatedAt: new Date() };
	const instead = await writeTools([{ kind: "changed", id: toolId, set, event }], {
		actorId: caller.id,
		guard: [hasRow(tools, canChange)],
		refused: () => whyUnchanged(toolId, { ...changes, quantityWas }),
	});
	if (instead) return instead;
	purge("tools", `tool:${toolId}`);
	return { modifiedCount: 1 };
}

/** Throws why a listed tool was not changed, or returns a count of 0 if nothing differs. */
async function whyUnchanged(
	toolId: string,
	{ quantityWas, price, quantity }: Restock & Partial<ToolUpdate>,
): Promise<Modified> {
	const [tool] = await toolQuery(toolId);
	if (!tool) throw new ShopError("not_found");
	if (quantityWas !== undefined && tool.quantity !== quantityWas) {
		throw new ShopError("stock_changed");
	}
	if (tool.parts && quantity !== undefined && quantity !== tool.quantity)
		throw new ShopError("invalid", { fields: { quantity: bundleTexts.stockFollows } });
	const belowSale =
		price !== undefined && toCents(price) !== tool.priceCents && salePriceError(tool, price);
	if (belowSale) throw new ShopError("invalid", { fields: { price: belowSale } });
	return { modifiedCount: 0 };
}

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
	return untilWritten(async () => {
		const {
			stored: [row],
			touched,
			knownCategory,
			owners,
			skuOwners,
			partTools,
			inOrders,
		} = await batch({
			stored: storedTool(toolId),
			touched: touchImages(changes.images?.map(({ image }) => image) ?? []),
			knownCategory: database()
				.select({ slug: categories.slug })
				.from(categories)
				.where(eq(categories.slug, changes.category ?? "")),
			owners: ownersQuery(changes.address === undefined ? [] : [changes.address]),
			skuOwners: skuOwnersQuery(changes.sku ? [changes.sku] : []),
			...partQueries(toolId, changes.parts ?? []),
		});
		if (!row) throw new ShopError("not_found");
		const tool = toManagedTool(row);
		rejectConflicts(tool, changes, was);
		const next = applyChanges(tool, changes);
		const belowSale = salePriceError(row, next.price);
		if (belowSale) throw new ShopError("invalid", { fields: { price: belowSale } });
		if (changes.category && knownCategory.length === 0) {
			throw new ShopError("invalid", { fields: { category: messages.unknownCategory } });
		}
		if (owners.some((owner) => owner.toolId !== toolId)) {
			throw new ShopError("address_taken", { fields: { address: messages.addressTaken } });
		}
		if (skuOwners.some((owner) => owner.toolId !== toolId)) {
			throw new ShopError("invalid", { fields: { sku: messages.skuTaken } });
		}
		if (changes.parts?.length) rejectParts(row, changes.parts, partTools, inOrders);
		const isInKit = next.parts.length > 0 || Boolean(inOrders[0]?.isPart);
		if (next.giftCard && isInKit)
			throw new ShopError("invalid", { fields: { giftCard: cardInKit } });
		const usable = new Set([...touched.map(({ key }) => `/images/${key}`), ...imagesOf(tool)]);
		if (imagesOf(next).some((image) => !usable.has(image))) throw imageNotOwned();
		const write = planChange(row, next, { now: new Date() });
		if (!write.event) return tool;
		const isLate = await writeTools([write], { actorId: caller.id, refused: () => true });
		if (isLate) return undefined;
		const changed = changedFields(tool, next);
		purge(...tagsOf({ toolId, tool, next, changed }));
		// Its stock follows from its parts.
		if (changed.includes("parts")) return getManagedTool(toolId);
		const { createdAt, updatedAt } = { ...row, ...write.set };
		return { ...next, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
	});
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

/** The statements that select the parts of a bundle, and what keeps a tool from being one. */
function partQueries(toolId: string, parts: readonly Part[]) {
	const db = database();
	return {
		partTools: db
			.select({ id: tools.id, parts: tools.parts, isGiftCard: tools.isGiftCard })
			.from(tools)
			.where(
				inList(
					tools.id,
					parts.map((part) => part.toolId),
				),
			),
		inOrders: db
			.select({
				isOrdered:
					sql<number>`exists (select 1 from ${orderLines} where ${orderLines.toolId} = ${toolId})`.as(
						"is_ordered",
					),
				isPart:
					sql<number>`exists (select 1 from ${bundleParts} where ${bundleParts.partId} = ${toolId})`.as(
						"is_part",
					),
			})
			.from(sql`(select 1)`),
	};
}

/** Throws ShopError `invalid` if a tool can't be made of these parts. */
function rejectParts(
	row: ToolRow,
	parts: readonly Part[],
	found: readonly Pick<ToolRow, "id" | "parts" | "isGiftCard">[],
	[uses]: readonly { isOrdered: number; isPart: number }[],
): void {
	const byId = new Map(found.map((one) => [one.id, one]));
	const fields = Object.fromEntries(
		parts.flatMap(({ toolId }, index) => {
			const part = byId.get(toolId);
			if (part?.isGiftCard) return [[`parts.${index}.toolId`, cardInKit]];
			if (part && toolId !== row.id && part.parts === null) return [];
			return [[`parts.${index}.toolId`, part ? bundleTexts.partIsKit : bundleTexts.partUnknown]];
		}),
	);
	const problem =
		(row.familyId !== null && bundleTexts.isVariant) ||
		(uses?.isPart && bundleTexts.isPart) ||
		(uses?.isOrdered && bundleTexts.wasOrdered);
	const all = { ...fields, ...(problem && { parts: problem }) };
	if (Object.keys(all).length > 0) throw new ShopError("invalid", { fields: all });
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
	const conflicts = fieldList.filter(
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

/** Returns the tool after its changes. Throws ShopError `invalid` if they do not go together. */
function applyChanges(tool: ManagedTool, changes: Partial<ToolFields>): ManagedTool {
	const next = { ...tool, ...changes };
	if (changes.capabilities) {
		// Converts them as a read does.
		next.capabilities = toCapabilities(toCapabilityRows(changes.capabilities));
	}
	if (!isChargeable(next)) {
		throw new ShopError("invalid", { fields: { price: totalOutOfBounds() } });
	}
	if (next.parts.length > 0) {
		// Triggers keep it.
		if (next.quantity !== tool.quantity && tool.parts.length > 0)
			throw new ShopError("invalid", { fields: { quantity: bundleTexts.stockFollows } });
		next.quantity = tool.quantity;
	} else if (tool.parts.length > 0 && changes.quantity === undefined) next.quantity = 0;
	const wrongAddress = addressError(next.address, tool._id);
	if (wrongAddress) throw new ShopError("invalid", { fields: { address: wrongAddress } });
	if (next.images.length === 0 && (next.state === "listed" || next.publishAt !== null)) {
		throw new ShopError("invalid", { fields: { images: messages.imageToPublish } });
	}
	if (next.state === "draft") return next;
	if (changes.publishAt) {
		throw new ShopError("invalid", { fields: { publishAt: messages.publishOnlyDrafts } });
	}
	return { ...next, publishAt: null };
}

/** A tool before and after its change, and the fields that differ. */
interface Change {
	toolId: string;
	tool: ManagedTool;
	next: ManagedTool;
	changed: Field[];
}

/** The tags of the pages that a change shows on. */
function tagsOf({ toolId, tool, next, changed }: Change): CacheTag[] {
	// A tool that is no longer sold keeps its page.
	const isShown = tool.state !== "draft" || next.state !== "draft";
	if (!isShown || changed.every((field) => toolFields[field].isInternal)) return [];
	const inReviews = (["name", "address", "state"] as const).some((field) =>
		changed.includes(field),
	);
	// The page of a part names its kits.
	const parts = [...tool.parts, ...next.parts].map((part) => `tool:${part.toolId}` as const);
	return ["tools", `tool:${toolId}`, ...parts, ...(inReviews ? (["reviews"] as const) : [])];
}

/** Deletes a listed tool or a draft. One that orders, bundles or reviews refer to is archived instead. Throws ShopError `not_found`. */
export async function deleteTool(caller: Caller, toolId: string): Promise<Deleted> {
	const isTarget = and(eq(tools.id, toolId), or(isListed, eq(tools.draft, true)));
	const { name, quantity, priceCents } = tools;
	const detail = { name, quantity, priceCents };
	const event = { action: "tool.deleted", detail } as const;
	await writeTools([{ kind: "removed", id: toolId, set: {}, event }], {
		actorId: caller.id,
		guard: [hasRow(tools, isTarget)],
		refused: () => {
			throw new ShopError("not_found");
		},
	});
	// Reviews name their tool only while it is listed.
	purge("tools", `tool:${toolId}`, "reviews");
	return { deletedCount: 1 };
}
