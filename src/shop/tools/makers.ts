/** Who makes a tool, and who is responsible for it in the European Union (Regulation (EU) 2023/988, Article 19). */
import * as v from "valibot";
import { countries, countryOptions } from "../../config/countries.ts";
import { isInEu } from "../../config/eu.ts";
import { sellsToEu } from "../../config/law.ts";
import { makers as texts } from "../../messages/makers.ts";
import {
	choiceField,
	describeFields,
	formOf,
	linesField,
	optional,
	textField,
} from "../../values/record-fields.ts";
import type { Tool, ToolFacts } from "./tools.ts";

/** A name and the addresses where one reaches it. */
export interface Contact {
	name: string;
	/** The postal address, in lines. */
	address: string;
	/** An e-mail address or a page. */
	contact: string;
}

export interface Maker extends Contact {
	country: string;
	responsible?: Contact;
}

const isReachable = (value: string) =>
	/^[^\s@]+@[^\s@]+\.[^\s@]+$|^https:\/\/[^/\s]+\S*$/.test(value);
const contactField = {
	kind: "text" as const,
	rules: v.pipe(v.string(), v.trim(), v.maxLength(200), v.check(isReachable, texts.contactInvalid)),
	attributes: { required: true },
};

export const makerFields = describeFields(texts, {
	name: textField({ max: 60, missing: texts.nameMissing }),
	address: linesField({ max: 300, missing: texts.addressMissing }),
	contact: contactField,
	country: choiceField(countryOptions(countries), texts.countryMissing, texts.chooseCountry),
	responsibleName: textField({ max: 120 }),
	responsibleAddress: linesField({ max: 300 }),
	responsibleContact: optional(contactField, ""),
});

/** What the form of a maker sends. */
export const makerForm = v.pipe(
	formOf(makerFields),
	v.forward(
		v.check((maker) => {
			const parts = [maker.responsibleName, maker.responsibleAddress, maker.responsibleContact];
			const isNeeded = sellsToEu && !isInEu(maker.country);
			return parts.every(Boolean) || (!isNeeded && !parts.some(Boolean));
		}, texts.responsibleMissing),
		["responsibleName"],
	),
);
export type MakerFields = v.InferOutput<typeof makerForm>;

/** Returns a maker as the page of a tool shows it. */
export function toMaker(fields: MakerFields): Maker {
	const { responsibleName, responsibleAddress, responsibleContact, name, address, country } =
		fields;
	return {
		name,
		address,
		contact: fields.contact,
		country,
		...(responsibleName !== "" && {
			responsible: {
				name: responsibleName,
				address: responsibleAddress,
				contact: responsibleContact,
			},
		}),
	};
}

/** What identifies a tool: its maker's part number, its SKU and its GTIN, or its name in addresses if it has none of them. */
export function identificationOf(
	tool: Pick<Tool, "_id" | "address" | "name">,
	facts: ToolFacts,
): string {
	const { mpn, sku, gtin } = facts;
	const codes = [mpn, sku, gtin && `GTIN ${gtin}`].filter(
		(code) => code !== undefined && code !== "",
	);
	return [tool.name, ...(codes.length > 0 ? codes : [tool.address ?? tool._id])].join(", ");
}

/** Where a link to an electronic address leads. */
export const hrefOfContact = (address: string) =>
	address.includes("@") ? `mailto:${address}` : address;
