import { useState } from "react";
import { shippingTexts as texts } from "../../messages/settings.ts";
import { countryInText } from "../../messages/tool.ts";
import { deliveryDates } from "../../shop/costs/delivery-dates.ts";
import { type ShippingConfig, shippingOptions } from "../../shop/costs/shipping.ts";
import { formatCents, toCents } from "../../values/money.ts";
import type { Choice } from "../../values/record-fields.ts";
import { Field, SelectField } from "../ui/Field.tsx";

interface Props {
	shipping: ShippingConfig;
	countries: readonly Choice[];
	/** A country that is likely. */
	country: string;
	now: number;
}

/** What an order of some weight and value costs by the rates of the form. */
export function ShippingExample({ shipping, countries, country, now }: Props) {
	const [order, setOrder] = useState({ kilos: "3", value: "50", country, postalCode: "" });
	const field = (name: keyof typeof order) => ({
		value: order[name],
		autoComplete: "off",
		onChange: ({ target }: { target: { value: string } }) =>
			setOrder({ ...order, [name]: target.value }),
	});
	const goods = {
		itemsCents: toCents(Number(order.value) || 0),
		grams: Math.round((Number(order.kilos) || 0) * 1000),
	};
	const options = shippingOptions(goods, order, shipping);
	const name = countries.find(({ value }) => value === order.country)?.label ?? order.country;
	const to = order.postalCode ? `${order.postalCode}, ${name}` : countryInText(name);
	return (
		<section aria-labelledby="example" className="panel grid gap-3 p-4">
			<h2 id="example" className="text-2xl">
				{texts.example}
			</h2>
			<div className="grid grid-cols-2 items-start gap-3 xl:grid-cols-4">
				<Field label={texts.exampleKilos} inputMode="decimal" {...field("kilos")} />
				<Field label={texts.exampleValue} inputMode="decimal" {...field("value")} />
				<SelectField label={texts.sender.labels.country} {...field("country")}>
					{countries.map(({ value, label }) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</SelectField>
				<Field label={texts.sender.labels.postalCode} {...field("postalCode")} />
			</div>
			<div role="status">
				<p className="font-semibold">{texts.exampleResult(order.kilos, to)}</p>
				{options.length === 0 && <p>{texts.exampleNone}</p>}
				<ul>
					{options.map(({ id, name: service, cents, days, parcels }) => (
						<li key={id}>
							{texts.exampleOption(
								service,
								(cents === 0 ? texts.free : Number.isNaN(cents) ? "?" : formatCents(cents)) +
									texts.exampleParcels(parcels),
								days?.some(Number.isNaN) ? "?" : (deliveryDates(now, days) ?? ""),
							)}
						</li>
					))}
				</ul>
			</div>
		</section>
	);
}
