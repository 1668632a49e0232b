/**
 * How addresses of each country are written. The facts are those of the address data of Google's
 * libaddressinput (github.com/google/libaddressinput), which CLDR refers to, reduced to what a form for
 * parcels needs. A country that is not here has the default format.
 */
import { addressLabels } from "../../messages/address.ts";
import type { AddressFieldName } from "./address-columns.ts";
import { provincesOfCanada, type Regions, statesOfAustralia, statesOfUs } from "./regions.ts";

export interface AddressFormat {
	/** The lines, from line1. A field that is not in them is not asked for. */
	lines: string;
	/** The lines of an address in Chinese, Japanese or Korean script, where the largest part is first. */
	localLines?: string;
	/** What may stay empty, besides line2. */
	optional: readonly AddressFieldName[];
	labels: Readonly<Record<AddressFieldName, string>>;
	/** Whether line2 is part of the usual address, so that the form shows it from the start. */
	showsLine2: boolean;
	/** The shapes of a postal code: 9 is a digit, A a letter, X either. Undefined: any text. */
	postalCodeShapes?: readonly string[];
	/** What to choose the region from. Undefined: any text. */
	regions?: Regions;
}

type Label = keyof typeof addressLabels;

interface Row {
	/** The lines after line1 and line2. */
	area: string;
	local?: string;
	optional?: AddressFieldName[];
	/** What the fields are called, unless that is usual. */
	city?: Label;
	region?: Label;
	code?: Label;
	line2?: Label;
	/** The shapes of a postal code, with `|` between them. */
	shapes?: string;
	regions?: Regions;
}

const shapesOfUk = "A9 9AA|A99 9AA|AA9 9AA|AA99 9AA|A9A 9AA|AA9A 9AA";
const zipShapes = "99999|99999-9999";
const britain: Row = {
	area: "{city}\n{postalCode}",
	city: "town",
	code: "postcode",
	shapes: shapesOfUk,
};
const usTerritory: Row = { area: "{city} {postalCode}", code: "zipCode", shapes: zipShapes };

const mixedRows: Record<string, Row> = {
	AE: { area: "{region}", region: "emirate" },
	AR: {
		area: "{postalCode} {city}\n{region}",
		region: "province",
		optional: ["region", "postalCode"],
		shapes: "9999|A9999AAA",
	},
	AS: usTerritory,
	AU: {
		area: "{city} {region} {postalCode}",
		city: "suburb",
		region: "state",
		code: "postcode",
		shapes: "9999",
		regions: statesOfAustralia,
	},
	BR: {
		area: "{city} - {region}\n{postalCode}",
		region: "state",
		line2: "neighborhood",
		shapes: "99999-999",
	},
	CA: {
		area: "{city} {region} {postalCode}",
		region: "province",
		shapes: "A9A 9A9",
		regions: provincesOfCanada,
	},
	CL: {
		area: "{postalCode} {city}\n{region}",
		optional: ["region", "postalCode"],
		shapes: "9999999",
	},
	CN: {
		area: "{city}\n{region}, {postalCode}",
		local: "{postalCode}\n{region}{city}\n{line1}\n{line2}",
		region: "province",
		shapes: "999999",
	},
	CO: {
		area: "{city}, {region}, {postalCode}",
		region: "department",
		optional: ["postalCode"],
		shapes: "999999",
	},
	ES: { area: "{postalCode} {city} {region}", region: "province", shapes: "99999" },
	GB: britain,
	GG: britain,
	GU: usTerritory,
	HK: {
		area: "{city}\n{region}",
		local: "{region}\n{city}\n{line1}\n{line2}",
		city: "district",
		region: "area",
		optional: ["city"],
	},
	ID: {
		area: "{city}\n{region} {postalCode}",
		region: "province",
		optional: ["postalCode"],
		shapes: "99999",
	},
	IE: {
		area: "{city}\n{region}\n{postalCode}",
		city: "town",
		region: "county",
		code: "eircode",
		optional: ["region", "postalCode"],
		shapes: "A99 XXXX|A9A XXXX",
	},
	IL: { area: "{city} {postalCode}", optional: ["postalCode"], shapes: "9999999|99999" },
	IM: britain,
	IN: {
		area: "{city} {postalCode}\n{region}",
		region: "state",
		code: "pinCode",
		shapes: "999999",
	},
	IT: { area: "{postalCode} {city} {region}", region: "province", shapes: "99999" },
	JE: britain,
	JP: {
		area: "{city}, {region}\n{postalCode}",
		local: "〒{postalCode}\n{region}{city}\n{line1}\n{line2}",
		city: "cityOrWard",
		region: "prefecture",
		shapes: "999-9999",
	},
	KR: {
		area: "{city}\n{region}\n{postalCode}",
		local: "{region} {city}\n{line1}\n{line2}\n{postalCode}",
		city: "cityOrDistrict",
		region: "provinceOrMetropolis",
		shapes: "99999",
	},
	LV: { area: "{city}, LV-{postalCode}", shapes: "9999" },
	MP: usTerritory,
	MT: { area: "{city} {postalCode}", shapes: "AAA 9999|AAA 99" },
	MX: {
		area: "{postalCode} {city}, {region}",
		region: "state",
		line2: "neighborhood",
		shapes: "99999",
	},
	MY: {
		area: "{postalCode} {city}\n{region}",
		region: "state",
		code: "postcode",
		optional: ["region"],
		shapes: "99999",
	},
	NZ: { area: "{city} {postalCode}", city: "town", code: "postcode", shapes: "9999" },
	PH: {
		area: "{city}\n{postalCode} {region}",
		region: "province",
		optional: ["region", "postalCode"],
		shapes: "9999",
	},
	PR: usTerritory,
	SA: { area: "{city} {postalCode}", optional: ["postalCode"], shapes: "99999|99999-9999" },
	SG: { area: "Singapore {postalCode}", shapes: "999999" },
	TH: {
		area: "{city}\n{region} {postalCode}",
		city: "district",
		region: "province",
		shapes: "99999",
	},
	TR: {
		area: "{postalCode} {city}/{region}",
		city: "district",
		region: "province",
		optional: ["region"],
		shapes: "99999",
	},
	TW: {
		area: "{city}, {region} {postalCode}",
		local: "{postalCode}\n{region}{city}\n{line1}\n{line2}",
		city: "district",
		region: "countyOrCity",
		shapes: "999|99999|999999",
	},
	UA: {
		area: "{city}\n{region}\n{postalCode}",
		region: "oblast",
		optional: ["region"],
		shapes: "99999",
	},
	US: {
		area: "{city}, {region} {postalCode}",
		region: "state",
		code: "zipCode",
		shapes: zipShapes,
		regions: statesOfUs,
	},
	VI: usTerritory,
	VN: {
		area: "{city}\n{region} {postalCode}",
		city: "district",
		region: "provinceOrCity",
		optional: ["postalCode"],
		shapes: "99999|999999",
	},
	ZA: { area: "{city}\n{postalCode}", shapes: "9999" },
};

/** Countries that write a postal code, then the city, and nothing else. */
const postalCodeFirst: Record<string, string> = {
	"999": "FO IS",
	"9999": "AT BE BG CH CY DK GL HU LI LU MK NO SI",
	"99999": "AX BA DE EE FI FR GF GP HR LT MC ME MQ RE SM VA YT",
	"99999|999999": "RS",
	"99-999": "PL",
	"999 99": "CZ GR SE SK",
	"9999 AA": "NL",
	"9999-999": "PT",
	"999999": "RO",
};

const postalCodeFirstRows = Object.entries(postalCodeFirst).flatMap(([shapes, codes]) =>
	codes.split(" ").map((code): [string, Row] => [code, { area: "{postalCode} {city}", shapes }]),
);

const rows = new Map([...Object.entries(mixedRows), ...postalCodeFirstRows]);

/** Asks for what an address may have, and requires only what each has. */
const defaultRow: Row = {
	area: "{city} {postalCode}\n{region}",
	region: "stateOrRegion",
	optional: ["region", "postalCode"],
};

/** Returns the format of a country's addresses. */
export function addressFormat(country: string): AddressFormat {
	const row = rows.get(country) ?? defaultRow;
	return {
		lines: `{line1}\n{line2}\n${row.area}`,
		...(row.local && { localLines: row.local }),
		optional: row.optional ?? [],
		labels: {
			line1: addressLabels.address,
			line2: addressLabels[row.line2 ?? "apartment"],
			city: addressLabels[row.city ?? "city"],
			region: addressLabels[row.region ?? "region"],
			postalCode: addressLabels[row.code ?? "postalCode"],
		},
		showsLine2: row.line2 !== undefined,
		...(row.shapes && { postalCodeShapes: row.shapes.split("|") }),
		...(row.regions && { regions: row.regions }),
	};
}

/** The countries that have a format of their own. */
export const formattedCountries: readonly string[] = [...rows.keys()];
