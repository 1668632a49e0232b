/** Stores what the columns of a file are, for the file and for the next ones of its supplier. */
import { asc, eq, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { importMappings, imports } from "../../db/import-tables.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database } from "../../platform/database/database.ts";
import { send } from "../../platform/services/queues.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import {
	type ColumnChoice,
	guessColumns,
	headerKey,
	isColumnTarget,
	maxSupplierLength,
	wrongChoice,
} from "./columns.ts";
import type { FileHeader } from "./import-states.ts";

/** The most suppliers that a field suggests. */
const maxSuppliers = 300;

/** Returns the choice of an import, or undefined if its columns are the shop's own. */
export async function columnChoice(importId: string): Promise<ColumnChoice | undefined> {
	const db = database();
	const {
		rows: [row],
		known,
	} = await batch({
		rows: db.select().from(imports).where(eq(imports.id, importId)),
		known: db
			.select({ supplier: importMappings.supplier })
			.from(importMappings)
			.orderBy(asc(importMappings.supplier))
			.limit(maxSuppliers),
	});
	if (!row?.header) return undefined;
	const { headings } = row.header;
	const chosen = row.columns?.filter(isColumnTarget) ?? [];
	return {
		...row.header,
		columns: chosen.length === headings.length ? chosen : guessColumns(headings),
		supplier: row.supplier ?? "",
		suppliers: known.map(({ supplier }) => supplier),
	};
}

/**
 * Stores what the columns are and lets the queue read the file. With a supplier they are remembered for its next files.
 * Returns what is wrong with them.
 */
export async function chooseColumns(
	caller: Caller,
	importId: string,
	{ headings }: FileHeader,
	chosen: readonly string[],
	supplierName: string,
): Promise<string | undefined> {
	const columns = headings.map((_, place) => {
		const target = chosen[place];
		return isColumnTarget(target) ? target : "ignore";
	});
	const wrong = wrongChoice(columns);
	if (wrong) return wrong;
	const supplier = supplierName.trim().slice(0, maxSupplierLength) || null;
	const now = new Date();
	const row = { headings: headerKey(headings), columns, updatedAt: now };
	const isImport = eq(imports.id, importId);
	const canChoose = sql`${isImport} and ${imports.state} in ('mapping', 'ready') and ${imports.header} is not null`;
	await commit({
		guard: [hasRow(imports, canChoose)],
		write: {
			...(supplier !== null && {
				remembered: database()
					.insert(importMappings)
					.values({ ...row, supplier })
					.onConflictDoUpdate({ target: importMappings.supplier, set: row }),
				audit: insertAuditEvent({
					action: "import.columns_saved",
					actorId: caller.id,
					subject: supplier,
					detail: { name: supplier, columns: columns.join(", ") },
				}),
			}),
			chosen: database()
				.update(imports)
				.set({
					columns,
					supplier,
					state: "reading",
					problem: "",
					updatedAt: now,
					lineCount: 0,
					newCount: 0,
					changedCount: 0,
					unchangedCount: 0,
					wrongCount: 0,
				})
				.where(isImport),
		},
		// It is being read or saved already.
		refused: () => null,
	});
	await send("imports", { id: importId });
	return undefined;
}
