/** Whether tools fit a bike, as public pages show it on cards: `/fit/marks.json`. */
import * as messages from "../../messages/fit.ts";
import type { Capability } from "./capabilities.ts";
import { type Bike, type Verdict, verdict } from "./fit.ts";
import type { Outcome } from "./outcomes.ts";
import type { Vocabulary } from "./standards.ts";

/** An outcome, what it is called, and why. */
export type FitMark = [outcome: Outcome, label: string, reason: string];

/** The marks of tools by their ids. */
export type FitMarks = Record<string, FitMark>;

/** Returns whether a tool with these capabilities fits the bike, in a word and with the first reason. */
export function toFitMark(
	capabilities: readonly Capability[],
	bike: Bike,
	vocabulary: Vocabulary,
): FitMark {
	return markOf(verdict(capabilities, bike, vocabulary));
}

/** Returns a verdict as pages show it: in a word, and with the first reason. */
export function markOf({ outcome, reasons }: Verdict): FitMark {
	return [outcome, messages.outcomeNames[outcome], reasons[0]?.text ?? ""];
}

/** What counts of a family, the best first. */
export const byBest: readonly Outcome[] = ["fits", "not-known", "does-not-fit"];

/** Returns the best mark of a family's tools. */
export function bestMark(marks: [FitMark, ...FitMark[]]): FitMark {
	const [first, ...others] = marks;
	return others.reduce(
		(best, mark) => (byBest.indexOf(mark[0]) < byBest.indexOf(best[0]) ? mark : best),
		first,
	);
}

/**
 * Returns whether a tool fits what a search names: standards by dimension, of which the bike has one each. Only what the tool
 * does to these dimensions counts. If it fits one of them and not another, that is not known.
 */
export function markForStandards(
	capabilities: readonly Capability[],
	named: ReadonlyMap<string, readonly string[]>,
	vocabulary: Vocabulary,
): FitMark {
	const about = capabilities.filter(({ dimension = "" }) => named.has(dimension));
	const [part = ""] = named.keys();
	if (about.length === 0)
		return [
			"not-known",
			messages.outcomeNames["not-known"],
			messages.noUseRecorded(vocabulary.dimensions[part]?.name ?? part),
		];
	let bikes: Bike[] = [{}];
	for (const [dimension, standards] of named)
		bikes = bikes.flatMap((bike) => standards.map((id) => ({ ...bike, [dimension]: id })));
	const marks = bikes.map((bike) => toFitMark(about, bike, vocabulary));
	const [first = toFitMark(about, {}, vocabulary)] = marks;
	if (marks.every(([outcome]) => outcome === first[0])) return first;
	const unsure = [...named].find(([, standards]) => standards.length > 1);
	const dimension = vocabulary.dimensions[unsure?.[0] ?? part];
	const names = (unsure?.[1] ?? []).map(
		(id) => dimension?.standards.find((standard) => standard.id === id)?.name ?? id,
	);
	return [
		"not-known",
		messages.outcomeNames["not-known"],
		messages.finerNeeded(dimension?.name ?? part, names),
	];
}
