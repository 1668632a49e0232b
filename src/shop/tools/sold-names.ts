/** What a line is called in lists and letters. */
import { withSku } from "../../messages/common.ts";
import { type SoldRow, type SoldTool, toSoldTool } from "./sold-tool.ts";
import { nameWithOptions } from "./variants.ts";

/** Returns the name with the value of each option, for a list: "Glove, M, Black". */
export const nameOfSold = ({ name, options = [] }: SoldTool): string =>
	nameWithOptions(
		name,
		options.map(({ value }) => value),
		Number.POSITIVE_INFINITY,
	);

/** Returns the name with the value of each option and the code: "Glove, M, Black (GL-M)". */
export const fullNameOf = (tool: SoldTool): string =>
	tool.sku ? withSku(nameOfSold(tool), tool.sku) : nameOfSold(tool);

/** Returns `fullNameOf` of what a line stores, for lists and letters. */
export const nameOfRow = (row: SoldRow): string => fullNameOf(toSoldTool(row));
