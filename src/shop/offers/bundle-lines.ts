/**
 * Lines of bundles. An order has a line for each part, with what the bundle costs less divided over them; offers, shipping and
 * tax see one tool at the bundle's price, as the cart does. Pure.
 */
import { smallestCents } from "../../config/config.ts";
import { allocate } from "../../values/allocate.ts";
import type { StoredPart } from "../tools/stored-part.ts";
import type { PricedTool } from "./discounts.ts";

/** A bundle as it was read. */
interface KnownBundle {
	name: string;
	/** The text of its column: an order is stored only if it is still that. */
	partsText: string;
	parts: readonly StoredPart[];
}

/** The bundles among the tools of an order, by their ids. */
export type KnownBundles = ReadonlyMap<string, KnownBundle>;

/** What an order was prepared by, and is stored only if it is still so: the bundles among its tools, and the gift cards. */
export interface KnownTools {
	bundles: KnownBundles;
	/** The ids of the gift cards. */
	giftCards: ReadonlySet<string>;
}

/** The parts of a bundle from the text of its column; none of any other tool. */
export const partsOf = (text: string | null): StoredPart[] =>
	text === null ? [] : JSON.parse(text);

/** The bundles and the gift cards among tools. */
export const toKnown = (
	rows: readonly { id: string; name: string; parts: string | null; isGiftCard: boolean }[],
): KnownTools => ({
	bundles: new Map(
		rows.flatMap(({ id, name, parts: partsText }) =>
			partsText === null ? [] : [[id, { name, partsText, parts: partsOf(partsText) }]],
		),
	),
	giftCards: new Set(rows.filter(({ isGiftCard }) => isGiftCard).map(({ id }) => id)),
});

/** The bundle that a line is a part of, if any, and what that takes off the line. */
export interface BundleOfLine {
	bundleId: string | null;
	bundleName: string | null;
	bundleQuantity: number | null;
	bundleDiscountCents: number;
}
type Line = PricedTool & Partial<BundleOfLine> & { isGiftCard?: boolean };

/** What is sold as one: a tool, or a bundle with its lines. */
export interface Unit<Part> extends PricedTool {
	isGiftCard?: boolean;
	lines: readonly Part[];
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const priceOf = ({ unitPriceCents, quantity }: PricedTool) => unitPriceCents * quantity;

/** Divides an amount over lines in proportion to their prices, so that each still costs at least the smallest amount. */
function divide(cents: number, prices: readonly number[], smallest: number): number[] {
	const most = prices.map((price) => Math.max(Math.floor(price / smallest) - 1, 0));
	return allocate(cents / smallest, most).map((share) => share * smallest);
}

/** The lines of so many pieces of a bundle at its price: together they cost exactly that. */
export function linesOfBundle(
	{ toolId, unitPriceCents, quantity }: PricedTool,
	{ name, parts }: Pick<KnownBundle, "name" | "parts">,
	smallest: number = smallestCents,
): (PricedTool & BundleOfLine)[] {
	const lines = parts.map(({ id, quantity: pieces, priceCents }) => ({
		toolId: id,
		unitPriceCents: priceCents,
		quantity: pieces * quantity,
		bundleId: toolId,
		bundleName: name,
		bundleQuantity: quantity,
	}));
	const prices = lines.map(priceOf);
	const saved = divide(Math.max(sum(prices) - unitPriceCents * quantity, 0), prices, smallest);
	return lines.map((line, place) => ({ ...line, bundleDiscountCents: saved[place] ?? 0 }));
}

/** Lines by the bundle that they are of, in their order: those of a bundle stand together, any other alone. */
export const byBundle = <Line>(
	lines: readonly Line[],
	bundleOf: (line: Line) => string | null | undefined,
): Line[][] => [
	...Map.groupBy<string | Line, Line>(lines, (line) => bundleOf(line) ?? line).values(),
];

/** The lines of an order by what is sold as one. */
export function unitsOf<Part extends Line>(lines: readonly Part[]): Unit<Part>[] {
	return byBundle(lines, ({ bundleId }) => bundleId).flatMap((own) => {
		const [first] = own;
		if (!first) return [];
		const { toolId, unitPriceCents, quantity, bundleId, bundleQuantity, isGiftCard } = first;
		if (!bundleId || !bundleQuantity) {
			const alone = { toolId, unitPriceCents, quantity, lines: own };
			return [{ ...alone, ...(isGiftCard && { isGiftCard }) }];
		}
		const cents = sum(own.map((line) => priceOf(line) - (line.bundleDiscountCents ?? 0)));
		return [
			{
				toolId: bundleId,
				unitPriceCents: cents / bundleQuantity,
				quantity: bundleQuantity,
				lines: own,
			},
		];
	});
}

/** Units with what offers take off each, by the id of their first line, as shipping and tax are priced by. */
export const toPriced = <Part extends Line & { id: string }>(
	units: readonly Unit<Part>[],
	discounts: readonly number[],
) =>
	units.map(({ lines: [first], ...unit }, place) => ({
		...unit,
		id: first?.id ?? "",
		discountCents: discounts[place] ?? 0,
	}));

/** What bundles take off lines. */
export const savedCents = (lines: readonly Partial<BundleOfLine>[]): number =>
	sum(lines.map(({ bundleDiscountCents = 0 }) => bundleDiscountCents));

/** How many pieces of each tool lines take. */
export const piecesByTool = (lines: readonly PricedTool[]) =>
	[...Map.groupBy(lines, ({ toolId }) => toolId)].map(([toolId, own]) => ({
		toolId,
		quantity: sum(own.map(({ quantity }) => quantity)),
	}));

/** Returns the lines of units with all that each costs less: by its bundle, and by what offers take off its unit. */
export function divideDiscounts<Part extends Line>(
	units: readonly Unit<Part>[],
	discounts: readonly number[],
	smallest: number = smallestCents,
): (Part & { discountCents: number })[] {
	return units.flatMap(({ lines }, place) => {
		const saved = lines.map((line) => line.bundleDiscountCents ?? 0);
		const prices = lines.map((line, index) => priceOf(line) - (saved[index] ?? 0));
		const shares = divide(discounts[place] ?? 0, prices, smallest);
		return lines.map((line, index) => ({
			...line,
			discountCents: (saved[index] ?? 0) + (shares[index] ?? 0),
		}));
	});
}
