import { giftCards as texts } from "../../messages/gift-cards.ts";
import type { CardsNow } from "../../shop/gift-cards/cards-now.ts";
import { paidByCards } from "../../shop/gift-cards/gift-cards.ts";
import { formatCents } from "../../values/money.ts";

interface Props {
	cards: CardsNow;
	/** What the order costs; undefined while that is not known. */
	totalCents?: number | undefined;
	/** What of it is gift cards, which no gift card pays. */
	boughtCardsCents?: number | undefined;
	/** Whether store credit pays too, and what changes that. Without it, there is no choice. */
	credit?: readonly [uses: boolean, onUse: (uses: boolean) => void];
}

/** What a gift card and store credit pay of an order, and what is left. Loaded where there are any. */
export function PayWithCards({ cards, totalCents, boughtCardsCents, credit }: Props) {
	const { giftCard, creditCents = 0 } = cards;
	const [usesCredit = false, onUse] = credit ?? [];
	const fromCredit = usesCredit ? creditCents : 0;
	const paid = paidByCards((giftCard?.cents ?? 0) + fromCredit, totalCents ?? 0, boughtCardsCents);
	return (
		<div className="grid gap-2">
			{giftCard && <p>{texts.card(giftCard.end, formatCents(giftCard.cents))}</p>}
			{onUse && creditCents > 0 && (
				<label className="flex min-h-11 items-center gap-3">
					<input
						type="checkbox"
						className="size-5"
						checked={usesCredit}
						onChange={(event) => onUse(event.currentTarget.checked)}
					/>
					{texts.payWithCredit(formatCents(creditCents))}
				</label>
			)}
			{totalCents !== undefined && paid > 0 && (
				<dl className="checkout-totals">
					<div>
						<dt>{texts.paid}</dt>
						<dd>{formatCents(paid)}</dd>
					</div>
					<div>
						<dt className="text-xl">{texts.toPay}</dt>
						<dd className="font-heading text-3xl">{formatCents(totalCents - paid)}</dd>
					</div>
				</dl>
			)}
		</div>
	);
}
