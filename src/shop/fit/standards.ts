/**
 * The vocabulary of fit: dimensions of a bicycle, such as its bottom bracket, and their standards. The
 * data is in content/standards and content/sources.json.
 */
import * as v from "valibot";

const text = v.pipe(v.string(), v.trim(), v.minLength(1));
const id = v.pipe(text, v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be an id, such as bsa-24-44"));
const day = v.pipe(text, v.isoDate("must be a day, such as 2026-11-22"));

/** What a tool does to a part, in the order of a list of capabilities. `part` is what a part is. */
export const actions = [
	"remove",
	"install",
	"press",
	"hold",
	"turn",
	"adjust",
	"open",
	"close",
	"lever",
	"inflate",
	"patch",
	"bleed",
	"cut",
	"mount",
	"measure",
	"torque",
	"part",
] as const;
export type Action = (typeof actions)[number];

/** A document that a fact rests on. */
export const sourceSchema = v.strictObject({
	name: text,
	address: v.pipe(text, v.url(), v.regex(/^https?:/, "must be an address on the web")),
	/** The day somebody last compared the fact with it. */
	checked: day,
	/** Whether the document itself was read, or only a passage that others quote from it. */
	read: v.picklist(["document", "quotation"]),
});
export type Source = v.InferOutput<typeof sourceSchema>;
/** Sources by their id. */
export type Sources = Readonly<Record<string, Source>>;

/** What a source says: a tool with this working end fits the part, or does not. */
const claimSchema = v.strictObject({
	/** One of the dimension's `shapes`. */
	shape: id,
	fits: v.optional(v.boolean(), true),
	source: id,
});
export type Claim = v.InferOutput<typeof claimSchema>;

/** A standard. One that others name in `within` is a group: which of them it is decides what fits. */
const standardSchema = v.strictObject({
	id,
	name: text,
	alsoKnownAs: v.optional(v.array(text), []),
	/** What one sees. */
	recognise: text,
	/** What one measures, and how. */
	measure: v.optional(text),
	/** The group that it belongs to. */
	within: v.optional(id),
	/** The working ends of tools that fit it, by action: all that are known. */
	tools: v.optional(
		v.record(v.picklist(actions), v.pipe(v.array(claimSchema), v.minLength(1))),
		{},
	),
	sources: v.pipe(v.array(id), v.minLength(1)),
});
export type Standard = v.InferOutput<typeof standardSchema>;

/** A dimension of a bicycle with its standards. */
export const dimensionSchema = v.pipe(
	v.strictObject({
		name: text,
		/** The question to a rider. */
		question: text,
		/** Dimensions with a lower number come first. */
		order: v.number(),
		/** How to find out, in a sentence or two. */
		help: text,
		/** Whether a rider chooses it for a bike. A bike has bolts of many sizes, so nobody chooses one. */
		ofTheBike: v.boolean(),
		/** A dimension with a unit is a number, and has no standards. */
		unit: v.optional(text),
		/** The working ends of tools, by their id, as they stand after "takes a tool with". */
		shapes: v.optional(v.record(id, text), {}),
		standards: v.array(standardSchema),
	}),
	v.rawCheck(({ dataset, addIssue }) => {
		if (!dataset.typed) return;
		for (const message of dimensionErrors(dataset.value)) addIssue({ message });
	}),
);
export type Dimension = v.InferOutput<typeof dimensionSchema>;

/** The whole vocabulary. */
export interface Vocabulary {
	/** The dimensions by their id, such as `bottom-bracket`. */
	dimensions: Readonly<Record<string, Dimension>>;
	sources: Sources;
}

/** An entry of a content collection. */
interface Entry<Data> {
	id: string;
	data: Data;
}

/** Returns the vocabulary of the collections `standards` and `sources`. */
export function toVocabulary(
	standards: readonly Entry<Dimension>[],
	sources: readonly Entry<Source>[],
): Vocabulary {
	return { dimensions: byId(standards), sources: byId(sources) };
}

function byId<Data>(entries: readonly Entry<Data>[]): Record<string, Data> {
	return Object.fromEntries(entries.map(({ id, data }) => [id, data]));
}

/** Returns the errors inside one dimension: ids that occur twice or do not exist. */
function dimensionErrors({ standards, shapes, unit }: DimensionInput): string[] {
	const ids = standards.map((standard) => standard.id);
	const shapeIds = Object.keys(shapes);
	const used = new Set<string>();
	const errors: string[] = [];
	if ((unit === undefined) === (standards.length === 0)) {
		errors.push("must have either standards or a unit");
	}
	for (const [index, { id: own, within, tools }] of standards.entries()) {
		if (ids.indexOf(own) !== index) errors.push(`${own} occurs twice`);
		if (within !== undefined && (within === own || !ids.includes(within))) {
			errors.push(`${own}: there is no group ${within}`);
		}
		const isGroup = standards.some((other) => other.within === own);
		const claims = Object.values(tools).flat();
		if (isGroup && claims.length > 0) errors.push(`${own}: a group has no tools`);
		if (isGroup && within !== undefined) errors.push(`${own}: a group is in no other group`);
		for (const { shape } of claims) {
			used.add(shape);
			if (!shapeIds.includes(shape)) errors.push(`${own}: there is no shape ${shape}`);
		}
	}
	for (const shape of shapeIds) if (!used.has(shape)) errors.push(`nothing has the shape ${shape}`);
	return errors;
}

type DimensionInput = Pick<Dimension, "standards" | "shapes" | "unit">;

/** Returns the errors between dimensions and sources: sources that do not exist, or that nothing rests on. */
export function vocabularyErrors({ dimensions, sources }: Vocabulary): string[] {
	const errors: string[] = [];
	for (const [dimensionId, { standards }] of Object.entries(dimensions)) {
		for (const standard of standards) {
			const claims = Object.values(standard.tools).flat();
			for (const source of [...standard.sources, ...claims.map((claim) => claim.source)]) {
				if (!sources[source]) errors.push(`${dimensionId}:${standard.id}: no source ${source}`);
			}
		}
	}
	return errors;
}

/** Finds a standard of a dimension. */
export function findStandard(dimension: Dimension, standardId: string): Standard | undefined {
	return dimension.standards.find((standard) => standard.id === standardId);
}

/** Returns the standards of a group, or the standard itself if it is no group. */
export function membersOf(dimension: Dimension, standardId: string): Standard[] {
	const members = dimension.standards.filter(({ within }) => within === standardId);
	if (members.length > 0) return members;
	const standard = findStandard(dimension, standardId);
	return standard ? [standard] : [];
}

/** Returns the standards of a dimension that are no groups. */
export function leavesOf(dimension: Dimension): Standard[] {
	const groups = new Set(dimension.standards.map(({ within }) => within));
	return dimension.standards.filter((standard) => !groups.has(standard.id));
}
