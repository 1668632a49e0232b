/** What is typed in the grid of a family until it is saved, and what a paste from a spreadsheet does to it. */
import {
	type ManagedFamily,
	maxVariants,
	type VariantField,
	type VariantInput,
	variantFields,
} from "../../shop/tools/families.ts";
import { fromText, type ManagedTool, toText } from "../../shop/tools/tool-fields.ts";

/** A row: the values of the options, then the fields, as texts. */
export interface VariantRow {
	/** Stays while rows are added and removed. */
	key: number;
	_id?: string;
	quantityWas?: number;
	cells: string[];
}

const cellsOf = (values: readonly string[], fields: Pick<ManagedTool, VariantField>): string[] => [
	...values,
	...variantFields.map((field) => toText(field, fields[field])),
];

/** Returns the rows of a family, or the tool as the first row of a new one. */
export function toRows(family: ManagedFamily | null, tool: ManagedTool): VariantRow[] {
	const { _id, quantity } = tool;
	if (!family) return [{ key: 0, _id, quantityWas: quantity, cells: cellsOf([""], tool) }];
	return family.variants.map((variant, key) => ({
		key,
		_id: variant._id,
		quantityWas: variant.quantity,
		cells: cellsOf(variant.values, variant),
	}));
}

/** Returns rows with an empty one more, which costs what the last one does. */
export function addRow(rows: readonly VariantRow[], optionCount: number): VariantRow[] {
	const last = rows.at(-1)?.cells ?? [];
	const price = last[optionCount + variantFields.indexOf("price")] ?? "";
	const cells = [
		...Array.from({ length: optionCount }, () => ""),
		...variantFields.map((field) => (field === "price" ? price : field === "quantity" ? "0" : "")),
	];
	return [...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, cells }];
}

/** Returns rows with the cells of another option, or without those of one. */
export function withOption(
	rows: readonly VariantRow[],
	place: number,
	change: "add" | "remove",
): VariantRow[] {
	return rows.map((row) => ({
		...row,
		cells: row.cells.toSpliced(
			place,
			change === "remove" ? 1 : 0,
			...(change === "add" ? [""] : []),
		),
	}));
}

/** Reads what a spreadsheet puts on the clipboard: lines of cells with tabs between them, those with line breaks in quotation marks. */
export function parsePasted(text: string): string[][] {
	const cells = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|\r|$)/g)];
	const rows: string[][] = [[]];
	for (const [whole, quoted, plain = "", end] of cells) {
		if (whole === "") continue;
		rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
		if (end !== "\t" && end !== "") rows.push([]);
	}
	return rows.filter((row) => row.length > 0);
}

/** Returns rows with what was pasted from a cell on, and rows for what is below the last one. */
export function paste(
	rows: readonly VariantRow[],
	pasted: readonly (readonly string[])[],
	at: { row: number; column: number },
	optionCount: number,
): VariantRow[] {
	return pasted.reduce<VariantRow[]>(
		(before, cells, index) => {
			const place = at.row + index;
			if (place >= maxVariants) return before;
			const grown = place < before.length ? before : addRow(before, optionCount);
			return grown.map((row, number) =>
				number === place
					? {
							...row,
							cells: row.cells.map((cell, column) => cells[column - at.column] ?? cell),
						}
					: row,
			);
		},
		[...rows],
	);
}

/** Returns the rows as the call has them. An empty number that is required becomes NaN, which the schema rejects. */
export function toVariants(rows: readonly VariantRow[], optionCount: number): VariantInput[] {
	return rows.map(({ _id, quantityWas, cells }) => {
		const fields = Object.fromEntries(
			variantFields.map((field, index) => [
				field,
				fromText(field, cells[optionCount + index] ?? ""),
			]),
			// A number or a text, as the kind of the field says.
		) as Pick<VariantInput, VariantField>;
		return {
			...(_id !== undefined && { _id }),
			...(quantityWas !== undefined && { quantityWas }),
			values: cells.slice(0, optionCount).map((cell) => cell.trim()),
			...fields,
		};
	});
}

/** The path of a cell's error, such as `variants.3.price` or `variants.3.values.0`. */
export const pathOf = (row: number, column: number, optionCount: number): string =>
	`variants.${row}.${variantFields[column - optionCount] ?? `values.${column}`}`;
