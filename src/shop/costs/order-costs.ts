/** What an order costs as its checkout says it: of the cart, and of the order on its payment page. */
import type { AppliedOffer } from "../offers/discounts.ts";
import type { OrderTotals } from "./totals.ts";

/** The totals that are shown. */
export interface ShownTotals
	extends Pick<
		OrderTotals,
		| ("itemsCents" | "shippingCents" | "taxCents" | "includedTaxCents" | "totalCents")
		| ("taxName" | "isTaxPending" | "isTaxOnTop" | "savedShippingCents" | "boughtCardsCents")
	> {
	/** How it reaches the customer, by name. */
	option: { name: string } | undefined;
}

/** What an offer has done, as far as it is shown. */
export interface ShownOffer extends Pick<AppliedOffer, "cents" | "freesShipping"> {
	offer: Pick<AppliedOffer["offer"], "id" | "label" | "code">;
}

/** An order that was placed, as its checkout showed it. */
export interface OrderCosts {
	totals: ShownTotals;
	applied: ShownOffer[];
	/** What each kit costs, before offers, by its id. */
	kits: Readonly<Record<string, number>>;
}

/** Whether the order is of gift cards alone. */
export const isAllByMail = ({
	boughtCardsCents,
	totalCents,
}: Pick<ShownTotals, "boughtCardsCents" | "totalCents">): boolean =>
	boughtCardsCents > 0 && boughtCardsCents === totalCents;
