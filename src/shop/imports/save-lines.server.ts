/** Saves the lines of an import, and reverts them: some at a time, each batch of lines in one transaction. */
import {
	addTool,
	completeLine,
	removeTool,
	revertChange,
	saveChange,
} from "./line-changes.server.ts";
import { readLines } from "./stored-lines.server.ts";
import { writeLines } from "./write-lines.server.ts";

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
	const results = context.lines.map((line) =>
		line.kind === "changed" ? revertChange(line, context) : removeTool(line, context),
	);
	await writeLines({ importId, actorId, state: "reverted", results });
	return true;
}
