import { Elements } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../http/call.ts";
import * as orderMessages from "../../messages.orders.ts";
import * as messages from "../../messages.ts";
import type { Checkout } from "../../shop/checkouts/checkouts.ts";
import { ShopError } from "../../shop/errors.ts";
import { formatTotal } from "../../shop/money.ts";
import { getOrderEndpoint } from "../../shop/orders/orders.api.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { createPaymentIntentEndpoint } from "../../shop/payments/payments.api.ts";
import { sitePaths } from "../../site-paths.ts";
import { FieldError } from "../ui/Field.tsx";
import { errorMessage, redirectIfSignedOut } from "../ui/useSend.ts";
import { CardForm } from "./CardForm.tsx";
import { loadStripeClient } from "./load-stripe.ts";
import { OrderFacts, SeveralOrders } from "./PaymentFacts.tsx";

interface Props {
	checkout: Checkout;
	/** The first order of the checkout, in most cases the only one. */
	order: Order;
	publishableKey: string;
	scriptUrl: string;
}

type State =
	| { step: "preparing" }
	| { step: "failed"; message: string; isFinal: boolean }
	| { step: "ready"; stripe: Stripe; clientSecret: string }
	| { step: "paid"; transactionId: string };

/** Pays a checkout, of one order or several: prepares the payment, shows the card form, then the transaction. */
export function Payment({ checkout, order, publishableKey, scriptUrl }: Props) {
	const [state, setState] = useState<State>(
		order.transactionId
			? { step: "paid", transactionId: order.transactionId }
			: { step: "preparing" },
	);
	const showPaid = (transactionId: string) => setState({ step: "paid", transactionId });

	const prepare = () => {
		preparePayment(checkout, order, scriptUrl, publishableKey).then(
			(next) => next && setState(next),
		);
	};
	const retry = () => {
		setState({ step: "preparing" });
		prepare();
	};

	const prepareOnMount = useEffectEvent(() => {
		if (!order.transactionId) prepare();
	});
	useEffect(() => prepareOnMount(), []);

	const isAlone = checkout.orders.length === 1;
	const isRefunded = checkout.orders.every(({ refunded }) => refunded);
	const isDisputed = checkout.orders.some(({ disputed }) => disputed);
	return (
		<div className="grid content-start gap-5">
			<p className="text-xl">Hello, {order.UserName}</p>
			{isRefunded && <p>{isAlone ? messages.orderRefunded : messages.ordersRefunded}</p>}
			{isDisputed && <p>{isAlone ? messages.orderDisputed : messages.ordersDisputed}</p>}
			{state.step !== "paid" && !isRefunded && (
				<p>{orderMessages.pleasePay(formatTotal(checkout.totalPrice))}</p>
			)}
			{isAlone ? (
				<>
					<h2 className="text-3xl">{order.name}</h2>
					<OrderFacts checkout={checkout} order={order} />
				</>
			) : (
				<SeveralOrders checkout={checkout} order={order} />
			)}
			{state.step === "paid" && (
				<Paid transactionId={state.transactionId} showThanks={!isRefunded && !isDisputed} />
			)}
			{state.step === "failed" && <Failed {...state} onRetry={retry} />}
			{(state.step === "preparing" || state.step === "ready") && (
				<Elements stripe={state.step === "ready" ? state.stripe : null}>
					<CardForm
						order={order}
						totalPrice={checkout.totalPrice}
						clientSecret={state.step === "ready" ? state.clientSecret : undefined}
						onPaid={showPaid}
					/>
				</Elements>
			)}
		</div>
	);
}

/** Loads Stripe.js and creates the payment intent. Returns the next state; undefined if the session has expired. */
async function preparePayment(
	checkout: Checkout,
	order: Order,
	scriptUrl: string,
	publishableKey: string,
): Promise<State | undefined> {
	try {
		const [stripe, { clientSecret }] = await Promise.all([
			loadStripeClient(scriptUrl, publishableKey),
			call(createPaymentIntentEndpoint, {
				body: { orderId: checkout._id, totalPrice: checkout.totalPrice },
			}),
		]);
		return { step: "ready", stripe, clientSecret };
	} catch (error) {
		return redirectIfSignedOut(error) ? undefined : failureState(error, order._id);
	}
}

/** The state after an error. What is paid already is shown as paid; an error that a retry can't resolve is final. */
async function failureState(error: unknown, orderId: string): Promise<State> {
	if (!(error instanceof ShopError)) {
		return { step: "failed", message: messages.paymentsUnavailable, isFinal: false };
	}
	if (error.code === "already_paid") {
		const order = await call(getOrderEndpoint, { params: { id: orderId } }).catch(() => undefined);
		if (order?.transactionId) return { step: "paid", transactionId: order.transactionId };
	}
	const isFinal = error.status === 409 || error.status === 404;
	return { step: "failed", message: errorMessage(error), isFinal };
}

/** The error, with a retry, or with a link to My Orders if it is final. */
function Failed({
	message,
	isFinal,
	onRetry,
}: {
	message: string;
	isFinal: boolean;
	onRetry: () => void;
}) {
	return (
		<div className="grid justify-items-start gap-4">
			<FieldError message={message} />
			{isFinal ? (
				<a className="btn btn-outline" href={sitePaths.myOrders}>
					My Orders
				</a>
			) : (
				<button type="button" className="btn btn-primary" onClick={onRetry}>
					{messages.tryAgain}
				</button>
			)}
		</div>
	);
}

/** The payment's transaction id. `showThanks` unless it was refunded or is disputed. */
function Paid({ transactionId, showThanks }: { transactionId: string; showThanks: boolean }) {
	return (
		<div role="status" className="grid gap-3 rounded-box border border-base-300 p-6">
			{showThanks && <p className="font-semibold text-success">{messages.paid}</p>}
			<p>
				{messages.transactionId} <strong className="break-all">{transactionId}</strong>
			</p>
			<a className="btn btn-primary justify-self-start" href={sitePaths.myOrders}>
				My Orders
			</a>
		</div>
	);
}
