import * as productMessages from "../../messages.products.ts";
import { currencySign } from "../../shop/config/config.ts";
import { formatPrice, priceStep } from "../../shop/money.ts";
import { fieldsOf, marginOf, type TextField } from "../../shop/tools/tool-fields.ts";
import { Field } from "../ui/Field.tsx";
import type { Product } from "./useProduct.ts";

interface Props {
	product: Product;
	/** The stock at which a tool without a threshold of its own is low. */
	lowStock: number;
}

/** What a tool costs, and how many there are. */
export function ProductNumbers({ product: { tool, fields, textProps }, lowStock }: Props) {
	const isLow = tool.quantity <= (tool.lowStock ?? lowStock);
	const hints: Partial<Record<TextField, string | undefined>> = {
		cost: marginText(fields),
		quantity: isLow ? productMessages.lowNow(tool.quantity) : undefined,
	};
	return (
		<div className="grid items-start gap-5 sm:grid-cols-2">
			{fieldsOf("money").map((field) => (
				<Field
					key={field}
					label={`${productMessages.fieldLabel(field)} (${currencySign})`}
					hint={hints[field]}
					{...{ type: "number", inputMode: "decimal", step: priceStep, min: 0 }}
					{...textProps(field)}
				/>
			))}
			{fieldsOf("pieces").map((field) => (
				<Field
					key={field}
					label={productMessages.fieldLabel(field)}
					hint={hints[field]}
					{...{ type: "number", inputMode: "numeric", min: field === "minOrderQuantity" ? 1 : 0 }}
					{...textProps(field)}
				/>
			))}
		</div>
	);
}

function marginText(fields: Parameters<typeof marginOf>[0]): string | undefined {
	const margin = marginOf(fields);
	if (!margin) return undefined;
	const { amount, percent } = margin;
	return amount < 0
		? productMessages.loss(formatPrice(-amount))
		: productMessages.margin(formatPrice(amount), percent);
}
