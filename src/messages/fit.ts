/** Texts about what fits a bike. */

import { name as shopName } from "../config/config.ts";
import { minutes } from "./numbers.ts";

/** What an action is called of a tool, as in "It removes". */
export const actionNames = {
	remove: "removes",
	install: "installs",
	press: "presses",
	hold: "holds",
	turn: "turns",
	adjust: "adjusts",
	open: "opens",
	close: "closes",
	lever: "takes off and puts on",
	inflate: "inflates",
	patch: "patches",
	bleed: "bleeds",
	cut: "cuts",
	mount: "takes",
	measure: "measures",
	torque: "tightens to a torque",
	part: "is made for",
} as const;
type ActionName = keyof typeof actionNames;

export const outcomeNames = {
	fits: "Fits",
	"does-not-fit": "Does not fit",
	"not-known": "Not known",
} as const;

export const noCapabilities = "We haven't recorded what this fits yet.";

export function anyBike(action: ActionName, dimension: { name: string } | undefined): string {
	return dimension
		? `It ${actionNames[action]} the ${lowerFirst(dimension.name)} of any bike.`
		: `It ${actionNames[action]} on any bike.`;
}

/** Says it of a tool in a search that names a part of the bike it has no recorded use for. */
export function noUseRecorded(dimension: string): string {
	return `${dimension}: this tool has no recorded use for it.`;
}

export function notChosen(dimension: string): string {
	return `${dimension}: not chosen for this bike.`;
}

export function range(
	{ name, unit = "" }: { name: string; unit?: string | undefined },
	from: number,
	to: number,
	value: number,
): string {
	return `${name}: made for ${from} to ${to} ${unit}; the bike has ${value} ${unit}.`;
}

export function finerNeeded(dimension: string, names: readonly string[]): string {
	return `${dimension}: depends on which one the bike has: ${names.join("; ")}.`;
}

export function madeForIt(action: ActionName, dimension: string, standard: string): string {
	return `${dimension}: it ${actionNames[action]} ${standard}.`;
}

export function excluded(action: ActionName, dimension: string, standard: string): string {
	return `${dimension}: it ${actionNames[action]} other types, not ${standard}.`;
}

export function nobodySays(action: ActionName, dimension: string, standard: string): string {
	return `${dimension}: no source says whether it ${actionNames[action]} ${standard}.`;
}

export function sourcesDisagree(standard: string, shapes: readonly string[]): string {
	return `Sources disagree on whether a tool with ${shapes.join(" or ")} fits ${standard}.`;
}

export function sameShape(standard: string, shapes: readonly string[]): string {
	return `${standard} takes a tool with ${shapes.join(" or ")}, like this one.`;
}

export function otherShape(
	standard: string,
	needed: readonly string[],
	has: readonly string[],
): string {
	const takes = needed.length > 0 ? `takes a tool with ${needed.join(" or ")}; ` : "";
	return `${standard}: ${takes}this one has ${has.join(" and ")}.`;
}

export function otherPart(standard: string, made: readonly string[]): string {
	return `Made for ${made.join("; ")}. The bike has ${standard}.`;
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}

export const difficultyNames = { easy: "Easy", medium: "Medium", hard: "Hard" } as const;

export function jobFacts(job: {
	minutes: number;
	difficulty: keyof typeof difficultyNames;
}): string {
	return `${minutes(job.minutes)} · ${difficultyNames[job.difficulty]}`;
}

export const chooseBike = "Tell us what your bike has and we'll show only the tools that fit.";

export function chooseFirst(dimension: string): string {
	return `Choose your ${lowerFirst(dimension)} to see the tool for it.`;
}

interface NamedNeed {
	action: ActionName;
	for: string;
	/** What the tool is called. */
	tool?: string | undefined;
	from?: number | undefined;
	to?: number | undefined;
	optional: boolean;
}

export function needName({ for: purpose, optional }: NamedNeed): string {
	return optional ? `Optional: ${lowerFirst(purpose)}` : purpose;
}

interface NamedDimension {
	name: string;
	standards: readonly { id: string; name: string }[];
}

/** Names of standards by their ids. */
function namesOf(ids: readonly string[], dimension: NamedDimension | undefined): string {
	return ids
		.map((id) => dimension?.standards.find((standard) => standard.id === id)?.name ?? id)
		.join("; ");
}

export function onlyFor(
	{ standards }: { standards: readonly string[] },
	dimension: NamedDimension | undefined,
): string {
	return `Only with ${lowerFirst(dimension?.name ?? "")}: ${namesOf(standards, dimension)}.`;
}

export function forStandards(standards: readonly { name: string }[]): string {
	return `For ${standards.map(({ name }) => name).join("; ")}.`;
}

/** Below the tools for some of a dimension's standards. */
export function fitsSome(dimension: string, isMost: boolean): string {
	return `${isMost ? "Fits most" : "Fits some"}: choose your ${lowerFirst(dimension)} to be sure.`;
}

/** What a need is met by: "a freewheel remover", "a torque wrench for 12 to 14 Nm". */
function toolName({ action, tool, from = 0, to = 0 }: NamedNeed): string {
	if (tool) return /s$/.test(tool) ? tool : `${/^[aeiou]/.test(tool) ? "an" : "a"} ${tool}`;
	if (action === "torque") {
		return from === to
			? `a torque wrench that reaches ${to} Nm`
			: `a torque wrench for ${from} to ${to} Nm`;
	}
	return action === "measure" && to > 0 ? `something that measures ${from} to ${to} mm` : "a tool";
}

/** What the shop lacks for a job. A tool without a name is told by what it is for. */
export function notSoldHere(needs: readonly NamedNeed[]): string {
	const names = needs.map((need) => {
		const name = toolName(need);
		return name === "a tool" ? `a tool to ${lowerFirst(need.for)}` : name;
	});
	return `You also need ${joined([...new Set(names)])}, which we don't stock.`;
}

export function soldOutNow(names: readonly string[]): string {
	// A name may have a comma.
	return `Sold out right now: ${names.join("; ")}.`;
}

export function torque([min, max]: readonly [number, number]): string {
	return min === max ? `${min}` : `${min} to ${max}`;
}

export const torqueNote = "If the part or its manual gives another value, use that one.";

export function checkedOn(day: string, read: "document" | "quotation"): string {
	return read === "document" ? `checked ${day}` : `as quoted by others, checked ${day}`;
}

export const myBike =
	"Answer three questions to see which tools fit. No part names needed: just look at the bike.";

export const keptInAddress =
	"This page's link holds your answers: share it, or save the bike in this browser.";

/** What a tool does, as in "removes and installs it". */
export function doesActions(actions: readonly ActionName[]): string {
	return `${joined(actions.map((action) => actionNames[action]))} it`;
}

function joined(words: readonly string[]): string {
	return [...new Set(words)].join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** The button beside the name of the chosen bike. */
export const noBike = "Clear my bike";

export const doesItFit = "Does it fit my bike?";

export const allThatFit = "All tools that fit, in the catalog";

export const myBikeText = "My bike";
export const toolsForIt = "Tools for it";
export const itsParts = "I know my parts";
export const showWhatFits = "Show what fits";
export const savedBikes = "Saved bikes";
export const saveBike = "Save this bike";
export const howToFindOut = "How to find out";
export const howToMeasure = (question: string) => `${question} How to see and measure it.`;
export const alsoKnownAs = (names: readonly string[]) => `Also: ${names.join(", ")}`;
export const bikeHas = (standard: string) => `My bike has this: ${standard}`;
export const fitDescription = `Choose what your bike has, and ${shopName} shows the tools that fit it.`;
export const allToolsForIt = "All tools for it";
export const noToolForIt = "We don't sell a tool for this yet.";

/** The answers to the three questions, as they stand on their cards. */
export const answerNames = {
	kind: {
		road: "Road bike",
		gravel: "Gravel bike",
		mountain: "Mountain bike",
		city: "City or trekking bike",
		"e-bike": "E-bike",
		folding: "Folding bike",
		bmx: "BMX",
		kids: "Children's bike",
		unknown: "Something else, or not sure",
	},
	shifter: {
		shimano: "Shimano",
		sram: "SRAM",
		campagnolo: "Campagnolo",
		other: "microSHIFT or another brand",
		unknown: "No brand, or not sure",
	},
	sprockets: {
		"1": "1",
		"7": "5 to 7",
		"8": "8",
		"9": "9",
		"10": "10",
		"11": "11",
		"12": "12",
		"13": "13",
		unknown: "Not sure",
	},
} as const;
type AnswerNames = typeof answerNames;
interface NamedAnswers {
	readonly kind?: keyof AnswerNames["kind"];
	readonly shifter?: keyof AnswerNames["shifter"];
	readonly sprockets?: keyof AnswerNames["sprockets"];
}

export const questionTexts = {
	kind: {
		name: "Kind",
		question: "What kind of bike is it?",
		help: "The orange part is what sets it apart.",
	},
	shifter: {
		name: "Shifter",
		question: "What brand is printed on the shifter?",
		help: "It's printed on the lever or housing that changes gears, where the arrow points.",
	},
	sprockets: {
		name: "Sprockets",
		question: "How many sprockets does the rear wheel have?",
		help: "Count the toothed rings from the side, from the spokes out to the frame: one dot each.",
	},
} as const;

const speeds = { "1": "single-speed", "7": "5- to 7-speed" } as const;

/** A bike's name from its answers, as in "Road bike, 12-speed", or from the first standard that it has. */
export function bikeName({ kind, sprockets }: NamedAnswers, standard: string | undefined): string {
	const name = kind && kind !== "unknown" ? answerNames.kind[kind] : "Bike";
	if (!sprockets || sprockets === "unknown") {
		return name === "Bike" && standard ? `Bike with ${standard}` : name;
	}
	return `${name}, ${sprockets === "1" || sprockets === "7" ? speeds[sprockets] : `${sprockets}-speed`}`;
}

export const suretyNames = { "quite-sure": "Quite sure", likely: "Likely" } as const;
export const youChose = "You chose this";
export const likelyBike = "Your bike probably has";
export const whatItHas = "Your bike has";
export const likelyIntroduction =
	"Based on your answers. Check what you can and tap to correct it.";
export const nothingFollows =
	"These answers don't say what your bike has. Tap a part below to find out.";
export const change = "Change";
export const stepsLabel = "Three questions";
export const tapAPart = "Or tap the part you want to know";
export const stillOpen = "Not known yet: tap a part to find out";
export const partsOfBike = "Parts of the bike";
export const known = "known";
export const answerQuestions = "Answer three questions instead";
export const sprocketCount = (count: string) =>
	`${count} ${count === "1" ? "sprocket" : "sprockets"}`;
export const oneOfThese = (group: string) => `${group}: one of these, not sure which`;
/** The heading of standards that are in no group. */
export const others = "Others";
export const leaveOpen = "Not sure: skip this one";
export const chooseThis = "Use this";
