/** The attributes of the inputs of a tool's numbers. */
import { priceStep } from "../../values/money.ts";

/** The attributes of the input of a price. */
export const priceInput = {
	type: "number",
	inputMode: "decimal",
	min: priceStep,
	step: priceStep,
} as const;

/** The attributes of the input of a number of pieces, from `min` on. */
export const piecesInput = (min: 0 | 1) => ({ type: "number", inputMode: "numeric", min }) as const;
