/** Whether the search tables hold the rows they are about, and the triggers that keep them are there. */
import * as v from "valibot";
import { searchTables, triggers } from "../../src/db/triggers.ts";
import { type Ask, count, rows } from "./checks.ts";
import { type Check, type Finding, made } from "./findings.ts";

const counts = v.object({ lacking: v.number(), strange: v.number() });

/** Finds triggers that are missing, rows that no search finds, and what searches find though it is not listed. */
export async function checkSearches(ask: Ask): Promise<Check> {
	const there = await rows(
		ask,
		"select name from sqlite_master where type = 'trigger'",
		v.object({ name: v.string() }),
	);
	const names = new Set(there.map(({ name }) => name));
	const findings: Finding[] = triggers
		.filter(({ name }) => !names.has(name))
		.map(({ name }) => ({ subject: name, says: "is a trigger that is missing" }));
	let looked = triggers.length;
	for (const { name, of, holds } of searchTables) {
		const listed = `select number from ${of} where ${holds}`;
		const found = `select rowid from ${name}`;
		const [wrong] = await rows(
			ask,
			`select (select count(*) from (${listed} except ${found})) as lacking, (select count(*) from (${found} except ${listed})) as strange`,
			counts,
		);
		looked += await count(ask, of, holds);
		if (wrong?.lacking) findings.push({ subject: name, says: `lacks ${wrong.lacking} of ${of}` });
		if (wrong?.strange) {
			findings.push({ subject: name, says: `holds ${wrong.strange} that are not listed of ${of}` });
		}
	}
	return made("searches", looked, findings);
}
