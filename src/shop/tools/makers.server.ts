/** Reads and keeps the addresses of makers. */
import { asc, eq, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { makers } from "../../db/maker-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { batch, database } from "../../platform/database/database.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import type { MakerFields } from "./makers.ts";

/** How many makers the list shows, and how many that have no addresses. */
const maxMakers = 300;

/** The names that tools have of makers without addresses: from one name to the next by the index, whatever many tools have it. */
const nameless = sql<string>`(with recursive named(maker) as (
	select min(${tools.maker}) from ${tools} where ${tools.maker} is not null
	union all
	select (select min(${tools.maker}) from ${tools} where ${tools.maker} > named.maker) from named where named.maker is not null
	limit ${maxMakers}
) select coalesce(json_group_array(maker), '[]') from named where maker is not null and maker not in (select ${makers.name} from ${makers}))`;

/** The makers with their addresses, and the names of those without. */
export async function listMakers() {
	const { stored, others } = await batch({
		stored: database().select().from(makers).orderBy(asc(makers.name)).limit(maxMakers),
		others: database()
			.select({ names: nameless.as("names") })
			.from(sql`(select 1)`),
	});
	const names: unknown = JSON.parse(others[0]?.names ?? "[]");
	return { makers: stored, without: Array.isArray(names) ? names.map(String) : [] };
}

/** Saves a maker under its name. The one that had `nameWas` gets the new one; tools keep the name that they have. */
export async function saveMaker(
	caller: Pick<Caller, "id">,
	maker: MakerFields,
	nameWas: string,
): Promise<void> {
	const values = { ...maker, updatedAt: new Date() };
	const insert = database()
		.insert(makers)
		.values(values)
		.onConflictDoUpdate({ target: makers.name, set: values });
	const { name } = maker;
	await batch({
		...(nameWas !== name && { renamed: database().delete(makers).where(eq(makers.name, nameWas)) }),
		saved: insert,
		audit: insertAuditEvent(
			{ action: "maker.saved", actorId: caller.id, subject: name, detail: { name } },
			sql`from ${makers} where ${makers.name} = ${name}`,
		),
	});
	purge("every-tool");
}

/** Deletes the addresses of a maker. */
export async function deleteMaker(caller: Pick<Caller, "id">, name: string): Promise<void> {
	await batch({
		audit: insertAuditEvent(
			{ action: "maker.deleted", actorId: caller.id, subject: name, detail: { name } },
			sql`from ${makers} where ${makers.name} = ${name}`,
		),
		deleted: database().delete(makers).where(eq(makers.name, name)),
	});
	purge("every-tool");
}
