import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { call, setTokenRenewer } from "../../http/call.ts";
import * as checkoutMessages from "../../messages.checkout.ts";
import * as messages from "../../messages.ts";
import { placeCheckoutEndpoint } from "../../shop/checkouts/checkouts.api.ts";
import type { Delivery } from "../../shop/checkouts/checkouts.ts";
import { ShopError } from "../../shop/errors.ts";
import { maxLengths } from "../../shop/fields.ts";
import { chosenBike } from "../../shop/fit/bike-storage.ts";
import { toPrice } from "../../shop/money.ts";
import { markOrdered } from "../../shop/orders/last-ordered.ts";
import { idempotencyHeader } from "../../shop/orders/orders.ts";
import { storedPartner } from "../../shop/partners/partner-storage.ts";
import { sitePaths } from "../../site-paths.ts";
import { removeLine } from "../../stores/cart.ts";
import { clearSession } from "../../stores/session.ts";
import { ErrorWithRetry } from "../ui/ErrorWithRetry.tsx";
import { Field, FieldError } from "../ui/Field.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { leaveWithoutWarning } from "../ui/unsaved-changes.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { redirectIfSignedOut } from "../ui/useSend.ts";
import { AddressFields } from "./AddressFields.tsx";
import { CheckoutLines, CheckoutTotals } from "./CheckoutSummary.tsx";
import { useCheckoutForm } from "./useCheckoutForm.ts";
import { totalsOf, useCheckoutLines } from "./useCheckoutLines.ts";

interface Props {
	/** What is known from the profile and the last checkout. */
	delivery: Delivery;
	/** The countries that the shop ships to. Their names differ between browsers, so the server writes them. */
	countries: readonly { value: string; label: string }[];
	/** E-mail of the signed-in customer. A guest types it. */
	email: string | undefined;
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
	const isGuest = email === undefined;
	useEffect(() => {
		if (!isGuest) return;
		// The server found no session, so that a token is of one that has ended.
		clearSession();
		setTokenRenewer(async () => undefined);
	}, [isGuest]);
	const {
		setElement,
		country,
		changeCountry,
		field,
		filled,
		edit,
		close,
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
					bike: chosenBike()?.[1],
					// With Stripe Tax, the total is known once the checkout is placed.
					...(!totals.isTaxPending && { totalPrice: toPrice(totals.totalCents) }),
				};
				const headers = { [idempotencyHeader]: idempotencyKey.current };
				const { checkout } = await call(placeCheckoutEndpoint, { body }, headers);
				setPlaced(true);
				close();
				for (const { toolId } of cart.lines) removeLine(toolId);
				markOrdered();
				leaveWithoutWarning(sitePaths.payment(checkout._id));
			}, handleError),
		);

	const handleError = (error: unknown) => {
		if (!(error instanceof ShopError)) return;
		// The session has ended meanwhile, and the server takes the customer as a guest without an e-mail.
		if (!isGuest && error.fields?.email) {
			redirectIfSignedOut(new ShopError("unauthenticated"));
			return;
		}
		// The server has answered, so the next attempt is a new request; not if only the tax was unavailable,
		// because an attempt before may have been placed without its answer.
		if (error.code !== "unavailable" && error.code !== "payments_unavailable")
			idempotencyKey.current = undefined;
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
				{restored && <p role="status">{checkoutMessages.draftKept}</p>}
				{isGuest && (
					<>
						<Field
							label="Email"
							defaultValue={filled.values.email}
							type="email"
							autoComplete="email"
							hint={checkoutMessages.emailHint}
							{...field("email")}
						/>
						<p>
							{checkoutMessages.haveAccount}{" "}
							<a className="link" href={sitePaths.loginReturningTo(sitePaths.checkout)}>
								{checkoutMessages.signIn}
							</a>
						</p>
					</>
				)}
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
				<Note text={filled.values.note} {...field("note")} />
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

interface NoteProps {
	/** The note of a draft. */
	text: string | undefined;
	name: string;
	error: string | undefined;
}

/** A button that adds the field of the note, which few customers need. */
function Note({ text, ...field }: NoteProps) {
	const [isShown, setShown] = useState(Boolean(text));
	return isShown ? (
		<Field label="Note" defaultValue={text} hint={messages.noteHint} type="text" {...field} />
	) : (
		<button
			type="button"
			className="btn btn-ghost justify-self-start"
			onClick={() => setShown(true)}
		>
			{checkoutMessages.addField("Note")}
		</button>
	);
}
