import { useState } from "react";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import { paidWithCards } from "../../messages/gift-cards.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/order-admin.ts";
import { sitePaths } from "../../paths/site.ts";
import { isPaidByCards } from "../../shop/gift-cards/gift-cards.ts";
import { asShipped, asWaiting, statusTone } from "../../shop/orders/line-actions.ts";
import { setStatusEndpoint } from "../../shop/orders/lines.api.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import type { OrderStatus } from "../../shop/orders/order-states.ts";
import { canShip } from "../../shop/orders/order-states.ts";
import { toast } from "../../stores/toasts.ts";
import { formatTimestamp } from "../../values/fields.ts";
import { formatPrice } from "../../values/money.ts";
import { shownEmail } from "../../values/shown-email.ts";
import { Button } from "../ui/Button.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { SoldFacts } from "../ui/SoldFacts.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { useSend } from "../ui/useSend.ts";
import { LineBadges } from "./LineBadges.tsx";
import { NoOrders } from "./NoOrders.tsx";
import { OrderTabs } from "./OrderTabs.tsx";
import { offerUndoOfShipping } from "./offer-undo-of-shipping.ts";
import { type OrdersProps, useOrders } from "./useOrders.ts";

const DeleteLine = lazyDialog(() => import("./DeleteLine.tsx"), "DeleteLine");

/** Orders as the specification has them, a card for each tool: its status, and Delete. All else is on the order's page. */
export function ManageOrders(props: OrdersProps) {
	const [toDelete, setToDelete] = useState<OrderLine>();
	const { orders, counts, change } = useOrders(props);
	const replace = (line: OrderLine) =>
		change(line.orderId, (one) => (one._id === line._id ? line : one));
	const { sending, ship } = useStatus(replace);
	return (
		<>
			<OrderTabs
				counts={counts}
				uncounted={props.uncounted}
				current={props.tab}
				paths={props.tabPaths}
			/>
			{orders.length === 0 && <NoOrders tab={props.tab} isFiltered={props.isFiltered} />}
			<ul className="cards">
				{orders
					.flatMap(({ lines }) => lines)
					.map((line) => (
						<li key={line._id}>
							<Card
								line={line}
								busy={sending}
								onShip={() => ship(line)}
								onDelete={() => setToDelete(line)}
							/>
						</li>
					))}
			</ul>
			{toDelete && (
				<DeleteLine
					line={toDelete}
					onDeleted={() =>
						change(toDelete.orderId, (line) => (line._id === toDelete._id ? undefined : line))
					}
					onPaid={replace}
					onClose={() => setToDelete(undefined)}
				>
					<p>
						{texts.willBeDeleted({
							...toDelete,
							...toDelete.bundle,
							email: shownEmail(toDelete.email),
						})}
					</p>
				</DeleteLine>
			)}
		</>
	);
}

/** Sets the status Shipped, with a toast to undo it. `onUpdated` receives the changed order. */
function useStatus(onUpdated: (line: OrderLine) => void) {
	const { sending, send } = useSend();
	const setStatus = async (line: OrderLine, status: OrderStatus) => {
		await call(setStatusEndpoint, { query: { id: line._id }, body: { status } });
		onUpdated(status === "Shipped" ? asShipped(line) : asWaiting(line, line.toShip ?? 0));
	};
	const ship = (line: OrderLine) =>
		send(async () => {
			await setStatus(line, "Shipped");
			offerUndoOfShipping(messages.statusUpdated, async () => {
				await setStatus(line, "Pending");
				toast("success", messages.statusUpdated);
			});
		});
	return { sending, ship };
}

interface CardProps {
	line: OrderLine;
	busy: boolean;
	onShip: () => void;
	onDelete: () => void;
}

function Card({ line, busy, onShip, onDelete }: CardProps) {
	const disabled = !useHydrated() || busy;
	const subject = texts.lineBy(line.name, line.UserName);
	const facts = [
		[common.email, shownEmail(line.email)],
		[common.phone, line.phone],
		[common.address, line.address],
		...(line.partner ? [[common.partner, line.partner] as const] : []),
		...(line.transactionId
			? [
					[
						common.transaction,
						isPaidByCards(line.transactionId) ? paidWithCards : line.transactionId,
					] as const,
				]
			: []),
	] as const;
	return (
		<article className="card order-line" aria-label={texts.orderOf(subject)}>
			<Thumbnail image={line.image} size={80} />
			<div className="grid min-w-0 content-start gap-1">
				<h2 className="text-2xl">{line.name}</h2>
				<SoldFacts tool={line} />
			</div>
			<p className="line-amount">
				{formatPrice(line.totalPrice)}
				{line.quantity > 1 && (
					<span className="second-line">
						{texts.quantityTimes(line.quantity, formatPrice(line.price))}
					</span>
				)}
			</p>
			<div className="order-facts">
				<p>
					{line.UserName}
					<span className="second-line">
						{texts.orderNamed(formatOrderNumber(line.orderNumber))} ·{" "}
						{formatTimestamp(line.createdAt)}
					</span>
				</p>
				<div className="flex flex-wrap items-center gap-x-4 gap-y-1">
					<p>
						<span className="sr-only">{texts.status}</span>
						<strong className={statusTone(line) === "error" ? "text-error" : "text-success"}>
							{line.status}
						</strong>
					</p>
					{/* Its status has said that it is shipped. */}
					<LineBadges
						line={line}
						order={line.status === "Shipped" ? "shipped" : undefined}
						forStaff
					/>
				</div>
				<details className="text-sm">
					<summary>{texts.contactAndReceipt}</summary>
					<dl className="facts">
						{facts.map(([name, value]) => (
							<div key={name}>
								<dt>{name}</dt>
								<dd>{value}</dd>
							</div>
						))}
					</dl>
				</details>
			</div>
			<div className="order-actions">
				<Button
					disabled={disabled || !canShip(line)}
					aria-label={texts.shippedOf(subject)}
					onClick={onShip}
				>
					{texts.shipped}
				</Button>
				{!line.transactionId && (
					<Button
						look="btn-ghost"
						disabled={disabled}
						aria-label={texts.deleteOf(subject)}
						onClick={onDelete}
					>
						{common.deleteLabel}
					</Button>
				)}
				<a
					className="btn btn-ghost"
					href={sitePaths.order(line.orderId)}
					aria-label={texts.detailsOf(subject)}
				>
					{common.details}
				</a>
			</div>
		</article>
	);
}
