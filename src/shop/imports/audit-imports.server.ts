/** The entries of the audit log about imports and changes of many tools: one each time that one is started or reverted. */
import { eq, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { imports } from "../../db/import-tables.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";

/** Returns the statement that inserts the entry of an import. */
export function insertImportEvent(
	action: "import.started" | "import.reverted",
	caller: Pick<Caller, "id">,
	importId: string,
) {
	const { fileName, newCount, changedCount, savedCount } = imports;
	const lines = action === "import.started" ? sql`${newCount} + ${changedCount}` : savedCount;
	return insertAuditEvent(
		{ action, actorId: caller.id, subject: importId, detail: { name: fileName, lines } },
		sql`from ${imports} where ${eq(imports.id, importId)}`,
	);
}
