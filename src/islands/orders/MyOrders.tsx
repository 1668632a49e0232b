import { useEffect, useState } from "react";
import { callPage } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import { listCheckoutsEndpoint } from "../../shop/checkouts/checkouts.api.ts";
import type { Checkout } from "../../shop/checkouts/checkouts.ts";
import { type Order, type OrderSort, ordersPageSize } from "../../shop/orders/orders.ts";
import type { ListPage } from "../../shop/paging.ts";
import { sitePaths } from "../../site-paths.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { ListView } from "../ui/ListView.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useList } from "../ui/useList.ts";
import { CheckoutGroup } from "./CheckoutGroup.tsx";
import { OrderCard } from "./OrderCard.tsx";
import { toastRefund } from "./toast-refund.ts";

const DeleteOrder = lazyDialog(
	async () => (await importChunk(() => import("./DeleteOrder.tsx"))).DeleteOrder,
);

const CancelOrder = lazyDialog(
	async () => (await importChunk(() => import("./CancelOrder.tsx"))).CancelOrder,
);

interface Props {
	/** The page that the server rendered. */
	initialPage: ListPage<Checkout>;
}

interface OrderOfCheckout {
	order: Order;
	checkout: Checkout;
}

const defaultSort: OrderSort = "-createdAt";

/** The user's own orders, newest first: those that are paid at once in one group. Pages are of checkouts, so none is divided. */
export function MyOrders({ initialPage }: Props) {
	const [toDelete, setToDelete] = useState<OrderOfCheckout>();
	const [toCancel, setToCancel] = useState<OrderOfCheckout>();
	const list = useList<Checkout, OrderSort>({
		fetchPage: ({ limit, cursor }) =>
			callPage(listCheckoutsEndpoint, { query: { limit, ...(cursor && { cursor }) } }),
		getId: (checkout) => checkout._id,
		listQuery: { q: "", sort: defaultSort },
		defaultSort,
		pageSize: ordersPageSize,
		initialPage,
	});
	// The button of a deleted order disappears with it, so the focus moves to the status line.
	const [deletedCount, setDeletedCount] = useState(0);
	const { status } = list;
	useEffect(() => {
		if (deletedCount > 0) status.current?.focus({ preventScroll: true });
	}, [deletedCount, status]);

	/** Shows an order as it is now. What it has in common with others is fetched. */
	const replaceOrder = (checkout: Checkout, order: Order) => {
		const orders = checkout.orders.map((one) => (one._id === order._id ? order : one));
		list.replace({ ...checkout, orders });
		if (orders.length > 1) list.refresh();
	};
	const removeOrder = ({ checkout, order }: OrderOfCheckout) => {
		const orders = checkout.orders.filter(({ _id }) => _id !== order._id);
		if (orders.length === 0) return list.remove(checkout._id);
		list.replace({ ...checkout, orders });
		setDeletedCount((count) => count + 1);
		// Without the order, the others cost less.
		list.refresh();
	};

	return (
		<>
			<ListView list={list} itemNames={["order", "orders"]} empty={<NoOrders />}>
				{(checkouts) => (
					<ul className="grid gap-4">
						{checkouts.map((checkout) => (
							<li key={checkout._id}>
								<Cards
									checkout={checkout}
									onDelete={(order) => setToDelete({ order, checkout })}
									onCancel={(order) => setToCancel({ order, checkout })}
								/>
							</li>
						))}
					</ul>
				)}
			</ListView>
			{toCancel && (
				<CancelOrder
					order={toCancel.order}
					onCancelled={(reply) => {
						toastRefund(reply);
						replaceOrder(toCancel.checkout, reply.order);
					}}
					onClose={() => setToCancel(undefined)}
				/>
			)}
			{toDelete && (
				<DeleteOrder
					order={toDelete.order}
					onDeleted={() => removeOrder(toDelete)}
					onPaid={(order) => replaceOrder(toDelete.checkout, order)}
					onClose={() => setToDelete(undefined)}
				>
					<p>
						Your order of {toDelete.order.quantity} × <strong>{toDelete.order.name}</strong> will be
						deleted and its items returned to stock.
					</p>
				</DeleteOrder>
			)}
		</>
	);
}

interface CardsProps {
	checkout: Checkout;
	onDelete: (order: Order) => void;
	onCancel: (order: Order) => void;
}

/** The cards of a checkout's orders: in a group, or the one card of a checkout of one. */
function Cards({ checkout, onDelete, onCancel }: CardsProps) {
	const cards = checkout.orders.map((order) => (
		<OrderCard
			key={order._id}
			order={order}
			checkout={checkout}
			onDelete={() => onDelete(order)}
			onCancel={() => onCancel(order)}
		/>
	));
	return cards.length === 1 ? cards : <CheckoutGroup checkout={checkout}>{cards}</CheckoutGroup>;
}

function NoOrders() {
	return (
		<div className="grid justify-items-start gap-4">
			<p>{messages.noOrders}</p>
			<a className="btn btn-primary" href={sitePaths.manageTools}>
				All Tools
			</a>
		</div>
	);
}
