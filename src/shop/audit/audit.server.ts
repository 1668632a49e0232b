/**
 * The audit log in the database. An entry is inserted in the same batch as the change it describes, so
 * that both commit or neither does. Nothing here updates or deletes an entry.
 */
import { and, desc, eq, isSQLWrapper, lt, notInArray, SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../access/caller.ts";
import { may } from "../../access/roles.ts";
import { audit } from "../../db/audit-tables.ts";
import { users } from "../../db/auth-tables.ts";
import { isOneOf } from "../../db/columns.ts";
import { database, insertFrom } from "../../platform/database/database.ts";
import { type Cursor, type Page, splitPage } from "../../values/paging.ts";
import type { AuditEntry } from "./audit.ts";
import { type AuditAction, type AuditKind, actionsOf } from "./audit-actions.ts";

interface AuditEvent {
	action: AuditAction | SQL;
	/** Id of the acting user, or null for the shop itself. */
	actorId: string | null;
	/** Id of the tool, order, review, question or user, or an SQL expression for it. */
	subject: string | SQL;
	/** Names and numbers, as values or as columns of the rows in `from`; or all as JSON. */
	detail: Record<string, unknown> | SQL;
}

/**
 * Returns the statement that inserts an audit entry for each row of `from`, a `from ... where ...`
 * clause; without it one entry.
 */
export function insertAuditEvent(
	{ action, actorId, subject, detail }: AuditEvent,
	from = sql`where true`,
) {
	const json = detail instanceof SQL ? detail : toAuditDetail(detail);
	return insertFrom(
		audit,
		{ createdAt: Date.now(), actorId, action, subjectId: subject, detail: json },
		from,
	);
}

/** The details of an entry as JSON. */
export function toAuditDetail(detail: Record<string, unknown>): SQL | string {
	const pairs = Object.entries(detail).map(([name, value]) => sql`${name}, ${value}`);
	// Values alone are one parameter: D1's functions have at most 32 arguments (Cloudflare docs: D1, Limits).
	return Object.values(detail).some(isSQLWrapper)
		? sql`json_object(${sql.join(pairs, sql`, `)})`
		: JSON.stringify(detail);
}

interface AuditListQuery extends Page {
	kind?: AuditKind | undefined;
	subject?: string | undefined;
}

/** The statement that selects entries with their actors and subjects, for `toAuditEntry`. */
export function selectAudit() {
	const [actor, subjectUser] = [alias(users, "who"), alias(users, "whom")];
	return database()
		.select({
			id: sql<string>`cast(${audit.number} as text)`.as("number_text"),
			createdAt: sql<number>`${audit.createdAt}`.as("at"),
			action: audit.action,
			subject: audit.subjectId,
			detail: audit.detail,
			actorName: sql<string | null>`${actor.name}`.as("who_name"),
			actorEmail: sql<string | null>`${actor.email}`.as("who_email"),
			subjectName: sql<string | null>`${subjectUser.name}`.as("whom_name"),
			subjectEmail: sql<string | null>`${subjectUser.email}`.as("whom_email"),
		})
		.from(audit)
		.leftJoin(actor, eq(actor.id, audit.actorId))
		.leftJoin(subjectUser, eq(subjectUser.id, audit.subjectId));
}

/** Returns a page of the audit log, newest first. Entries about users are for administrators only. */
export async function listAudit(
	{ role }: Pick<Caller, "role">,
	{ limit, cursor, kind, subject }: AuditListQuery,
): Promise<{ entries: AuditEntry[]; next: Cursor | undefined }> {
	const fetched = await selectAudit()
		.where(
			and(
				// Must match the condition of this kind's partial index.
				kind && isOneOf(audit.action, actionsOf(kind)),
				subject === undefined ? undefined : eq(audit.subjectId, subject),
				may(role, "admin") ? undefined : notInArray(audit.action, actionsOf("user")),
				cursor && lt(audit.number, Number(cursor.value)),
			),
		)
		.orderBy(desc(audit.number))
		.limit(limit + 1);
	const { rows, next } = splitPage(fetched, limit, (row) => row.id);
	return { entries: rows.map(toAuditEntry), next };
}

/** How many changes of a record its page has. */
const shownChanges = 20;

/** The statement that selects how a record was changed, the newest change first, for `toAuditEntry`. */
export const selectChanges = (subject: string) =>
	selectAudit().where(eq(audit.subjectId, subject)).orderBy(desc(audit.number)).limit(shownChanges);

interface AuditRow {
	id: string;
	createdAt: number;
	action: AuditAction;
	subject: string;
	detail: AuditEntry["detail"];
	actorName: string | null;
	actorEmail: string | null;
	subjectName: string | null;
	subjectEmail: string | null;
}

/** Converts a row of `selectAudit` to the API's format. */
export function toAuditEntry(row: AuditRow): AuditEntry {
	const who = toPerson(row.actorName, row.actorEmail);
	const whom = toPerson(row.subjectName, row.subjectEmail);
	return {
		_id: row.id,
		createdAt: new Date(row.createdAt).toISOString(),
		action: row.action,
		subject: row.subject,
		...(who && { who }),
		...(whom && { whom }),
		detail: row.detail,
	};
}

function toPerson(name: string | null, email: string | null) {
	return name !== null && email !== null ? { name, email } : undefined;
}
