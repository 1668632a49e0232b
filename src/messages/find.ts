/** The texts of Find anything. */
import { plural } from "./numbers.ts";

export const recent = "Recent";

export const nothingFound = (q: string) => `Nothing found for “${q}”.`;
export const foundCount = (n: number) => plural(n, { one: "# result", other: "# results" });

export const orderTitle = (quantity: number, tool: string) => `${quantity} × ${tool}`;
export const orderDetail = (number: string, state: string, name: string, email: string) =>
	`${number} · ${state} · ${name} · ${email}`;
export const inStock = (quantity: number) => `${quantity} in stock`;

export const go = "go";
