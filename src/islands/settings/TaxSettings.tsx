import type { TaxConfig } from "../../shop/costs/tax.ts";
import { taxFields } from "../../shop/settings/tax-fields.ts";
import type { Choice } from "../../values/record-fields.ts";
import { SettingForm, type StoredSetting } from "./SettingForm.tsx";
import { TaxExamples } from "./TaxExamples.tsx";

interface Props extends StoredSetting {
	/** What counts now. */
	tax: TaxConfig;
	countries: readonly Choice[];
	/** The seller's. */
	country: string;
}

/** Whether prices include a tax, or Stripe Tax calculates it, or there is none. */
export function TaxSettings({ tax, countries, country, ...stored }: Props) {
	return (
		<SettingForm {...stored} fields={taxFields} form={tax} choices={{ country: countries }}>
			{(form) => <TaxExamples tax={form} countries={countries} country={country} />}
		</SettingForm>
	);
}
