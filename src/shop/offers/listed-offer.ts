/** An offer in the list of staff: what it does and asks for, in a line, and what it has sold and cost. */
import { terms as texts } from "../../messages/offers.ts";
import { conditionNames, type OfferTerms } from "./offer-terms.ts";
import type { SaleState } from "./sale-states.ts";
import { actionFields, conditionFields } from "./term-fields.ts";

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
	const { type, value } = action;
	const said = conditionNames.map((name) =>
		conditions[name] === undefined ? "" : conditionFields[name].says(conditions[name]),
	);
	const all = [actionFields[type].says(value), ...said, combines ? texts.combines : ""];
	return all.filter(Boolean).join(" · ");
}
