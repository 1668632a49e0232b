import { CardElement, useElements, useStripe } from "@stripe/react-stripe-js";
import * as texts from "../../messages/payment.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { PayForm } from "./PayForm.tsx";
import { type PaymentFormProps, usePay } from "./usePay.ts";
import { themeValue, useThemed } from "./useThemed.ts";

/** Font size of the card field, set by the specification. */
const fontSize = "16px";

function readStyle() {
	return {
		base: {
			fontSize,
			color: themeValue("--color-base-content"),
			iconColor: themeValue("--color-base-content"),
			"::placeholder": { color: themeValue("--color-secondary") },
		},
		invalid: { color: themeValue("--color-error"), iconColor: themeValue("--color-error") },
	};
}

/** The card field and the Pay button. The card number goes to the provider only. */
export function CardForm(props: PaymentFormProps) {
	const { line, totalPrice, clientSecret } = props;
	const stripe = useStripe();
	const elements = useElements();
	const style = useThemed(readStyle);
	const { error, sending, pay } = usePay(props);

	const onPay = () => {
		const card = elements?.getElement(CardElement);
		if (!stripe || !card || !clientSecret) return;
		const billing_details = { name: line.UserName, email: line.email };
		pay(() =>
			stripe.confirmCardPayment(clientSecret, { payment_method: { card, billing_details } }),
		);
	};

	return (
		<PayForm
			totalPrice={totalPrice}
			isReady={!!stripe && !!clientSecret}
			sending={sending}
			error={error}
			onPay={onPay}
		>
			<div className="card-room grid gap-1.5">
				<span id="card-label" className="font-semibold">
					{texts.card}
				</span>
				{/* biome-ignore lint/a11y/useSemanticElements: a fieldset's border would double the card field's */}
				<div role="group" aria-labelledby="card-label" className="card-field">
					{stripe ? (
						style && <CardElement options={{ style, hidePostalCode: true }} />
					) : (
						<Spinner label={texts.preparing} inline />
					)}
				</div>
			</div>
		</PayForm>
	);
}
