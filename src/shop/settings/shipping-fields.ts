/** The form of the shipping setting: zones with their services, of which its rates are made. */
import type { ShopConfig } from "../../config/schema.ts";
import * as settings from "../../messages/settings.ts";
import { shippingTexts as texts } from "../../messages/settings.ts";
import { describeFields } from "../../values/record-fields.ts";
import type { FormFields, TypedRecord } from "../../values/typed-record.ts";

type Shipping = ShopConfig["shipping"];
type Rate = Shipping["rates"][number];

/** A service of a zone: a rate but for where it applies. */
export interface Service extends Omit<Rate, "countries" | "postalCodes"> {
	/** What its price depends on. */
	by: keyof typeof texts.by;
}

export interface Zone extends Pick<Rate, "countries" | "postalCodes"> {
	services: Service[];
}

export interface ShippingForm extends Omit<Shipping, "rates"> {
	zones: Zone[];
}

const amount = { kind: "decimal" } as const;
const needed = { kind: "decimal", attributes: { required: true } } as const;
const kilos = { kind: "decimal", scale: 1000 } as const;
const text = { kind: "text" } as const;
const neededText = { kind: "text", attributes: { required: true } } as const;
const days = { kind: "span", ends: texts.days } as const;
const steps = {
	kind: "rows",
	layout: "line",
	min: 1,
	add: texts.step.add,
	remove: (_: TypedRecord, number: number) => texts.step.remove(number),
} as const;
const countries = {
	kind: "countries",
	name: settings.theCountries,
	all: (isOnly: boolean) => (isOnly ? settings.allCountries : settings.otherCountries),
} as const;

const serviceFields: FormFields = describeFields(texts.service, {
	service: { ...text, placeholder: texts.service.usual },
	price: needed,
	freeFrom: amount,
	by: {
		kind: "choice",
		usual: "nothing",
		choices: Object.entries(texts.by).map(([value, label]) => ({ value, label })),
	},
	byValue: {
		...steps,
		needs: "value",
		fields: describeFields(texts.stepByValue, { from: needed, price: needed }),
	},
	byWeight: {
		...steps,
		needs: "weight",
		fields: describeFields(texts.stepByWeight, {
			from: { ...needed, ...kilos },
			price: needed,
		}),
	},
	days,
	parcelGrams: kilos,
});

/** `country` is the one that its own addresses are likely in. */
export function shippingFields(country: string): FormFields {
	const address = {
		line1: neededText,
		city: neededText,
		region: text,
		postalCode: text,
		country: { kind: "choice", usual: country },
	} as const;
	return describeFields(texts, {
		countries,
		zones: {
			kind: "rows",
			layout: "card",
			name: texts.rates,
			min: 1,
			title: texts.zone.title,
			add: texts.zone.add,
			remove: (_: TypedRecord, number: number) => texts.zone.remove(number),
			fields: describeFields(texts.zone, {
				countries,
				postalCodes: { kind: "list" },
				services: {
					kind: "rows",
					layout: "grid",
					min: 1,
					add: texts.service.add,
					remove: ({ service }: TypedRecord) =>
						texts.service.remove(String(service || texts.service.usual)),
					fields: serviceFields,
				},
			}),
		},
		defaultGrams: kilos,
		pickup: {
			kind: "part",
			fields: describeFields(texts.pickup, {
				...address,
				text: { kind: "lines", attributes: { rows: 2 } },
				days,
			}),
		},
		sender: { kind: "part", fields: describeFields(texts.sender, { ...address, phone: text }) },
	});
}
