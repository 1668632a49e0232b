/** Drafts: copies of tools, and those whose time to be published has come. */
import { and, asc, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { batch, database, newId } from "../../platform/database/database.ts";
import { type Inserted, maxLengths } from "../../values/fields.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { toCapabilityRows } from "../fit/capability-rows.ts";
import { newAddress } from "./addresses.server.ts";
import { replaceImages, toColumns, toManagedTool } from "./tool-columns.server.ts";
import { storedTool } from "./tools.server.ts";

/** Copies a tool as a draft without stock. Throws ShopError `not_found`. */
export async function copyTool(caller: Caller, toolId: string): Promise<Inserted> {
	const [row] = await storedTool(toolId);
	if (!row) throw new ShopError("not_found");
	// A code is of one tool.
	const tool = { ...toManagedTool(row), sku: null, gtin: null };
	const now = new Date();
	const id = newId();
	const suffix = " (copy)";
	const name = tool.name.slice(0, maxLengths.name - suffix.length) + suffix;
	const copy = {
		...toColumns(id, tool),
		id,
		slug: newAddress(name),
		name,
		quantity: 0,
		stocked: 0,
		unlistedCapabilities: toCapabilityRows(tool.capabilities),
		draft: true,
		// It waits for nothing, even if the tool does.
		publishAt: null,
		createdAt: now,
		archivedAt: now,
		updatedAt: now,
	};
	const { priceCents, minOrderQuantity } = row;
	await batch({
		added: database().insert(tools).values(copy),
		...replaceImages(id, tool.images),
		audit: insertAuditEvent({
			action: "tool.added",
			actorId: caller.id,
			subject: id,
			detail: { name, priceCents, quantity: 0, minOrderQuantity, state: "draft" },
		}),
	});
	return { insertedId: id };
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
			.returning({ id: tools.id, madeOf: tools.madeOf }),
	});
	if (published.length > 0) {
		// The page of a part names its kits.
		const ids = published.flatMap(({ id, madeOf }) => [id, ...madeOf.map(({ toolId }) => toolId)]);
		purge("tools", "reviews", ...ids.map((id) => `tool:${id}` as const));
	}
	return published.length;
}
