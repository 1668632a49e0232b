import * as cartTexts from "../../messages/cart-lines.ts";
import * as texts from "../../messages/checkout.ts";
import { deliveryDates } from "../../shop/costs/delivery-dates.ts";
import { pickupId, type ShippingOption } from "../../shop/costs/shipping.ts";
import { formatCents } from "../../values/money.ts";
import { FieldError } from "../ui/Field.tsx";

interface Props {
	options: readonly ShippingOption[];
	/** The `id` of the one that is chosen. */
	chosen: string | undefined;
	onChoose: (id: string) => void;
	/** In UTC milliseconds: the days count from it. */
	now: number;
	/** Where orders are fetched. */
	pickupAt?: string | undefined;
	error?: string | undefined;
}

/** How an order reaches its customer, where there is a choice. */
export function ServiceChoice(props: Props) {
	const { options, chosen, onChoose, now, pickupAt, error } = props;
	if (options.length < 2) return null;
	return (
		<fieldset className="grid gap-3">
			<legend className="mb-4 font-heading text-2xl font-semibold">{texts.howDelivered}</legend>
			{options.map(({ id, name, cents, days }) => {
				const dates = deliveryDates(now, days);
				const isPickup = id === pickupId;
				return (
					<label
						key={id}
						className="flex min-h-11 items-start gap-3 rounded-field border border-base-300 p-3 has-checked:border-primary"
					>
						<input
							type="radio"
							name="service"
							value={id}
							className="size-6 shrink-0"
							checked={id === chosen}
							onChange={() => onChoose(id)}
						/>
						<span className="grid grow">
							<span className="font-semibold">{name}</span>
							{dates && (
								<span className="text-quiet">
									{isPickup ? texts.pickupDays(dates) : texts.serviceDays(dates)}
								</span>
							)}
							{isPickup && pickupAt && <span className="text-quiet">{pickupAt}</span>}
						</span>
						<span className="font-semibold">
							{cents === 0 ? cartTexts.freeShipping : formatCents(cents)}
						</span>
					</label>
				);
			})}
			<FieldError message={error} />
		</fieldset>
	);
}
