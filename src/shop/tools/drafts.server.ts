/** Drafts: copies of tools, and those whose time to be published has come. */
import { and, asc, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { batch, database, newId } from "../../platform/database/database.ts";
import { type Inserted, maxLengths } from "../../values/fields.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { planNew } from "./plan-tools.server.ts";
import { toManagedTool } from "./tool-columns.server.ts";
import { storedTool } from "./tools.server.ts";
import { writeTools } from "./write-tools.server.ts";

/** Copies a tool as a draft without stock. Throws ShopError `not_found`. */
export async function copyTool(caller: Caller, toolId: string): Promise<Inserted> {
	const [row] = await storedTool(toolId);
	if (!row) throw new ShopError("not_found");
	// A code is of one tool.
	const { address: _, name, ...tool } = toManagedTool(row);
	const id = newId();
	const suffix = " (copy)";
	const copy = {
		...tool,
		name: name.slice(0, maxLengths.name - suffix.length) + suffix,
		sku: null,
		gtin: null,
		quantity: 0,
		state: "draft",
		// It waits for nothing, even if the tool does.
		publishAt: null,
	} as const;
	await writeTools([planNew(id, copy, { now: new Date() })], { actorId: caller.id });
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
