/**
 * What a bike likely has, from three answers that anybody can give who stands beside it. The rules are
 * in content/bikes.json. What does not follow from the answers stays open.
 */
import * as v from "valibot";
import { bikeDimensions, readBike } from "./bike.ts";
import type { Bike } from "./fit.ts";
import { findStandard, type Vocabulary } from "./standards.ts";

/** The questions in their order, with the answers to choose from. Seven sprockets stand for five to seven. */
export const answerValues = {
	kind: ["road", "gravel", "mountain", "city", "e-bike", "folding", "bmx", "kids", "unknown"],
	shifter: ["shimano", "sram", "campagnolo", "other", "unknown"],
	sprockets: ["1", "7", "8", "9", "10", "11", "12", "13", "unknown"],
} as const;

export type Question = keyof typeof answerValues;
type Answer<Asked extends Question> = (typeof answerValues)[Asked][number];
export type Answers = { readonly [Asked in Question]?: Answer<Asked> };

/** The questions in their order. */
export const questions = ["kind", "shifter", "sprockets"] as const satisfies readonly Question[];

/** The value of a dimension that the rider left open, although an answer would be likely. */
export const leftOpen = "not-known";

const anyOf = <const Values extends readonly string[]>(values: Values) =>
	v.optional(v.pipe(v.array(v.picklist(values)), v.minLength(1)));

const text = v.pipe(v.string(), v.trim(), v.minLength(1));

/** With these answers the bike has this standard: how sure that is, why, and who says so. */
const ruleSchema = v.strictObject({
	/** All that is named must be one of these. */
	when: v.strictObject({
		kind: anyOf(answerValues.kind),
		shifter: anyOf(answerValues.shifter),
		sprockets: anyOf(answerValues.sprockets),
	}),
	dimension: v.picklist(bikeDimensions),
	standard: text,
	sure: v.picklist(["quite-sure", "likely"]),
	because: text,
	sources: v.pipe(v.array(text), v.minLength(1)),
});
export type BikeRule = v.InferOutput<typeof ruleSchema>;

/** The file content/bikes.json. */
export const bikeRulesSchema = v.strictObject({ rules: v.array(ruleSchema) });

/** Returns what the vocabulary does not know about in the rules. */
export function ruleErrors(
	rules: readonly BikeRule[],
	{ dimensions, sources }: Vocabulary,
): string[] {
	return rules.flatMap(({ dimension: id, standard, sources: named }, index) => {
		const dimension = dimensions[id];
		const rule = `rule ${index + 1}, ${id}:${standard}`;
		return [
			...(dimension && findStandard(dimension, standard) ? [] : [`${rule}: no such standard`]),
			...named.flatMap((source) => (sources[source] ? [] : [`${rule}: no source ${source}`])),
		];
	});
}

/** Reads the answers in an address. */
export function readAnswers(params: URLSearchParams): Answers {
	const kind = answerValues.kind.find((value) => value === params.get("kind"));
	const shifter = answerValues.shifter.find((value) => value === params.get("shifter"));
	const sprockets = answerValues.sprockets.find((value) => value === params.get("sprockets"));
	return { ...(kind && { kind }), ...(shifter && { shifter }), ...(sprockets && { sprockets }) };
}

/** Returns the first question without an answer. */
export function nextQuestion(answers: Answers): Question | undefined {
	return questions.find((question) => answers[question] === undefined);
}

/** Returns what the answers make likely: of each dimension the first rule that applies. */
export function likelyBike(answers: Answers, rules: readonly BikeRule[]): BikeRule[] {
	const applying = rules.filter(({ when }) =>
		questions.every((question) => {
			const wanted: readonly string[] | undefined = when[question];
			return !wanted || wanted.includes(answers[question] ?? "");
		}),
	);
	return [...Map.groupBy(applying, ({ dimension }) => dimension).values()].flatMap(
		([first]) => first ?? [],
	);
}

/** A part of a bike: what was chosen, or what is likely. */
export interface BikePart {
	dimension: string;
	value: string | number;
	/** The rule that makes this value likely. */
	rule?: BikeRule;
}

/** A bike that is known from answers, from what was chosen, or from both. */
export interface KnownBike {
	answers: Answers;
	/** In the order of dimensions. */
	parts: BikePart[];
	bike: Bike;
	/** What its address says, in one order: the answers, and what was chosen or left open. */
	kept: [name: string, value: string][];
}

/** Reads a bike from an address. What was chosen, or left open, comes before what is likely. */
export function readKnownBike(
	params: URLSearchParams,
	rules: readonly BikeRule[],
	vocabulary: Vocabulary,
): KnownBike {
	const answers = readAnswers(params);
	const chosen = readBike(params, bikeDimensions, vocabulary);
	const likely = new Map(likelyBike(answers, rules).map((rule) => [rule.dimension, rule]));
	const isOpen = (dimension: string) => params.get(dimension) === leftOpen;
	const parts = bikeDimensions.flatMap((dimension): BikePart[] => {
		const rule = likely.get(dimension);
		const value = chosen[dimension] ?? (isOpen(dimension) ? undefined : rule?.standard);
		if (value === undefined) return [];
		return [{ dimension, value, ...(rule?.standard === value && { rule }) }];
	});
	const said: Bike = { ...answers, ...chosen };
	const kept = [...questions, ...bikeDimensions].flatMap((name): [string, string][] => {
		const value = said[name] ?? (isOpen(name) ? leftOpen : undefined);
		return value === undefined ? [] : [[name, String(value)]];
	});
	const bike = Object.fromEntries(parts.map(({ dimension, value }) => [dimension, value]));
	return { answers, parts, bike, kept };
}

/** Returns the query of a bike with all its parts, likely ones too: what a browser saves. */
export function queryToSave({ kept, bike }: Pick<KnownBike, "kept" | "bike">): string {
	const saved = new Map(kept);
	for (const [dimension, value] of Object.entries(bike)) saved.set(dimension, String(value));
	const inOrder = [...questions, ...bikeDimensions].flatMap((name): [string, string][] => {
		const value = saved.get(name);
		return value === undefined ? [] : [[name, value]];
	});
	return new URLSearchParams(inOrder).toString();
}
