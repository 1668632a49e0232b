/**
 * The SQL that `wrangler d1 migrations apply --remote` accepts. It sends a migration as a whole, and
 * D1's server splits it in an undocumented way. These rules are what reports of failed migrations have in
 * common (workers-sdk issues 3892, 4326, 4713, 4998, 14991, 15314, 15690).
 */

/** Why a migration may fail on a deployed D1: one sentence each, with its line. */
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
		errors.push("turns foreign keys off or on, which D1 ignores");
	}
	if (/\b(BEGIN|COMMIT)\s+TRANSACTION\b|\bSAVEPOINT\b/i.test(statement)) {
		errors.push("has a transaction of its own");
	}
	if (/\b(RENAME)\b/i.test(statement)) {
		errors.push("renames something that the running version still uses");
	}
	const keywords = statement.match(/\b(begin|end|case)\b/gi) ?? [];
	if (/\bCREATE\s+TRIGGER\b/i.test(statement)) {
		if (keywords.join() !== "BEGIN,END" || !/\bEND;$/.test(statement.trimEnd())) {
			errors.push(
				"has an incomplete trigger: it needs one BEGIN and one END in capitals on the same line",
			);
		}
	} else if (keywords.length > 0) {
		errors.push("has a BEGIN, an END or a CASE outside of a trigger");
	}
	return errors;
}
