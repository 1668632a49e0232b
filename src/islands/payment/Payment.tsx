import { Elements } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { useCallback, useEffect, useState } from "react";
import { call } from "../../http/call.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { getOrderEndpoint } from "../../shop/orders/orders.api.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { createPaymentIntentEndpoint } from "../../shop/payments/payments.api.ts";
import { sitePaths } from "../../site.ts";
import { FieldError } from "../ui/Field.tsx";
import { signsInAgain, wordsOf } from "../ui/useSend.ts";
import { CardForm } from "./CardForm.tsx";
import { loadProvider } from "./provider.ts";

interface Props {
	order: Order;
	publishableKey: string;
	scriptUrl: string;
}

type State =
	| { step: "preparing" }
	| { step: "failed"; why: string; final: boolean }
	| { step: "ready"; stripe: Stripe; clientSecret: string }
	| { step: "paid"; transactionId: string };

/** Pays one order: prepares the payment, takes the card, shows the transaction. */
export function Payment({ order, publishableKey, scriptUrl }: Props) {
	const [state, setState] = useState<State>(
		order.transactionId
			? { step: "paid", transactionId: order.transactionId }
			: { step: "preparing" },
	);
	const paid = (transactionId: string) => setState({ step: "paid", transactionId });

	const prepare = useCallback(async () => {
		setState({ step: "preparing" });
		try {
			const [stripe, { clientSecret }] = await Promise.all([
				loadProvider(scriptUrl, publishableKey),
				call(createPaymentIntentEndpoint, {
					body: { orderId: order._id, totalPrice: order.totalPrice },
				}),
			]);
			setState({ step: "ready", stripe, clientSecret });
		} catch (error) {
			if (!signsInAgain(error)) setState(await whatFailed(error, order._id));
		}
	}, [order, publishableKey, scriptUrl]);

	useEffect(() => {
		if (!order.transactionId) void prepare();
	}, [order, prepare]);

	if (state.step === "paid") return <Paid transactionId={state.transactionId} />;
	if (state.step === "failed") {
		return (
			<div className="grid justify-items-start gap-4">
				<FieldError message={state.why} />
				{state.final ? (
					<a className="btn btn-outline" href={sitePaths.myOrders}>
						My Orders
					</a>
				) : (
					<button type="button" className="btn btn-primary" onClick={prepare}>
						{messages.tryAgain}
					</button>
				)}
			</div>
		);
	}
	const ready = state.step === "ready" ? state : undefined;
	return (
		<Elements stripe={ready?.stripe ?? null}>
			<CardForm order={order} clientSecret={ready?.clientSecret} onPaid={paid} />
		</Elements>
	);
}

/** An order that turns out to be paid is shown as paid; what can't change by trying again is final. */
async function whatFailed(error: unknown, orderId: string): Promise<State> {
	if (!(error instanceof ShopError)) {
		return { step: "failed", why: messages.paymentsUnavailable, final: false };
	}
	if (error.code === "already_paid") {
		const order = await call(getOrderEndpoint, { params: { id: orderId } }).catch(() => undefined);
		if (order?.transactionId) return { step: "paid", transactionId: order.transactionId };
	}
	const final = error.status === 409 || error.status === 404;
	return { step: "failed", why: wordsOf(error), final };
}

function Paid({ transactionId }: { transactionId: string }) {
	return (
		<div role="status" className="grid gap-3 rounded-box border border-base-300 p-6">
			<p className="font-semibold text-success">{messages.paid}</p>
			<p>
				{messages.transactionId} <strong className="break-all">{transactionId}</strong>
			</p>
			<a className="btn btn-primary justify-self-start" href={sitePaths.myOrders}>
				My Orders
			</a>
		</div>
	);
}
