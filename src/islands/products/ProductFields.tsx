import { currencySign } from "../../config/config.ts";
import * as messages from "../../messages/products.ts";
import {
	type FieldKind,
	marginOf,
	type TextField,
	fields as toolFields,
} from "../../shop/tools/tool-fields.ts";
import { formatPrice } from "../../values/money.ts";
import type { TextLook } from "../../values/typed-record.ts";
import { RecordField } from "../records/RecordField.tsx";
import { piecesLook, priceLook } from "../tools/number-inputs.ts";
import { AddressField } from "./AddressField.tsx";
import type { Product } from "./useProduct.ts";

interface Props {
	product: Product;
	names: readonly TextField[];
	categories: readonly { slug: string; name: string }[];
	/** The stock at which a tool without a threshold of its own is low. */
	lowStock: number;
}

const text: TextLook = { kind: "text" };
const looks: Partial<Record<FieldKind, TextLook>> = {
	lines: { kind: "lines", attributes: { rows: 5 } },
	count: piecesLook(0),
	money: priceLook(0),
};
const category: TextLook = { kind: "choice", placeholder: messages.noCategory };

/** Fields of a tool that are a text or a number. */
export function ProductFields({ product, names, categories, lowStock }: Props) {
	const { tool, fields, textProps } = product;
	const isLow = tool.quantity <= (tool.lowStock ?? lowStock);
	const hints: Partial<Record<TextField, string | undefined>> = {
		cost: marginText(fields),
		cardLine: messages.cardLineHint,
		contents: messages.contentsHint,
		warnings: messages.warningsHint,
		quantity: isLow ? messages.lowNow(tool.quantity) : undefined,
	};
	return names.map((name) => {
		if (name === "address") return <AddressField key={name} {...textProps(name)} />;
		const look = name === "category" ? category : (looks[toolFields[name].kind] ?? text);
		const sign = look.kind === "money" ? ` (${currencySign})` : "";
		return (
			<RecordField
				key={name}
				field={{ ...look, label: messages.fieldLabel(name) + sign, hint: hints[name] }}
				choices={categories.map((one) => ({ value: one.slug, label: one.name }))}
				{...textProps(name)}
			/>
		);
	});
}

function marginText(fields: Parameters<typeof marginOf>[0]): string | undefined {
	const margin = marginOf(fields);
	if (!margin) return undefined;
	const { amount, percent } = margin;
	return amount < 0
		? messages.loss(formatPrice(-amount))
		: messages.margin(formatPrice(amount), percent);
}
