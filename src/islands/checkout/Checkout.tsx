import { type ReactNode, type SubmitEvent, useEffect, useState, useSyncExternalStore } from "react";
import { setTokenRenewer } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import { sitePaths } from "../../paths/site.ts";
import { isOnlyCards } from "../../shop/costs/totals.ts";
import type { Delivery } from "../../shop/orders/orders.ts";
import { $code, setCode } from "../../stores/code.ts";
import { clearSession } from "../../stores/session.ts";
import type { ShippingNow } from "../carts/useShipping.ts";
import { codeIn, FoldedCodeField } from "../offers/CodeField.tsx";
import { useOffers } from "../offers/useOffers.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { CheckoutSummary } from "./CheckoutSummary.tsx";
import { arrivalOf, optionsOf, pickupOf, pricedTools, totalsOf } from "./checkout-totals.ts";
import { DeliveryFields } from "./DeliveryFields.tsx";
import { ServiceChoice } from "./ServiceChoice.tsx";
import { useCheckoutForm } from "./useCheckoutForm.ts";
import { useCheckoutLines } from "./useCheckoutLines.ts";
import { usePlaceOrder } from "./usePlaceCheckout.ts";

interface Props {
	/** What is known from the profile and the last order. */
	delivery: Delivery;
	/** The countries that the shop ships to. Their names differ between browsers, so the server writes them. */
	countries: readonly { value: string; label: string }[];
	/** The countries of a billing address, if the shop does not ship to all. */
	billingCountries: Props["countries"] | undefined;
	shop: ShippingNow;
	/** The countries to which the law of the Union applies, and the empty text where no country is chosen yet. */
	euCountries: readonly string[];
	/** E-mail of the signed-in customer. A guest types it. */
	email: string | undefined;
	/** Whether the cart had gift cards alone when it was left: no address is shown, until the cart says otherwise. */
	isByMail: boolean;
	/** What the law of the Union asks for, below the form of what is delivered there. */
	children: ReactNode;
}

/** Orders what is in the cart, all of it at once. */
export function Checkout({ delivery, countries, billingCountries, shop, email, ...props }: Props) {
	const hydrated = useHydrated();
	const isGuest = email === undefined;
	useEffect(() => {
		if (!isGuest) return;
		// The server found no session, so that a token is of one that has ended.
		clearSession();
		setTokenRenewer(async () => undefined);
	}, [isGuest]);
	const cart = useCheckoutLines();
	const { shipping } = shop;
	const isByMail =
		cart.isLoaded && cart.lines.length > 0
			? isOnlyCards(cart.lines.map(({ tool }) => tool))
			: props.isByMail;
	const form = useCheckoutForm(
		delivery,
		email,
		countries.map(({ value }) => value),
		isByMail,
	);
	const { setElement } = form;
	const [now] = useState(() => Date.now());
	// Not with nanostores' own hook, which has more than a store of one value needs.
	const code = useSyncExternalStore($code.listen, $code.get, $code.get);
	const offers = useOffers(pricedTools(cart.lines), code);
	const { discounted } = offers;
	const [usesCredit, setUsesCredit] = useState(false);
	const { country, postalCode } = form;
	const isForEu = props.euCountries.includes(country);
	const options = optionsOf(cart.lines, { country, postalCode }, shipping, discounted);
	const service = options.some(({ id }) => id === form.service) ? form.service : options[0]?.id;
	const totals = totalsOf(cart.lines, { country, postalCode, service }, shop, discounted);
	const { placed, place } = usePlaceOrder(form, cart, totals, isGuest, offers, usesCredit);

	const leaveOut = () => {
		form.setFormError(undefined);
		cart.leaveOut();
	};

	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		const typed = codeIn(event.currentTarget);
		if (typed === offers.code) return void form.submit(event, place);
		// It was typed, but not applied: the customer sees the total with it first.
		event.preventDefault();
		setCode(typed);
	};

	if (placed) return <Spinner label={messages.openingPayment} />;
	if (hydrated && cart.isEmpty) {
		return (
			<div className="grid min-h-dvh content-start justify-items-start gap-4">
				<p>{messages.cartEmpty}</p>
				<a className="btn btn-primary" href={sitePaths.tools}>
					{common.allToolsHeading}
				</a>
			</div>
		);
	}
	return (
		<>
			<form
				key={form.filled.version}
				ref={setElement}
				noValidate
				method="post"
				className="checkout"
				onChange={form.edit}
				onSubmit={submit}
			>
				<DeliveryFields
					form={form}
					countries={countries}
					billingCountries={billingCountries}
					isGuest={isGuest}
					isByMail={isByMail}
					hasCards={isByMail || offers.hasGiftCards}
				>
					<ServiceChoice
						options={options}
						now={now}
						chosen={service}
						onChoose={form.setService}
						pickupAt={pickupOf(shipping)}
						error={form.field("service").error}
					/>
				</DeliveryFields>
				<CheckoutSummary
					isForEu={isForEu}
					cart={{
						...cart,
						failed: cart.failed ?? offers.failed,
						isLoaded: cart.isLoaded && offers.isKnown,
						reload: cart.failed ? cart.reload : offers.reload,
					}}
					totals={totals}
					arrives={arrivalOf(now, country, shipping, totals)}
					closedUntil={shop.closedUntil}
					applied={discounted.applied}
					codeField={
						<FoldedCodeField
							code={offers.code}
							problem={discounted.codeProblem ?? form.field("code").error}
							order={discounted.codeOrder}
							onCode={setCode}
						/>
					}
					cards={offers.showCards?.({
						totalCents: totals?.totalCents,
						boughtCardsCents: totals?.boughtCardsCents,
						credit: [usesCredit, setUsesCredit],
					})}
					sending={form.sending}
					error={form.formError}
					onLeaveOut={leaveOut}
				/>
			</form>
			{isForEu && props.children}
		</>
	);
}
