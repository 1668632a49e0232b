/** The states of an import, of its lines and of its mode. Imports nothing, because the tables need them. */

/**
 * A file is `reading`, then `fetching` the pictures that it names by address, then `ready` with its preview, or `failed`; one whose columns the shop does not know may be
 * `mapping`, until somebody has chosen what each is. Once it is started it is `saving`, then
 * `done`. It can be reverted as a whole: `reverting`, then `reverted`.
 */
export const importStates = [
	"reading",
	"fetching",
	"mapping",
	"ready",
	"failed",
	"saving",
	"done",
	"reverting",
	"reverted",
] as const;
export type ImportState = (typeof importStates)[number];

/** The states in which the queue works on an import. */
export const activeStates = [
	"reading",
	"fetching",
	"saving",
	"reverting",
] as const satisfies ImportState[];

/** Whether an import with wrong lines saves nothing, or the good ones. */
export const importModes = ["all", "good"] as const;
export type ImportMode = (typeof importModes)[number];

/** What is wrong in a column of a line. The column is empty where the whole line is meant. */
export interface LineError {
	column: string;
	message: string;
}

/** What a line does. A line that changes nothing is counted, not stored. */
export const lineKinds = ["new", "changed", "wrong"] as const;

/**
 * A good line is `waiting`, then `saved`, or `rejected` if the shop has changed since the preview. A saved
 * one is `reverted`, or `kept` where somebody has changed the tool since. A wrong line is `wrong`.
 */
export const lineStates = ["waiting", "saved", "rejected", "reverted", "kept", "wrong"] as const;
export type LineState = (typeof lineStates)[number];

/**
 * A category that a file names and the shop does not have: its slug and name if it is made, how many lines name it, and
 * what becomes of it: its own slug, that of another category, or empty for none.
 */
export interface FileCategory {
	slug: string;
	name: string;
	lines: number;
	target: string;
}

/** The headings of a file, and the cells of its first lines, the longest ones cut. */
export interface FileHeader {
	headings: string[];
	samples: string[][];
}
