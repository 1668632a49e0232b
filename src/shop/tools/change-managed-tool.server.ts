/** Changes a tool for administrators: what must hold, and who has changed it meanwhile. */
import { and, eq, not, sql } from "drizzle-orm";
import { categories, tools } from "../../db/tool-tables.ts";
import * as messages from "../../messages.products.ts";
import type { CacheTag } from "../../platform/cache-policy.ts";
import { batch, chain, database } from "../../platform/database.ts";
import { purge } from "../../platform/page-cache.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { ShopError } from "../errors.ts";
import { formatTimestamp } from "../fields.ts";
import { type Capability, capabilityErrors } from "../fit/capabilities.ts";
import { toCapabilityRows } from "../fit/capability-rows.ts";
import { toCapabilities } from "../fit/stored-capabilities.server.ts";
import { readVocabulary } from "../fit/vocabulary.server.ts";
import { imageNotOwned, touchImages } from "../images/images.server.ts";
import { formatPrice, totalOutOfBounds } from "../money.ts";
import type { Caller } from "../users/users.ts";
import { isOfAnotherTool, ownersQuery } from "./addresses.server.ts";
import {
	addressError,
	type ChangeableField,
	changeableFields,
	isSame,
	type ManagedTool,
	type ToolChanges,
	type ToolFields,
} from "./managed-tool.ts";
import { auditDetail, type FieldChange } from "./managed-tool-audit.ts";
import {
	changedColumns,
	replaceCapabilities,
	replaceImages,
	stateColumns,
} from "./managed-tool-columns.server.ts";
import { storedTool, type ToolRow, toManagedTool } from "./managed-tools.server.ts";
import { isChargeable } from "./tools.ts";

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

interface Change extends FieldChange {
	row: ToolRow;
}

/** Saves a change. Returns undefined if the row is no longer as it was read. */
async function saveTool(caller: Caller, change: Change): Promise<ManagedTool | undefined> {
	const { row, tool, next, changed } = change;
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
	const detail = auditDetail(change);
	const { updated } = await batch({
		// Before the tool itself, whose time of change they depend on.
		...(has("images") && replaceImages(row.id, next.images, isSameRow)),
		...(has("capabilities") && wasListed && replaceCapabilities(row.id, capabilities, isSameRow)),
		...chain(
			{
				updated: database()
					.update(tools)
					.set({
						...changedColumns(change),
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
	purge(...tagsOf(change));
	return {
		...next,
		createdAt: saved.createdAt.toISOString(),
		updatedAt: updatedAt.toISOString(),
	};
}

/** Fields that no page of the shop shows. */
const internalFields: readonly ChangeableField[] = ["cost", "lowStock", "publishAt"];

/** The tags of the pages that a change shows on. */
function tagsOf({ row, tool, next, changed }: Change): CacheTag[] {
	// A tool that is no longer sold keeps its page.
	const isShown = tool.state !== "draft" || next.state !== "draft";
	if (!isShown || changed.every((field) => internalFields.includes(field))) return [];
	const inReviews = (["name", "address", "state"] as const).some((field) =>
		changed.includes(field),
	);
	return ["tools", `tool:${row.id}`, ...(inReviews ? (["reviews"] as const) : [])];
}
