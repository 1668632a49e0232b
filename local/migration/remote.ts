/**
 * What `wrangler d1 migrations apply --remote` can take. It sends a migration whole, and D1's server
 * splits it; how, nobody has written down. These rules are what reports of migrations that failed there
 * have in common (workers-sdk issues 3892, 4326, 4713, 4998, 14991, 15314, 15690).
 */

/** Why a migration may fail there: a sentence each, with its line. */
export function remoteRefusals(sql: string): string[] {
	const refusals: string[] = [];
	if (sql.includes("\r")) refusals.push("a line ends with a carriage return");
	if (!sql.trimEnd().endsWith(";")) refusals.push("the last statement has no semicolon");
	if (sql.includes("/*")) refusals.push("there is a block comment");
	for (const [place, line] of sql.split("\n").entries()) {
		for (const why of wrongWith(line)) refusals.push(`line ${place + 1} ${why}`);
	}
	return refusals;
}

/** A line without its quoted text and names. */
const unquoted = (line: string) => line.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "''");

function wrongWith(line: string): string[] {
	const wrong: string[] = [];
	const text = unquoted(line);
	const comment = text.indexOf("--");
	const statement = comment < 0 ? text : text.slice(0, comment);
	if (comment >= 0 && /['"`;]/.test(line.slice(line.lastIndexOf("--")))) {
		wrong.push("has a quote or a semicolon in a comment");
	}
	if (/\bPRAGMA\s+foreign_keys\b/i.test(statement)) {
		wrong.push("turns foreign keys off or on, which D1 does not do");
	}
	if (/\b(BEGIN|COMMIT)\s+TRANSACTION\b|\bSAVEPOINT\b/i.test(statement)) {
		wrong.push("has a transaction of its own");
	}
	if (/\b(RENAME)\b/i.test(statement)) {
		wrong.push("renames something, which the version before does not know");
	}
	const words = statement.match(/\b(begin|end|case)\b/gi) ?? [];
	if (/\bCREATE\s+TRIGGER\b/i.test(statement)) {
		if (words.join() !== "BEGIN,END" || !/\bEND;$/.test(statement.trimEnd())) {
			wrong.push("has a trigger that is not whole on it, with one BEGIN and one END in capitals");
		}
	} else if (words.length > 0) {
		wrong.push("has a BEGIN, an END or a CASE outside of a trigger");
	}
	return wrong;
}
