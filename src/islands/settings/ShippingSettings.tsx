import type { ShippingConfig } from "../../shop/costs/shipping.ts";
import { shippingFields } from "../../shop/settings/shipping-fields.ts";
import type { Choice } from "../../values/record-fields.ts";
import { SettingForm, type StoredSetting } from "./SettingForm.tsx";
import { ShippingExample } from "./ShippingExample.tsx";
import { formOf, placeOf, shippingOf } from "./shipping-form.ts";

interface Props extends StoredSetting {
	/** What counts now. */
	shipping: ShippingConfig;
	countries: readonly Choice[];
	/** The seller's. */
	country: string;
	/** In UTC milliseconds. */
	now: number;
}

/** Where the shop ships to, by which services, and what they cost. */
export function ShippingSettings({ shipping, countries, country, now, ...stored }: Props) {
	return (
		<SettingForm
			{...stored}
			fields={shippingFields(country)}
			form={formOf(shipping)}
			settingOf={shippingOf}
			placeOf={placeOf}
			choices={{ country: countries }}
		>
			{(form) => (
				<ShippingExample
					shipping={shippingOf(form)}
					countries={countries}
					country={country}
					now={now}
				/>
			)}
		</SettingForm>
	);
}
