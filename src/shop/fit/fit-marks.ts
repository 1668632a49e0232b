/** Whether tools fit a bike, as public pages show it on cards: `/fit/marks.json`. */
import * as messages from "../../messages.fit.ts";
import type { Capability } from "./capabilities.ts";
import { type Bike, verdict } from "./fit.ts";
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
	const { outcome, reasons } = verdict(capabilities, bike, vocabulary);
	return [outcome, messages.outcomeNames[outcome], reasons[0]?.text ?? ""];
}
