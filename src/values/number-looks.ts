/** How a tool's numbers are typed. */
import { priceStep } from "./money.ts";

/** A price, from `min` on. */
export const priceLook = (min = priceStep) =>
	({ kind: "money", attributes: { min, step: priceStep } }) as const;

/** A number of pieces, from `min` on. */
export const piecesLook = (min: 0 | 1) => ({ kind: "count", attributes: { min } }) as const;
