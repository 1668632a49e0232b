import { useEffect, useRef } from "react";
import { returnDays } from "../../config/config.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/payment.ts";
import { orderStepNames, orderSteps } from "../../messages/steps.ts";
import { sitePaths } from "../../paths/site.ts";
import { isAllByMail, type OrderCosts } from "../../shop/costs/order-costs.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import { orderStepOf } from "../../shop/orders/order-steps.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { shownEmail } from "../../values/shown-email.ts";
import { CreateAccount } from "../login/CreateAccount.tsx";
import { Steps } from "../ui/Steps.tsx";
import { OrderFacts } from "./PaymentFacts.tsx";
import { Receipt } from "./Receipt.tsx";
import { paidMessage } from "./usePay.ts";

interface Props {
	order: Order;
	costs: OrderCosts;
	transactionId: string;
	isGuest: boolean;
	/** The days on which it arrives, if the shop's rates tell. */
	arrives: string | undefined;
	/** What comes of gift cards for somebody, in a sentence. */
	gift: string | undefined;
	/** The address of a picture, which decorates. */
	picture: string;
	/** Whether it has just been paid here, in place of the form. */
	isNew: boolean;
}

/** The order is paid: thanks, where it is, what happens when, and the receipt. */
export function Thanks({ order, costs, transactionId, isGuest, arrives, ...props }: Props) {
	const { gift, picture, isNew } = props;
	// Gift cards alone: nobody packs them.
	const isByMail = isAllByMail(costs.totals);
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		if (!isNew) return;
		const paid = texts.paidTitle(formatOrderNumber(order.number));
		document.title = document.title.replace(texts.title, paid);
		// The button that was pressed is gone.
		scrollTo(0, 0);
		heading.current?.focus({ preventScroll: true });
	}, [isNew, order.number]);
	const { UserName: name = "", email = "" } = order.lines[0] ?? {};
	const step = orderStepOf(order.lines.map((line) => ({ ...line, paid: true }))) ?? 1;
	const isShipped = step === orderStepNames.indexOf("Delivered");
	const steps = orderStepNames.map((stepName) => ({
		name: stepName,
		detail: stepName === "Delivered" ? arrives : undefined,
	}));
	return (
		<div className="thanks">
			<div className="thanks-head">
				<img src={picture} alt="" width="480" height="360" className="board-image" />
				<h2 ref={heading} tabIndex={-1}>
					{texts.thankYou(name)}
				</h2>
				<p className="text-xl">{texts.orderIsPaid(formatOrderNumber(order.number))}</p>
				<p>{texts.receiptMailed(shownEmail(email))}</p>
			</div>
			{!isByMail && <Steps label={orderSteps} steps={steps} current={step} />}
			<div className="thanks-more">
				<section aria-labelledby="next" className="grid content-start gap-3">
					<h3 id="next" className="text-2xl">
						{texts.whatHappensNext}
					</h3>
					<ul className="thanks-next">
						{!isByMail && !isShipped && <li>{texts.packedNext}</li>}
						{!isByMail && <li>{isShipped ? texts.isShipped : texts.shippedNext}</li>}
						{isByMail && !gift && <li>{texts.cardsNext}</li>}
						{gift && <li>{gift}</li>}
						{arrives && <li>{texts.arrivesNext(arrives)}</li>}
						<li>{texts.returnsNext(returnDays)}</li>
					</ul>
					<OrderLinks orderId={order._id} isGuest={isGuest} />
				</section>
				{isGuest && (
					<section className="panel p-5" aria-labelledby="account">
						<CreateAccount headingId="account" name={name} email={email} />
					</section>
				)}
			</div>
			<OrderFacts order={order} costs={costs} />
			<Receipt transactionId={transactionId} thanks={paidMessage(isGuest)} />
		</div>
	);
}

/** Where the order can be followed. A guest has no My Orders. */
export function OrderLinks({ orderId, isGuest }: { orderId: string; isGuest: boolean }) {
	return (
		<p className="flex flex-wrap gap-3">
			<a className="btn btn-primary" href={sitePaths.order(orderId)}>
				{messages.orderAndReceipt}
			</a>
			<a className="btn btn-outline" href={isGuest ? sitePaths.tools : sitePaths.myOrders}>
				{isGuest ? texts.continueShopping : common.myOrders}
			</a>
		</p>
	);
}
