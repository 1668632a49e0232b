/** Checks that all triggers exist, and that search tables have no rows of what is gone. */
import * as v from "valibot";
import { searchTables, triggers } from "../../src/db/triggers.ts";
import { count, type RunQuery, rows } from "./check-tables.ts";
import { type Check, checkResult, type Finding } from "./report.ts";

/** Finds missing triggers, and what a search table has of rows that don't exist. What it has of others is a rule of their rows. */
export async function checkSearches(query: RunQuery): Promise<Check> {
	const triggerRows = await rows(
		query,
		"select name from sqlite_master where type = 'trigger'",
		v.object({ name: v.string() }),
	);
	const names = new Set(triggerRows.map(({ name }) => name));
	const findings: Finding[] = triggers
		.filter(({ name }) => !names.has(name))
		.map(({ name }) => ({ subject: name, message: "this trigger is missing" }));
	for (const { name, sourceTable, rowid } of searchTables) {
		const extra = await count(query, name, `rowid not in (select ${rowid} from ${sourceTable})`);
		if (extra > 0)
			findings.push({ subject: name, message: `has ${extra} too many of ${sourceTable}` });
	}
	return checkResult("searches", triggers.length, findings);
}
