import { useState } from "react";
import { callPage } from "../../http/call.ts";
import * as common from "../../messages.common.ts";
import * as messages from "../../messages.ts";
import { listLinesEndpoint } from "../../shop/orders/lines.api.ts";
import { type OrderLine, type OrderSort, ordersPageSize } from "../../shop/orders/lines.ts";
import type { Parcel } from "../../shop/orders/parcel.ts";
import type { ListPage } from "../../values/paging.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { ListView } from "../ui/ListView.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import type { ListQuery } from "../ui/list-query.ts";
import { useList } from "../ui/useList.ts";
import { AdminLineCard } from "./AdminLineCard.tsx";
import { useRefundRetry } from "./useRefundRetry.ts";
import { useShipping } from "./useShipping.ts";

const DeleteLine = lazyDialog(
	async () => (await importChunk(() => import("./DeleteLine.tsx"))).DeleteLine,
);

const RefundLine = lazyDialog(
	async () => (await importChunk(() => import("./RefundLine.tsx"))).RefundLine,
);

const ShipOrders = lazyDialog(
	async () => (await importChunk(() => import("./ShipOrders.tsx"))).ShipOrders,
);

const CorrectShipment = lazyDialog(
	async () => (await importChunk(() => import("./CorrectShipment.tsx"))).CorrectShipment,
);

interface Props {
	/** The page that the server rendered. */
	initialPage: ListPage<OrderLine>;
	listQuery: ListQuery<OrderSort>;
}

const sortLabels = {
	"-createdAt": "Newest",
	createdAt: "Oldest",
	"-totalPrice": "Highest total",
} as const satisfies Record<OrderSort, string>;

const getId = ({ _id }: OrderLine) => _id;

/** All orders. Paid ones can be shipped, alone or in one parcel, and refunded; unpaid ones deleted. */
export function ManageOrders({ initialPage, listQuery }: Props) {
	const [toDelete, setToDelete] = useState<OrderLine>();
	const [toRefund, setToRefund] = useState<OrderLine>();
	const [toShip, setToShip] = useState<OrderLine>();
	const [toCorrect, setToCorrect] = useState<Parcel>();
	const list = useList<OrderLine, OrderSort>({
		fetchPage: (query) => callPage(listLinesEndpoint, { query }),
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
				itemNames={common.listedOrders}
				searchPlaceholder="Customer, e-mail, tool, order or transaction"
				sortLabels={sortLabels}
				empty={<p>{messages.noOrdersYet}</p>}
			>
				{(lines) => (
					<ul className="grid gap-4">
						{lines.map((line) => (
							<li key={line._id}>
								<AdminLineCard
									line={line}
									busy={sending || retrying}
									onShip={() => ship(line)}
									onPacked={(packed) => setPacked(line, packed)}
									onShipWithTracking={() => setToShip(line)}
									onCorrect={setToCorrect}
									onRetryRefund={() => retryRefund(line)}
									onRefund={() => setToRefund(line)}
									onDelete={() => setToDelete(line)}
								/>
							</li>
						))}
					</ul>
				)}
			</ListView>
			{toShip && (
				<ShipOrders
					line={toShip}
					onRead={list.replace}
					onShipped={parcelShipped}
					onClose={() => setToShip(undefined)}
				/>
			)}
			{toCorrect && (
				<CorrectShipment
					parcel={toCorrect}
					onCorrected={(shipment) => {
						for (const line of list.items)
							if (shipment.lineIds.includes(line._id)) list.replace({ ...line, shipment });
					}}
					onClose={() => setToCorrect(undefined)}
				/>
			)}
			{toRefund && (
				<RefundLine
					line={toRefund}
					onRefunded={list.replace}
					onClose={() => setToRefund(undefined)}
				/>
			)}
			{toDelete && (
				<DeleteLine
					line={toDelete}
					onDeleted={() => list.remove(toDelete._id)}
					onPaid={list.replace}
					onClose={() => setToDelete(undefined)}
				>
					<p>
						The order of <strong>{toDelete.UserName}</strong> ({toDelete.email}) for{" "}
						{toDelete.quantity} × <strong>{toDelete.name}</strong> will be deleted and its items
						returned to stock.
					</p>
				</DeleteLine>
			)}
		</>
	);
}
