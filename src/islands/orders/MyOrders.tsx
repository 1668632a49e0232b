import { useState } from "react";
import { callPage } from "../../http/call.ts";
import type { ListPage } from "../../http/paging.ts";
import * as messages from "../../messages.ts";
import { listOrdersEndpoint } from "../../shop/orders/orders.api.ts";
import { type Order, type OrderSort, ordersPageSize } from "../../shop/orders/orders.ts";
import { sitePaths } from "../../site.ts";
import { ListFrame } from "../ui/ListFrame.tsx";
import { onDemand } from "../ui/onDemand.tsx";
import { useList } from "../ui/useList.ts";
import { OrderCard } from "./OrderCard.tsx";

const DeleteOrder = onDemand(async () => (await import("./DeleteOrder.tsx")).DeleteOrder);

interface Props {
	/** The page the server has rendered. */
	first: ListPage<Order>;
	email: string;
}

const newestFirst: OrderSort = "-createdAt";

/** One's own orders, newest first. */
export function MyOrders({ first, email }: Props) {
	const [doomed, setDoomed] = useState<Order>();
	const list = useList<Order, OrderSort>({
		fetchPage: (query) => callPage(listOrdersEndpoint, { query: { ...query, email } }),
		idOf: (order) => order._id,
		asked: { q: "", sort: newestFirst },
		standard: newestFirst,
		pageSize: ordersPageSize,
		first,
	});
	return (
		<>
			<ListFrame list={list} nouns={["order", "orders"]} empty={<NoOrders />}>
				{(orders) => (
					<ul className="grid gap-4">
						{orders.map((order) => (
							<li key={order._id}>
								<OrderCard order={order} onDelete={() => setDoomed(order)} />
							</li>
						))}
					</ul>
				)}
			</ListFrame>
			{doomed && (
				<DeleteOrder
					order={doomed}
					onGone={() => list.drop(doomed._id)}
					onPaid={list.replace}
					onClose={() => setDoomed(undefined)}
				>
					<p>
						Your order of {doomed.quantity} × <strong>{doomed.name}</strong> will be given up and
						its stock returned.
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
