/** Jobs of the workshop: what they take, step by step. Their texts are in content/jobs. */
import * as v from "valibot";
import { actions, findStandard, type Vocabulary } from "../fit/standards.ts";

const text = v.pipe(v.string(), v.trim(), v.minLength(1));

const difficulties = ["easy", "medium", "hard"] as const;

/** Parts of the bike, in the order in which /jobs lists them. */
export const jobGroups = [
	"Drivetrain",
	"Bottom bracket",
	"Brakes",
	"Wheels and tires",
	"Steering",
] as const;

const ids = v.pipe(v.array(text), v.minLength(1));

/** Only for bikes with one of these standards. A bike whose standard is not known may be one. */
const onlyFor = v.optional(v.strictObject({ dimension: text, standards: ids }));

/** What a job needs a tool for, by capability and not by article. */
const needSchema = v.strictObject({
	action: v.picklist(actions),
	dimension: v.optional(text),
	/** The standards that this job is about. Without them, the bike's. */
	standards: v.optional(ids),
	/** The torque or length that the tool must reach. */
	from: v.optional(v.number()),
	to: v.optional(v.number()),
	/** What it is for: "Push out the pin of the old chain". */
	for: text,
	/** What the tool is called, where the shop may have none: "freewheel remover". */
	tool: v.optional(text),
	optional: v.optional(v.boolean(), false),
	onlyFor,
});
export type Need = v.InferOutput<typeof needSchema>;

const torqueSchema = v.strictObject({
	part: text,
	/** The smallest and the largest value, or both the same, in Nm. */
	newtonMetres: v.pipe(
		v.tuple([v.number(), v.number()]),
		v.check(([min, max]) => min <= max),
	),
	/** What the value is for, where makers differ. */
	note: v.optional(text),
	sources: ids,
});

/** What can go wrong, and what helps. */
const troubleSchema = v.strictObject({
	/** What one sees: "The new chain skips under load." */
	sign: text,
	remedy: text,
});

/** The head of a job's file, but for its `picture`, which Astro loads: src/content.config.ts. */
export const jobSchema = v.strictObject({
	title: text,
	/** For search engines and the list. */
	summary: v.pipe(text, v.maxLength(160)),
	group: v.picklist(jobGroups),
	/** Jobs with a lower number come first in their group. */
	order: v.number(),
	minutes: v.pipe(v.number(), v.integer(), v.minValue(1)),
	difficulty: v.picklist(difficulties),
	/** The bike's dimensions that decide how it is done or what it takes. */
	dependsOn: v.array(text),
	/** How a rider would say what is wrong: "chain skips". */
	symptoms: v.array(text),
	/** Parts and supplies that are used up. */
	supplies: v.optional(v.array(text), []),
	needs: v.pipe(v.array(needSchema), v.minLength(1)),
	/** The address of a kit that has its tools, if the shop sells one: its page shows that too. */
	kit: v.optional(v.pipe(text, v.regex(/^[a-z0-9-]+$/))),
	torques: v.optional(v.array(torqueSchema), []),
	watchFor: v.pipe(v.array(text), v.minLength(1)),
	troubles: v.optional(v.array(troubleSchema), []),
	/** What its facts rest on, beside the torque values. */
	sources: v.optional(v.array(text), []),
});

/** A drawing, four wide by three high. */
interface Picture {
	src: string;
	width: number;
	height: number;
}

export type Job = v.InferOutput<typeof jobSchema> & { picture?: Picture | undefined };

/** Returns what the vocabulary does not know about in a job. */
export function jobErrors(
	{ dependsOn, needs, torques, sources }: Job,
	vocabulary: Vocabulary,
): string[] {
	const errors: string[] = [];
	const check = (dimensionId: string, standards: readonly string[] = []) => {
		const dimension = vocabulary.dimensions[dimensionId];
		if (!dimension) errors.push(`no dimension ${dimensionId}`);
		else {
			for (const id of standards) {
				if (!findStandard(dimension, id)) errors.push(`${dimensionId} has no standard ${id}`);
			}
		}
	};
	for (const id of dependsOn) check(id);
	for (const { action, dimension, standards, from, to, onlyFor } of needs) {
		if (onlyFor) check(onlyFor.dimension, onlyFor.standards);
		const hasRange = from !== undefined && to !== undefined && from <= to;
		if ((dimension === undefined) !== hasRange) errors.push(`${action}: a dimension or a range`);
		if (dimension === undefined) continue;
		check(dimension, standards);
		const chosen = vocabulary.dimensions[dimension]?.ofTheBike;
		if (chosen === false && standards?.length !== 1)
			errors.push(`${action} ${dimension}: one standard`);
		if (chosen && !dependsOn.includes(dimension)) errors.push(`it depends on ${dimension}`);
	}
	for (const id of [...torques.flatMap((torque) => torque.sources), ...sources]) {
		if (!vocabulary.sources[id]) errors.push(`no source ${id}`);
	}
	return errors;
}
