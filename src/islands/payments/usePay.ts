import type { PaymentIntentResult } from "@stripe/stripe-js";
import { useState } from "react";
import { paymentForm } from "../../config/config.ts";
import { call } from "../../http/call.ts";
import * as messages from "../../messages/messages.ts";
import { paidAsGuest } from "../../messages/payment.ts";
import { payOrderEndpoint } from "../../shop/orders/lines.api.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { toast } from "../../stores/toasts.ts";
import { useSend } from "../ui/useSend.ts";

/** What a form for payments needs. */
export interface PaymentFormProps {
	/** The line, or the first of the order. */
	line: OrderLine;
	/** Whether nobody is signed in. */
	isGuest: boolean;
	/** The total of its order. */
	totalPrice: number;
	/** Undefined while the payment is being prepared. */
	clientSecret: string | undefined;
	/** Why the payment failed on another page, from which the customer came back. */
	redirectError?: string | undefined;
	onPaid: (transactionId: string) => void;
	/** The payment will succeed or fail in some days. */
	onProcessing: () => void;
	/** The order has got another payment: one of its lines was deleted, or all. */
	onChanged: () => void;
}

/** What a customer reads after paying. A guest has no page with all orders. */
export function paidMessage(isGuest: boolean): string {
	return isGuest ? paidAsGuest : messages.paid;
}

/** Runs the provider's confirmation, one at a time, and reports its result to the shop. */
export function usePay({
	line,
	isGuest,
	redirectError,
	onPaid,
	onProcessing,
	onChanged,
}: PaymentFormProps) {
	/** Null before the first attempt on this page. */
	const [failure, setFailure] = useState<string | undefined | null>(null);
	const { sending, send } = useSend();
	const pay = (confirm: () => Promise<PaymentIntentResult>) => {
		void send(async () => {
			setFailure(undefined);
			const { error, paymentIntent } = await confirm();
			// Another tab may have paid this order in the meantime: show it as paid, not as failed.
			const intent = paymentIntent ?? error?.payment_intent;
			if (intent?.status === "succeeded") {
				await reportPayment(line._id, intent.id);
				toast("success", paidMessage(isGuest));
				onPaid(intent.id);
			} else if (intent?.status === "processing") {
				await reportPayment(line._id, intent.id);
				onProcessing();
			} else if (intent?.status === "canceled") onChanged();
			else if (!isShownByForm(error)) setFailure(error?.message ?? messages.paymentIncomplete);
		});
	};
	const clearError = () => setFailure(undefined);
	return { error: failure === null ? redirectError : failure, sending, pay, clearError };
}

/** The Payment Element shows beside a field what is wrong with it, the card field does not. */
function isShownByForm(error: PaymentIntentResult["error"]): boolean {
	return paymentForm === "payment-element" && error?.type === "validation_error";
}

/**
 * Reports the payment to the shop. The payment has succeeded by now, so the customer sees no error if
 * this call fails: the shop receives the provider's webhook event as well. Of one that is processed the
 * shop notes that; the scheduled job would too.
 */
async function reportPayment(lineId: string, transactionId: string): Promise<void> {
	await call(payOrderEndpoint, { params: { id: lineId }, body: { transactionId } }).catch(
		() => undefined,
	);
}
