import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe } from "@stripe/stripe-js";
import { useState } from "react";
import * as texts from "../../messages/payment.ts";
import { sitePaths } from "../../paths/site.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { PayForm } from "./PayForm.tsx";
import { type PaymentFormProps, usePay } from "./usePay.ts";
import { themeValue, useThemed } from "./useThemed.ts";

interface Props extends PaymentFormProps {
	/** Null while it is being loaded. */
	stripe: Stripe | null;
	/** The Payment Element can't be shown. */
	onLoadError: () => void;
}

/** The shop's colours in the Payment Element (Stripe docs: Elements Appearance API). */
function readAppearance(): Appearance {
	const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
	return {
		theme: isDark ? "night" : "stripe",
		variables: {
			colorPrimary: themeValue("--color-primary"),
			colorBackground: themeValue("--color-base-100"),
			colorText: themeValue("--color-base-content"),
			colorTextSecondary: themeValue("--color-secondary"),
			colorTextPlaceholder: themeValue("--color-secondary"),
			colorDanger: themeValue("--color-error"),
			fontFamily: getComputedStyle(document.body).fontFamily,
			fontSizeBase: "16px",
			borderRadius: themeValue("--radius-field"),
		},
	};
}

/** Stripe's Payment Element with every method that is switched on at Stripe, and the Pay button. */
export function PaymentElementForm(props: Props) {
	const { stripe, clientSecret } = props;
	const appearance = useThemed(readAppearance);
	const isLoaded = stripe && clientSecret && appearance;
	return (
		<Elements
			stripe={isLoaded ? stripe : null}
			// The spinner shows that it loads.
			options={isLoaded ? { clientSecret, appearance, loader: "never" } : {}}
		>
			<Form {...props} />
		</Elements>
	);
}

function Form(props: Props) {
	const { line, totalPrice, onLoadError } = props;
	const stripe = useStripe();
	const elements = useElements();
	const [isReady, setIsReady] = useState(false);
	/** The method that the customer chose; undefined before the first change. */
	const [method, setMethod] = useState<string>();
	const { error, sending, pay, clearError } = usePay(props);

	const choose = (chosen: string) => {
		setMethod(chosen);
		// What went wrong belongs to the other method.
		if (method !== undefined && chosen !== method) clearError();
	};

	const onPay = () => {
		if (!stripe || !elements || !isReady) return;
		const return_url = location.origin + sitePaths.payment(line.orderId);
		pay(() =>
			stripe.confirmPayment({ elements, redirect: "if_required", confirmParams: { return_url } }),
		);
	};

	const { UserName: name, email, phone } = line;
	return (
		<PayForm
			totalPrice={totalPrice}
			isReady={isReady}
			sending={sending}
			error={error}
			onPay={onPay}
		>
			<div className={`payment-element ${(method ?? "card") === "card" ? "payment-room" : ""}`}>
				{!isReady && <Spinner label={texts.preparing} inline />}
				{stripe && (
					<PaymentElement
						options={{ defaultValues: { billingDetails: { name, email, phone } } }}
						onReady={() => setIsReady(true)}
						onChange={({ value }) => choose(value.type)}
						onLoadError={onLoadError}
					/>
				)}
			</div>
		</PayForm>
	);
}
