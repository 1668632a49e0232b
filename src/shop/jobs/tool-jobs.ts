/** The jobs that a tool is for, and what else they take. */
import type { Capability } from "../fit/capabilities.ts";
import type { Action, Vocabulary } from "../fit/standards.ts";
import type { Job, Need } from "./jobs.ts";
import { kitOptions, standardsToFit } from "./kit.ts";

interface JobEntry {
	id: string;
	data: Job;
}

/** How many jobs a tool's page lists. */
export const maxToolJobs = 6;

/** What is done to a part in a job that changes it. */
const partActions: readonly Action[] = ["remove", "install", "press"];

/** A part counts in the jobs that take one off or put one on: as if it were the tool for that. */
const asTools = (capabilities: readonly Capability[]): Capability[] =>
	capabilities.flatMap((capability) =>
		capability.action === "part"
			? partActions.map((action) => ({ ...capability, action }))
			: [capability],
	);

/**
 * Returns the jobs that need what this tool does, those that can't do without it first. What it can do
 * but is not made for does not count.
 */
export function jobsOfTool<Entry extends JobEntry>(
	capabilities: readonly Capability[],
	jobs: readonly Entry[],
	vocabulary: Vocabulary,
): Entry[] {
	const tool = {
		id: "",
		priceCents: 0,
		available: true,
		capabilities: asTools(capabilities).filter(({ madeFor }) => madeFor),
	};
	const actions = new Set(tool.capabilities.map(({ action }) => action));
	return jobs
		.flatMap((job) => {
			const needs = job.data.needs.filter(({ action }) => actions.has(action));
			const met = kitOptions(needs, {}, [tool], vocabulary).filter(({ tools }) => tools.length > 0);
			return met.length > 0 ? [{ job, optional: met.every(({ need }) => need.optional) }] : [];
		})
		.toSorted((one, other) => Number(one.optional) - Number(other.optional))
		.map(({ job }) => job);
}

/** What a job takes beside a tool. */
export interface Companion {
	/** What the tool does that it goes with: action, dimension and standards. */
	of: [action: Action, dimension: string, standards: string[]];
	action: Action;
	/** Empty for a torque. */
	dimension: string;
	/** An empty one for a torque. */
	standards: string[];
	/** The torque that it must reach. */
	from: number | null;
	to: number | null;
	/** What it is for: "Hold the sprockets while the lockring comes off". */
	for: string;
}

/**
 * Returns what else is needed wherever a tool for one of the bike's standards is, such as a chain whip
 * beside the tool of a lockring. What a job can't do without comes first. A hex key goes with everything,
 * so the tools of bolts have no companions.
 */
export function companionsOf(jobs: readonly JobEntry[], vocabulary: Vocabulary): Companion[] {
	const found = jobs.flatMap(({ data: { needs } }) =>
		needs.flatMap((need) => {
			if (need.optional || !vocabulary.dimensions[need.dimension ?? ""]?.ofTheBike) return [];
			const actions = partActions.includes(need.action)
				? [need.action, "part" as const]
				: [need.action];
			return actions.flatMap((action) =>
				needs
					.filter((other) => action === "part" || !isSame(need, other))
					// Something to measure a length with is in every workshop.
					.filter((other) => other.dimension !== undefined || other.action === "torque")
					.flatMap((other) => companion(action, need, other, vocabulary)),
			);
		}),
	);
	const requiredFirst = found.toSorted(
		(one, other) => Number(one.optional) - Number(other.optional),
	);
	const unique = new Map<string, Companion>();
	for (const { optional: _, ...one } of requiredFirst) {
		const key = JSON.stringify({ ...one, for: "" });
		if (!unique.has(key)) unique.set(key, one);
	}
	return [...unique.values()];
}

function companion(
	action: Action,
	need: Need,
	other: Need,
	vocabulary: Vocabulary,
): (Companion & { optional: boolean })[] {
	const { dimension = "" } = need;
	const only = other.onlyFor?.dimension === dimension ? other.onlyFor.standards : undefined;
	const shared = only && new Set(idsOf({ ...need, standards: only }, vocabulary));
	const standards = idsOf(need, vocabulary).filter((id) => shared?.has(id) ?? true);
	if (standards.length === 0) return [];
	const isRange = other.dimension === undefined;
	return [
		{
			of: [action, dimension, standards],
			action: other.action,
			dimension: other.dimension ?? "",
			standards: isRange ? [""] : idsOf(other, vocabulary),
			from: isRange ? (other.from ?? null) : null,
			to: isRange ? (other.to ?? null) : null,
			for: other.for,
			optional: other.optional,
		},
	];
}

const idsOf = (need: Need, vocabulary: Vocabulary) =>
	(standardsToFit(need, {}, vocabulary) ?? []).map(({ id }) => id);

const isSame = (one: Need, other: Need) =>
	one.action === other.action && one.dimension === other.dimension;
