/** An offer in the list of staff: what it does and asks for, in a line, and what it has sold and cost. */
import { terms as texts } from "../../messages/offers.ts";
import { formatCents } from "../../values/money.ts";
import type { OfferTerms } from "./offer-terms.ts";
import type { SaleState } from "./sale-states.ts";

export interface ListedOffer {
	id: string;
	label: string;
	terms: OfferTerms;
	needsCode: boolean;
	oncePerCustomer: boolean;
	startsAt: Date;
	/** `noEnd` without an end. */
	endsAt: Date;
	state: SaleState;
	/** What its paid orders were: how many, what they cost, and what it took off them. */
	orders: number;
	soldCents: number;
	costCents: number;
	/** How many codes it has; the one if it is alone. */
	codes: number;
	code: string | null;
	/** The uses of all, and how many there may be; null for any number. */
	uses: number;
	maxUses: number | null;
}

export function describeTerms({ conditions, action, combines }: OfferTerms): string {
	const { categories, makers, jobs, tools, minPieces, minCents } = conditions;
	const namesIn = (list: unknown) => (Array.isArray(list) ? [list.join(", ")] : []);
	/** The last part of a page's address as words. */
	const words = (list: unknown) => namesIn(list).map((text) => text.replaceAll("-", " "));
	const lists = [
		...words(categories),
		...namesIn(makers),
		...words(jobs),
		...(Array.isArray(tools) ? [texts.chosenTools(tools.length)] : []),
	];
	return [
		describeAction(action),
		...lists,
		...(typeof minPieces === "number" ? [texts.fromPieces(minPieces)] : []),
		...(typeof minCents === "number" ? [texts.fromPrice(formatCents(minCents))] : []),
		...(combines ? [texts.combines] : []),
	].join(" · ");
}

function describeAction({ type, value }: OfferTerms["action"]): string {
	if (typeof value === "object") return texts.payFor(value.pieces, value.pay);
	if (type === "percent") return texts.percent(Number(value));
	return type === "amount" ? texts.amount(formatCents(Number(value))) : texts.freeShipping;
}
