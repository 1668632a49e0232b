import { useState } from "react";
import { callPage } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import { listOrdersEndpoint } from "../../shop/orders/orders.api.ts";
import { type Order, type OrderSort, ordersPageSize } from "../../shop/orders/orders.ts";
import type { ListPage } from "../../shop/paging.ts";
import { sitePaths } from "../../site-paths.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { ListView } from "../ui/ListView.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useList } from "../ui/useList.ts";
import { OrderCard } from "./OrderCard.tsx";

const DeleteOrder = lazyDialog(
	async () => (await importChunk(() => import("./DeleteOrder.tsx"))).DeleteOrder,
);

const CancelOrder = lazyDialog(
	async () => (await importChunk(() => import("./CancelOrder.tsx"))).CancelOrder,
);

interface Props {
	/** The page that the server rendered. */
	initialPage: ListPage<Order>;
	email: string;
}

const defaultSort: OrderSort = "-createdAt";

/** The user's own orders, newest first. */
export function MyOrders({ initialPage, email }: Props) {
	const [toDelete, setToDelete] = useState<Order>();
	const [toCancel, setToCancel] = useState<Order>();
	const list = useList<Order, OrderSort>({
		fetchPage: (query) => callPage(listOrdersEndpoint, { query: { ...query, email } }),
		getId: (order) => order._id,
		listQuery: { q: "", sort: defaultSort },
		defaultSort,
		pageSize: ordersPageSize,
		initialPage,
	});
	return (
		<>
			<ListView list={list} itemNames={["order", "orders"]} empty={<NoOrders />}>
				{(orders) => (
					<ul className="grid gap-4">
						{orders.map((order) => (
							<li key={order._id}>
								<OrderCard
									order={order}
									onDelete={() => setToDelete(order)}
									onCancel={() => setToCancel(order)}
								/>
							</li>
						))}
					</ul>
				)}
			</ListView>
			{toCancel && (
				<CancelOrder
					order={toCancel}
					onCancelled={list.replace}
					onClose={() => setToCancel(undefined)}
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
						Your order of {toDelete.quantity} × <strong>{toDelete.name}</strong> will be deleted and
						its items returned to stock.
					</p>
				</DeleteOrder>
			)}
		</>
	);
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
