import { Elements } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { type ComponentProps, useEffect, useEffectEvent, useState } from "react";
import { paymentForm } from "../../config/config.ts";
import { ShopError } from "../../errors.ts";
import { call, setTokenRenewer } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import * as orderMessages from "../../messages/orders.ts";
import * as texts from "../../messages/payment.ts";
import { sitePaths } from "../../paths/site.ts";
import type { OrderCosts } from "../../shop/costs/order-costs.ts";
import { getLineEndpoint } from "../../shop/orders/lines.api.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { markPaid } from "../../shop/orders/unpaid-storage.ts";
import { createPaymentIntentEndpoint } from "../../shop/payments/payments.api.ts";
import { formatTotal, toCents, toPrice } from "../../values/money.ts";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";
import { errorMessage, redirectIfSignedOut } from "../ui/useSend.ts";
import { CardForm } from "./CardForm.tsx";
import { loadStripeClient } from "./load-stripe.ts";
import { PaymentElementForm } from "./PaymentElementForm.tsx";
import { OrderFacts } from "./PaymentFacts.tsx";
import { Receipt } from "./Receipt.tsx";
import { OrderLinks, Thanks } from "./Thanks.tsx";

interface Props {
	order: Order;
	costs: OrderCosts;
	/** The first line of the order, in most cases the only one. */
	line: OrderLine;
	publishableKey: string;
	scriptUrl: string;
	/** Whether nobody is signed in: the calls go without an access token. */
	isGuest: boolean;
	/** The days on which it arrives, if the shop's rates tell. */
	arrives: string | undefined;
	/** What comes of gift cards for somebody once it is paid, in a sentence. */
	gift: string | undefined;
	/** The address of the picture beside the thanks. */
	picture: string;
}

type State =
	| { step: "preparing" }
	| { step: "failed"; message: string; remedy: "retry" | "reload" | "none" }
	| { step: "ready"; stripe: Stripe; clientSecret: string; redirectError: string | undefined }
	| { step: "processing" }
	/** `isNew` if it has just been paid here. */
	| { step: "paid"; transactionId: string; isNew?: true };

/** Pays an order, of one line or several: prepares the payment, shows the form, then the transaction. */
export function Payment({
	order,
	costs,
	line,
	publishableKey,
	scriptUrl,
	isGuest,
	arrives,
	gift,
	picture,
}: Props) {
	const [state, setState] = useState<State>(() => initialState(order, line));

	const prepare = (hasReturned = false) => {
		preparePayment(order, line, scriptUrl, publishableKey, hasReturned).then((next) => {
			if (!next) return;
			// A payment that is processed stays so, even if it can't be checked now.
			setState((now) => (now.step === "processing" && next.step === "failed" ? now : next));
		});
	};
	const retry = () => {
		setState({ step: "preparing" });
		prepare();
	};

	const prepareOnMount = useEffectEvent(() => {
		if (isGuest) setTokenRenewer(async () => undefined);
		const hasReturned = takeReturnParameters();
		if (!line.transactionId) prepare(hasReturned);
	});
	useEffect(() => prepareOnMount(), []);
	const isPaid = state.step === "paid";
	useEffect(() => {
		if (isPaid) markPaid(order._id);
	}, [isPaid, order]);

	// A guest has no list of orders.
	const ordersLink = isGuest
		? { href: sitePaths.order(order._id), label: messages.orderAndReceipt }
		: { href: sitePaths.myOrders, label: common.myOrders };
	const { totalPrice, giftCardPrice = 0 } = order;
	const chargedPrice = toPrice(toCents(totalPrice) - toCents(giftCardPrice));
	const isAlone = order.lines.length === 1;
	const isRefunded = order.lines.every(({ refunded }) => refunded);
	const isDisputed = order.lines.some(({ disputed }) => disputed);
	if (state.step === "paid" && !isRefunded && !isDisputed) {
		return (
			<Thanks
				order={order}
				costs={costs}
				isGuest={isGuest}
				arrives={arrives}
				gift={gift}
				picture={picture}
				isNew={false}
				{...state}
			/>
		);
	}
	return (
		<div className="grid content-start gap-5">
			<p className="text-xl">{texts.hello(line.UserName)}</p>
			{isRefunded && <p>{isAlone ? messages.lineRefunded : messages.ordersRefunded}</p>}
			{isDisputed && <p>{isAlone ? messages.lineDisputed : messages.ordersDisputed}</p>}
			{state.step !== "paid" && state.step !== "processing" && !isRefunded && (
				<p>{orderMessages.pleasePay(formatTotal(chargedPrice))}</p>
			)}
			<OrderFacts order={order} costs={costs} />
			{state.step === "paid" && (
				<>
					<OrderLinks orderId={order._id} isGuest={isGuest} />
					<Receipt transactionId={state.transactionId} />
				</>
			)}
			{state.step === "failed" && <Failed {...state} ordersLink={ordersLink} onRetry={retry} />}
			{state.step === "processing" && <Processing order={order} />}
			{(state.step === "preparing" || state.step === "ready") && (
				<PaymentForm
					stripe={state.step === "ready" ? state.stripe : null}
					line={line}
					isGuest={isGuest}
					totalPrice={chargedPrice}
					clientSecret={state.step === "ready" ? state.clientSecret : undefined}
					redirectError={state.step === "ready" ? state.redirectError : undefined}
					onPaid={(transactionId) => setState({ step: "paid", transactionId, isNew: true })}
					onProcessing={() => setState({ step: "processing" })}
					onChanged={() =>
						setState({ step: "failed", message: messages.lineChanged, remedy: "reload" })
					}
					onLoadError={() =>
						setState({ step: "failed", message: messages.paymentsUnavailable, remedy: "retry" })
					}
				/>
			)}
		</div>
	);
}

function initialState({ processing }: Order, { transactionId }: OrderLine): State {
	if (transactionId) return { step: "paid", transactionId };
	return { step: processing ? "processing" : "preparing" };
}

/** The form that the shop's settings choose. */
function PaymentForm(props: ComponentProps<typeof PaymentElementForm>) {
	if (paymentForm === "payment-element") return <PaymentElementForm {...props} />;
	return (
		<Elements stripe={props.stripe}>
			<CardForm {...props} />
		</Elements>
	);
}

/**
 * Whether the customer came back from the page of a bank or wallet. Removes what Stripe added to the
 * address, because it has the client secret.
 */
function takeReturnParameters(): boolean {
	if (!new URLSearchParams(location.search).has("payment_intent_client_secret")) return false;
	history.replaceState(history.state, "", location.pathname);
	return true;
}

/** Loads Stripe.js and creates the payment intent. Returns the next state; undefined if the session has expired. */
async function preparePayment(
	order: Order,
	line: OrderLine,
	scriptUrl: string,
	publishableKey: string,
	hasReturned: boolean,
): Promise<State | undefined> {
	try {
		const [stripe, { clientSecret }] = await Promise.all([
			loadStripeClient(scriptUrl, publishableKey),
			call(createPaymentIntentEndpoint, {
				body: { orderId: order._id, totalPrice: order.totalPrice },
			}),
		]);
		const redirectError = hasReturned ? await lastError(stripe, clientSecret) : undefined;
		return { step: "ready", stripe, clientSecret, redirectError };
	} catch (error) {
		return redirectIfSignedOut(error) ? undefined : failureState(error, line._id);
	}
}

/** Why the payment failed that the customer made on another page. */
async function lastError(stripe: Stripe, clientSecret: string): Promise<string> {
	const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
	return paymentIntent?.last_payment_error?.message ?? messages.paymentIncomplete;
}

/** The state after an error. What is paid already is shown as paid, as after the page of a bank or wallet. */
async function failureState(error: unknown, lineId: string): Promise<State> {
	if (!(error instanceof ShopError)) {
		return { step: "failed", message: messages.paymentsUnavailable, remedy: "retry" };
	}
	if (error.code === "payment_processing") return { step: "processing" };
	if (error.code === "already_paid") {
		const line = await call(getLineEndpoint, { params: { id: lineId } }).catch(() => undefined);
		if (line?.transactionId) return { step: "paid", transactionId: line.transactionId };
	}
	const message = errorMessage(error);
	if (error.code === "price_changed") return { step: "failed", message, remedy: "reload" };
	const isFinal = error.status === 409 || error.status === 404;
	return { step: "failed", message, remedy: isFinal ? "none" : "retry" };
}

/** The error, with a retry or a reload, or with a link to the orders if neither can resolve it. */
function Failed({
	message,
	remedy,
	ordersLink,
	onRetry,
}: {
	message: string;
	remedy: "retry" | "reload" | "none";
	ordersLink: { href: string; label: string };
	onRetry: () => void;
}) {
	return (
		<div className="grid justify-items-start gap-4">
			<FieldError message={message} />
			{remedy === "none" ? (
				<a className="btn btn-outline" href={ordersLink.href}>
					{ordersLink.label}
				</a>
			) : (
				<Button
					look="btn-primary"
					onClick={remedy === "reload" ? () => location.reload() : onRetry}
				>
					{remedy === "reload" ? messages.reload : messages.tryAgain}
				</Button>
			)}
		</div>
	);
}

/** A payment that takes some days. Nothing is left to do but to wait. */
function Processing({ order: { _id: id, lines } }: { order: Order }) {
	return (
		<div role="status" className="grid gap-3 rounded-box border border-base-300 p-6">
			<p className="font-semibold">{messages.paymentProcessing}</p>
			<p>{lines.length === 1 ? messages.processingLine : messages.processingLines}</p>
			<a className="btn btn-primary justify-self-start" href={sitePaths.order(id)}>
				{messages.seeOrder}
			</a>
		</div>
	);
}
