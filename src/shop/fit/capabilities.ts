/** What a tool can do, as data: `remove bottom-bracket:bsa-24-44`, `torque 2-25`. A part has capabilities too: what it is. */
import * as v from "valibot";
import { type Action, actions, findStandard, leavesOf, type Vocabulary } from "./standards.ts";

const text = v.pipe(v.string(), v.trim(), v.minLength(1));

/** A capability. Its standards are no groups: a standard added later must not fit by itself. */
export const capabilitySchema = v.strictObject({
	action: v.picklist(actions),
	/** Missing for `torque` and for measuring lengths, which depend on no dimension. */
	dimension: v.optional(text),
	standards: v.optional(v.array(text), []),
	/** Standards that it does not fit according to its maker. */
	except: v.optional(v.array(text), []),
	/** The range of a torque, a length or a dimension with a unit. Both ends belong to it. */
	from: v.optional(v.number()),
	to: v.optional(v.number()),
	/** False for what it can also do: a chain breaker is made for chains, a multi-tool is not. */
	madeFor: v.optional(v.boolean(), true),
});
export type Capability = v.InferOutput<typeof capabilitySchema>;
export type CapabilityInput = v.InferInput<typeof capabilitySchema>;

/** A tool's capabilities of these actions belong together: all of them must fit. */
const actionsOfOneUse: readonly Action[] = ["mount", "part"];

/** Returns the capabilities by use. A tool fits a bike if one of its uses does. */
export function usesOf(capabilities: readonly Capability[]): Capability[][] {
	const together = actionsOfOneUse
		.map((action) => capabilities.filter((capability) => capability.action === action))
		.filter((use) => use.length > 0);
	const alone = capabilities.filter(({ action }) => !actionsOfOneUse.includes(action));
	return [...together, ...alone.map((capability) => [capability])];
}

/** Returns what the vocabulary does not know about in a tool's capabilities. */
export function capabilityErrors(
	capabilities: readonly Capability[],
	vocabulary: Vocabulary,
): string[] {
	return capabilities.flatMap((capability) => errorsOf(capability, vocabulary));
}

function errorsOf(capability: Capability, vocabulary: Vocabulary): string[] {
	const { action, dimension: dimensionId, standards, except, from, to } = capability;
	const label = [action, dimensionId].filter(Boolean).join(" ");
	const hasRange = from !== undefined && to !== undefined && from <= to;
	if ((from !== undefined || to !== undefined) && !hasRange) return [`${label}: no range`];
	const dimension = dimensionId === undefined ? undefined : vocabulary.dimensions[dimensionId];
	if (dimensionId !== undefined && !dimension) return [`${label}: no such dimension`];
	const named = [...standards, ...except];
	const errors: string[] = [];
	if ((!dimension || dimension.unit !== undefined) === !hasRange) {
		errors.push(`${label}: must have ${hasRange ? "standards" : "a range"}`);
	}
	if (hasRange && named.length > 0) errors.push(`${label}: must not have standards`);
	if (!hasRange && named.length === 0) errors.push(`${label}: must have standards`);
	if (new Set(named).size < named.length) errors.push(`${label}: a standard occurs twice`);
	if (!dimension) return errors;
	const leaves = leavesOf(dimension);
	for (const standard of named) {
		if (leaves.some(({ id }) => id === standard)) continue;
		const isGroup = findStandard(dimension, standard) !== undefined;
		errors.push(`${label}: ${standard} is ${isGroup ? "a group" : "no standard"}`);
	}
	return errors;
}
