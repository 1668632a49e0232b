/**
 * Whether a tool fits a bike, computed from the tool's capabilities and the bike's standards. What
 * nobody has said is not known, and so is what sources disagree about.
 */
import * as messages from "../../messages/fit.ts";
import { type Capability, usesOf } from "./capabilities.ts";
import type { Outcome } from "./outcomes.ts";
import {
	type Action,
	type Claim,
	type Dimension,
	findStandard,
	membersOf,
	type Standard,
	type Vocabulary,
} from "./standards.ts";

/** A bike: the standard of each dimension that its rider has chosen, or a number where there is a unit. */
export type Bike = Readonly<Record<string, string | number>>;

/** Why something fits, does not fit or is not known. */
export interface Reason {
	outcome: Outcome;
	text: string;
	/** Ids of the sources. Empty where the tool's own data says it. */
	sources: string[];
}

export interface Verdict {
	outcome: Outcome;
	/** What decided comes first. */
	reasons: Reason[];
}

/** Returns whether a tool with these capabilities fits the bike. */
export function verdict(
	capabilities: readonly Capability[],
	bike: Bike,
	vocabulary: Vocabulary,
): Verdict {
	if (capabilities.length === 0) {
		return { outcome: "not-known", reasons: [reason("not-known", messages.noCapabilities)] };
	}
	const uses = usesOf(capabilities).map((use) => judgeUse(use, bike, vocabulary));
	const outcome =
		(["fits", "not-known"] as const).find((candidate) =>
			uses.some((use) => use.outcome === candidate),
		) ?? "does-not-fit";
	const deciding = uses.filter((use) => use.outcome === outcome);
	const others = uses.filter((use) => use.outcome !== outcome);
	return { outcome, reasons: [...deciding, ...others].flatMap(({ reasons }) => reasons) };
}

/**
 * Returns whether all of these fit the bike, as the parts of a kit must: the part that fits worst decides. Undefined
 * without any, as for a gift card.
 */
export function verdictOfAll(
	parts: readonly (readonly Capability[])[],
	bike: Bike,
	vocabulary: Vocabulary,
): Verdict | undefined {
	const verdicts = parts.map((capabilities) => verdict(capabilities, bike, vocabulary));
	const worst = (["does-not-fit", "not-known", "fits"] as const).find((outcome) =>
		verdicts.some((one) => one.outcome === outcome),
	);
	if (!worst) return undefined;
	const deciding = verdicts.filter(({ outcome }) => outcome === worst);
	return { outcome: worst, reasons: deciding.flatMap(({ reasons }) => reasons) };
}

/**
 * Returns whether a tool may fit the bike: of one of its uses all parts that were chosen fit, and at least one was or none
 * needs to be. A truing stand may fit a wheel of which the axle alone is known.
 */
export function mayFit(
	capabilities: readonly Capability[],
	bike: Bike,
	vocabulary: Vocabulary,
): boolean {
	const isOpen = ({ dimension = "" }: Capability) =>
		vocabulary.dimensions[dimension]?.ofTheBike === true && bike[dimension] === undefined;
	return usesOf(capabilities).some((use) => {
		const known = use.filter((capability) => !isOpen(capability));
		return known.length > 0 && judgeUse(known, bike, vocabulary).outcome === "fits";
	});
}

/** All capabilities of a use must fit. */
function judgeUse(use: readonly Capability[], bike: Bike, vocabulary: Vocabulary): Verdict {
	const reasons = use.map((capability) => judgeForBike(capability, bike, vocabulary));
	const outcome =
		(["does-not-fit", "not-known"] as const).find((candidate) =>
			reasons.some((reason) => reason.outcome === candidate),
		) ?? "fits";
	return {
		outcome,
		reasons: reasons.toSorted(
			(one, other) => Number(one.outcome !== outcome) - Number(other.outcome !== outcome),
		),
	};
}

function judgeForBike(capability: Capability, bike: Bike, vocabulary: Vocabulary): Reason {
	const { dimension: dimensionId } = capability;
	const dimension = dimensionId === undefined ? undefined : vocabulary.dimensions[dimensionId];
	if (!dimension?.ofTheBike) return reason("fits", messages.anyBike(capability.action, dimension));
	const chosen = bike[dimensionId ?? ""];
	if (chosen === undefined) return reason("not-known", messages.notChosen(dimension.name));
	if (dimension.unit !== undefined) return judgeNumber(capability, dimension, Number(chosen));
	return judge(capability, dimension, String(chosen));
}

function judgeNumber(capability: Capability, dimension: Dimension, value: number): Reason {
	const { from = Number.NaN, to = Number.NaN } = capability;
	if (Number.isNaN(value)) return reason("not-known", messages.notChosen(dimension.name));
	const outcome = value >= from && value <= to ? "fits" : "does-not-fit";
	return reason(outcome, messages.range(dimension, from, to, value));
}

/** Returns whether a capability is for a standard. For a group all of its standards must agree. */
export function judge(capability: Capability, dimension: Dimension, standardId: string): Reason {
	const standard = findStandard(dimension, standardId);
	const members = membersOf(dimension, standardId);
	const reasons = members.map((member) => judgeStandard(capability, dimension, member));
	const [first] = reasons;
	if (!standard || !first) return reason("not-known", messages.notChosen(dimension.name));
	if (members[0] === standard) return first;
	if (first.outcome !== "not-known" && reasons.every(({ outcome }) => outcome === first.outcome)) {
		const sources = unique(reasons.flatMap((reason) => reason.sources));
		// The bike has the group, so the reason names it.
		const [same, ...others] = unique(
			members.map(
				(member) => judgeStandard(capability, dimension, { ...member, name: standard.name }).text,
			),
		);
		const say = first.outcome === "fits" ? messages.madeForIt : messages.excluded;
		const text =
			same && others.length === 0 ? same : say(capability.action, dimension.name, standard.name);
		return { ...first, text, sources };
	}
	return reason(
		"not-known",
		messages.finerNeeded(
			dimension.name,
			members.map(({ name }) => name),
		),
		standard.sources,
	);
}

function judgeStandard(
	{ action, standards, except }: Capability,
	dimension: Dimension,
	standard: Standard,
): Reason {
	const { name } = standard;
	if (standards.includes(standard.id)) {
		return reason("fits", messages.madeForIt(action, dimension.name, name));
	}
	if (except.includes(standard.id)) {
		return reason("does-not-fit", messages.excluded(action, dimension.name, name));
	}
	// A part is what its maker says, and nothing else.
	if (action === "part" && standards.length > 0) {
		const made = standards.map((id) => findStandard(dimension, id)?.name ?? id);
		return reason("does-not-fit", messages.otherPart(name, made), standard.sources);
	}
	const claims = standard.tools[action];
	const shapes = shapesOf(action, dimension, standards);
	if (!claims || shapes.length === 0) {
		return reason("not-known", messages.nobodySays(action, dimension.name, name));
	}
	const named = (some: readonly string[]) => some.map((shape) => dimension.shapes[shape] ?? shape);
	const about = (shape: string) => claims.filter((claim) => claim.shape === shape);
	const fitting = undisputedShapes(standard, action);
	const shapeFits = shapes.find((shape) => isUnanimous(about(shape), true));
	if (shapeFits !== undefined) {
		return reason(
			"fits",
			messages.sameShape(name, named([shapeFits])),
			sourcesOf(about(shapeFits)),
		);
	}
	const disputed = shapes.find((shape) => about(shape).some(({ fits }) => fits));
	if (disputed !== undefined) {
		const text = messages.sourcesDisagree(name, named([disputed]));
		return reason("not-known", text, sourcesOf(about(disputed)));
	}
	const rejected = shapes.flatMap(about);
	if (fitting.length === 0 && !shapes.every((shape) => about(shape).length > 0)) {
		return reason("not-known", messages.nobodySays(action, dimension.name, name));
	}
	return reason(
		"does-not-fit",
		messages.otherShape(name, named(fitting), named(shapes)),
		sourcesOf([...rejected, ...fitting.flatMap(about)]),
	);
}

/** Whether there are claims, and all of them say `fits`. */
function isUnanimous(claims: readonly Claim[], fits: boolean): boolean {
	return claims.length > 0 && claims.every((claim) => claim.fits === fits);
}

/**
 * Returns the working ends of a tool that does `action` to these standards. A standard that several
 * shapes fit says nothing about the tool: a pedal with flats and a socket takes a wrench or a key.
 */
function shapesOf(action: Action, dimension: Dimension, standardIds: readonly string[]): string[] {
	const shapes = standardIds.flatMap((standardId) => {
		const standard = findStandard(dimension, standardId);
		const fitting = standard ? undisputedShapes(standard, action) : [];
		return fitting.length === 1 ? fitting : [];
	});
	return unique(shapes);
}

/** Returns the shapes of which all sources say that they fit the standard. */
function undisputedShapes(standard: Standard, action: Action): string[] {
	const claims = standard.tools[action] ?? [];
	return unique(claims.map(({ shape }) => shape)).filter((shape) =>
		isUnanimous(
			claims.filter((claim) => claim.shape === shape),
			true,
		),
	);
}

const sourcesOf = (claims: readonly Claim[]) => unique(claims.map(({ source }) => source));
const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

function reason(outcome: Outcome, text: string, sources: string[] = []): Reason {
	return { outcome, text, sources };
}
