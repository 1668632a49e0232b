/** Maps file columns to fields: by their headings, or as someone has chosen for a supplier. */
import * as texts from "../../messages/imports.ts";
import { fieldLabel } from "../../messages/products.ts";
import { splitWords } from "../search/words.ts";
import { maxOptions } from "../tools/families.ts";
import type { FamilyColumns } from "./family-columns.ts";
import type { FileHeader } from "./import-states.ts";
import {
	type CellField,
	cellFields,
	type FileColumns,
	idHeading,
	toolHeadings,
} from "./tool-columns.ts";

/** The columns of a family, as an export has them. */
const familyTargets = [
	"family",
	"option1Name",
	"option1Value",
	"option2Name",
	"option2Value",
	"option3Name",
	"option3Value",
] as const satisfies (keyof typeof texts.targetNames)[];

/**
 * What a column can have beside a field: nothing that is read, the id, a weight in kilograms, a specification or an option
 * of its name, and the family.
 */
const otherTargets = [
	...(["ignore", "id", "weightKg", "specification"] as const),
	...familyTargets,
	"option",
] as const;
export const columnTargets = [...otherTargets, ...cellFields];
export type ColumnTarget = (typeof columnTargets)[number];

/** Whether a text names what a column can have. */
export function isColumnTarget(text: unknown): text is ColumnTarget {
	return columnTargets.some((one) => one === text);
}

/** The most columns that can be chosen. */
export const maxColumns = 200;

/** What somebody chooses from: the columns of a file with a guess, or with what was chosen before. */
export interface ColumnChoice extends FileHeader {
	columns: ColumnTarget[];
	supplier: string;
	/** The suppliers whose columns are known. */
	suppliers: string[];
}

/** The longest name of a supplier, as the field of a tool has it. */
export const maxSupplierLength = 60;

/** A heading in small letters without accents, spaces and signs. The number of an option is a letter. */
const simplified = (heading: string) =>
	splitWords(
		heading.replace(
			/\boption\W*([1-3])(?!\d)/i,
			(_, digit: string) => `option ${"abc"[Number(digit) - 1]} `,
		),
	)
		.join("")
		.replaceAll(/[^a-z]/g, "");

/** What tells that two files have the same columns. */
export function headerKey(headings: readonly string[]): string {
	return JSON.stringify(headings.map((heading) => splitWords(heading).join(" ")));
}

/** What suppliers call columns, beside the shop's own names: a file with these is read without a question. */
const otherNames: Partial<Record<ColumnTarget, readonly string[]>> = {
	name: ["title", "product", "product name", "item"],
	maker: ["brand", "manufacturer", "vendor"],
	sku: ["code", "article", "article number", "item number", "part number"],
	gtin: ["ean", "upc", "barcode"],
	mpn: ["mpn", "manufacturer part number"],
	quantity: ["qty", "quantity", "on hand"],
	cost: ["purchase price", "net price", "dealer price"],
	weight: ["weight", "weight g"],
	weightKg: ["weight kg", "weight in kg"],
	contents: ["content", "volume", "net content"],
	warnings: ["warning", "safety information"],
	images: ["image", "picture", "pictures", "image url"],
	family: ["handle", "url handle", "product handle"],
};

/** Names that are only guessed, for somebody to look at. */
const guessedNames: Partial<Record<ColumnTarget, readonly string[]>> = {
	name: ["item name", "bezeichnung", "artikel", "désignation"],
	description: ["text", "details", "long description", "body html", "beschreibung"],
	maker: ["make", "hersteller", "marke", "marque"],
	sku: ["item no", "article no", "variant sku", "artikelnummer", "art nr", "référence"],
	gtin: ["ean code", "ean 13", "variant barcode"],
	mpn: ["maker's number", "manufacturer number", "herstellernummer"],
	price: ["rrp", "msrp", "retail price", "list price", "variant price", "preis", "uvp", "prix"],
	quantity: ["available", "variant inventory qty", "bestand", "lagerbestand"],
	minOrderQuantity: ["minimum", "moq", "min order", "minimum quantity"],
	cost: ["wholesale price", "cost per item", "einkaufspreis", "ek"],
	weight: ["variant grams", "gewicht g"],
	weightKg: ["gewicht kg"],
	category: ["group", "product group", "kategorie", "warengruppe"],
	capabilities: ["fits", "compatibility"],
	images: ["photo", "image src", "bild"],
	family: ["parent", "parent sku", "group id", "item group id"],
	parts: ["components", "bundle of", "kit of"],
	supplier: ["distributor", "lieferant"],
};

/** Headings of which a shop makes a row of the table of specifications. */
const specificationNames = [
	"colour",
	"color",
	"size",
	"length",
	"width",
	"material",
	"diameter",
	"farbe",
];

const isName = (name: string, names: readonly string[] | undefined) =>
	name !== "" && (names ?? []).some((one) => simplified(one) === name);

/** Returns the place of each target that the headings name: by the shop's own names first, then by each of these lists. */
function placesOf(
	headings: readonly string[],
	...lists: (typeof otherNames)[]
): Map<ColumnTarget, number> {
	const names = headings.map(simplified);
	const id = names.indexOf(simplified(idHeading));
	const found = new Map<ColumnTarget, number>(id === -1 ? [] : [["id", id]]);
	for (const target of [...cellFields, ...familyTargets, "weightKg"] as const) {
		const own = target === "weightKg" ? [] : [targetLabel(target), target];
		const placed = new Set(found.values());
		const placeOf = (wanted: readonly string[] | undefined) =>
			names.findIndex((name, at) => !placed.has(at) && isName(name, wanted));
		const place = [own, ...lists.map((names) => names[target])]
			.map(placeOf)
			.find((at) => at !== -1);
		if (place !== undefined) found.set(target, place);
	}
	return found;
}

/** Reads the first line of a file. Returns what is wrong with it as text. */
export function readHeadings(headings: readonly string[]): FileColumns | string {
	const names = headings.map(simplified);
	const twice = headings.find((_, place) => names[place] && names.indexOf(names[place]) !== place);
	if (twice !== undefined) return texts.columnTwice(twice);
	const places = placesOf(headings, otherNames);
	if ([...places.keys()].every((target) => target === "id")) return texts.noColumns(toolHeadings);
	// Options say nothing without the family.
	if (!places.has("family")) for (const target of familyTargets) places.delete(target);
	const placed = new Set(places.values());
	const ignored = headings.filter((heading, place) => !placed.has(place) && heading.trim() !== "");
	return { ...columnsAt([...places], headings), ignored };
}

function columnsAt(
	places: readonly (readonly [ColumnTarget, number])[],
	headings: readonly string[],
): FileColumns {
	const isField = (one: readonly [ColumnTarget, number]): one is [CellField, number] =>
		cellFields.some((field) => field === one[0]);
	const placeOf = (wanted: ColumnTarget) => places.find(([target]) => target === wanted)?.[1];
	const kilograms = placeOf("weightKg");
	const family = placeOf("family");
	return {
		id: placeOf("id") ?? -1,
		fields: [
			...places.filter(isField),
			...(kilograms === undefined ? [] : [["weight", kilograms] as [CellField, number]]),
		],
		...(family !== undefined && {
			family: { place: family, options: optionsAt(places, headings) },
		}),
		specifications: places.flatMap(([target, place]) =>
			target === "specification"
				? [[headings[place]?.trim() ?? "", place] as [string, number]]
				: [],
		),
		weightUnit: kilograms === undefined ? "g" : "kg",
		supplier: null,
		count: headings.length,
		ignored: [],
	};
}

/** The columns of options: first those with a number, each with its name, then those whose heading is the name. */
function optionsAt(
	places: readonly (readonly [ColumnTarget, number])[],
	headings: readonly string[],
): FamilyColumns["options"] {
	const placeOf = (wanted: string) => places.find(([target]) => target === wanted)?.[1];
	const numbered = Array.from({ length: maxOptions }, (_, index) => {
		const place = placeOf(`option${index + 1}Value`);
		// Without a column for it, the name is empty.
		const name = { place: placeOf(`option${index + 1}Name`) ?? -1 };
		return place === undefined ? [] : [{ name, place }];
	});
	const named = places
		.filter(([target]) => target === "option")
		.map(([, place]) => ({ name: { heading: headings[place]?.trim() ?? "" }, place }));
	return [...numbered.flat(), ...named];
}

/** Returns the columns as somebody has chosen them, each by its place. Those that are not chosen are not read. */
export function chosenColumns(
	headings: readonly string[],
	chosen: readonly ColumnTarget[],
	supplier: string | null,
): FileColumns {
	const places = chosen.slice(0, headings.length).map((target, place) => [target, place] as const);
	return { ...columnsAt(places, headings), supplier };
}

/** What each column most likely has. */
export function guessColumns(headings: readonly string[]): ColumnTarget[] {
	const places = placesOf(headings, otherNames, guessedNames);
	const targets = new Map([...places].map(([target, place]) => [place, target]));
	// One of a weight in both units is enough.
	const hasWeight = [...targets.values()].includes("weight");
	return headings.map((heading, place) => {
		const target = targets.get(place);
		if (target && !(target === "weightKg" && hasWeight)) return target;
		if (!isName(simplified(heading), specificationNames)) return "ignore";
		return places.has("family") ? "option" : "specification";
	});
}

/** Returns what is wrong with a choice, or undefined. */
export function wrongChoice(chosen: readonly ColumnTarget[]): string | undefined {
	const often = ["ignore", "specification", "option"];
	const once = chosen.filter((target) => !often.includes(target));
	const hasOptions = chosen.some((target) => target.startsWith("option"));
	const twice = once.find((target, place) => once.indexOf(target) !== place);
	if (twice !== undefined) return texts.chosenTwice(targetLabel(twice));
	if (once.includes("weight") && once.includes("weightKg"))
		return texts.chosenTwice(fieldLabel("weight"));
	if (hasOptions && !chosen.includes("family")) return texts.optionsNeedFamily;
	return once.every((target) => target === "id") ? texts.nothingChosen : undefined;
}

/** The name of what a column can have. */
export function targetLabel(target: ColumnTarget): string {
	const other = otherTargets.find((one) => one === target);
	return other ? texts.targetNames[other] : fieldLabel(target as CellField);
}
