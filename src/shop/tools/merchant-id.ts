/** The most that Google takes, in characters. */
const maxLength = 50;

/**
 * Returns what a tool is called by programs outside: its SKU, else its id. The product feed's `g:id` and schema.org's `sku`
 * are one (Merchant Center Help, ID: "Schema.org property: Product.sku", best the SKU, at most 50 characters).
 */
export const merchantId = ({ _id, sku }: { _id: string; sku?: string | null }): string =>
	sku && sku.length <= maxLength ? sku : _id;
