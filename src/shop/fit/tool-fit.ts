/** What a tool fits, for its own page: each use with the standards that it fits, and why. */
import { type Capability, usesOf } from "./capabilities.ts";
import { judge, type Reason } from "./fit.ts";
import { type Outcome, outcomes } from "./outcomes.ts";
import {
	type Action,
	actions,
	type Dimension,
	findStandard,
	leavesOf,
	type Vocabulary,
} from "./standards.ts";

/** The standards with one outcome. */
export interface FitLine {
	outcome: Outcome;
	/** The names of the standards. */
	standards: string[];
}

/** What a tool does to one dimension, or its range. */
export interface ToolFit {
	actions: Action[];
	/** The dimension's id, unless it is a torque or a length. */
	dimensionId?: string;
	dimension?: Dimension;
	madeFor: boolean;
	range?: { from: number; to: number };
	lines: FitLine[];
	/** Why, where sources and not the tool's own data say it. */
	reasons: Reason[];
	/** Whether it fits nothing else: a part is what its maker says. */
	noOther: boolean;
	/** Whether it is one of several that must all fit: a wheel's size and its axle. */
	together: boolean;
}

/** Returns what a tool with these capabilities fits. Capabilities that differ in their action alone are one. */
export function toolFit(capabilities: readonly Capability[], vocabulary: Vocabulary): ToolFit[] {
	const inOrder = capabilities.toSorted(
		(one, other) => actions.indexOf(one.action) - actions.indexOf(other.action),
	);
	const fits = usesOf(inOrder).flatMap((use) =>
		use.map((capability) => fitOf(capability, use.length > 1, vocabulary)),
	);
	const dimensions = fits.map(({ dimensionId }) => dimensionId);
	const groups = Map.groupBy(fits, ({ dimensionId, madeFor, range, lines }) =>
		JSON.stringify([dimensionId, madeFor, range, lines]),
	);
	return [...groups.values()]
		.flatMap(([first, ...others]) =>
			first ? [{ ...first, actions: [first, ...others].flatMap(({ actions }) => actions) }] : [],
		)
		.toSorted(
			(one, other) =>
				Number(other.madeFor) - Number(one.madeFor) ||
				dimensions.indexOf(one.dimensionId) - dimensions.indexOf(other.dimensionId),
		);
}

function fitOf(capability: Capability, together: boolean, vocabulary: Vocabulary): ToolFit {
	const { action, dimension: dimensionId, standards, madeFor, from, to } = capability;
	const dimension = dimensionId === undefined ? undefined : vocabulary.dimensions[dimensionId];
	const judged = dimension ? judgeStandards(capability, dimension) : [];
	const noOther = action === "part" && standards.length > 0;
	const lines = outcomes.flatMap((outcome): FitLine[] => {
		if (noOther && outcome !== "fits") return [];
		const named = judged.filter(({ reason }) => reason.outcome === outcome);
		return named.length > 0 ? [{ outcome, standards: named.map(({ name }) => name) }] : [];
	});
	return {
		actions: [action],
		...(dimensionId !== undefined && { dimensionId }),
		...(dimension && { dimension }),
		madeFor,
		...(from !== undefined && to !== undefined && { range: { from, to } }),
		lines,
		reasons: noOther
			? []
			: judged.flatMap(({ reason }) => (reason.sources.length > 0 ? [reason] : [])),
		noOther,
		together,
	};
}

/**
 * Judges all standards that a bike may have. Of bolts a bike has many, so only those that the tool's own
 * data names count: nobody asks which bolts it does not fit.
 */
function judgeStandards(
	capability: Capability,
	dimension: Dimension,
): { name: string; reason: Reason }[] {
	const { standards, except } = capability;
	const leaves = dimension.ofTheBike
		? leavesOf(dimension)
		: [...standards, ...except].flatMap((id) => findStandard(dimension, id) ?? []);
	return leaves.map(({ id, name }) => ({ name, reason: judge(capability, dimension, id) }));
}
