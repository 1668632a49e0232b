import { isForEu } from "../../config/law.ts";
import { placeButton } from "../../messages/place-order.ts";
import { publicPaths } from "../../paths/public.ts";
import { toLineText } from "../../shop/carts/line-texts.ts";
import { isOnlyCards } from "../../shop/costs/totals.ts";
import type { CardsNow } from "../../shop/gift-cards/cards-now.ts";
import type { DiscountedNow } from "../../shop/offers/discounts.ts";
import {
	type CheckoutEntry,
	orderableLines,
	whyBlocked,
} from "../../shop/orders/checkout-lines.ts";
import { billingOf, byMailName, type FilledIn } from "../../shop/orders/checkout-values.ts";
import { toPrice } from "../../values/money.ts";
import type { ShippingNow } from "../carts/useShipping.ts";
import { FoldedCodeField } from "../offers/CodeField.tsx";
import { PayWithCards } from "../offers/PayWithCards.tsx";
import { WithoutScript } from "../ui/useHydrated.ts";
import { updateName } from "./AddressFields.tsx";
import { CheckoutSummary } from "./CheckoutSummary.tsx";
import { arrivalOf, optionsOf, pickupOf, totalsOf } from "./checkout-totals.ts";
import { DeliveryFields } from "./DeliveryFields.tsx";
import * as extraFields from "./ExtraFields.tsx";
import { ServiceChoice } from "./ServiceChoice.tsx";

interface Props {
	/** Where the form is sent. */
	action: string;
	entries: CheckoutEntry[];
	/** The code that was typed; empty without one. */
	code: string;
	offers: DiscountedNow & { cards?: CardsNow };
	/** What the fields are filled with. */
	values: FilledIn;
	/** What is wrong with them, by name. */
	errors: Readonly<Record<string, string>>;
	countries: readonly { value: string; label: string }[];
	billingCountries: Props["countries"] | undefined;
	shop: ShippingNow;
	/** In UTC milliseconds. */
	now: number;
	/** Sent twice, the form places one order. */
	idempotencyKey: string;
}

const nothing = () => undefined;

/** The checkout for a browser without JavaScript: a form with all that an order needs, the lines as they are shown too. Static. */
export function BasicCheckout(props: Props) {
	const { action, entries, code, offers, values, errors, idempotencyKey, shop, now, ...countries } =
		props;
	const { shipping, closedUntil } = shop;
	const lines = orderableLines(entries);
	const { country, postalCode } = values;
	const options = optionsOf(lines, { country, postalCode }, shipping, offers);
	const asked = values.service;
	const service = options.some(({ id }) => id === asked) ? asked : options[0]?.id;
	const totals = totalsOf(lines, { country, postalCode, service }, shop, offers);
	const blocked = whyBlocked(entries);
	const isByMail = isOnlyCards(lines.map(({ tool }) => tool));
	const isEu = isForEu(country);
	const billingCountry = values["billing.country"];
	const form = {
		country,
		billingCountry,
		changeCountry: nothing,
		changeBillingCountry: nothing,
		filled: { values, version: 0 },
		filledBilling: billingOf(values, billingCountry),
		restored: false,
		extraFields,
		field: (name: string) => ({ name, id: name, error: errors[name] }),
	};
	return (
		<WithoutScript value={true}>
			<form noValidate method="post" action={action} className="checkout">
				{/* The first button of a form is the one that Enter presses (HTML Living Standard: Implicit submission). */}
				<button
					type="submit"
					disabled={blocked !== undefined || closedUntil !== undefined}
					className="invisible absolute size-6"
				>
					{placeButton(isEu)}
				</button>
				<input type="hidden" name="key" value={idempotencyKey} />
				{lines.map(({ toolId, quantity, tool: { price } }) => (
					<input
						key={toolId}
						type="hidden"
						name="line"
						value={toLineText({ toolId, quantity, price })}
					/>
				))}
				{/* With Stripe Tax, the total is known once the order is placed. */}
				{totals && !totals.isTaxPending && (
					<input type="hidden" name="totalPrice" value={toPrice(totals.totalCents)} />
				)}
				{isByMail && <input type="hidden" name={byMailName} value="1" />}
				<DeliveryFields
					form={form}
					isByMail={isByMail}
					isGuest={true}
					hasCards={lines.some(({ tool }) => tool.isGiftCard)}
					{...countries}
				>
					<ServiceChoice
						options={options}
						now={now}
						chosen={service}
						onChoose={nothing}
						pickupAt={pickupOf(shipping)}
						error={errors.service}
					/>
				</DeliveryFields>
				<CheckoutSummary
					isForEu={isEu}
					cart={{
						entries,
						lines,
						blocked,
						failed: undefined,
						isLoaded: true,
						reload: nothing,
					}}
					totals={totals}
					arrives={arrivalOf(now, country, shipping, totals)}
					closedUntil={closedUntil}
					applied={offers.applied}
					codeField={
						<FoldedCodeField
							code={code}
							problem={errors.code ?? offers.codeProblem}
							order={offers.codeOrder}
							submit={{ name: updateName, value: "code" }}
						/>
					}
					cards={
						offers.cards && (
							<PayWithCards
								cards={offers.cards}
								totalCents={totals?.totalCents}
								boughtCardsCents={totals?.boughtCardsCents}
							/>
						)
					}
					sending={false}
					error={undefined}
					cartPath={publicPaths.basicCart}
				/>
			</form>
		</WithoutScript>
	);
}
