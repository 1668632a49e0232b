import { CardElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { type SubmitEvent, useState } from "react";
import { call } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import { formatPrice } from "../../shop/money.ts";
import { payOrderEndpoint } from "../../shop/orders/orders.api.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { toast } from "../../stores/toasts.ts";
import { FieldError } from "../ui/Field.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { useSend } from "../ui/useSend.ts";
import { useCardStyle } from "./useCardStyle.ts";

interface Props {
	/** The order, or the first of the checkout. */
	order: Order;
	/** The total of its checkout. */
	totalPrice: number;
	/** Undefined while the payment is being prepared. */
	clientSecret: string | undefined;
	onPaid: (transactionId: string) => void;
}

/** The card field and the Pay button. The card number goes to the provider only. */
export function CardForm({ order, totalPrice, clientSecret, onPaid }: Props) {
	const stripe = useStripe();
	const elements = useElements();
	const style = useCardStyle();
	const [formError, setFormError] = useState<string>();
	const { sending, send } = useSend();

	const pay = (event: SubmitEvent) => {
		event.preventDefault();
		const card = elements?.getElement(CardElement);
		if (!stripe || !card || !clientSecret) return;
		void send(async () => {
			setFormError(undefined);
			const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
				payment_method: { card, billing_details: { name: order.UserName, email: order.email } },
			});
			// Another tab may have paid this order in the meantime: show it as paid, not as failed.
			const intent = paymentIntent ?? error?.payment_intent;
			if (intent?.status !== "succeeded") {
				setFormError(error?.message ?? messages.paymentIncomplete);
				return;
			}
			await reportPayment(order._id, intent.id);
			toast("success", messages.paid);
			onPaid(intent.id);
		});
	};

	return (
		<form className="grid gap-5" onSubmit={pay}>
			<div className="card-room grid gap-1.5">
				<span id="card-label" className="font-semibold">
					Card
				</span>
				{/* biome-ignore lint/a11y/useSemanticElements: a fieldset's border would double the card field's */}
				<div role="group" aria-labelledby="card-label" className="card-field">
					{stripe ? (
						style && <CardElement options={{ style, hidePostalCode: true }} />
					) : (
						<Spinner label="Preparing the payment …" inline />
					)}
				</div>
			</div>
			<button
				type="submit"
				className="btn btn-primary"
				disabled={!stripe || !clientSecret || sending}
			>
				{sending ? "Processing …" : "Pay"} {formatPrice(totalPrice)}
			</button>
			<FieldError message={formError} />
		</form>
	);
}

/**
 * Reports the payment to the shop. The payment has succeeded by now, so the customer sees no error if
 * this call fails: the shop receives the provider's webhook event as well.
 */
async function reportPayment(orderId: string, transactionId: string): Promise<void> {
	await call(payOrderEndpoint, { params: { id: orderId }, body: { transactionId } }).catch(
		() => undefined,
	);
}
