/** Where the shop shows a tool by what it fits: in jobs, and in the fit guide. */
import type { Capability } from "../fit/capabilities.ts";
import { leavesOf, type Standard, type Vocabulary } from "../fit/standards.ts";
import type { Job, Need } from "./jobs.ts";
import { kitOptions, needsOfBike } from "./kit.ts";

/** What decides, without texts, sources and drawings: a page sends it to the browser. */
export interface FitData {
	vocabulary: Vocabulary;
	jobs: { slug: string; title: string; needs: Need[] }[];
}

/** Returns the data without what only riders read. */
export function toFitData(
	{ dimensions }: Vocabulary,
	jobs: readonly { id: string; data: Job }[],
): FitData {
	const withoutTexts = (standard: Standard): Standard => ({
		id: standard.id,
		name: standard.name,
		alsoKnownAs: [],
		recognise: "",
		...(standard.within !== undefined && { within: standard.within }),
		tools: Object.fromEntries(
			Object.entries(standard.tools).map(([action, claims]) => [
				action,
				claims.map(({ shape, fits }) => ({ shape, fits, source: "" })),
			]),
		),
		sources: [],
	});
	return {
		vocabulary: {
			dimensions: Object.fromEntries(
				Object.entries(dimensions).map(([id, dimension]) => [
					id,
					{
						...dimension,
						question: "",
						help: "",
						shapes: {},
						standards: dimension.standards.map(withoutTexts),
					},
				]),
			),
			sources: {},
		},
		jobs: jobs.map(({ id, data }) => ({
			slug: id,
			title: data.title,
			needs: data.needs.map((need) => ({ ...need, for: "" })),
		})),
	};
}

/** The standards of a dimension for which the fit guide finds a tool. */
interface FoundStandards {
	dimension: string;
	name: string;
	standards: Standard[];
}

/** Where a tool is found: in jobs, and in the fit guide. */
export interface Found {
	jobs: { slug: string; title: string }[];
	standards: FoundStandards[];
}

/** Returns the jobs and the standards that a tool with these capabilities is found for. */
export function foundAt(capabilities: readonly Capability[], { vocabulary, jobs }: FitData): Found {
	const tool = { id: "", priceCents: 0, available: true, capabilities };
	const isFor = (needs: readonly Need[], bike: Record<string, string>) =>
		kitOptions(needs, bike, [tool], vocabulary).some((option) => option.tools.length > 0);
	const allNeeds = jobs.flatMap(({ needs }) => needs);
	const standards = Object.entries(vocabulary.dimensions)
		.filter(
			([id, { ofTheBike }]) => ofTheBike && capabilities.some(({ dimension }) => dimension === id),
		)
		.map(([id, dimension]) => ({
			dimension: id,
			name: dimension.name,
			standards: leavesOf(dimension).filter((standard) => {
				const bike = { [id]: standard.id };
				return isFor(needsOfBike(allNeeds, bike, vocabulary), bike);
			}),
		}));
	return {
		jobs: jobs.filter(({ needs }) => isFor(needs, {})).map(({ slug, title }) => ({ slug, title })),
		standards: standards.filter((found) => found.standards.length > 0),
	};
}
