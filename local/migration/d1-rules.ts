/**
 * What `wrangler d1 migrations apply --remote` can take. It sends a migration whole, and D1's server
 * splits it; how, nobody has written down. These rules are what reports of migrations that failed there
 * have in common (workers-sdk issues 3892, 4326, 4713, 4998, 14991, 15314, 15690).
 */

/** Why a migration may fail there: a sentence each, with its line. */
export function remoteErrors(sql: string): string[] {
	const errors: string[] = [];
	if (sql.includes("\r")) errors.push("a line ends with a carriage return");
	if (!sql.trimEnd().endsWith(";")) errors.push("the last statement has no semicolon");
	if (sql.includes("/*")) errors.push("there is a block comment");
	for (const [index, line] of sql.split("\n").entries()) {
		for (const message of lineErrors(line)) errors.push(`line ${index + 1} ${message}`);
	}
	return errors;
}

/** A line without its quoted text and names. */
const unquoted = (line: string) => line.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "''");

function lineErrors(line: string): string[] {
	const errors: string[] = [];
	const text = unquoted(line);
	const comment = text.indexOf("--");
	const statement = comment < 0 ? text : text.slice(0, comment);
	if (comment >= 0 && /['"`;]/.test(line.slice(line.lastIndexOf("--")))) {
		errors.push("has a quote or a semicolon in a comment");
	}
	if (/\bPRAGMA\s+foreign_keys\b/i.test(statement)) {
		errors.push("turns foreign keys off or on, which D1 does not do");
	}
	if (/\b(BEGIN|COMMIT)\s+TRANSACTION\b|\bSAVEPOINT\b/i.test(statement)) {
		errors.push("has a transaction of its own");
	}
	if (/\b(RENAME)\b/i.test(statement)) {
		errors.push("renames something, which the version before does not know");
	}
	const keywords = statement.match(/\b(begin|end|case)\b/gi) ?? [];
	if (/\bCREATE\s+TRIGGER\b/i.test(statement)) {
		if (keywords.join() !== "BEGIN,END" || !/\bEND;$/.test(statement.trimEnd())) {
			errors.push("has a trigger that is not whole on it, with one BEGIN and one END in capitals");
		}
	} else if (keywords.length > 0) {
		errors.push("has a BEGIN, an END or a CASE outside of a trigger");
	}
	return errors;
}
