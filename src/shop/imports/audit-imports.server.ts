/** The entries of the audit log about imports and changes of many tools: one each time that one is started or reverted. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { imports } from "../../db/import-tables.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";

/** Returns the statement that inserts the entry of an import, if `condition` holds. */
export function insertImportEvent(
	action: "import.started" | "import.reverted",
	caller: Pick<Caller, "id">,
	importId: string,
	condition: SQL,
) {
	const { fileName, newCount, changedCount, savedCount } = imports;
	const lines = action === "import.started" ? sql`${newCount} + ${changedCount}` : savedCount;
	return insertAuditEvent(
		{ action, actorId: caller.id, subject: importId, detail: { name: fileName, lines } },
		sql`from ${imports} where ${and(eq(imports.id, importId), condition)}`,
	);
}
