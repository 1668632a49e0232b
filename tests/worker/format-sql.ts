/** Formats SQL so that a difference between two versions is easy to review. */
import { onOneLine } from "../helpers/one-line.ts";

const clause =
	/^(from|where|group by|having|order by|limit|offset|values|set|returning|on conflict|union all|(left|inner|cross) join)\b/i;
const maxColumns = 110;

/** Puts each clause of the outermost query on its own line and wraps long lines. */
export function formatSql(sql: string): string {
	return clausesOf(onOneLine(sql)).map(wrap).join("\n");
}

function clausesOf(sql: string): string[] {
	const starts = [0];
	let depth = 0;
	let quote = "";
	for (const [at, character] of [...sql].entries()) {
		if (quote) quote = character === quote ? "" : quote;
		else if (character === "'" || character === '"') quote = character;
		else if (character === "(") depth += 1;
		else if (character === ")") depth -= 1;
		else if (character === " " && depth === 0 && clause.test(sql.slice(at + 1)))
			starts.push(at + 1);
	}
	return starts.map((start, n) => sql.slice(start, starts[n + 1]).trim());
}

function wrap(line: string): string {
	const lines = [""];
	for (const word of line.split(" ")) {
		const last = lines.at(-1) ?? "";
		if (last && last.length + 1 + word.length > maxColumns) lines.push(`    ${word}`);
		else lines[lines.length - 1] = last ? `${last} ${word}` : word;
	}
	return lines.join("\n");
}
