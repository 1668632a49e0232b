/** The form of the tax setting. */
import * as settings from "../../messages/settings.ts";
import { taxTexts as texts } from "../../messages/settings.ts";
import { describeFields } from "../../values/record-fields.ts";
import type { FormFields, TypedRecord } from "../../values/typed-record.ts";

const percent = { kind: "decimal", attributes: { required: true } } as const;

export const taxFields: FormFields = describeFields(texts, {
	mode: {
		kind: "radio",
		name: "",
		choices: Object.entries(texts.modes).map(([value, [label, meaning]]) => ({
			value,
			label,
			meaning,
		})),
	},
	label: { kind: "text", needs: "included", usual: "VAT", attributes: { required: true } },
	percent: { ...percent, needs: "included" },
	rates: {
		kind: "rows",
		needs: "included",
		layout: "grid",
		isOptional: true,
		// The first one that has the country counts.
		isLast: ({ countries }: TypedRecord) => countries === "all",
		add: texts.rate.add,
		remove: (_: TypedRecord, number: number) => texts.rate.remove(number),
		fields: describeFields(texts.rate, {
			countries: {
				kind: "countries",
				name: settings.theCountries,
				all: () => settings.otherCountries,
			},
			percent,
		}),
	},
	behaviour: {
		kind: "radio",
		needs: "stripe",
		name: texts.stripesTax,
		usual: "inclusive",
		choices: Object.entries(texts.behaviours).map(([value, label]) => ({ value, label })),
	},
});
