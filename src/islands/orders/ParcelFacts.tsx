import * as shippingMessages from "../../messages/shipping.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import type { OrdersToShip } from "../../shop/shipments/packing.ts";
import { formatTimestamp } from "../../values/fields.ts";

interface Props {
	parcel: OrdersToShip;
	packed?: boolean;
}

/** What goes into a parcel and where, without prices. */
export function ParcelFacts({
	parcel: { address, note, lines, orderedAt, orderNumber, service, asksToWithdraw },
	packed,
}: Props) {
	const [recipient, ...place] = address;
	return (
		<>
			<h2 className="text-2xl">
				{recipient}
				{packed && <span className="badge badge-success ml-3">{shippingMessages.isPacked}</span>}
			</h2>
			<p className="text-sm text-quiet">
				{formatOrderNumber(orderNumber)} · {formatTimestamp(orderedAt)}
			</p>
			<address className="not-italic">{place.join(", ")}</address>
			{service && <p>{service}</p>}
			<ul className="font-semibold">
				{lines.map(({ _id, quantity, name }) => (
					<li key={_id}>{shippingMessages.lineOf(quantity, name)}</li>
				))}
			</ul>
			{asksToWithdraw && <p className="font-semibold">{shippingMessages.asksToWithdraw}</p>}
			{note && <p>{note}</p>}
		</>
	);
}
