import type { ReactNode } from "react";
import { formatPrice } from "../../shop/money.ts";
import type { Order } from "../../shop/orders/orders.ts";

interface Props {
	order: Order;
	/** Whether it is below another heading. */
	nested?: boolean;
	/** Further details, shown below. */
	children: ReactNode;
}

/** What was ordered and for how much, for customers and administrators alike. */
export function OrderSummary({ order, nested = false, children }: Props) {
	const Heading = nested ? "h3" : "h2";
	return (
		<>
			<img
				src={`${order.image}?w=320`}
				width="160"
				height="160"
				alt=""
				className="board-image"
				loading="lazy"
			/>
			<div className="grid min-w-0 content-start gap-2">
				<Heading className="text-2xl">{order.name}</Heading>
				<p>
					{order.quantity} × {formatPrice(order.price)} ={" "}
					<strong>{formatPrice(order.totalPrice)}</strong>
				</p>
				{children}
			</div>
		</>
	);
}
