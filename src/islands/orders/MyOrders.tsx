import { useEffect, useState } from "react";
import { callPage } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as lists from "../../messages/lists.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/my-orders.ts";
import { sitePaths } from "../../paths/site.ts";
import { type OrderLine, type OrderSort, ordersPageSize } from "../../shop/orders/lines.ts";
import { listOrdersEndpoint } from "../../shop/orders/orders.api.ts";
import type { Order } from "../../shop/orders/orders.ts";
import type { ListPage } from "../../values/paging.ts";
import { Empty } from "../ui/Empty.tsx";
import { ListView } from "../ui/ListView.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useList } from "../ui/useList.ts";
import { OrderCard } from "./OrderCard.tsx";

const DeleteLine = lazyDialog(() => import("./DeleteLine.tsx"), "DeleteLine");

interface Props {
	/** The page that the server rendered. */
	initialPage: ListPage<Order>;
}

const defaultSort: OrderSort = "-createdAt";

/** The user's own orders, newest first, each with its lines. */
export function MyOrders({ initialPage }: Props) {
	const [toDelete, setToDelete] = useState<{ line: OrderLine; order: Order }>();
	const list = useList<Order, OrderSort>({
		fetchPage: ({ limit, cursor }) =>
			callPage(listOrdersEndpoint, { query: { limit, ...(cursor && { cursor }) } }),
		getId: (order) => order._id,
		listQuery: { q: "", sort: defaultSort },
		defaultSort,
		pageSize: ordersPageSize,
		initialPage,
	});
	// The button of a deleted line disappears with it, so the focus moves to the status line.
	const [deletedCount, setDeletedCount] = useState(0);
	const { status } = list;
	useEffect(() => {
		if (deletedCount > 0) status.current?.focus({ preventScroll: true });
	}, [deletedCount, status]);

	const removeLine = (order: Order, line: OrderLine) => {
		const lines = order.lines.filter(
			({ _id, bundle }) =>
				_id !== line._id && (!bundle || bundle.productCode !== line.bundle?.productCode),
		);
		if (lines.length === 0) return list.remove(order._id);
		list.replace({ ...order, lines });
		setDeletedCount((count) => count + 1);
		// Without the line, the others cost less.
		list.refresh();
	};

	return (
		<>
			<ListView list={list} itemNames={lists.listedOrders} empty={<NoOrders />}>
				{(orders) => (
					<ul className="cards">
						{orders.map((order) => (
							<li key={order._id}>
								<OrderCard order={order} onDelete={(line) => setToDelete({ line, order })} />
							</li>
						))}
					</ul>
				)}
			</ListView>
			{toDelete && (
				<DeleteLine
					line={toDelete.line}
					onDeleted={() => removeLine(toDelete.order, toDelete.line)}
					onPaid={list.refresh}
					onClose={() => setToDelete(undefined)}
				>
					<p>{texts.willBeDeleted(toDelete.line.bundle ?? toDelete.line)}</p>
				</DeleteLine>
			)}
		</>
	);
}

function NoOrders() {
	return (
		<Empty picture="no-orders" text={messages.noOrders}>
			<a className="btn btn-primary" href={sitePaths.manageTools}>
				{common.allToolsHeading}
			</a>
		</Empty>
	);
}
