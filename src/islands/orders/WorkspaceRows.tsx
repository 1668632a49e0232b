import { memo } from "react";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import { sitePaths } from "../../site-paths.ts";
import { formatTimestamp } from "../../values/fields.ts";
import { formatPrice } from "../../values/money.ts";
import { LineBadges } from "./LineBadges.tsx";
import type { OrderSelection } from "./useOrderSelection.ts";

interface Props {
	lines: readonly OrderLine[];
	selection: OrderSelection;
	disabled: boolean;
}

/** The orders as a table, each with a box that selects it. */
export function WorkspaceRows({ lines, selection, disabled }: Props) {
	const { body, selected, current, chosen } = selection;
	const { setCurrentId, select, selectAll, selectNone } = selection;
	return (
		<table className="rows workspace-rows">
			<thead>
				<tr>
					<th scope="col">
						<input
							type="checkbox"
							aria-label="Select all on this page"
							className="size-6 accent-primary"
							disabled={disabled}
							checked={chosen.length === lines.length}
							onChange={({ target: { checked } }) => (checked ? selectAll() : selectNone())}
						/>
					</th>
					<th scope="col">Order</th>
					<th scope="col">Customer</th>
					<th scope="col">Total</th>
					<th scope="col">State</th>
				</tr>
			</thead>
			<tbody ref={body}>
				{lines.map((line) => (
					<LineRow
						key={line._id}
						line={line}
						isSelected={selected.has(line._id)}
						isCurrent={line === current}
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
	line: OrderLine;
	isSelected: boolean;
	isCurrent: boolean;
	disabled: boolean;
	onSelect: (id: string, on: boolean) => void;
	onFocus: (id: string) => void;
}

/** A key changes one row or two. The others are not rendered again: their dates and prices take most of the time. */
const LineRow = memo(function LineRow({
	line,
	isSelected,
	isCurrent,
	disabled,
	onSelect,
	onFocus,
}: RowProps) {
	const { _id: id, name, quantity, UserName, email, createdAt, orderNumber } = line;
	return (
		<tr
			data-current={isCurrent || undefined}
			data-selected={isSelected || undefined}
			onFocus={() => onFocus(id)}
		>
			<td>
				<input
					type="checkbox"
					aria-label={`Select ${quantity} × ${name} by ${UserName}`}
					className="size-6 accent-primary"
					disabled={disabled}
					checked={isSelected}
					onChange={({ target: { checked } }) => onSelect(id, checked)}
				/>
			</td>
			<th scope="row">
				<a className="link" href={sitePaths.order(id)}>
					{quantity} × {name}
				</a>
				<span className="workspace-second">
					{formatOrderNumber(orderNumber)} · {formatTimestamp(createdAt)}
				</span>
			</th>
			<td>
				{UserName}
				<span className="workspace-second">{email}</span>
			</td>
			<td>{formatPrice(line.totalPrice)}</td>
			<td>
				<LineBadges line={line} />
			</td>
		</tr>
	);
});
