import { type FormEvent, useRef, useState } from "react";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import { leftOfCounted } from "../../messages/numbers.ts";
import * as texts from "../../messages/packing.ts";
import * as shippingMessages from "../../messages/shipping.ts";
import { staffPaths } from "../../paths/staff.ts";
import { carriers } from "../../shop/orders/carriers.ts";
import {
	maxPickedOrders,
	type OrdersToShip,
	packingSlipsPath,
} from "../../shop/shipments/packing.ts";
import { type Pick, picksWithout } from "../../shop/shipments/packing-scan.ts";
import { Button } from "../ui/Button.tsx";
import { SelectField } from "../ui/Field.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { numberOf, piecesOf, usePackingTable } from "./usePackingTable.ts";

interface Props {
	parcels: OrdersToShip[];
	/** What waits, on other pages too. */
	picks: Pick[];
	/** When the last order was placed that the pick list has. */
	picksEnd: string;
	/** How many orders wait, on all pages. */
	total: number;
	/** Whether there are more to ship than these. */
	hasMore: boolean;
}

const idsOf = ({ lines }: OrdersToShip) => lines.map(({ _id }) => _id);
const recipientOf = ({ address }: OrdersToShip) => address[0] ?? "";

/** Packs many orders: what to pick for them, their slips, and a field to scan a tracking number for each. */
export function PackOrders({ parcels, picks: allPicks, picksEnd, total, hasMore }: Props) {
	const hydrated = useHydrated();
	const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
	const chosen = parcels.filter((parcel) => !left.has(numberOf(parcel)));
	const table = usePackingTable(chosen);
	const { current, shipped, message } = table;
	const field = useRef<HTMLInputElement>(null);
	const [carrier, setCarrier] = useState("");
	const isLeft = (parcel: OrdersToShip) => left.has(numberOf(parcel));
	const isPicked = ({ orderedAt }: OrdersToShip) => Date.parse(orderedAt) <= Date.parse(picksEnd);
	const picks = picksWithout(
		allPicks,
		parcels.filter(
			(parcel) => isPicked(parcel) && (isLeft(parcel) || shipped.has(numberOf(parcel))),
		),
	);
	const waiting = leftOfCounted(total, shipped.size);

	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const input = field.current;
		if (!input) return;
		// Marks it at once: a scanner does not wait for the answer to the number before.
		void table.scan(input.value, carrier);
		input.value = "";
	};
	const toggle = (number: string) =>
		setLeft((previous) => new Set(previous).symmetricDifference(new Set([number])));

	return (
		<div className="pack-table">
			<section aria-labelledby="pack-scan">
				<p className="mb-4">
					{waiting === 0 ? shippingMessages.nothingToShip : shippingMessages.ordersToShip(waiting)}
				</p>
				<h2 id="pack-scan" className="text-2xl">
					{texts.scanning}
				</h2>
				<p className="pack-now">
					{current ? texts.now(numberOf(current), recipientOf(current)) : texts.allShipped}
				</p>
				{current && (
					<ul className="mb-3">
						{current.lines.map(({ _id, quantity, name }) => (
							<li key={_id}>
								{quantity} × {name}
							</li>
						))}
					</ul>
				)}
				{current?.asksToWithdraw && (
					<p className="mb-3 font-semibold">{shippingMessages.asksToWithdraw}</p>
				)}
				{current?.note && <p className="mb-3 whitespace-pre-line">{current.note}</p>}
				<form method="post" noValidate className="pack-scan" onSubmit={submit}>
					<SelectField
						label={common.carrier}
						value={carrier}
						disabled={!hydrated}
						onChange={({ target }) => setCarrier(target.value)}
					>
						<option value="">{messages.choose}</option>
						{carriers.map((name) => (
							<option key={name}>{name}</option>
						))}
					</SelectField>
					<label>
						<span>{texts.scanField}</span>
						<input
							ref={field}
							className="input"
							type="text"
							aria-describedby="pack-message pack-hint"
							aria-invalid={message?.isError ? true : undefined}
							autoComplete="off"
							autoCapitalize="characters"
							spellCheck={false}
							disabled={!hydrated}
						/>
					</label>
					<Button type="submit" look="btn-primary">
						{texts.ship}
					</Button>
				</form>
				<p
					id="pack-message"
					role="status"
					className={message?.isError ? "pack-message pack-error" : "pack-message"}
				>
					{message?.text}
				</p>
				<p id="pack-hint" className="text-quiet text-sm">
					{texts.scanHint}
				</p>
				<p className="mt-3 flex flex-wrap gap-3">
					{current && (
						<Button
							onClick={() => {
								table.skip();
								field.current?.focus();
							}}
						>
							{texts.skip}
						</Button>
					)}
					{table.undoable.map((number) => (
						<Button
							key={number}
							onClick={() => {
								void table.undo(number);
								field.current?.focus();
							}}
						>
							{texts.undo(number)}
						</Button>
					))}
					{hasMore && !current && (
						<a className="btn btn-outline" href={staffPaths.packing}>
							{texts.nextOrders}
						</a>
					)}
				</p>
			</section>
			<section aria-labelledby="pack-picks" className="pack-picks">
				<h2 id="pack-picks" className="text-2xl">
					{texts.pickList}
				</h2>
				{total >= maxPickedOrders && <p>{texts.firstOrders(maxPickedOrders)}</p>}
				{picks.length === 0 ? (
					<p>{left.size > 0 ? texts.nothingChosen : texts.nothingToPack}</p>
				) : (
					<>
						<p className="my-3 flex flex-wrap gap-3">
							<Button onClick={() => print()}>{common.print}</Button>
							{chosen.length > 0 && (
								<a className="btn btn-outline" href={packingSlipsPath(chosen.flatMap(idsOf))}>
									{shippingMessages.packingSlips}
								</a>
							)}
						</p>
						<table className="figures">
							<thead>
								<tr>
									<th scope="col">{common.tool}</th>
									<th scope="col">{texts.shelf}</th>
									<th scope="col">{common.quantity}</th>
									<th scope="col">{common.orders}</th>
								</tr>
							</thead>
							<tbody>
								{picks.map(({ toolId, name, shelf, pieces, orders }) => (
									<tr key={toolId}>
										<th scope="row">{name}</th>
										<td>{shelf}</td>
										<td>{pieces}</td>
										<td>{orders}</td>
									</tr>
								))}
							</tbody>
						</table>
					</>
				)}
			</section>
			<section aria-labelledby="pack-orders">
				<h2 id="pack-orders" className="text-2xl">
					{common.orders}
				</h2>
				<ul className="pack-orders">
					{parcels.map((parcel) => {
						const number = numberOf(parcel);
						const isShipped = shipped.has(number);
						const state = isShipped ? "shipped" : parcel === current ? "current" : "waiting";
						return (
							<li key={number} data-state={state}>
								<label>
									<input
										type="checkbox"
										className="size-6 shrink-0"
										aria-label={texts.chooseOrder(number)}
										checked={!left.has(number)}
										disabled={!hydrated || isShipped}
										onChange={() => toggle(number)}
									/>
									<span>
										<strong>{number}</strong>{" "}
										{texts.piecesFor(piecesOf(parcel), recipientOf(parcel))}
									</span>
									<span>{texts.states[state]}</span>
								</label>
							</li>
						);
					})}
				</ul>
			</section>
		</div>
	);
}
