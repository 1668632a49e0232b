import { type SubmitEvent, useRef, useState } from "react";
import { call } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import { placeCheckoutEndpoint } from "../../shop/checkouts/checkouts.api.ts";
import type { Delivery } from "../../shop/checkouts/checkouts.ts";
import { ShopError } from "../../shop/errors.ts";
import { maxLengths } from "../../shop/fields.ts";
import { toPrice } from "../../shop/money.ts";
import { markOrdered } from "../../shop/orders/last-ordered.ts";
import { idempotencyHeader } from "../../shop/orders/orders.ts";
import { storedPartner } from "../../shop/partners/partner-storage.ts";
import { sitePaths } from "../../site-paths.ts";
import { removeLine } from "../../stores/cart.ts";
import { ErrorWithRetry } from "../ui/ErrorWithRetry.tsx";
import { Field, FieldError } from "../ui/Field.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { leaveWithoutWarning } from "../ui/unsaved-changes.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { AddressFields } from "./AddressFields.tsx";
import { CheckoutLines, CheckoutTotals } from "./CheckoutSummary.tsx";
import { useCheckoutForm } from "./useCheckoutForm.ts";
import { totalsOf, useCheckoutLines } from "./useCheckoutLines.ts";

interface Props {
	/** What is known from the profile and the last checkout. */
	delivery: Delivery;
	/** The countries that the shop ships to. Their names differ between browsers, so the server writes them. */
	countries: readonly { value: string; label: string }[];
	/** E-mail of the customer. */
	email: string;
}

/**
 * Orders what is in the cart, all of it at once. A retry after a lost response sends the same idempotency
 * key and returns the same checkout.
 */
export function Checkout({ delivery, countries, email }: Props) {
	const hydrated = useHydrated();
	const [placed, setPlaced] = useState(false);
	const idempotencyKey = useRef<string>(undefined);
	const cart = useCheckoutLines();
	const {
		setElement,
		country,
		changeCountry,
		field,
		filled,
		edit,
		submit,
		send,
		sending,
		restored,
		formError,
		setFormError,
	} = useCheckoutForm(delivery, email);
	const totals = totalsOf(cart.lines, country);

	const place = (event: SubmitEvent<HTMLFormElement>) =>
		submit(event, (input) =>
			send(async () => {
				if (!totals) return;
				idempotencyKey.current ??= crypto.randomUUID();
				const body = {
					...input,
					lines: cart.lines.map(({ toolId, quantity, tool }) => ({
						productCode: toolId,
						quantity,
						price: tool.price,
					})),
					partner: storedPartner(),
					// With Stripe Tax, the total is known once the checkout is placed.
					...(!totals.isTaxPending && { totalPrice: toPrice(totals.totalCents) }),
				};
				const headers = { [idempotencyHeader]: idempotencyKey.current };
				const { checkout } = await call(placeCheckoutEndpoint, { body }, headers);
				setPlaced(true);
				for (const { toolId } of cart.lines) removeLine(toolId);
				markOrdered();
				leaveWithoutWarning(sitePaths.payment(checkout._id));
			}, handleError),
		);

	const handleError = (error: unknown) => {
		if (!(error instanceof ShopError)) return;
		// The server has answered, so the next attempt is a new request.
		if (error.code !== "unavailable") idempotencyKey.current = undefined;
		cart.reject(error.fields ?? {});
	};

	const goOn = () => {
		setFormError(undefined);
		cart.leaveOut();
	};

	if (placed) return <Spinner label={messages.openingPayment} />;
	if (hydrated && cart.isEmpty) {
		return (
			<div className="grid min-h-dvh content-start justify-items-start gap-4">
				<p>{messages.cartEmpty}</p>
				<a className="btn btn-primary" href={sitePaths.tools}>
					All Tools
				</a>
			</div>
		);
	}
	return (
		<form
			key={filled.version}
			ref={setElement}
			noValidate
			method="post"
			className="checkout"
			onChange={edit}
			onSubmit={place}
		>
			<section aria-labelledby="delivery" className="grid content-start gap-5">
				<h2 id="delivery" className="text-3xl">
					Delivery
				</h2>
				{restored && <p role="status">{messages.draftRestored}</p>}
				<Field
					label="Name"
					defaultValue={filled.values.name}
					type="text"
					autoComplete="shipping name"
					maxLength={maxLengths.name}
					{...field("name")}
				/>
				<AddressFields
					country={country}
					countries={countries}
					delivery={filled.values}
					field={field}
					onCountry={changeCountry}
				/>
				<Field
					label="Phone"
					defaultValue={filled.values.phone}
					type="tel"
					autoComplete="shipping tel"
					{...field("phone")}
				/>
				<Field label="Note" hint={messages.noteHint} type="text" {...field("note")} />
			</section>
			<section aria-labelledby="summary" className="checkout-summary">
				<h2 id="summary" className="text-3xl">
					Your order
				</h2>
				{hydrated && cart.failed ? (
					<ErrorWithRetry message={cart.failed} onRetry={cart.reload} />
				) : hydrated && cart.isLoaded ? (
					<>
						<CheckoutLines entries={cart.entries} onLeaveOut={goOn} />
						<CheckoutTotals lines={cart.lines} totals={totals} />
						<SubmitButton
							busy={sending}
							busyLabel="Placing the order …"
							disabledReason={cart.blocked}
						>
							{messages.placeAndPay}
						</SubmitButton>
						<FieldError message={formError} />
					</>
				) : (
					<Spinner label={messages.loadingOrder} inline />
				)}
			</section>
		</form>
	);
}
