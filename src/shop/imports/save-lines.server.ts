/** Saves the lines of an import, and reverts them: some at a time, each batch of lines in one transaction. */
import * as texts from "../../messages/imports.ts";
import {
	addTool,
	changedSinceAdded,
	completeLine,
	type Rejected,
	revertChange,
	saveChange,
	type Write,
} from "./line-changes.server.ts";
import { readLines } from "./stored-lines.server.ts";
import { type Removal, writeLines } from "./write-lines.server.ts";

/** Saves the next lines. Returns whether there were any. */
export async function saveLines(importId: string, actorId: string | null): Promise<boolean> {
	const context = await readLines(importId, "waiting");
	if (context.lines.length === 0) return false;
	const results = context.lines.map((line) =>
		line.was.wanted
			? completeLine(line, context)
			: line.kind === "new"
				? addTool(line, context)
				: saveChange(line, context),
	);
	await writeLines({ importId, actorId, state: "saved", results });
	return true;
}

/** Reverts the next lines. Returns whether there were any. */
export async function revertLines(importId: string, actorId: string | null): Promise<boolean> {
	const context = await readLines(importId, "saved");
	if (context.lines.length === 0) return false;
	const results: (Write | Rejected)[] = [];
	const removed: Removal[] = [];
	for (const line of context.lines) {
		const row = context.rows.get(line.toolId);
		if (line.kind === "changed") results.push(revertChange(line, context));
		else {
			const changed = row ? changedSinceAdded(row, line) : [];
			if (changed.length === 0) removed.push({ line: line.line, id: line.toolId, row });
			else {
				const message = texts.changedSinceImport(changed);
				results.push({ line: line.line, errors: [{ column: "", message }] });
			}
		}
	}
	await writeLines({ importId, actorId, state: "reverted", results, removed });
	return true;
}
