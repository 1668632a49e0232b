import { memo } from "react";
import * as texts from "../../messages/workspace.ts";
import { sitePaths } from "../../paths/site.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import { orderStateOf } from "../../shop/orders/order-states.ts";
import { orderTotal, placeOf, type WorkspaceOrder } from "../../shop/orders/orders-workspace.ts";
import { fullNameOf } from "../../shop/tools/sold-names.ts";
import { formatTimestamp } from "../../values/fields.ts";
import { formatPrice } from "../../values/money.ts";
import { shownEmail } from "../../values/shown-email.ts";
import { Thumbnail } from "../ui/Thumbnail.tsx";
import { LineBadges } from "./LineBadges.tsx";
import { OrderBadges } from "./OrderBadges.tsx";
import type { OrderSelection } from "./useOrderSelection.ts";

interface Props {
	orders: readonly WorkspaceOrder[];
	selection: OrderSelection;
	disabled: boolean;
}

/** The orders as a table, each with a box that selects it. */
export function WorkspaceRows({ orders, selection, disabled }: Props) {
	const { body, selected, current, setCurrentId, select } = selection;
	return (
		<table className="rows workspace-rows">
			<thead>
				<tr>
					<td />
					{texts.columns.map((name) => (
						<th key={name} scope="col" className={name === texts.total ? "number" : undefined}>
							{name}
						</th>
					))}
				</tr>
			</thead>
			<tbody ref={body}>
				{orders.map((order) => (
					<OrderRow
						key={order.id}
						order={order}
						isSelected={selected.has(order.id)}
						isCurrent={order === current}
						disabled={disabled}
						onSelect={select}
						onFocus={setCurrentId}
					/>
				))}
			</tbody>
		</table>
	);
}

interface RowProps {
	order: WorkspaceOrder;
	isSelected: boolean;
	isCurrent: boolean;
	disabled: boolean;
	onSelect: (id: string, on: boolean) => void;
	onFocus: (id: string) => void;
}

/** A key changes one row or two. The others are not rendered again: their dates and prices take most of the time. */
const OrderRow = memo(function OrderRow(props: RowProps) {
	const { order, isSelected, isCurrent, disabled, onSelect, onFocus } = props;
	const { id, isByPhone, lines } = order;
	const [first] = lines;
	if (!first) return null;
	const number = formatOrderNumber(first.orderNumber);
	return (
		<tr data-current={isCurrent || undefined} onFocus={() => onFocus(id)}>
			<td>
				<label className="row-choice">
					<input
						type="checkbox"
						aria-label={texts.selectOrder(number, first.UserName)}
						className="size-6"
						disabled={disabled}
						checked={isSelected}
						onChange={({ target: { checked } }) => onSelect(id, checked)}
					/>
				</label>
			</td>
			<th scope="row">
				<a className="link" href={sitePaths.order(id)}>
					{number}
				</a>
				<span className="second-line">{formatTimestamp(first.createdAt)}</span>
				{isByPhone && <span className="second-line">{texts.byPhone}</span>}
			</th>
			<td>
				{first.UserName}
				<span className="second-line">{shownEmail(first.email)}</span>
				<span className="second-line">{placeOf(first.address)}</span>
			</td>
			<td>
				<Lines order={order} />
			</td>
			<td className="number">{formatPrice(orderTotal(lines))}</td>
			<td>
				<OrderBadges lines={lines} forStaff />
			</td>
		</tr>
	);
});

/** What was ordered: a tool, or how many, which opens. */
function Lines({ order: { lines } }: { order: WorkspaceOrder }) {
	const [first, ...others] = lines;
	if (!first) return null;
	const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
	return (
		<div className="row-name">
			<Thumbnail image={first.image} size={40} />
			{others.length === 0 ? (
				<span>{texts.lineOf(first.quantity, fullNameOf(first))}</span>
			) : (
				<details>
					<summary>{texts.toolsAndUnits(lines.length, units)}</summary>
					<ul>
						{lines.map((line) => (
							<li key={line._id}>
								{texts.lineOf(line.quantity, fullNameOf(line))}
								<LineBadges line={line} order={orderStateOf(lines)} forStaff />
							</li>
						))}
					</ul>
				</details>
			)}
		</div>
	);
}
