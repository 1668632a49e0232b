/** Which tool a line means: that with its ID, else with its SKU, else with its GTIN. */
import { gtinOfSeveral } from "../../messages/imports.ts";
import { fieldLabel } from "../../messages/products.ts";
import { codeKey } from "../../values/pasted.ts";
import { normalizeGtin } from "../tools/gtin.ts";
import type { LineError } from "./import-states.ts";
import { type FileColumns, idOf, namedIn } from "./tool-columns.ts";

/** The tools that lines name. */
export interface NamedTools {
	/** The tools' ids by `codeKey` of their SKUs. */
	skus: ReadonlyMap<string, string>;
	/** The tools with each GTIN: no rule keeps two from having the same. */
	gtins: ReadonlyMap<string, readonly { id: string; name: string }[]>;
}

/** The GTIN that a line names; empty without one. */
export function gtinIn(cells: readonly string[], columns: FileColumns): string {
	return normalizeGtin(namedIn("gtin", cells, columns));
}

/** Returns the id of the tool that a line means, empty for a new one, or why that is unclear. */
export function toolOf(
	cells: readonly string[],
	columns: FileColumns,
	{ skus, gtins }: NamedTools,
): { id: string } | { error: LineError } {
	const named = idOf(cells, columns) || skus.get(codeKey(namedIn("sku", cells, columns)));
	if (named) return { id: named };
	const owners = gtins.get(gtinIn(cells, columns)) ?? [];
	if (owners.length < 2) return { id: owners[0]?.id ?? "" };
	const message = gtinOfSeveral(owners.map(({ name }) => `“${name}”`));
	return { error: { column: fieldLabel("gtin"), message } };
}
