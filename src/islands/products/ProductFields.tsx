import * as messages from "../../messages/products.ts";
import { sitePaths } from "../../paths/site.ts";
import { marginOf, type TextField } from "../../shop/tools/tool-fields.ts";
import type { ToolLook } from "../../shop/tools/tool-looks.ts";
import { formatPrice } from "../../values/money.ts";
import { RecordField } from "../records/RecordField.tsx";
import type { Product } from "./useProduct.ts";

interface Props {
	product: Product;
	looks: Readonly<Record<TextField, ToolLook>>;
	names: readonly TextField[];
	categories: readonly { slug: string; name: string }[];
	/** The stock at which a tool without a threshold of its own is low. */
	lowStock: number;
}

/** Fields of a tool that are a text or a number. */
export function ProductFields({ product, looks, names, categories, lowStock }: Props) {
	const { tool, fields, textProps } = product;
	const isLow = tool.quantity <= (tool.lowStock ?? lowStock);
	const hints: Partial<Record<TextField, string | undefined>> = {
		address: messages.addressHint(sitePaths.tool({ _id: fields.address })),
		cost: marginText(fields),
		quantity: isLow ? messages.lowNow(tool.quantity) : undefined,
	};
	return names.map((name) => (
		<RecordField
			key={name}
			field={{ ...looks[name], ...(hints[name] && { hint: hints[name] }) }}
			choices={categories.map((one) => ({ value: one.slug, label: one.name }))}
			{...textProps(name)}
		/>
	));
}

function marginText(fields: Parameters<typeof marginOf>[0]): string | undefined {
	const margin = marginOf(fields);
	if (!margin) return undefined;
	const { amount, percent } = margin;
	return amount < 0
		? messages.loss(formatPrice(-amount))
		: messages.margin(formatPrice(amount), percent);
}
