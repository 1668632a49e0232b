/** Checks that the search tables have the rows of their source tables and that all triggers exist. */
import * as v from "valibot";
import { searchTables, triggers } from "../../src/db/triggers.ts";
import { count, type RunQuery, rows } from "./check-tables.ts";
import { type Check, checkResult, type Finding } from "./report.ts";

const diffSchema = v.object({ missing: v.number(), extra: v.number() });

/**
 * Finds missing triggers, rows missing from a search table and rows that should not be in it, and rows whose
 * marks are not those of their state.
 */
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
	let checked = triggers.length;
	for (const { name, sourceTable, condition, rowid, marks = [] } of searchTables) {
		const expectedRows = `select ${rowid} from ${sourceTable} where ${condition}`;
		const indexedRows = `select rowid from ${name}`;
		const [diff] = await rows(
			query,
			`select (select count(*) from (${expectedRows} except ${indexedRows})) as missing, (select count(*) from (${indexedRows} except ${expectedRows})) as extra`,
			diffSchema,
		);
		checked += await count(query, sourceTable, condition);
		if (diff?.missing)
			findings.push({ subject: name, message: `is missing ${diff.missing} of ${sourceTable}` });
		if (diff?.extra) {
			findings.push({
				subject: name,
				message: `has ${diff.extra} too many of ${sourceTable}`,
			});
		}
		for (const mark of marks) {
			const marked = `select ${rowid} from ${sourceTable} where ${mark.condition}`;
			const found = `select rowid from ${name} where ${name} match ${mark.match}`;
			const [wrong] = await rows(
				query,
				`select (select count(*) from (${marked} except ${found})) as missing, (select count(*) from (${found} except ${marked})) as extra`,
				diffSchema,
			);
			const { missing = 0, extra = 0 } = wrong ?? {};
			if (missing + extra > 0) {
				findings.push({
					subject: name,
					message: `finds ${missing + extra} of ${sourceTable} in the wrong tab`,
				});
			}
		}
	}
	return checkResult("searches", checked, findings);
}
