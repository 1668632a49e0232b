/**
 * The columns of families: what a line says of one, and what all lines of a file together make of the families of the
 * shop. Options can depend on other lines, so that they are decided for the whole file before its lines are read.
 */
import * as v from "valibot";
import * as texts from "../../messages/imports.ts";
import { fieldLabel } from "../../messages/products.ts";
import * as variantTexts from "../../messages/variants.ts";
import { maxLengths } from "../../values/fields.ts";
import type { Cell } from "../csv/csv.ts";
import { addressCandidates, isAddress, slugOf } from "../tools/addresses.ts";
import { axesOf, maxOptions, maxVariants, optionText } from "../tools/families.ts";
import {
	type Membership,
	type OptionAxis,
	type OptionValues,
	ofNoFamily,
} from "../tools/stored-options.ts";
import { rules } from "../tools/tool-fields.ts";
import type { LineError } from "./import-states.ts";

/** The columns of the family and its options: the name of an option is in a column, or it is the heading. */
export interface FamilyColumns {
	place: number;
	options: { name: { place: number } | { heading: string }; place: number }[];
}

/** What an export has of the family of a tool. */
export interface ExportedFamily {
	slug: string;
	options: readonly OptionAxis[];
	values: OptionValues | null;
}

const places = Array.from({ length: maxOptions }, (_, index) => index);

/** The headings of an export: those of an option are as in Shopify's files. */
export const familyHeadings: string[] = [
	fieldLabel("family"),
	...places.flatMap((index) => [texts.optionName(index + 1), texts.optionValue(index + 1)]),
];

/** The cells below `familyHeadings`; empty for a tool of its own. */
export function familyCells(family: ExportedFamily | undefined): Cell[] {
	const cells = places.flatMap((index) => {
		const axis = family?.options[index];
		return axis ? [axis.name, family?.values?.[axis.key]] : ["", ""];
	});
	return [family?.slug, ...cells];
}

/** What a line writes of a family. A name is missing where the line leaves it to the first one. */
export interface WrittenFamily {
	family: string;
	options: { name: string; value: string; column: string }[];
}

/** Returns what a line writes; undefined if its file has no column of families. */
export function familyIn(
	cells: readonly string[],
	{ family }: { family?: FamilyColumns },
): WrittenFamily | undefined {
	if (!family) return undefined;
	const cell = (place: number) => cells[place]?.trim() ?? "";
	const options = family.options.map(({ name, place }, index) => ({
		name: "heading" in name ? name.heading : cell(name.place),
		value: cell(place),
		column: "heading" in name ? name.heading : texts.optionValue(index + 1),
		isHeading: "heading" in name,
	}));
	return {
		family: cell(family.place),
		// A column of a supplier that the line leaves empty is of other families.
		options: options
			.filter(({ isHeading, value }) => !isHeading || value !== "")
			.map(({ isHeading, ...option }) => option),
	};
}

/** A line that says of its tool whether it is in a family. */
export interface FamilyLine {
	line: number;
	/** The id that it has, or gets. */
	toolId: string;
	isNew: boolean;
	written: WrittenFamily;
	name: string;
	description: string;
}

export interface KnownFamily {
	id: string;
	slug: string;
	name: string;
	options: readonly OptionAxis[];
}

/** A family that an import makes, with the addresses that it can get. Each of its lines has it, because any may be the first that is saved. */
export interface MadeFamily {
	id: string;
	name: string;
	description: string;
	options: OptionAxis[];
	addresses: string[];
}

/** What a line makes of its tool's family, or what is wrong with it. */
export type PlannedFamily =
	| {
			family: string | null;
			options: OptionValues | null;
			/** The name of the family, and the values in the order of its options. */
			name: string;
			values: string[];
			makes?: MadeFamily;
			/** The first line of the file about the family, and whether this one adds a tool to it. */
			first: number;
			isNew: boolean;
	  }
	| { errors: LineError[] };

/** What the shop has of the families and tools that a file names. */
export interface FamilyFacts {
	families: readonly KnownFamily[];
	/** The families that tools of the file are in. */
	tools: ReadonlyMap<string, Membership>;
	/** The tools of the families that the file names. */
	members: readonly (Membership & { id: string; name: string })[];
	/** Addresses that tools of the file ask for. */
	addresses: readonly string[];
	/** The id of the family that a line makes. */
	idOf: (line: number) => string;
}

/** The name of a family that a file calls by an address: that of its first tool, without its options. */
export function familyNameOf({ written, name }: Pick<FamilyLine, "written" | "name">): string {
	if (!isAddress(written.family)) return written.family;
	const values = written.options.map(({ value }) => value).filter(Boolean);
	const without = values.reduceRight(
		(text, value) =>
			text.toLowerCase().endsWith(`, ${value.toLowerCase()}`)
				? text.slice(0, -(value.length + 2))
				: text,
		name,
	);
	return without || written.family;
}

const inNoFamily = { family: null, options: null, name: "", values: [] };
const wrong = (column: string, message: string) => ({ errors: [{ column, message }] });
const combinationOf = (options: readonly OptionAxis[], values: OptionValues | null) =>
	JSON.stringify(options.map(({ key }) => values?.[key] ?? "")).toLowerCase();

/** A family of the shop, or one that the file makes. */
interface Target {
	id: string;
	name: string;
	options: readonly OptionAxis[];
	first: number;
	makes?: MadeFamily;
}

/** Decides what each line makes of its tool's family. */
export function planFamilies(
	lines: readonly FamilyLine[],
	facts: FamilyFacts,
): Map<number, PlannedFamily> {
	const targets = targetsOf(lines, facts);
	const planned = new Map(
		lines.map((line): [number, PlannedFamily] => {
			const target = targets.get(line.line);
			if (!target) return [line.line, { ...inNoFamily, first: line.line, isNew: line.isNew }];
			if ("errors" in target) return [line.line, target];
			return [line.line, placeIn(target, line, facts.tools.get(line.toolId) ?? ofNoFamily)];
		}),
	);
	return withoutRepeated(planned, lines, targets, facts);
}

/** Finds the family that each line names, by address or name, or makes it of the first line that names it. */
function targetsOf(lines: readonly FamilyLine[], { families, addresses, idOf }: FamilyFacts) {
	const bySlug = new Map(families.map((one) => [one.slug, one]));
	const byName = Map.groupBy(families, ({ name }) => name.toLowerCase());
	const made = new Map<string, Target | { errors: LineError[] }>();
	const first = new Map<string, number>();
	const targets = new Map<number, Target | { errors: LineError[] }>();
	for (const line of lines) {
		const { family } = line.written;
		if (family === "") continue;
		const key = slugOf(family) || family.toLowerCase();
		const named = [family, familyNameOf(line)].flatMap(
			(name) => byName.get(name.toLowerCase()) ?? [],
		);
		const known = bySlug.get(family) ?? (made.has(key) ? undefined : named[0]);
		if (known && known.slug !== family && new Set(named).size > 1) {
			targets.set(line.line, wrong(fieldLabel("family"), texts.familyOfSeveral(family)));
			continue;
		}
		if (known) {
			if (!first.has(known.id)) first.set(known.id, line.line);
			targets.set(line.line, { ...known, first: first.get(known.id) ?? line.line });
			continue;
		}
		const target = made.get(key) ?? makeFamily(line, idOf(line.line));
		made.set(key, target);
		targets.set(line.line, target);
	}
	const all = [...made.values()].flatMap((one) => ("makes" in one && one.makes ? [one.makes] : []));
	const lists = addressCandidates(
		all.map(({ name }) => name),
		addresses,
	);
	for (const [index, one] of all.entries()) one.addresses.push(...(lists[index] ?? []));
	return targets;
}

function makeFamily(line: FamilyLine, id: string): Target | { errors: LineError[] } {
	const name = v.safeParse(rules.name, familyNameOf(line));
	if (!name.success) return wrong(fieldLabel("family"), name.issues[0].message);
	const options = line.written.options.filter((one) => one.name !== "" || one.value !== "");
	const column = texts.optionName(1);
	if (options.length === 0) return wrong(column, texts.optionsOfFirst);
	if (options.length > maxOptions) return wrong(column, variantTexts.tooManyOptions(maxOptions));
	const names = options.map((one) => v.safeParse(optionText(texts.optionsOfFirst), one.name));
	const unnamed = names.find(({ success }) => !success);
	if (unnamed?.issues) return wrong(column, unnamed.issues[0].message);
	const lower = new Set(options.map((one) => one.name.toLowerCase()));
	if (lower.size < options.length) return wrong(column, variantTexts.optionTwice);
	const axes = axesOf(
		options.map((one) => ({ name: one.name })),
		[],
	);
	const description = line.description.slice(0, maxLengths.description);
	const makes = { id, name: name.output, description, options: axes, addresses: [] };
	return { id, name: name.output, options: axes, first: line.line, makes };
}

/** Reads the values of a line: by the names of the options, or by their places where the line names none. */
function placeIn(
	target: Target,
	{ written, isNew }: FamilyLine,
	before: Membership,
): PlannedFamily {
	const { id, name, options, first, makes } = target;
	const isOf = (axis: OptionAxis, text: string) => axis.name.toLowerCase() === text.toLowerCase();
	const other = written.options.find(
		(one) =>
			(one.name !== "" && one.value !== "" && !options.some((axis) => isOf(axis, one.name))) ||
			(one.name === "" && one.value !== "" && !options[written.options.indexOf(one)]),
	);
	if (other) return wrong(other.column, texts.otherOptions(options.map((axis) => axis.name)));
	const errors: LineError[] = [];
	const values = options.map((axis, index) => {
		const unnamed = written.options[index]?.name === "" ? written.options[index] : undefined;
		const found = written.options.find((one) => isOf(axis, one.name)) ?? unnamed;
		const value = found?.value ?? "";
		const had = before.familyId === id ? (before.optionValues?.[axis.key] ?? "") : undefined;
		// An empty cell leaves the value of a tool that stays in its family.
		if (had !== undefined && (value === "" || value === had)) return had;
		const parsed = v.safeParse(optionText(variantTexts.valueRequired), value);
		if (parsed.success) return parsed.output;
		const column = found?.column ?? axis.name;
		errors.push({ column, message: parsed.issues[0].message });
		return "";
	});
	if (errors.length > 0) return { errors };
	return {
		family: id,
		name,
		values,
		first,
		isNew,
		...(makes && { makes }),
		options: Object.fromEntries(options.map(({ key }, index) => [key, values[index] ?? ""])),
	};
}

/** Rejects lines with the options of another tool of the family, and those that make it too large. */
function withoutRepeated(
	planned: Map<number, PlannedFamily>,
	lines: readonly FamilyLine[],
	targets: ReadonlyMap<number, Target | { errors: LineError[] }>,
	{ tools, members }: FamilyFacts,
): Map<number, PlannedFamily> {
	const optionsOf = new Map(
		[...targets.values()].flatMap((one) =>
			"errors" in one ? [] : [[one.id, one.options] as const],
		),
	);
	const isMoving = new Set(
		lines.flatMap(({ line, toolId }) => {
			const plan = planned.get(line);
			const before = tools.get(toolId) ?? ofNoFamily;
			const isSame =
				!plan ||
				"errors" in plan ||
				(plan.family === before.familyId &&
					JSON.stringify(plan.options) === JSON.stringify(before.optionValues));
			return isSame ? [] : [toolId];
		}),
	);
	const taken = new Map<string, string>();
	const sizes = new Map<string, number>();
	const take = (family: string, values: OptionValues | null, who: string) => {
		taken.set(`${family} ${combinationOf(optionsOf.get(family) ?? [], values)}`, who);
		sizes.set(family, (sizes.get(family) ?? 0) + 1);
	};
	for (const { id, name, familyId, optionValues } of members)
		if (familyId !== null && !isMoving.has(id))
			take(familyId, optionValues, texts.sameOptionsAs(name));
	for (const { line, toolId, written } of lines) {
		const plan = planned.get(line);
		if (!plan || "errors" in plan || plan.family === null || !isMoving.has(toolId)) continue;
		const { family, options } = plan;
		const combination = `${family} ${combinationOf(optionsOf.get(family) ?? [], options)}`;
		const same = taken.get(combination);
		const column = written.options[0]?.column ?? fieldLabel("options");
		if (same !== undefined) planned.set(line, wrong(column, same));
		else if ((sizes.get(family) ?? 0) >= maxVariants)
			planned.set(line, wrong(fieldLabel("family"), variantTexts.tooManyVariants(maxVariants)));
		else take(family, options, texts.sameOptionsAsLine(line));
	}
	return planned;
}
