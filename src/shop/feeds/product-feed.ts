/** All tools in the form of Google Merchant Center: RSS 2.0 with elements of the namespace `g` (Merchant Center Help: Product data specification). */

import {
	shipping as configuredShipping,
	currency,
	home,
	name as shopName,
} from "../../config/config.ts";
import { sitePaths } from "../../site-paths.ts";
import { formatDecimals, toPrice } from "../../values/money.ts";
import { textElement, xmlDeclaration } from "../../values/xml.ts";
import {
	firstRates,
	type Goods,
	rateCents,
	type ShippingConfig,
	type ShippingRate,
	shippingRate,
} from "../orders/shipping.ts";
import { canOrder } from "../tools/availability.ts";
import type { Tool } from "../tools/tools.ts";
import { parseContents, unitPriceOf } from "../tools/unit-price.ts";

/** What Merchant Center takes at most, in characters and in values. */
const limits = { title: 150, description: 5000, shipping: 100 } as const;

interface FeedTool extends Pick<Tool, "name" | "description" | "image" | "address"> {
	id: string;
	minOrderQuantity: number;
	quantity: number;
	priceCents: number;
	/** Of a price that a sale has reduced: the one it is compared with, and when the sale ends. */
	priorPriceCents: number | null;
	saleEndsAt: Date | null;
	/** When the tool has last changed. */
	updatedAt: Date;
	category: string | null;
	/** The address of its family. */
	group: string | null;
	maker: string | null;
	gtin: string | null;
	mpn: string | null;
	/** What a piece holds. */
	contents: string | null;
	/** Its weight in grams. */
	weightGrams: number | null;
}

/** Returns what stands before the tools. */
export function productFeedStart(origin: string): string {
	return [
		`${xmlDeclaration}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>`,
		textElement("title", shopName),
		textElement("link", origin + sitePaths.home),
		textElement("description", home.description),
	].join("");
}

/** What stands after the tools. */
export const productFeedEnd = "</channel></rss>\n";

/** Returns a tool. Its price is that of the smallest order, as Merchant Center asks for (Price). */
export function productFeedItem(
	origin: string,
	tool: FeedTool,
	shipping: ShippingConfig = configuredShipping,
): string {
	const cents = tool.priceCents * tool.minOrderQuantity;
	const { maker, gtin, mpn, weightGrams, minOrderQuantity } = tool;
	return [
		"<item>",
		textElement("g:id", tool.id),
		textElement("title", tool.name.slice(0, limits.title)),
		textElement("description", tool.description.slice(0, limits.description)),
		textElement("link", origin + sitePaths.tool({ _id: tool.id, address: tool.address })),
		textElement("g:image_link", origin + tool.image),
		textElement("g:availability", canOrder(tool) ? "in_stock" : "out_of_stock"),
		...priceElements(tool),
		...unitPriceElements(tool),
		textElement("g:condition", "new"),
		// Without a maker's name, the supplier's is the brand; without a number, this says so (Identifier exists).
		textElement("g:brand", maker ?? shopName),
		textElement("g:gtin", gtin ?? undefined),
		textElement("g:mpn", mpn ?? undefined),
		textElement("g:identifier_exists", gtin || mpn ? undefined : "no"),
		textElement("g:item_group_id", tool.group ?? undefined),
		textElement("g:product_type", tool.category ?? undefined),
		textElement("g:shipping_weight", weightGrams === null ? undefined : `${weightGrams} g`),
		...shippingElements(
			{ itemsCents: cents, grams: (weightGrams ?? shipping.defaultGrams ?? 0) * minOrderQuantity },
			shipping,
		),
		"</item>",
	].join("");
}

/** The price, or of a sale the one before and that until its end. It began at the tool's last change or before. */
function priceElements(tool: FeedTool): string[] {
	const { priceCents, priorPriceCents, saleEndsAt, updatedAt, minOrderQuantity } = tool;
	const price = amount(priceCents * minOrderQuantity);
	if (priorPriceCents === null || saleEndsAt === null) return [textElement("g:price", price)];
	return [
		textElement("g:price", amount(priorPriceCents * minOrderQuantity)),
		textElement("g:sale_price", price),
		textElement(
			"g:sale_price_effective_date",
			`${updatedAt.toISOString()}/${saleEndsAt.toISOString()}`,
		),
	];
}

/** What the smallest order holds, and what its unit price is for (Unit pricing measure, Unit pricing base measure). */
function unitPriceElements({ contents, priceCents, minOrderQuantity }: FeedTool): string[] {
	const piece = contents === null ? undefined : parseContents(contents);
	if (!piece || contents === null) return [];
	const unit = unitPriceOf({ price: toPrice(priceCents), contents });
	if (!unit) return [];
	const amountOfOrder = Number((piece.amount * minOrderQuantity).toFixed(3));
	return [
		textElement("g:unit_pricing_measure", `${amountOfOrder} ${piece.unit}`),
		textElement("g:unit_pricing_base_measure", `1 ${unit.per}`),
	];
}

/**
 * The countries with a rate of their own. Shipping that costs the same everywhere has no country: it applies
 * to the one that the feed is for. If all countries but some cost the same, only those are named.
 */
const ratesOf = (config: ShippingConfig) => ratedCountries(config).slice(0, limits.shipping);

function ratedCountries(shipping: ShippingConfig): { country?: string; rate: ShippingRate }[] {
	const { countries, rates } = shipping;
	const [first] = firstRates(shipping).filter((rate) => !rate.postalCodes);
	if (countries === "all" && first?.countries === "all") return [{ rate: first }];
	const named =
		countries === "all"
			? rates.flatMap((rate) => (rate.countries === "all" ? [] : rate.countries))
			: countries;
	return named.flatMap((country) => {
		const rate = shippingRate(country, shipping);
		return rate ? [{ country, rate }] : [];
	});
}

function shippingElements(goods: Goods, shipping: ShippingConfig): string[] {
	return ratesOf(shipping).map(({ country, rate }) => {
		const price = amount(rateCents(rate, goods));
		return `<g:shipping>${textElement("g:country", country)}${textElement("g:price", price)}</g:shipping>`;
	});
}

function amount(cents: number): string {
	return `${formatDecimals(toPrice(cents))} ${currency}`;
}
