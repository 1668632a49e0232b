import { expect, it } from "vitest";
import { type Import, progressOf } from "./imports.ts";

const counts: Import["counts"] = {
	lines: 90,
	new: 30,
	changed: 20,
	unchanged: 10,
	wrong: 5,
	saved: 12,
	rejected: 3,
	reverted: 4,
	kept: 2,
};

it.each<[what: string, about: Pick<Import, "state" | "mode">, done: number, of: number]>([
	["reading: lines, of a number that is not known yet", { state: "reading", mode: null }, 90, 0],
	["a preview: nothing is to be saved", { state: "ready", mode: null }, 15, 0],
	["saving: the new and the changed ones", { state: "saving", mode: "good" }, 15, 50],
	["reverting: what was saved", { state: "reverting", mode: "good" }, 6, 12],
])("the progress of %s", (_, about, done, of) => {
	expect(progressOf({ ...about, counts })).toEqual({ done, of });
});
