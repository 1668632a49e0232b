/** The form of the shipping settings: zones with their services, as texts, and the rates that are made from them. */
import { byExactness, type ShippingConfig, type ShippingRate } from "../../shop/costs/shipping.ts";

export interface StepFields {
	from: string;
	price: string;
}

/** A service of a zone. Weights are in kilograms, as people write them. */
export interface ServiceFields {
	name: string;
	price: string;
	/** What its price depends on. */
	by: "nothing" | "value" | "weight";
	steps: StepFields[];
	freeFrom: string;
	daysFrom: string;
	daysTo: string;
	parcelKilos: string;
}

export interface ZoneFields {
	countries: "all" | readonly string[];
	postalCodes: string;
	services: ServiceFields[];
}

export interface PlaceFields {
	line1: string;
	city: string;
	region: string;
	postalCode: string;
	country: string;
}

export interface PickupFields extends PlaceFields {
	text: string;
	daysFrom: string;
	daysTo: string;
}

export interface SenderFields extends PlaceFields {
	phone: string;
}

export interface ShippingFields {
	countries: "all" | readonly string[];
	zones: ZoneFields[];
	defaultKilos: string;
	/** Undefined without. */
	pickup: PickupFields | undefined;
	sender: SenderFields | undefined;
}

export const newService: ServiceFields = {
	name: "",
	price: "",
	by: "nothing",
	steps: [],
	freeFrom: "",
	daysFrom: "",
	daysTo: "",
	parcelKilos: "",
};

const textOf = (value: number | undefined) => (value === undefined ? "" : String(value));
const kilosOf = (grams: number | undefined) => textOf(grams && grams / 1000);

/** Returns what the form is filled with. Rates for the same places are a zone. */
export function fieldsOf(config: ShippingConfig): ShippingFields {
	const { countries, rates, defaultGrams, pickup, sender } = config;
	const zones = Map.groupBy(rates, (rate) => JSON.stringify([rate.countries, rate.postalCodes]));
	return {
		countries,
		zones: [...zones.values()].map((some) => ({
			countries: some[0]?.countries ?? "all",
			postalCodes: (some[0]?.postalCodes ?? []).join(", "),
			services: some.map(serviceFieldsOf),
		})),
		defaultKilos: kilosOf(defaultGrams),
		pickup: pickup && {
			...placeFieldsOf(pickup),
			text: pickup.text ?? "",
			daysFrom: textOf(pickup.days?.[0]),
			daysTo: textOf(pickup.days?.[1]),
		},
		sender: sender && { ...placeFieldsOf(sender), phone: sender.phone ?? "" },
	};
}

type Place = NonNullable<ShippingConfig["sender"]>;

const placeFieldsOf = ({ line1, city, region = "", postalCode = "", country }: Place) => ({
	line1,
	city,
	region,
	postalCode,
	country,
});

/** The address that fields mean. */
const placeOf = ({ line1, city, region, postalCode, country }: PlaceFields) => ({
	line1: line1.trim(),
	city: city.trim(),
	country,
	...(region.trim() && { region: region.trim() }),
	...(postalCode.trim() && { postalCode: postalCode.trim() }),
});

function serviceFieldsOf(rate: ShippingRate): ServiceFields {
	const { byValue, byWeight } = rate;
	const byGrams = byWeight?.map(({ from, price }) => ({ from: from / 1000, price }));
	return {
		name: rate.service ?? "",
		price: textOf(rate.price),
		by: byValue ? "value" : byWeight ? "weight" : "nothing",
		steps: (byValue ?? byGrams ?? []).map(({ from, price }) => ({
			from: textOf(from),
			price: textOf(price),
		})),
		freeFrom: textOf(rate.freeFrom),
		daysFrom: textOf(rate.days?.[0]),
		daysTo: textOf(rate.days?.[1]),
		parcelKilos: kilosOf(rate.parcelGrams),
	};
}

/** A number as people type it, with a point or a comma; NaN, which the server rejects, for anything else. */
export const numberOf = (text: string) =>
	text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
const gramsOf = (kilos: string) => Math.round(numberOf(kilos) * 1000);

/** Returns the rates in the order in which they apply, each with its place in the form. */
function ratesOf(zones: readonly ZoneFields[]) {
	return zones
		.flatMap((zone, place) =>
			zone.services.map((service, index) => ({ rate: rateOf(zone, service), place, index })),
		)
		.toSorted((one, other) => byExactness(one.rate, other.rate));
}

function rateOf({ countries, postalCodes }: ZoneFields, service: ServiceFields): ShippingRate {
	const codes = postalCodes.split(/[,\s]+/).filter(Boolean);
	const { by, steps } = service;
	const [isByValue, isByWeight] = [by === "value", by === "weight"];
	const days = daysOf(service);
	return {
		countries,
		...(codes.length > 0 && { postalCodes: codes }),
		...(service.name.trim() && { service: service.name.trim() }),
		price: numberOf(service.price),
		...(isByValue && {
			byValue: steps.map(({ from, price }) => ({ from: numberOf(from), price: numberOf(price) })),
		}),
		...(isByWeight && {
			byWeight: steps.map(({ from, price }) => ({ from: gramsOf(from), price: numberOf(price) })),
		}),
		...(service.freeFrom.trim() && { freeFrom: numberOf(service.freeFrom) }),
		...(days && { days }),
		...(service.parcelKilos.trim() && { parcelGrams: gramsOf(service.parcelKilos) }),
	};
}

function daysOf({
	daysFrom,
	daysTo,
}: Pick<ServiceFields, "daysFrom" | "daysTo">): [number, number] | undefined {
	if (daysFrom.trim() === "" && daysTo.trim() === "") return undefined;
	return [numberOf(daysFrom || daysTo), numberOf(daysTo || daysFrom)];
}

/** Returns the settings that a form means. They may be invalid. */
export function shippingOf(fields: ShippingFields): ShippingConfig {
	const { countries, zones, defaultKilos, pickup, sender } = fields;
	const days = pickup && daysOf(pickup);
	return {
		countries,
		rates: ratesOf(zones).map(({ rate }) => rate),
		...(defaultKilos.trim() && { defaultGrams: gramsOf(defaultKilos) }),
		...(pickup && {
			pickup: {
				...placeOf(pickup),
				...(pickup.text.trim() && { text: pickup.text.trim() }),
				...(days && { days }),
			},
		}),
		...(sender && {
			sender: { ...placeOf(sender), ...(sender.phone.trim() && { phone: sender.phone.trim() }) },
		}),
	};
}

/** What is wrong, by service as `zone service`, and what is of none of them. */
export function errorsByService(
	{ zones }: ShippingFields,
	errors: Readonly<Record<string, string>>,
): { services: ReadonlyMap<string, string[]>; others: string[] } {
	const rates = ratesOf(zones);
	const services = new Map<string, string[]>();
	const others: string[] = [];
	for (const [path, message] of Object.entries(errors)) {
		const [, index, field = ""] = /^rates\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
		const rate = index === undefined ? undefined : rates[Number(index)];
		if (!rate) {
			others.push(`${path}: ${message}`);
			continue;
		}
		const key = `${rate.place} ${rate.index}`;
		services.set(key, [...(services.get(key) ?? []), `${field} ${message}`]);
	}
	return { services, others };
}
