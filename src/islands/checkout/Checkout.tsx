import { type SubmitEvent, useEffect } from "react";
import { setTokenRenewer } from "../../http/call.ts";
import * as common from "../../messages.common.ts";
import * as messages from "../../messages.ts";
import type { Delivery } from "../../shop/orders/orders.ts";
import { sitePaths } from "../../site-paths.ts";
import { setCode } from "../../stores/code.ts";
import { clearSession } from "../../stores/session.ts";
import { CodeField } from "../offers/CodeField.tsx";
import { useOffers } from "../offers/useOffers.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { CheckoutSummary } from "./CheckoutSummary.tsx";
import { pricedTools, totalsOf } from "./checkout-totals.ts";
import { DeliveryFields } from "./DeliveryFields.tsx";
import { useCheckoutForm } from "./useCheckoutForm.ts";
import { useCheckoutLines } from "./useCheckoutLines.ts";
import { usePlaceOrder } from "./usePlaceCheckout.ts";

interface Props {
	/** What is known from the profile and the last order. */
	delivery: Delivery;
	/** The countries that the shop ships to. Their names differ between browsers, so the server writes them. */
	countries: readonly { value: string; label: string }[];
	/** Those of a billing address, if the shop does not ship to all. */
	billingCountries: Props["countries"] | undefined;
	/** E-mail of the signed-in customer. A guest types it. */
	email: string | undefined;
}

/** Orders what is in the cart, all of it at once. */
export function Checkout({ delivery, countries, billingCountries, email }: Props) {
	const hydrated = useHydrated();
	const isGuest = email === undefined;
	useEffect(() => {
		if (!isGuest) return;
		// The server found no session, so that a token is of one that has ended.
		clearSession();
		setTokenRenewer(async () => undefined);
	}, [isGuest]);
	const cart = useCheckoutLines();
	const form = useCheckoutForm(delivery, email);
	const { setElement } = form;
	const offers = useOffers(pricedTools(cart.lines));
	const totals = totalsOf(cart.lines, form.country, offers.discounted);
	const { placed, place } = usePlaceOrder(form, cart, totals, isGuest, offers);

	const leaveOut = () => {
		form.setFormError(undefined);
		cart.leaveOut();
	};

	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		const typed = String(new FormData(event.currentTarget).get("code") ?? "").trim();
		if (typed === offers.code) return form.submit(event, place);
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
		<form
			key={form.filled.version}
			ref={setElement}
			noValidate
			method="post"
			className="checkout"
			onChange={form.edit}
			onSubmit={submit}
		>
			<DeliveryFields {...{ form, countries, billingCountries, isGuest }} />
			<CheckoutSummary
				cart={{
					...cart,
					failed: cart.failed ?? offers.failed,
					isLoaded: cart.isLoaded && offers.isKnown,
					reload: cart.failed ? cart.reload : offers.reload,
				}}
				totals={totals}
				applied={offers.discounted.applied}
				codeField={
					<CodeField
						code={offers.code}
						problem={offers.discounted.codeProblem ?? form.field("code").error}
						onCode={setCode}
					/>
				}
				country={form.country}
				sending={form.sending}
				error={form.formError}
				onLeaveOut={leaveOut}
			/>
		</form>
	);
}
