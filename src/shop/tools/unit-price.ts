/** What a litre, a kilogram or a metre of a tool costs, by what a piece of it holds (Directive 98/6/EC, Article 3). */
import { toCents, toPrice } from "../../values/money.ts";

/** The units of contents: the one that the price is for, and how many of them make it. */
const units = {
	ml: ["l", 1000],
	cl: ["l", 100],
	l: ["l", 1],
	g: ["kg", 1000],
	kg: ["kg", 1],
	mm: ["m", 1000],
	cm: ["m", 100],
	m: ["m", 1],
} as const;
type Unit = keyof typeof units;

const isUnit = (text: string): text is Unit => Object.hasOwn(units, text);

/** What a piece holds, as a number of units. */
interface Contents {
	amount: number;
	unit: Unit;
}

/** Reads "400 ml", "400ml" or "1.5 M". Returns undefined for anything else. */
export function parseContents(text: string): Contents | undefined {
	const [, number = "", unit = ""] =
		/^(\d{1,6}(?:\.\d{1,3})?)\s*([a-z]+)$/.exec(text.trim().toLowerCase()) ?? [];
	const amount = Number(number);
	return isUnit(unit) && amount > 0 ? { amount, unit } : undefined;
}

/** Returns contents as they are stored; a text that is none stays. */
export function normalizeContents(text: string): string {
	const contents = parseContents(text);
	return contents ? `${contents.amount} ${contents.unit}` : text;
}

/** What the price of a tool is for a litre, a kilogram or a metre. */
export interface UnitPrice {
	price: number;
	per: "l" | "kg" | "m";
}

/** Returns the unit price of a tool; undefined without contents, and where it is the price itself (Article 3, paragraph 1). */
export function unitPriceOf(tool: { price: number; contents?: string }): UnitPrice | undefined {
	const contents = tool.contents === undefined ? undefined : parseContents(tool.contents);
	if (!contents) return undefined;
	const [per, count] = units[contents.unit];
	if (contents.amount === count) return undefined;
	return { price: toPrice(Math.round((toCents(tool.price) * count) / contents.amount)), per };
}
