import * as productMessages from "../../messages.products.ts";
import { currencySign } from "../../shop/config/config.ts";
import { formatPrice, priceStep } from "../../shop/money.ts";
import { marginOf } from "../../shop/tools/managed-tool.ts";
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
	const price = { type: "number", inputMode: "decimal", step: priceStep, min: 0 } as const;
	const pieces = { type: "number", inputMode: "numeric", min: 0 } as const;
	return (
		<div className="grid items-start gap-5 sm:grid-cols-2">
			<Field label={`Price (${currencySign})`} {...price} {...textProps("price")} />
			<Field
				label={`Cost (${currencySign})`}
				hint={marginText(fields)}
				{...price}
				{...textProps("cost")}
			/>
			<Field
				label="Stock"
				hint={isLow ? productMessages.lowNow(tool.quantity) : undefined}
				{...pieces}
				{...textProps("quantity")}
			/>
			<Field label="Low-stock threshold" {...pieces} {...textProps("lowStock")} />
			<Field label="Minimum order" {...pieces} min={1} {...textProps("minOrderQuantity")} />
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
