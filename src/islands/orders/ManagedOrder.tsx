import { canShip, type Order } from "../../shop/orders/orders.ts";
import { OrderHead } from "./OrderHead.tsx";
import { OrderState } from "./OrderState.tsx";

interface Props {
	order: Order;
	busy: boolean;
	onShip: () => void;
	onDelete: () => void;
}

const momentFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const moment = (iso: string) => momentFormat.format(new Date(iso));

/** An order as the administrator sees it. */
export function ManagedOrder({ order, busy, onShip, onDelete }: Props) {
	const deletable = !order.transactionId;
	return (
		<article className="order-card" aria-label={`Order of ${order.name} by ${order.UserName}`}>
			<OrderHead order={order}>
				<OrderState order={order} />
				<Facts order={order} />
			</OrderHead>
			<div className="order-actions">
				<button
					type="button"
					className="btn btn-primary"
					disabled={busy || !canShip(order)}
					aria-label={`Shipped: order of ${order.name} by ${order.UserName}`}
					onClick={onShip}
				>
					Shipped
				</button>
				{deletable && (
					<button
						type="button"
						className="btn btn-outline"
						disabled={busy}
						aria-label={`Delete order of ${order.name} by ${order.UserName}`}
						onClick={onDelete}
					>
						Delete
					</button>
				)}
			</div>
		</article>
	);
}

function Facts({ order }: { order: Order }) {
	const open = !order.paid && !order.refunded;
	const facts = [
		["Customer", order.UserName],
		["Email", order.email],
		["Phone", order.phone],
		["Address", order.address],
		["Ordered", moment(order.createdAt)],
		...(open ? [["Held until", moment(order.expiresAt)]] : []),
		["Order", order._id],
		...(order.partner ? [["Sent by", order.partner]] : []),
		...(order.transactionId ? [["Transaction", order.transactionId]] : []),
	] as const;
	return (
		<dl className="order-facts">
			{facts.map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}
