/** Why a code does not work, and what to do. */
import { formatNumber, listOf, plural } from "./numbers.ts";

export const codeProblems = {
	unknown: "We don't know this code. Check the spelling.",
	/** The code is as long as that of a gift card. */
	unknownWithLetters: (letters: readonly string[]) =>
		`We don't know this code. A gift card's code never contains ${listOf(letters, "disjunction")}: check ${letters.length === 1 ? "it" : "them"}.`,
	notYet: (day: string) => `This code works from ${day}.`,
	over: (day: string) => `This code was valid until ${day}.`,
	usedUp: "This code has been used up. Remove it, or try another.",
	usedByYou: "You've used this code before. Remove it, or try another.",
	usedByOwnOrder:
		"Your unpaid order uses this code. Pay for that order, or cancel it, to use the code here.",
	/** What a code is for: what follows "tools". */
	ofCategories: (names: readonly string[]) => `in “${listOf(names, "disjunction")}”`,
	ofMakers: (names: readonly string[]) => `from ${listOf(names, "disjunction")}`,
	ofNames: (names: readonly string[]) =>
		`named ${listOf(
			names.map((name) => `“${name}”`),
			"disjunction",
		)}`,
	/** An offer with too many tools to name them. */
	ofTools: "we chose for it",
	ofJobs: (names: readonly string[]) => `for the job “${listOf(names, "disjunction")}”`,
	notOnSale: "that aren't on sale",
	isFor: (what: string) => `This code is for tools ${what}. Add one, or remove the code.`,
	notForGiftCards: "This code isn't for gift cards. Add a tool, or remove the code.",
	needsPieces: (pieces: number, more: number, what: string) =>
		`This code needs ${plural(pieces, { one: "# tool", other: "# tools" })}${what && ` ${what}`}: add ${formatNumber(more)} more.`,
	/** The value is that of the whole order; the discount is for tools that have a name here, or for all. */
	from: (price: string, more: string, what: string) =>
		what === ""
			? `This code is for orders from ${price}: add tools for ${more} more.`
			: `This code is for tools ${what}, in orders from ${price}: add ${more} more of these or other tools.`,
	noGain: "You already pay less without this code. Remove it, and keep it for another order.",
	tooMany: "Too many attempts. Try again in a minute.",
} as const;
