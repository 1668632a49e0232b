/** Imports of tools from CSV files, as the API has them. */
import * as v from "valibot";
import { id, maxLengths, text, timestamp } from "../../values/fields.ts";
import { activeStates, importModes, importStates, lineKinds, lineStates } from "./import-states.ts";

/** The largest file, in bytes, and the most lines below its headings. */
export const maxImportBytes = 10 * 1024 * 1024;
export const maxImportLines = 10_000;

/** The form field that carries the file. */
export const importField = "file";

/** How long an import can be reverted, in days. Then its file and its old values are deleted. */
export const revertableDays = 30;

export const importSchema = v.object({
	_id: id,
	fileName: v.string(),
	createdAt: timestamp,
	/** The administrator's name; missing if the account is deleted. */
	createdBy: v.exactOptional(v.string()),
	state: v.picklist(importStates),
	mode: v.nullable(v.picklist(importModes)),
	problem: v.string(),
	/** The supplier whose file it is, by its columns. */
	supplier: v.nullable(v.string()),
	/** Whether its columns are the shop's own, so that there is nothing to choose. */
	hasOwnColumns: v.boolean(),
	/** How many lines were read, would be added, changed and are as they are, and are wrong. */
	counts: v.object({
		lines: v.number(),
		new: v.number(),
		changed: v.number(),
		unchanged: v.number(),
		wrong: v.number(),
		saved: v.number(),
		rejected: v.number(),
		reverted: v.number(),
		kept: v.number(),
	}),
	revertableUntil: timestamp,
	/** The categories that its file names and the shop does not have, with what becomes of each: its slug, another's, or none. */
	newCategories: v.array(
		v.object({ slug: v.string(), name: v.string(), lines: v.number(), target: v.string() }),
	),
	/** The pictures of one import alone, by address. */
	pictures: v.exactOptional(
		v.object({
			/** How many are still to be fetched, and how many could not be. */
			waiting: v.number(),
			missing: v.number(),
			/** The first of those that could not be, and why. */
			named: v.array(v.object({ address: v.string(), problem: v.string() })),
			/** How many lines were saved without a picture. */
			lines: v.number(),
		}),
	),
});
export type Import = v.InferOutput<typeof importSchema>;

/** Whether the queue works on it. */
export function isActive({ state }: Pick<Import, "state">): boolean {
	return activeStates.some((one) => one === state);
}

/** How many of a list of lines a page has. */
export const linesPageSize = 50;

export const importLineSchema = v.object({
	line: v.number(),
	kind: v.picklist(lineKinds),
	state: v.picklist(lineStates),
	toolId: v.nullable(v.string()),
	name: v.string(),
	/** What each column was and becomes; of a new tool, its family and its parts. */
	changes: v.array(v.object({ column: v.string(), before: v.string(), after: v.string() })),
	errors: v.array(v.object({ column: v.string(), message: v.string() })),
});
export type ImportLine = v.InferOutput<typeof importLineSchema>;

/** The query of a list of lines: of a state, after a line. */
export const linesQuery = v.object({
	state: v.picklist(lineStates),
	after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), "0"),
	/** `1`: those that were saved without a picture alone. */
	incomplete: v.optional(v.literal("1")),
});

export const startImport = v.object({
	mode: v.picklist(importModes),
	/** What becomes of new categories, by their slugs; by default as the import says. */
	categories: v.optional(v.record(text(maxLengths.name), text(maxLengths.name)), {}),
});

/** The lines that are done, and of how many, while the queue works on an import. */
export function progressOf({ state, mode, counts }: Pick<Import, "state" | "mode" | "counts">): {
	done: number;
	of: number;
} {
	const good = counts.new + counts.changed;
	if (state === "reading" || state === "fetching") return { done: counts.lines, of: 0 };
	if (state === "reverting") return { done: counts.reverted + counts.kept, of: counts.saved };
	return {
		done: counts.saved + counts.rejected,
		of: state === "ready" || mode === null ? 0 : good,
	};
}
