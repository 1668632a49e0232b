import { currencySign } from "../../config/config.ts";
import * as messages from "../../messages/products.ts";
import { marginOf, type TextField, fields as toolFields } from "../../shop/tools/tool-fields.ts";
import { formatPrice } from "../../values/money.ts";
import { piecesInput, priceInput } from "../tools/number-inputs.ts";
import { Field, SelectField, TextareaField } from "../ui/Field.tsx";
import { AddressField } from "./AddressField.tsx";
import type { Product } from "./useProduct.ts";

interface Props {
	product: Product;
	names: readonly TextField[];
	categories: readonly { slug: string; name: string }[];
	/** The stock at which a tool without a threshold of its own is low. */
	lowStock: number;
}

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
		const { kind } = toolFields[name];
		const label = messages.fieldLabel(name);
		const props = { label, hint: hints[name], ...textProps(name) };
		if (name === "address") return <AddressField key={name} {...textProps(name)} />;
		if (kind === "longText") return <TextareaField key={name} rows={5} {...props} />;
		if (kind === "pieces") return <Field key={name} {...piecesInput(0)} {...props} />;
		if (kind === "money")
			return (
				<Field key={name} {...priceInput} min={0} {...props} label={`${label} (${currencySign})`} />
			);
		if (name !== "category") return <Field key={name} type="text" {...props} />;
		return (
			<SelectField key={name} {...props}>
				<option value="">{messages.noCategory}</option>
				{categories.map((category) => (
					<option key={category.slug} value={category.slug}>
						{category.name}
					</option>
				))}
			</SelectField>
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
