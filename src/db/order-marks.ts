/**
 * What the search tables have of an order's state, so that a search within a tab is one search of FTS5: after
 * the text, three equal control characters for each state. Three are one trigram, and no stored text has them.
 * An order that is shipped and done has none, so that few orders have any.
 */
import { rowsOfTab } from "../shop/orders/order-conditions.ts";
import type { MarkedTab } from "../shop/orders/order-states.ts";

interface Mark {
	/** The character's code. Those of `bigram-separators` are others. */
	code: number;
	/** The condition of the orders that have it. */
	condition: (row?: string) => string;
}

const toShip: Mark = { code: 26, condition: rowsOfTab.toShip.sql };
const unpaid: Mark = { code: 27, condition: rowsOfTab.unpaid.sql };
const refunded: Mark = { code: 28, condition: rowsOfTab.refunded.sql };
const notShipped: Mark = { code: 29, condition: (row) => `(not ${rowsOfTab.shipped.sql(row)})` };
const marks = [toShip, unpaid, refunded, notShipped];

const sqlOf = ({ code }: Mark) => `char(${Array(3).fill(code).join(", ")})`;

/** Returns the expression for the marks of a row, as text. The triggers have no CASE. */
export const marksOf = (row: string) =>
	marks.map((mark) => `substr(${sqlOf(mark)}, 1, 3 * ${mark.condition(row)})`).join(" || ");

const phraseOf = ({ code }: Mark) => `"${String.fromCharCode(code).repeat(3)}"`;

/** Each mark's FTS5 query as SQL, with the condition of the orders that it has to find. */
export const markChecks = marks.map((mark) => ({
	match: `('"' || ${sqlOf(mark)} || '"')`,
	condition: mark.condition,
}));

const tabQueries: Record<MarkedTab, string> = {
	toShip: `AND ${phraseOf(toShip)}`,
	unpaid: `AND ${phraseOf(unpaid)}`,
	shipped: `NOT ${phraseOf(notShipped)}`,
	refunded: `AND ${phraseOf(refunded)}`,
};

/** Returns the FTS5 query for the orders of a tab that have a phrase. */
export const inTab = (phrase: string, tab: MarkedTab) => `${phrase} ${tabQueries[tab]}`;

/** Whether a text has a character of a mark. */
export const hasMark = (text: string) =>
	marks.some(({ code }) => text.includes(String.fromCharCode(code)));
