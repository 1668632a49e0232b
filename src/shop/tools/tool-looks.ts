/** How the fields of a tool that are a text or a number are entered, as its description has them. */
import { currencySign } from "../../config/config.ts";
import * as messages from "../../messages/products.ts";
import { piecesLook, priceLook } from "../../values/number-looks.ts";
import type { FieldWords } from "../../values/record-fields.ts";
import type { TextLook } from "../../values/typed-record.ts";
import { maxAddressLength } from "./addresses.ts";
import { type FieldKind, fields, fieldsOf, mapFields, type TextField } from "./tool-fields.ts";

export type ToolLook = TextLook & FieldWords;

const ofKind: Partial<Record<FieldKind, TextLook>> = {
	lines: { kind: "lines", attributes: { rows: 5 } },
	count: piecesLook(0),
	money: priceLook(0),
};
const ofField: Partial<Record<TextField, TextLook>> = {
	category: { kind: "choice", placeholder: messages.noCategory },
	address: { kind: "text", attributes: { maxLength: maxAddressLength, autoCapitalize: "none" } },
};
const hints: Partial<Record<TextField, string>> = {
	cardLine: messages.cardLineHint,
	contents: messages.contentsHint,
	warnings: messages.warningsHint,
};

export const toolLooks = mapFields(
	fieldsOf("text", "lines", "count", "money"),
	(name): ToolLook => {
		const look = ofField[name] ?? ofKind[fields[name].kind] ?? { kind: "text" };
		const label = messages.fieldLabel(name);
		return {
			...look,
			label: look.kind === "money" ? `${label} (${currencySign})` : label,
			hint: hints[name],
		};
	},
);
