/** What an order costs, row by row. Its page and its e-mails show these rows, so that no sum is said in two ways. */
import { shippingSaved, takenOff, withCode } from "../../messages/codes.ts";
import { paidByCards } from "../../messages/gift-cards.ts";
import { orderPageTexts as texts } from "../../messages/my-orders.ts";
import { formatCentsIn } from "../../values/money.ts";

/** The sums of an order, in minor units of its currency. */
export interface OrderSums {
	/** ISO 4217. */
	currency: string;
	/** Before discounts. */
	itemsCents: number;
	/** What each offer and each kit took off, on lines or on shipping. */
	discounts: readonly { label: string; code: string | null; cents: number; isShipping: boolean }[];
	shippingCents: number;
	/** Tax on top. */
	taxCents: number;
	includedTaxCents: number;
	totalCents: number;
	/** What gift cards and store credit pay of the total. */
	giftCardCents: number;
	refundedCents: number;
	/** What the receipt calls the tax, such as "VAT 20%"; empty for "Tax". */
	taxName: string;
	/** Whether an e-mail brings all of it: then nothing is said of shipping. */
	isByMail: boolean;
}

export interface AmountRow {
	/** The rows down to the total add up to it; those below are a part of it, or what is left. */
	kind: "items" | "discount" | "shipping" | "tax" | "total" | "note" | "refunded" | "rest";
	name: string;
	value: string;
}

/** The name of the tax of some sums. */
export const taxNameOf = ({ taxName }: Pick<OrderSums, "taxName">): string => taxName || texts.tax;

/** Returns the rows, from the items to what is left after refunds. */
export function amountRows(sums: OrderSums): AmountRow[] {
	const { itemsCents, shippingCents, taxCents, includedTaxCents, totalCents } = sums;
	const { giftCardCents, refundedCents } = sums;
	const money = (cents: number) => formatCentsIn(cents, sums.currency);
	const row = (kind: AmountRow["kind"], name: string, value: string): AmountRow => ({
		kind,
		name,
		value,
	});
	const some = (kind: AmountRow["kind"], name: string, cents: number) =>
		cents > 0 ? [row(kind, name, money(cents))] : [];
	const shipping = shippingCents === 0 ? texts.freeShipping : money(shippingCents);
	return [
		row("items", texts.items, money(itemsCents)),
		...sums.discounts
			.filter(({ isShipping }) => !isShipping)
			.map(({ label, code, cents }) =>
				row("discount", withCode(label, code), takenOff(money(cents))),
			),
		...(sums.isByMail ? [] : [row("shipping", texts.shipping, shipping)]),
		...sums.discounts
			.filter(({ isShipping }) => isShipping)
			.map(({ label, code, cents }) =>
				row("note", withCode(label, code), shippingSaved(money(cents))),
			),
		...some("tax", taxNameOf(sums), taxCents),
		row("total", texts.total, money(totalCents)),
		...some("note", paidByCards, giftCardCents),
		...some("note", texts.includes(taxNameOf(sums)), includedTaxCents),
		...some("refunded", texts.refunded, refundedCents),
		...(refundedCents > 0
			? [row("rest", texts.afterRefunds, money(totalCents - refundedCents))]
			: []),
	];
}
