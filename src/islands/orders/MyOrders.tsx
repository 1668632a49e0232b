import { useEffect, useState } from "react";
import { callPage } from "../../http/call.ts";
import * as common from "../../messages.common.ts";
import * as messages from "../../messages.ts";
import { type OrderLine, type OrderSort, ordersPageSize } from "../../shop/orders/lines.ts";
import { listOrdersEndpoint } from "../../shop/orders/orders.api.ts";
import type { Order } from "../../shop/orders/orders.ts";
import { sitePaths } from "../../site-paths.ts";
import type { ListPage } from "../../values/paging.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { ListView } from "../ui/ListView.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useList } from "../ui/useList.ts";
import { LineCard } from "./LineCard.tsx";
import { OrderGroup } from "./OrderGroup.tsx";
import { toastRefund } from "./toast-refund.ts";

const DeleteLine = lazyDialog(
	async () => (await importChunk(() => import("./DeleteLine.tsx"))).DeleteLine,
);

const CancelLine = lazyDialog(
	async () => (await importChunk(() => import("./CancelLine.tsx"))).CancelLine,
);

interface Props {
	/** The page that the server rendered. */
	initialPage: ListPage<Order>;
}

interface LineOfOrder {
	line: OrderLine;
	order: Order;
}

const defaultSort: OrderSort = "-createdAt";

/** The user's own lines, newest first: those that are paid at once in one group. Pages are of orders, so none is divided. */
export function MyOrders({ initialPage }: Props) {
	const [toDelete, setToDelete] = useState<LineOfOrder>();
	const [toCancel, setToCancel] = useState<LineOfOrder>();
	const list = useList<Order, OrderSort>({
		fetchPage: ({ limit, cursor }) =>
			callPage(listOrdersEndpoint, { query: { limit, ...(cursor && { cursor }) } }),
		getId: (order) => order._id,
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
	const replaceOrder = (order: Order, line: OrderLine) => {
		const lines = order.lines.map((one) => (one._id === line._id ? line : one));
		list.replace({ ...order, lines });
		if (lines.length > 1) list.refresh();
	};
	const removeLine = ({ order, line }: LineOfOrder) => {
		const lines = order.lines.filter(({ _id }) => _id !== line._id);
		if (lines.length === 0) return list.remove(order._id);
		list.replace({ ...order, lines });
		setDeletedCount((count) => count + 1);
		// Without the order, the others cost less.
		list.refresh();
	};

	return (
		<>
			<ListView list={list} itemNames={common.listedOrders} empty={<NoOrders />}>
				{(orders) => (
					<ul className="grid gap-4">
						{orders.map((order) => (
							<li key={order._id}>
								<Cards
									order={order}
									onDelete={(line) => setToDelete({ line, order })}
									onCancel={(line) => setToCancel({ line, order })}
								/>
							</li>
						))}
					</ul>
				)}
			</ListView>
			{toCancel && (
				<CancelLine
					line={toCancel.line}
					onCancelled={(reply) => {
						toastRefund(reply);
						replaceOrder(toCancel.order, reply.order);
					}}
					onClose={() => setToCancel(undefined)}
				/>
			)}
			{toDelete && (
				<DeleteLine
					line={toDelete.line}
					onDeleted={() => removeLine(toDelete)}
					onPaid={(line) => replaceOrder(toDelete.order, line)}
					onClose={() => setToDelete(undefined)}
				>
					<p>
						Your order of {toDelete.line.quantity} × <strong>{toDelete.line.name}</strong> will be
						deleted and its items returned to stock.
					</p>
				</DeleteLine>
			)}
		</>
	);
}

interface CardsProps {
	order: Order;
	onDelete: (line: OrderLine) => void;
	onCancel: (line: OrderLine) => void;
}

/** The cards of an order's lines: in a group, or the one card of an order of one. */
function Cards({ order, onDelete, onCancel }: CardsProps) {
	const cards = order.lines.map((line) => (
		<LineCard
			key={line._id}
			line={line}
			order={order}
			onDelete={() => onDelete(line)}
			onCancel={() => onCancel(line)}
		/>
	));
	return cards.length === 1 ? cards : <OrderGroup order={order}>{cards}</OrderGroup>;
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
