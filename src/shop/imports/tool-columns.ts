/** The columns of a CSV file of tools, and how its cells are written and read. */
import * as v from "valibot";
import * as bundleTexts from "../../messages/bundles.ts";
import * as texts from "../../messages/imports.ts";
import { addressTaken, fieldLabel, skuTaken } from "../../messages/products.ts";
import { maxLengths } from "../../values/fields.ts";
import { imagePathPattern, imageUrl, isImageKey } from "../../values/images.ts";
import { totalOutOfBounds } from "../../values/money.ts";
import { codeKey, pasted } from "../../values/pasted.ts";
import type { Cell } from "../csv/csv.ts";
import { capabilityErrors } from "../fit/capabilities.ts";
import { toCapabilities, toCapabilityRows } from "../fit/capability-rows.ts";
import { formatCapabilities, parseCapabilities } from "../fit/capability-text.ts";
import type { Vocabulary } from "../fit/standards.ts";
import { type Membership, type OptionValues, ofNoFamily } from "../tools/stored-options.ts";
import {
	addressError,
	fieldList,
	fieldsOf,
	fromText,
	isSame,
	type ManagedTool,
	maxImages,
	rules,
	type Specification,
	type TextField,
	type ToolFields,
	toolStates,
	toText,
} from "../tools/tool-fields.ts";
import { isChargeable } from "../tools/tools.ts";
import { nameWithOptions } from "../tools/variants.ts";
import { categoryIn, type KnownCategories } from "./category-names.ts";
import {
	type ExportedFamily,
	type FamilyColumns,
	familyCells,
	familyHeadings,
	type MadeFamily,
	type PlannedFamily,
} from "./family-columns.ts";
import type { LineError } from "./import-states.ts";
import { parseAmount, parseNumber, parseWeight } from "./numbers.ts";
import { formatParts, type PartTools, parseParts } from "./part-cells.ts";
import type { ZipNames } from "./zip-images.ts";

/** What no file has: when a draft is published, and whether it is a gift card. */
const withoutColumn = ["publishAt", "giftCard"] as const;

/**
 * The fields of a tool that a file has, in the order of an export. Images are paths of the shop or addresses to fetch.
 * The family is named by its id.
 */
export type LineFields = Omit<ToolFields, "images" | (typeof withoutColumn)[number]> & {
	images: string[];
	family: string | null;
	options: OptionValues | null;
};
/** The fields of a new tool. Without an address it gets one from its name. */
export type NewLineFields = Omit<LineFields, "address"> & Partial<Pick<LineFields, "address">>;
export type LineField = keyof LineFields;

/** A field that has a column. The family and the options have several. */
export type CellField = Exclude<LineField, "family" | "options">;

/** The columns of a file. */
export const cellFields = fieldList.filter(
	(field): field is CellField => !withoutColumn.some((name) => name === field),
);

/** All that a line can change. */
export const lineFields: readonly LineField[] = [...cellFields, "family", "options"];

export const idHeading = "ID";

/** The headings of an export. */
export const toolHeadings: string[] = [idHeading, ...cellFields.map(fieldLabel), ...familyHeadings];

/** How a cell is written where that is not the text of its field in forms. */
const writers: Partial<Record<CellField, (tool: ManagedTool, codeOf: CodeOf) => string>> = {
	// Empty for the id, so that a copied line can add a tool.
	address: ({ _id, address }) => (address === _id ? "" : address),
	images: (tool) => tool.images.map(({ image }) => image).join(" "),
	specifications: ({ specifications }) => specifications.map(formatSpecification).join("\n"),
	capabilities: ({ capabilities }) => formatCapabilities(capabilities),
	parts: ({ parts }, codeOf) => formatParts(parts, codeOf),
};

/** Returns the SKU of a tool, or nothing. */
type CodeOf = (toolId: string) => string | null | undefined;

/** Returns the cell of a field in an export. */
function write(tool: ManagedTool, field: CellField, codeOf: CodeOf = () => null): string {
	// Fields without a writer have one text.
	return writers[field]?.(tool, codeOf) ?? toText(field as TextField, tool[field as TextField]);
}

/** The cells of a tool in an export, with its family if it has one, and the SKUs of its parts if it is a kit. */
export function toolCells(tool: ManagedTool, family?: ExportedFamily, codeOf?: CodeOf): Cell[] {
	return [
		tool._id,
		...cellFields.map((field) => write(tool, field, codeOf)),
		...familyCells(family),
	];
}

/** Escapes what separates specifications in a cell. */
const escapeText = (text: string, special: RegExp) =>
	text
		.replaceAll(/[\\\n\r]/g, (char) => ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r" })[char] ?? char)
		.replaceAll(special, "\\$&");
const unescapeText = (text: string) =>
	text.replaceAll(/\\([\\:nr])/g, (_, char: string) => ({ n: "\n", r: "\r" })[char] ?? char);

function formatSpecification({ name, value }: Specification): string {
	return `${escapeText(name, /:/g)}: ${escapeText(value, /(?!)/g)}`;
}

/** Reads "Weight: 60 g". Without a colon the value is empty, which is an error of its own. */
function parseSpecification(line: string): Specification {
	const [, name = line, value = ""] = /^((?:[^\\:]|\\.)*):(.*)/s.exec(line) ?? [];
	return { name: unescapeText(name), value: unescapeText(value) };
}

/** Maps file columns to fields: the place of the id, of each field and of each specification in the file. */
export interface FileColumns {
	id: number;
	fields: [field: CellField, place: number][];
	family?: FamilyColumns;
	specifications: [name: string, place: number][];
	/** The unit of a weight that names none. */
	weightUnit: "g" | "kg";
	/** Who delivers the new tools, unless a column says it. */
	supplier: string | null;
	/** How many columns there are. */
	count: number;
	/** The headings of those that are not read. */
	ignored: string[];
}

/** What a line does to the shop, or what is wrong with it. */
export type ReadLine =
	| { kind: "new"; fields: NewLineFields; makes?: MadeFamily }
	| {
			kind: "changed";
			fields: Partial<LineFields>;
			was: Partial<LineFields>;
			/** The family that the file makes for it. */
			makes?: MadeFamily;
	  }
	| { kind: "unchanged" }
	| { kind: "wrong"; errors: LineError[] };

const isOf = (kinds: readonly CellField[], field: CellField) => kinds.some((one) => one === field);
const pieceFields: readonly CellField[] = fieldsOf("count");
const moneyFields: readonly CellField[] = fieldsOf("money");

/** How a cell is read, before its field's rules check it, where that is not as in forms. */
const readers: Partial<Record<CellField, (cell: string) => unknown>> = {
	state: (cell) => cell.toLowerCase(),
	images: parseImages,
	specifications: (cell) =>
		cell
			.split(/\r\n|\r|\n/)
			.filter((line) => line.trim() !== "")
			.map(parseSpecification),
	capabilities: (cell) => {
		const parsed = parseCapabilities(cell);
		// Converts them as a read does.
		return typeof parsed === "string" ? parsed : toCapabilities(toCapabilityRows(parsed));
	},
};

function parseImages(cell: string): string[] {
	return cell.split(/\s/).filter(Boolean).map(toImage);
}

/** Reads a cell, or returns what is wrong with it. */
function readCell(
	field: CellField,
	cell: string,
	weightUnit: FileColumns["weightUnit"],
): { output: unknown } | { message: string } {
	const number = cell === "" ? undefined : readNumber(field, cell, weightUnit);
	if (number?.message !== undefined) return { message: number.message };
	const reader = readers[field];
	const value = number?.value ?? (reader ? reader(cell) : fromText(field as TextField, cell));
	if (field === "capabilities" && typeof value === "string")
		return { message: texts.capabilityUnread(value) };
	const parsed = v.safeParse(schemas[field], value);
	return parsed.success ? parsed : { message: parsed.issues[0].message };
}

/** Reads the cell of a number; undefined for a field that is none. */
function readNumber(
	field: CellField,
	cell: string,
	weightUnit: FileColumns["weightUnit"],
): { value?: number; message?: string } | undefined {
	const isMoney = isOf(moneyFields, field);
	if (!isMoney && !isOf(pieceFields, field)) return undefined;
	const value = isMoney
		? parseAmount(cell)
		: field === "weight"
			? parseWeight(cell, weightUnit)
			: parseNumber(cell, "unclear");
	if (value !== undefined) return { value };
	const isUnclear = /^\D*\d{1,3}[.,]\d{3}\D*$/.test(cell);
	return { message: isUnclear ? texts.unclearNumber : texts.notANumber };
}

/** The path of an image of the shop that is named by its key; anything else stays as it is. */
function toImage(text: string): string {
	return isImageKey(text) ? imageUrl(text) : text;
}

/** Whether an image is one to fetch. */
export function isAddress(image: string): boolean {
	return !image.startsWith("/images/");
}

const images = v.pipe(
	v.array(
		v.pipe(
			v.string(),
			v.maxLength(1000, texts.imageUnknown),
			v.check(
				(image) => imagePathPattern.test(image) || /^https:\/\/[^/]/.test(image),
				texts.imageUnknown,
			),
		),
	),
	v.maxLength(maxImages, texts.tooManyImages(maxImages)),
	v.check((list) => new Set(list).size === list.length, texts.imageTwice),
);

const schemas: Record<CellField, v.GenericSchema<unknown>> = {
	...rules,
	images,
	state: v.picklist(toolStates, texts.unknownState(toolStates)),
};

/** Empty cells of these columns leave what there is; a new tool is listed, and has an address of its name. */
const kept: readonly CellField[] = ["images", "state", "address"];

/** The fields of a tool as a line has them. */
export function toLineFields(
	tool: ManagedTool,
	{ familyId, optionValues } = ofNoFamily,
): LineFields {
	const { _id, publishAt, giftCard, createdAt, updatedAt, images: list, ...fields } = tool;
	return {
		...fields,
		images: list.map(({ image }) => image),
		family: familyId,
		options: optionValues,
	};
}

/** What the shop has, for the checks of a line. */
export interface ShopFacts {
	/** The tool with the line's id. */
	tool: ManagedTool | undefined;
	/** Its family. */
	member?: Membership | undefined;
	/** What the line makes of that; undefined if the file has no column for it. */
	family?: PlannedFamily | undefined;
	/** The tools that kits can be made of, by their SKUs and ids. */
	partTools?: PartTools;
	/** Why the tool can't be a kit. */
	notKit?: string | undefined;
	/** Its categories, and those that the file makes. */
	categories: KnownCategories;
	vocabulary: Vocabulary;
	/** The images that were uploaded. */
	images: ReadonlySet<string>;
	/** The ids of the tools that addresses lead to, at least those that the line names. */
	addresses: ReadonlyMap<string, string>;
	/** The ids of the tools by `codeKey` of their SKUs, at least those that the line names. */
	skus: ReadonlyMap<string, string>;
}

/** The id of a line; empty for a new tool. */
export function idOf(cells: readonly string[], { id }: FileColumns): string {
	return cells[id]?.trim() ?? "";
}

/** What a line has in the column of a field; empty without one. */
export function namedIn(
	column: "address" | "sku" | "gtin" | "parts" | "name" | "description" | "category",
	cells: readonly string[],
	{ fields }: FileColumns,
): string {
	const place = fields.find(([field]) => field === column)?.[1];
	const text = place === undefined ? "" : (cells[place]?.trim() ?? "");
	return column === "sku" || column === "gtin" ? pasted(text) : text;
}

/** The images of the shop that a line names. */
export function imagesNamed(cells: readonly string[], { fields }: FileColumns): string[] {
	const place = fields.find(([field]) => field === "images")?.[1];
	const parsed = place === undefined ? [] : parseImages(cells[place] ?? "");
	return parsed.filter((image) => !isAddress(image));
}

/** Puts paths in the place of names of images in a zip, and returns what is wrong with these images. */
export function resolveZipImages(
	cells: string[],
	{ fields }: FileColumns,
	names: ZipNames,
): string[] {
	const place = fields.find(([field]) => field === "images")?.[1];
	if (place === undefined || names.isEmpty) return [];
	const { cell, problems } = names.resolve(cells[place] ?? "");
	cells[place] = cell;
	return problems;
}

/** Returns the error of a field, by the heading of its column. */
export const errorIn = (field: LineField, message: string): LineError => ({
	column: fieldLabel(field),
	message,
});

/** Returns the errors of a category that the shop does not have, and of an address or a SKU that is another tool's. */
export function rejectedByShop(
	toolId: string,
	{
		category,
		address,
		sku,
	}: Partial<Pick<LineFields, "category" | "sku">> & { address?: string | undefined },
	{
		categories,
		addresses,
		skus,
	}: Pick<ShopFacts, "addresses" | "skus"> & {
		categories: { has: (slug: string) => boolean };
	},
): LineError[] {
	const owner = address === undefined ? undefined : addresses.get(address);
	const skuOwner = sku ? skus.get(codeKey(sku)) : undefined;
	return [
		...(category && !categories.has(category)
			? [errorIn("category", texts.unknownCategory(category))]
			: []),
		...(owner !== undefined && owner !== toolId ? [errorIn("address", addressTaken)] : []),
		...(skuOwner !== undefined && skuOwner !== toolId ? [errorIn("sku", skuTaken)] : []),
	];
}

/** Reads a line of a file. */
export function readLine(
	cells: readonly string[],
	fileColumns: FileColumns,
	shop: ShopFacts,
): ReadLine {
	const id = idOf(cells, fileColumns);
	if (id !== "" && !shop.tool) {
		return { kind: "wrong", errors: [{ column: idHeading, message: texts.unknownTool }] };
	}
	// What the line leaves to its family is missing without it.
	if (!shop.tool && shop.family && "errors" in shop.family)
		return { kind: "wrong", errors: shop.family.errors };
	const { read, errors } = parseCells(cells, fileColumns, shop);
	errors.push(...applyFamily(read, shop), ...readParts(read, cells, fileColumns, shop));
	if (read.category) read.category = categoryIn(read.category, shop.categories) ?? read.category;
	errors.push(...errorsTogether(shop.tool?._id ?? id, read, shop));
	const extra = cells.slice(fileColumns.count);
	if (extra.some((cell) => cell.trim() !== ""))
		errors.push({ column: "", message: texts.tooManyCells });
	if (errors.length > 0) return { kind: "wrong", errors };
	const makes = shop.family && "makes" in shop.family && { makes: shop.family.makes };
	if (!shop.tool) return { kind: "new", fields: read as NewLineFields, ...makes };
	const changes = changesOf(read, toLineFields(shop.tool, shop.member));
	return changes.kind === "changed" ? { ...changes, ...makes } : changes;
}

/** Puts the tool into its family, with its options in its name as in the editor. Returns what is wrong. */
function applyFamily(read: Partial<LineFields>, { tool, member, family }: ShopFacts): LineError[] {
	if (!family) return [];
	if ("errors" in family) return family.errors;
	const isMoved =
		family.family !== (member?.familyId ?? null) ||
		!isSame(family.options, member?.optionValues ?? null);
	Object.assign(read, { family: family.family, options: family.options });
	const name = read.name ?? (isMoved ? tool?.name : undefined);
	const before = Object.values(member?.optionValues ?? {});
	if (name !== undefined) read.name = nameWithOptions(name, family.values, maxLengths.name, before);
	return [];
}

/** Reads what a kit is made of. Its stock follows from that; one that is taken apart has none. */
function readParts(
	read: Partial<LineFields>,
	cells: readonly string[],
	fileColumns: FileColumns,
	{ tool, member, partTools = new Map(), notKit }: ShopFacts,
): LineError[] {
	const hasColumn = fileColumns.fields.some(([field]) => field === "parts");
	if (hasColumn || !tool) {
		const parsed = parseParts(namedIn("parts", cells, fileColumns), partTools, tool?._id);
		if ("message" in parsed) return [errorIn("parts", parsed.message)];
		read.parts = parsed.parts;
	}
	const wasKit = (tool?.parts.length ?? 0) > 0;
	const isKit = (read.parts ?? tool?.parts ?? []).length > 0;
	const family = read.family === undefined ? member?.familyId : read.family;
	if (isKit && tool) delete read.quantity;
	else if (isKit) read.quantity = 0;
	else if (wasKit) read.quantity ??= 0;
	if (isKit && family) return [errorIn("parts", bundleTexts.isVariant)];
	return isKit && !wasKit && notKit ? [errorIn("parts", notKit)] : [];
}

/** Reads the cells of a line, each by itself: the fields that are valid, and the errors of the others. */
function parseCells(
	cells: readonly string[],
	fileColumns: FileColumns,
	{ tool, family }: ShopFacts,
): { read: Partial<LineFields>; errors: LineError[] } {
	const given = new Map<CellField, string>(tool ? [] : newToolCells(fileColumns));
	for (const [field, place] of fileColumns.fields) {
		if (field === "parts") continue;
		const cell = cells[place]?.trim() ?? "";
		// A value that is as it was exported needs no check, so that an export always can be imported.
		const isExported = tool && cell === write(tool, field).trim();
		if (isExported || (cell === "" && kept.includes(field))) continue;
		given.set(field, cell);
	}
	if (!tool) completeNew(given, family && "name" in family ? family.name : "");
	const errors: LineError[] = [];
	const read: Partial<Record<CellField, unknown>> = {};
	for (const [field, cell] of given) {
		const isWithout = field === "images" && cell === "";
		const found = isWithout ? { output: [] } : readCell(field, cell, fileColumns.weightUnit);
		if ("message" in found) errors.push(errorIn(field, found.message));
		else read[field] = found.output;
	}
	const fields = read as Partial<LineFields>;
	const named = namedSpecifications(cells, fileColumns);
	if (named.length > 0) {
		const before = fields.specifications ?? tool?.specifications ?? [];
		const merged = v.safeParse(schemas.specifications, withSpecifications(before, named));
		if (!merged.success) errors.push(errorIn("specifications", merged.issues[0].message));
		else fields.specifications = merged.output as LineFields["specifications"];
	}
	return { read: fields, errors };
}

/** The cells of a new tool where the file has no column: none in stock, sold by the piece, of the file's supplier. */
const newToolCells = ({ supplier }: FileColumns): [CellField, string][] => [
	...cellFields
		.filter((field) => field !== "address" && field !== "parts")
		.map((field): [CellField, string] => [field, ""]),
	["state", "listed"],
	["quantity", "0"],
	["minOrderQuantity", "1"],
	["supplier", supplier ?? ""],
];

/**
 * Makes a draft of a new tool without a picture or a description. Its name describes it until somebody does, and is that
 * of its family if the line has none.
 */
function completeNew(given: Map<CellField, string>, familyName: string): void {
	if (given.get("name") === "") given.set("name", familyName);
	const isComplete = given.get("images") !== "" && given.get("description") !== "";
	if (!isComplete && given.get("state")?.toLowerCase() === "listed") given.set("state", "draft");
	if (given.get("description") === "") given.set("description", given.get("name") ?? "");
}

/** The specifications that a line has in columns of their own. An empty cell leaves what there is. */
function namedSpecifications(
	cells: readonly string[],
	{ specifications }: FileColumns,
): Specification[] {
	return specifications.flatMap(([name, place]) => {
		const value = cells[place]?.trim() ?? "";
		return value === "" ? [] : [{ name, value }];
	});
}

function withSpecifications(
	before: readonly Specification[],
	named: readonly Specification[],
): Specification[] {
	const isNamed = (one: Specification, other: Specification) =>
		one.name.toLowerCase() === other.name.toLowerCase();
	return [
		...before.map((one) => named.find((other) => isNamed(one, other)) ?? one),
		...named.filter((one) => !before.some((other) => isNamed(one, other))),
	];
}

/** Returns what is wrong with the fields of a line together, and with what the shop has. */
function errorsTogether(id: string, read: Partial<LineFields>, shop: ShopFacts): LineError[] {
	const { tool } = shop;
	const wrongAddress = read.address === undefined ? undefined : addressError(read.address, id);
	const had = new Set(tool?.images.map(({ image }) => image));
	const isUnknown = (image: string) =>
		!isAddress(image) && !shop.images.has(image) && !had.has(image);
	const { price, minOrderQuantity } = { ...tool, ...read };
	const changesTotal = read.price !== undefined || read.minOrderQuantity !== undefined;
	const hasTotal = changesTotal && price !== undefined && minOrderQuantity !== undefined;
	return [
		...rejectedByShop(id, wrongAddress ? { ...read, address: undefined } : read, shop),
		...(wrongAddress ? [errorIn("address", wrongAddress)] : []),
		...(read.images?.some(isUnknown) ? [errorIn("images", texts.imageUnknown)] : []),
		...(read.state === "listed" && (read.images ?? tool?.images)?.length === 0
			? [errorIn("images", texts.imageMissing)]
			: []),
		...capabilityErrors(read.capabilities ?? [], shop.vocabulary).map((message) =>
			errorIn("capabilities", message),
		),
		...(hasTotal && !isChargeable({ price, minOrderQuantity })
			? [errorIn("price", totalOutOfBounds())]
			: []),
	];
}

/** Returns what of the fields differs from the tool, and what it was. */
function changesOf(
	read: Partial<LineFields>,
	before: LineFields,
): Extract<ReadLine, { kind: "changed" | "unchanged" }> {
	const changed = lineFields.filter(
		(field) => read[field] !== undefined && !isSame(read[field], before[field]),
	);
	if (changed.length === 0) return { kind: "unchanged" };
	const pick = (from: Partial<LineFields>) =>
		Object.fromEntries(changed.map((field) => [field, from[field]])) as Partial<LineFields>;
	return { kind: "changed", fields: pick(read), was: pick(before) };
}
