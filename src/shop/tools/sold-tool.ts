/** What a line is of, as it was on the day of the order: what tells it from the other tools of its family. */
import * as v from "valibot";
import { optionValue, skuOf } from "../../messages/common.ts";
import type { SoldOption } from "./stored-options.ts";

/** The fields of an answer about it. */
export const soldFields = {
	options: v.exactOptional(v.array(v.object({ name: v.string(), value: v.string() }))),
	sku: v.exactOptional(v.string()),
};

/** What is said of the tool of a line. */
export interface SoldTool {
	name: string;
	/** Missing for a tool without a family, and where nothing is known for certain. */
	options?: { name: string; value: string }[];
	/** The tool's code. */
	sku?: string;
}

/** What a line stores of its tool. */
export interface SoldRow {
	toolName: string;
	options?: readonly SoldOption[] | null;
	sku?: string | null;
}

/** Returns what was stored of a tool, in the format of the API. */
export const toSoldTool = ({ toolName: name, options, sku }: SoldRow): SoldTool => ({
	name,
	...(options && { options: [...options] }),
	...(sku && { sku }),
});

/** Returns options with their values: "Size: M · Color: Black". */
export const optionsText = (options: NonNullable<SoldTool["options"]>): string =>
	options.map(({ name, value }) => optionValue(name, value)).join(" · ");

/** Returns what stands below the name: "Size: M · Color: Black · SKU GL-M"; empty without any. */
export const factsOf = ({ options = [], sku }: SoldTool): string =>
	[optionsText(options), sku && skuOf(sku)].filter(Boolean).join(" · ");
