/** All tools in the form of Google Merchant Center: RSS 2.0 with elements of the namespace `g` (Merchant Center Help: Product data specification). */

import {
	shipping as configuredShipping,
	currency,
	home,
	name as shopName,
} from "../../config/config.ts";
import { sitePaths } from "../../paths/site.ts";
import { formatDecimals, toCents, toPrice } from "../../values/money.ts";
import { textElement, xmlDeclaration } from "../../values/xml.ts";
import {
	firstRates,
	type Goods,
	rateCents,
	type ShippingConfig,
	type ShippingRate,
	shippingRate,
} from "../costs/shipping.ts";
import { canOrder } from "../tools/availability.ts";
import { merchantId } from "../tools/merchant-id.ts";
import { type Pricing, pricingOf } from "../tools/pricing.ts";
import type { Tool } from "../tools/tools.ts";

/** What Merchant Center takes at most, in characters and in values. */
const limits = { title: 150, description: 5000, shipping: 100, furtherImages: 10 } as const;

interface FeedTool extends Tool {
	/** When the price of the sale that runs began. */
	saleStartedAt: Date | null;
	/** Its pictures but the first. */
	furtherImages: readonly string[];
	/** Whether it is made of other tools. */
	isBundle: boolean;
	/** Whether its pieces become gift cards, which no parcel brings. */
	isGiftCard: boolean;
	category: string | null;
	/** The address of its family. */
	group: string | null;
	maker: string | null;
	sku: string | null;
	gtin: string | null;
	mpn: string | null;
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
	const { maker, gtin, mpn, isGiftCard, minOrderQuantity } = tool;
	const weightGrams = isGiftCard ? null : tool.weightGrams;
	const pricing = pricingOf(tool);
	return [
		"<item>",
		textElement("g:id", merchantId(tool)),
		textElement("title", tool.name.slice(0, limits.title)),
		textElement("description", tool.description.slice(0, limits.description)),
		textElement("link", origin + sitePaths.tool(tool)),
		textElement("g:image_link", origin + tool.image),
		...tool.furtherImages
			.slice(0, limits.furtherImages)
			.map((image) => textElement("g:additional_image_link", origin + image)),
		textElement("g:availability", canOrder(tool) ? "in_stock" : "out_of_stock"),
		...priceElements(pricing, tool),
		...unitPriceElements(pricing),
		textElement("g:condition", "new"),
		// Without a maker's name, the supplier's is the brand; without a number, this says so (Identifier exists).
		textElement("g:brand", maker ?? shopName),
		textElement("g:gtin", gtin ?? undefined),
		textElement("g:mpn", mpn ?? undefined),
		textElement("g:identifier_exists", gtin || mpn ? undefined : "no"),
		textElement("g:item_group_id", tool.group ?? undefined),
		textElement("g:is_bundle", tool.isBundle ? "yes" : undefined),
		textElement("g:product_type", tool.category ?? undefined),
		textElement("g:shipping_weight", weightGrams === null ? undefined : `${weightGrams} g`),
		...(isGiftCard
			? [shippingElement(0)]
			: shippingElements(
					{
						itemsCents: toCents(pricing.smallestOrder.price),
						grams: (weightGrams ?? shipping.defaultGrams ?? 0) * minOrderQuantity,
					},
					shipping,
				)),
		"</item>",
	].join("");
}

/** The price, or of a sale the one before and that until its end (Sale price effective date). */
function priceElements(
	{ sale, smallestOrder }: Pricing,
	{ saleStartedAt }: Pick<FeedTool, "saleStartedAt">,
): string[] {
	const price = amount(smallestOrder.price);
	if (!sale) return [textElement("g:price", price)];
	return [
		textElement("g:price", amount(sale.smallestBefore)),
		textElement("g:sale_price", price),
		textElement(
			"g:sale_price_effective_date",
			saleStartedAt ? `${saleStartedAt.toISOString()}/${sale.endsAt}` : undefined,
		),
	];
}

/** What the smallest order holds, and what its unit price is for (Unit pricing measure, Unit pricing base measure). */
function unitPriceElements({ measured }: Pricing): string[] {
	if (!measured) return [];
	return [
		textElement("g:unit_pricing_measure", `${measured.holds.amount} ${measured.holds.unit}`),
		textElement("g:unit_pricing_base_measure", `1 ${measured.per}`),
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
	return ratesOf(shipping).map(({ country, rate }) =>
		shippingElement(toPrice(rateCents(rate, goods)), country),
	);
}

const shippingElement = (price: number, country?: string) =>
	`<g:shipping>${textElement("g:country", country)}${textElement("g:price", amount(price))}</g:shipping>`;

const amount = (price: number) => `${formatDecimals(price)} ${currency}`;
