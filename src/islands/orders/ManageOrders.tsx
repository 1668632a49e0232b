import { useState } from "react";
import { callPage } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import { listOrdersEndpoint } from "../../shop/orders/orders.api.ts";
import { type Order, type OrderSort, ordersPageSize } from "../../shop/orders/orders.ts";
import type { ListPage } from "../../shop/paging.ts";
import type { Parcel } from "../../shop/shipments/parcel.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { ListView } from "../ui/ListView.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import type { ListQuery } from "../ui/list-query.ts";
import { useList } from "../ui/useList.ts";
import { AdminOrderCard } from "./AdminOrderCard.tsx";
import { useRefundRetry } from "./useRefundRetry.ts";
import { useShipping } from "./useShipping.ts";

const DeleteOrder = lazyDialog(
	async () => (await importChunk(() => import("./DeleteOrder.tsx"))).DeleteOrder,
);

const RefundOrder = lazyDialog(
	async () => (await importChunk(() => import("./RefundOrder.tsx"))).RefundOrder,
);

const ShipOrders = lazyDialog(
	async () => (await importChunk(() => import("./ShipOrders.tsx"))).ShipOrders,
);

const CorrectShipment = lazyDialog(
	async () => (await importChunk(() => import("./CorrectShipment.tsx"))).CorrectShipment,
);

interface Props {
	/** The page that the server rendered. */
	initialPage: ListPage<Order>;
	listQuery: ListQuery<OrderSort>;
}

const sortLabels = {
	"-createdAt": "Newest",
	createdAt: "Oldest",
	"-totalPrice": "Highest total",
} as const satisfies Record<OrderSort, string>;

const getId = ({ _id }: Order) => _id;

/** All orders. Paid ones can be shipped, alone or in one parcel, and refunded; unpaid ones deleted. */
export function ManageOrders({ initialPage, listQuery }: Props) {
	const [toDelete, setToDelete] = useState<Order>();
	const [toRefund, setToRefund] = useState<Order>();
	const [toShip, setToShip] = useState<Order>();
	const [toCorrect, setToCorrect] = useState<Parcel>();
	const list = useList<Order, OrderSort>({
		fetchPage: (query) => callPage(listOrdersEndpoint, { query }),
		getId,
		listQuery,
		defaultSort: "-createdAt",
		pageSize: ordersPageSize,
		initialPage,
	});
	const { sending, ship, setPacked, parcelShipped } = useShipping(list.replace);
	const { sending: retrying, retryRefund } = useRefundRetry(list.replace);
	return (
		<>
			<ListView
				list={list}
				itemNames={["order", "orders"]}
				searchPlaceholder="Customer, e-mail, tool, order or transaction"
				sortLabels={sortLabels}
				empty={<p>{messages.noOrdersYet}</p>}
			>
				{(orders) => (
					<ul className="grid gap-4">
						{orders.map((order) => (
							<li key={order._id}>
								<AdminOrderCard
									order={order}
									busy={sending || retrying}
									onShip={() => ship(order)}
									onPacked={(packed) => setPacked(order, packed)}
									onShipWithTracking={() => setToShip(order)}
									onCorrect={setToCorrect}
									onRetryRefund={() => retryRefund(order)}
									onRefund={() => setToRefund(order)}
									onDelete={() => setToDelete(order)}
								/>
							</li>
						))}
					</ul>
				)}
			</ListView>
			{toShip && (
				<ShipOrders
					order={toShip}
					onRead={list.replace}
					onShipped={parcelShipped}
					onClose={() => setToShip(undefined)}
				/>
			)}
			{toCorrect && (
				<CorrectShipment
					parcel={toCorrect}
					onCorrected={(shipment) => {
						for (const order of list.items)
							if (shipment.orderIds.includes(order._id)) list.replace({ ...order, shipment });
					}}
					onClose={() => setToCorrect(undefined)}
				/>
			)}
			{toRefund && (
				<RefundOrder
					order={toRefund}
					onRefunded={list.replace}
					onClose={() => setToRefund(undefined)}
				/>
			)}
			{toDelete && (
				<DeleteOrder
					order={toDelete}
					onDeleted={() => list.remove(toDelete._id)}
					onPaid={list.replace}
					onClose={() => setToDelete(undefined)}
				>
					<p>
						The order of <strong>{toDelete.UserName}</strong> ({toDelete.email}) for{" "}
						{toDelete.quantity} × <strong>{toDelete.name}</strong> will be deleted and its items
						returned to stock.
					</p>
				</DeleteOrder>
			)}
		</>
	);
}
