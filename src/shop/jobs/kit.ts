/** The tools that a job takes for a bike, from what a shop has. */
import { type Capability, usesOf } from "../fit/capabilities.ts";
import { type Bike, judge, verdict } from "../fit/fit.ts";
import { leavesOf, membersOf, type Standard, type Vocabulary } from "../fit/standards.ts";
import type { Tool, ToolPart } from "../tools/tools.ts";
import type { Need } from "./jobs.ts";

/** A tool with what a kit is chosen by. */
export interface KitTool {
	id: string;
	priceCents: number;
	/** Whether it can be ordered now. */
	available: boolean;
	capabilities: readonly Capability[];
}

/** A tool for a job. */
export interface JobTool extends KitTool {
	tool: Tool;
}

/** A kit that the shop sells. */
export interface FoundKit {
	tool: Tool;
	parts: ToolPart[];
	/** What each of its parts can do. */
	fitting: Capability[][];
}

/** What a job needs, with a tool for each standard that it may have to fit. */
export interface NeedOptions<Tool extends KitTool> {
	need: Need;
	/** The best tools, each with the standards that it is for. */
	tools: { tool: Tool; standards: Standard[] }[];
	/** The standards that no tool of the shop fits. */
	missing: Standard[];
	/** Whether there is no tool, where the need has no dimension. */
	none: boolean;
	/** Whether no tool was looked for, because the rider has not chosen yet. */
	left: boolean;
}

/**
 * Returns what each need of a job comes to in this shop, the tool that is made for it before one that can also do it,
 * then one in stock before one that is not, then the cheapest: for the bike's standards, or for all where the
 * rider has not chosen. Needs that the bike does not have are left out.
 */
export function kitOptions<Tool extends KitTool>(
	needs: readonly Need[],
	bike: Bike,
	tools: readonly Tool[],
	vocabulary: Vocabulary,
	left: ReadonlySet<Need> = new Set(),
): NeedOptions<Tool>[] {
	return needs.flatMap((need): NeedOptions<Tool>[] => {
		const standards = standardsToFit(need, bike, vocabulary);
		if (!standards) return [];
		if (left.has(need)) return [{ need, tools: [], missing: [], none: false, left: true }];
		if (standards.length === 0) {
			const [tool] = toolsFor(need, [], tools, vocabulary, bike);
			return [
				{ need, tools: tool ? [{ tool, standards }] : [], missing: [], none: !tool, left: false },
			];
		}
		const best = new Map<Tool, Standard[]>();
		const missing: Standard[] = [];
		for (const standard of standards) {
			const [tool] = toolsFor(need, [standard], tools, vocabulary, bike);
			if (tool) best.set(tool, [...(best.get(tool) ?? []), standard]);
			else missing.push(standard);
		}
		const options = [...best].map(([tool, fitting]) => ({ tool, standards: fitting }));
		return [{ need, tools: options, missing, none: false, left: false }];
	});
}

/** What the tools of a job cost. */
export interface KitCost {
	cents: number;
	/** Whether it is the least: the rider has to choose, or the shop does not have all. */
	atLeast: boolean;
}

/**
 * Returns what the tools cost that a job can't do without, the cheapest where several may be meant, each in the smallest
 * amount that is sold. Undefined if the shop has none of them.
 */
export function kitCost<Tool extends KitTool>(
	options: readonly NeedOptions<Tool>[],
	costOf: (tool: Tool) => number,
): KitCost | undefined {
	const required = options.filter(({ need }) => !need.optional);
	const chosen = new Set(
		required.flatMap(({ tools }) =>
			tools
				.map(({ tool }) => tool)
				.toSorted((one, other) => costOf(one) - costOf(other))
				.slice(0, 1),
		),
	);
	if (chosen.size === 0) return undefined;
	return {
		cents: [...chosen].reduce((sum, tool) => sum + costOf(tool), 0),
		atLeast: required.some(({ tools, missing }) => tools.length !== 1 || missing.length > 0),
	};
}

/** Returns what a job can't do without and the shop has no tool for. */
export function lackedNeeds<Tool extends KitTool>(options: readonly NeedOptions<Tool>[]): Need[] {
	return options
		.filter(({ need, left, tools }) => !need.optional && !left && tools.length === 0)
		.map(({ need }) => need);
}

/** A tool of a job, in the row where it can be chosen. */
export interface KitChoice<Tool extends KitTool> {
	tool: Tool;
	/** The need of its row: what the job can't do without before what is optional. */
	need: Need;
	/** Whether the job takes it for sure, so that it is chosen unless the rider says otherwise. */
	isSure: boolean;
}

/**
 * Returns each tool of a job that can be ordered now, once. One is sure if the job can't do without it and no other tool may be
 * meant.
 */
export function kitChoices<Tool extends KitTool>(
	options: readonly NeedOptions<Tool>[],
): KitChoice<Tool>[] {
	const choices = new Map<string, KitChoice<Tool>>();
	const requiredFirst = options.toSorted(
		(one, other) => Number(one.need.optional) - Number(other.need.optional),
	);
	for (const { need, tools, missing } of requiredFirst) {
		const isSure = !need.optional && tools.length === 1 && missing.length === 0;
		for (const { tool } of tools) {
			if (!tool.available) continue;
			const choice = choices.get(tool.id) ?? { tool, need, isSure };
			choices.set(tool.id, { ...choice, isSure: choice.isSure || isSure });
		}
	}
	return [...choices.values()];
}

/** A tool of a job whose bike nobody knows. */
export interface LikelyTool<Tool extends KitTool> {
	tool: Tool;
	/** The part of the bike that decides whether it fits, and whether it fits most of its standards. Undefined if it suits every bike. */
	decides?: { dimension: string; isMost: boolean };
}

/**
 * Returns the tools that a job can't do without, whatever the bike, each once: those that are the only one for their need and can
 * be ordered now. One may be for some bikes alone.
 */
export function likelyTools<Tool extends KitTool>(
	options: readonly NeedOptions<Tool>[],
	{ dimensions }: Vocabulary,
): LikelyTool<Tool>[] {
	const likely = new Map<string, LikelyTool<Tool>>();
	for (const { need, tools } of options) {
		const [only, ...others] = tools;
		if (need.optional || !only?.tool.available || others.length > 0) continue;
		const { tool, standards } = only;
		const dimension = dimensions[need.dimension ?? ""];
		const all = dimension?.ofTheBike ? leavesOf(dimension).length : standards.length;
		if (likely.has(tool.id)) continue;
		likely.set(
			tool.id,
			standards.length === all
				? { tool }
				: {
						tool,
						decides: { dimension: dimension?.name ?? "", isMost: 2 * standards.length > all },
					},
		);
	}
	return [...likely.values()];
}

/**
 * Returns what these needs come to for the standards that the bike has, each once, and the parts for them:
 * a tool for each standard, then a part, then further tools. A tool is looked for by each of its standards,
 * so other ones would only cost rows.
 */
export function needsOfBike(
	needs: readonly Need[],
	bike: Bike,
	{ dimensions }: Vocabulary,
): Need[] {
	const pairs = Object.entries(bike).flatMap(([dimension, standard]) => {
		if (dimensions[dimension]?.unit !== undefined) return [];
		const [first, ...further] = new Set(
			needs.flatMap((need) => (need.dimension === dimension ? [need.action] : [])),
		);
		const inOrder = [first, "part" as const, ...further];
		return inOrder.flatMap((action, rank) => {
			if (!action) return [];
			const standards = [String(standard)];
			return [{ rank, need: { action, dimension, standards, for: "", optional: false } }];
		});
	});
	return pairs.toSorted((one, other) => one.rank - other.rank).map(({ need }) => need);
}

/**
 * Returns the standards that a need comes to for this bike: all that it may come to where the rider has not
 * chosen, undefined if the bike does not need it.
 */
export function standardsToFit(
	need: Need,
	bike: Bike,
	vocabulary: Vocabulary,
): Standard[] | undefined {
	const needed = neededStandards(need, bike, vocabulary);
	if (needed === "not-needed") return undefined;
	return needed === "choose" ? possibleStandards(need, vocabulary) : needed;
}

/** Returns the standards that a need may come to. */
function possibleStandards(need: Need, vocabulary: Vocabulary): Standard[] {
	const dimension =
		need.dimension === undefined ? undefined : vocabulary.dimensions[need.dimension];
	if (!dimension) return [];
	return need.standards?.flatMap((id) => membersOf(dimension, id)) ?? leavesOf(dimension);
}

/**
 * Returns the tools that can do what is needed for all of these standards, the best first. What the bike
 * has must also suit the rest of such a use: a truing stand takes the wheel's size and its axle.
 */
function toolsFor<Tool extends KitTool>(
	need: Need,
	standards: readonly Standard[],
	tools: readonly Tool[],
	vocabulary: Vocabulary,
	bike: Bike = {},
): Tool[] {
	return tools
		.flatMap((tool) => {
			const able = usesOf(tool.capabilities)
				.filter((use) => use.length === 1 || use.every((part) => suits(part, bike, vocabulary)))
				.flatMap((use) => use.filter((part) => canDo(part, need, standards, vocabulary)));
			return able.length > 0 ? [{ tool, madeFor: able.some(({ madeFor }) => madeFor) }] : [];
		})
		.toSorted(
			(one, other) =>
				Number(other.madeFor) - Number(one.madeFor) ||
				Number(other.tool.available) - Number(one.tool.available) ||
				one.tool.priceCents - other.tool.priceCents,
		)
		.map(({ tool }) => tool);
}

function canDo(
	capability: Capability,
	need: Need,
	standards: readonly Standard[],
	vocabulary: Vocabulary,
): boolean {
	if (capability.action !== need.action || capability.dimension !== need.dimension) return false;
	if (need.dimension === undefined) return covers(capability, need);
	const dimension = vocabulary.dimensions[need.dimension];
	return (
		dimension !== undefined &&
		standards.every(({ id }) => judge(capability, dimension, id).outcome === "fits")
	);
}

/** Whether a capability fits what the bike has. What was not chosen does not count. */
function suits(capability: Capability, bike: Bike, vocabulary: Vocabulary): boolean {
	const chosen = bike[capability.dimension ?? ""];
	return chosen === undefined || verdict([capability], bike, vocabulary).outcome === "fits";
}

function covers(
	{ from = Number.NaN, to = Number.NaN }: Capability,
	need: Pick<Need, "from" | "to">,
): boolean {
	return from <= (need.from ?? Number.NaN) && to >= (need.to ?? Number.NaN);
}

/** Returns the standards that a tool must fit for this bike. */
function neededStandards(
	{ dimension: dimensionId = "", standards, onlyFor }: Need,
	bike: Bike,
	vocabulary: Vocabulary,
): Standard[] | "not-needed" | "choose" {
	if (onlyFor) {
		const deciding = vocabulary.dimensions[onlyFor.dimension];
		const chosen = deciding && chosenStandards(onlyFor.dimension, bike, vocabulary);
		if (!chosen) return "choose";
		const relevant = new Set(onlyFor.standards.flatMap((id) => membersOf(deciding, id)));
		if (!chosen.some((standard) => relevant.has(standard))) return "not-needed";
		if (!chosen.every((standard) => relevant.has(standard))) return "choose";
	}
	const dimension = vocabulary.dimensions[dimensionId];
	if (!dimension) return [];
	const own = standards?.flatMap((id) => membersOf(dimension, id));
	if (!dimension.ofTheBike) return own ?? [];
	const chosen = chosenStandards(dimensionId, bike, vocabulary);
	if (!chosen) return own?.length === 1 ? own : "choose";
	if (!own) return chosen;
	const both = chosen.filter(({ id }) => own.some((standard) => standard.id === id));
	return both.length > 0 ? both : "not-needed";
}

function chosenStandards(
	dimensionId: string,
	bike: Bike,
	vocabulary: Vocabulary,
): Standard[] | undefined {
	const dimension = vocabulary.dimensions[dimensionId];
	const chosen = bike[dimensionId];
	if (!dimension || chosen === undefined) return undefined;
	const standards = membersOf(dimension, String(chosen));
	return standards.length > 0 ? standards : undefined;
}
