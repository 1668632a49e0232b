import { useState } from "react";
import { callPage } from "../../http/call.ts";
import type { ListPage } from "../../http/paging.ts";
import * as messages from "../../messages.ts";
import { listOrdersEndpoint } from "../../shop/orders/orders.api.ts";
import { type Order, type OrderSort, ordersPageSize } from "../../shop/orders/orders.ts";
import type { Asked } from "../ui/asked.ts";
import { ListFrame } from "../ui/ListFrame.tsx";
import { onDemand } from "../ui/onDemand.tsx";
import { useList } from "../ui/useList.ts";
import { ManagedOrder } from "./ManagedOrder.tsx";
import { useShipping } from "./useShipping.ts";

const DeleteOrder = onDemand(async () => (await import("./DeleteOrder.tsx")).DeleteOrder);

interface Props {
	/** The page the server has rendered. */
	first: ListPage<Order>;
	asked: Asked<OrderSort>;
}

const sortWords = {
	"-createdAt": "Newest",
	createdAt: "Oldest",
	"-totalPrice": "Highest total",
} as const satisfies Record<OrderSort, string>;

/** All orders: shipped once they are paid, deleted while they are not. */
export function ManageOrders({ first, asked }: Props) {
	const [doomed, setDoomed] = useState<Order>();
	const list = useList<Order, OrderSort>({
		fetchPage: (query) => callPage(listOrdersEndpoint, { query }),
		idOf: (order) => order._id,
		asked,
		standard: "-createdAt",
		pageSize: ordersPageSize,
		first,
	});
	const { sending, ship } = useShipping(list.replace);
	return (
		<>
			<ListFrame
				list={list}
				nouns={["order", "orders"]}
				searches="Customer, e-mail, tool, order or transaction"
				sorts={sortWords}
				empty={<p>{messages.noOrdersYet}</p>}
			>
				{(orders) => (
					<ul className="grid gap-4">
						{orders.map((order) => (
							<li key={order._id}>
								<ManagedOrder
									order={order}
									busy={sending}
									onShip={() => ship(order)}
									onDelete={() => setDoomed(order)}
								/>
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
						The order of <strong>{doomed.UserName}</strong> ({doomed.email}) for {doomed.quantity} ×{" "}
						<strong>{doomed.name}</strong> will be given up and its stock returned.
					</p>
				</DeleteOrder>
			)}
		</>
	);
}
