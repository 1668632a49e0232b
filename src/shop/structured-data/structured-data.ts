/**
 * What pages say to search engines: schema.org's vocabulary as JSON-LD. Each page says what it is about
 * and no more, because it counts towards the page's budget.
 */
import type {
	AggregateRating,
	Brand,
	BreadcrumbList,
	HowTo,
	HowToStep,
	HowToSupply,
	HowToTool,
	ItemList,
	MerchantReturnPolicy,
	Offer,
	OfferShippingDetails,
	Organization,
	Product,
	ProductGroup,
	PropertyValue,
	SearchAction,
	Thing,
	UnitPriceSpecification,
	WebSite,
	WithActionConstraints,
} from "schema-dts";
import * as config from "../../config/config.ts";
import { dayOf, dayText } from "../../config/days.ts";
import { sitePaths } from "../../paths/site.ts";
import { formatDecimals, toCents, toPrice } from "../../values/money.ts";
import { shippedCountries } from "../costs/shipped-countries.ts";
import {
	type Goods,
	rateCents,
	type ShippingConfig,
	type ShippingRate,
	shippingRate,
} from "../costs/shipping.ts";
import { canOrder } from "../tools/availability.ts";
import { merchantId } from "../tools/merchant-id.ts";
import { type Pricing, pricingOf } from "../tools/pricing.ts";
import type { Tool, ToolFacts } from "../tools/tools.ts";
import { type Family, type Variant, valuesText } from "../tools/variants.ts";

/**
 * Returns things as the text of a script element. `<` is escaped, or a name with `</script` in it would
 * end the element.
 */
export function toJsonLd(things: readonly Thing[]): string {
	const graph = { "@context": "https://schema.org", "@graph": things };
	return JSON.stringify(graph).replaceAll("<", "\\u003c");
}

interface ProductFacts extends Tool {
	facts?: ToolFacts;
	/** False if it is no longer sold. */
	isSold?: boolean;
	/** Whether its pieces become gift cards: no parcel brings them, and nobody sends them back. */
	isGiftCard?: boolean;
	/** The name of its category. */
	category?: string | undefined;
}

/** What an offer says of the shop: its money, where it ships, and how one returns what one bought. */
export type OfferTerms = Pick<typeof config, "currency" | "locale" | "returnDays"> & {
	shipping: ShippingConfig;
};

/** The most countries that a page names: more would not fit its budget, and Google takes 50 of a return policy. */
const maxCountries = 50;

/**
 * The countries that an offer is for: those that the shop ships to, or that of its language if it ships to more than an
 * offer names.
 */
function offerCountries({ shipping, locale }: OfferTerms): readonly string[] {
	const all = shippedCountries(shipping);
	if (all.length <= maxCountries) return all;
	const own = new Intl.Locale(locale).region;
	return own && all.includes(own) ? [own] : [];
}

/**
 * What shipping an order of this value costs and takes, by rate. A rate without days has none: Google requires them
 * (Search Central: OfferShippingDetails).
 */
function shippingDetails(goods: Goods, terms: OfferTerms): OfferShippingDetails[] {
	const byRate = Map.groupBy(offerCountries(terms), (code) => shippingRate(code, terms.shipping));
	return [...byRate].flatMap(([rate, countries]) =>
		rate?.days
			? [shippingDetailsOf({ ...rate, days: rate.days }, countries, goods, terms.currency)]
			: [],
	);
}

function shippingDetailsOf(
	rate: ShippingRate & { days: readonly [number, number] },
	countries: readonly string[],
	goods: Goods,
	currency: string,
): OfferShippingDetails {
	const [minValue, maxValue] = rate.days;
	const value = formatDecimals(toPrice(rateCents(rate, goods)));
	return {
		"@type": "OfferShippingDetails",
		shippingRate: { "@type": "MonetaryAmount", value, currency },
		shippingDestination: countries.map(
			(addressCountry) => ({ "@type": "DefinedRegion", addressCountry }) as const,
		),
		deliveryTime: {
			"@type": "ShippingDeliveryTime",
			transitTime: { "@type": "QuantitativeValue", minValue, maxValue, unitCode: "DAY" },
		},
	};
}

/** Within which time one may return what one bought, if there is a country that it is for. Who pays the postage is text. */
function returnPolicy(terms: OfferTerms): MerchantReturnPolicy | undefined {
	const applicableCountry = offerCountries(terms);
	if (applicableCountry.length === 0) return undefined;
	return {
		"@type": "MerchantReturnPolicy",
		applicableCountry,
		returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
		merchantReturnDays: terms.returnDays,
		returnMethod: "https://schema.org/ReturnByMail",
	};
}

const brandNamed = (name: string): Brand => ({ "@type": "Brand", name });

/** A tool with its price and its rating, if it has reviews. */
export function product(origin: string, tool: ProductFacts, terms: OfferTerms = config): Product {
	return productOf(origin, tool, terms);
}

function productOf(origin: string, tool: ProductFacts, terms: OfferTerms) {
	const {
		name,
		description,
		image,
		rating,
		facts: { maker, gtin, mpn, weight } = {},
		category,
		isSold = true,
		isGiftCard = false,
	} = tool;
	const url = origin + sitePaths.tool(tool);
	const pricing = pricingOf(tool);
	const { quantity, price } = pricing.smallestOrder;
	const details = isGiftCard
		? []
		: shippingDetails(
				{
					itemsCents: toCents(price),
					grams: (weight ?? terms.shipping.defaultGrams ?? 0) * quantity,
				},
				terms,
			);
	const hasMerchantReturnPolicy = isGiftCard ? undefined : returnPolicy(terms);
	const priceSpecification = [...strikethroughPrice(pricing, terms), ...unitPrice(pricing, terms)];
	const offers: Offer = {
		"@type": "Offer",
		url,
		price: formatDecimals(price),
		priceCurrency: terms.currency,
		availability: `https://schema.org/${!isSold ? "Discontinued" : canOrder(tool) ? "InStock" : "OutOfStock"}`,
		itemCondition: "https://schema.org/NewCondition",
		...eligibleQuantity(quantity),
		...(pricing.sale && {
			priceValidUntil: dayText(dayOf(Date.parse(pricing.sale.endsAt) - 1)),
		}),
		...(priceSpecification.length > 0 && { priceSpecification }),
		...(details.length > 0 && { shippingDetails: details }),
		...(hasMerchantReturnPolicy && { hasMerchantReturnPolicy }),
	};
	const aggregateRating: AggregateRating | undefined = rating && {
		"@type": "AggregateRating",
		ratingValue: Number(rating.average.toFixed(2)),
		reviewCount: rating.count,
	};
	return {
		"@type": "Product" as const,
		name,
		description,
		url,
		image: origin + image,
		sku: merchantId({ ...tool.facts, _id: tool._id }),
		...(gtin && { gtin }),
		...(mpn && { mpn }),
		...(weight !== undefined && {
			weight: { "@type": "QuantitativeValue", value: weight, unitCode: "GRM" } as const,
		}),
		...(category && { category }),
		...(maker && { brand: brandNamed(maker) }),
		offers,
		...(aggregateRating && { aggregateRating }),
	};
}

/** The pieces that the price of an offer is for, where they are more than one. */
function eligibleQuantity(minValue: number): Pick<Offer, "eligibleQuantity"> {
	return minValue > 1 ? { eligibleQuantity: { "@type": "QuantitativeValue", minValue } } : {};
}

/** What is struck through in search results too (Search Central: Merchant listing, sale pricing). */
function strikethroughPrice({ sale }: Pricing, { currency }: OfferTerms): UnitPriceSpecification[] {
	if (!sale) return [];
	return [
		{
			"@type": "UnitPriceSpecification",
			priceType: "https://schema.org/StrikethroughPrice",
			price: formatDecimals(sale.smallestBefore),
			priceCurrency: currency,
		},
	];
}

/** The units by UN/CEFACT's codes. */
const unitCodes = {
	ml: "MLT",
	cl: "CLT",
	l: "LTR",
	g: "GRM",
	kg: "KGM",
	mm: "MMT",
	cm: "CMT",
	m: "MTR",
};

/** What the smallest order holds, and what its unit price is for (Search Central: Merchant listing, unit pricing). */
function unitPrice(
	{ measured, smallestOrder }: Pricing,
	{ currency }: OfferTerms,
): UnitPriceSpecification[] {
	if (!measured) return [];
	return [
		{
			"@type": "UnitPriceSpecification",
			price: formatDecimals(smallestOrder.price),
			priceCurrency: currency,
			referenceQuantity: {
				"@type": "QuantitativeValue",
				value: measured.holds.amount,
				unitCode: unitCodes[measured.holds.unit],
				valueReference: {
					"@type": "QuantitativeValue",
					value: 1,
					unitCode: unitCodes[measured.per],
				},
			},
		},
	];
}

/**
 * What a tool's page is about: the tool, or its family with the tool that is chosen in full and the others with what tells
 * them apart (Search Central: Product variant, single-page website).
 */
export function productPage(
	origin: string,
	tool: ProductFacts,
	family: Family | undefined,
	shipping: ShippingConfig = config.shipping,
): Product | ProductGroup {
	const { aggregateRating, ...chosen } = productOf(origin, tool, { ...config, shipping });
	if (!family) return { ...chosen, ...(aggregateRating && { aggregateRating }) };
	const { slug, name, description, options, variants, images } = family;
	const [picture] = images;
	const { brand, category, description: ownText } = chosen;
	return {
		"@type": "ProductGroup",
		name,
		description: description || ownText,
		url: origin + sitePaths.tool({ _id: slug }),
		productGroupID: slug,
		...(picture && { image: origin + picture.image }),
		...(brand && { brand }),
		...(category && { category }),
		...(aggregateRating && { aggregateRating }),
		variesBy: options.map((option) => {
			const property = propertyOf(option);
			return property ? `https://schema.org/${property}` : option.name;
		}),
		hasVariant: variants.map((variant) =>
			variant._id === tool._id
				? { ...chosen, ...propertiesOf(options, variant) }
				: variantOf(origin, family, variant),
		),
	};
}

/** The properties by which tools of a family vary, of those that search engines know (Search Central: Product variant, variesBy). */
const variantProperties = ["size", "color", "material", "pattern"] as const;
type VariantProperty = (typeof variantProperties)[number];

/** The property that an option is, by its name, such as "Frame size" or "Colour"; undefined for any other. */
function propertyOf({
	name,
}: Pick<Family["options"][number], "name">): VariantProperty | undefined {
	const words = name
		.toLowerCase()
		.replaceAll("colour", "color")
		.split(/[^a-z]+/);
	return variantProperties.find((property) => words.at(-1) === property);
}

/** The options of a tool: by the names of schema.org where there are, else by its own. */
function propertiesOf(options: Family["options"], { values }: Variant) {
	const named: Partial<Record<VariantProperty, string>> = {};
	const additionalProperty: PropertyValue[] = [];
	for (const option of options) {
		const value = values[option.key];
		const property = propertyOf(option);
		if (value === undefined) continue;
		if (property && named[property] === undefined) named[property] = value;
		else additionalProperty.push({ "@type": "PropertyValue", name: option.name, value });
	}
	return { ...named, ...(additionalProperty.length > 0 && { additionalProperty }) };
}

function variantOf(origin: string, { name, options }: Family, variant: Variant): Product {
	const { values, available, image } = variant;
	const { quantity, price } = pricingOf(variant).smallestOrder;
	const url = origin + sitePaths.tool(variant);
	return {
		"@type": "Product",
		name: `${name}, ${valuesText(options, values)}`,
		sku: merchantId(variant),
		url,
		image: origin + image,
		...propertiesOf(options, variant),
		offers: {
			"@type": "Offer",
			url,
			price: formatDecimals(price),
			priceCurrency: config.currency,
			availability: `https://schema.org/${available ? "InStock" : "OutOfStock"}`,
			...eligibleQuantity(quantity),
		},
	};
}

/** A page that others stand below. */
interface Place {
	name: string;
	path: string;
}

/** Where a page stands, from the home page on. */
export function breadcrumbs(origin: string, ...places: readonly Place[]): BreadcrumbList {
	const home = { name: config.name, path: sitePaths.home };
	const itemListElement = [home, ...places].map(
		({ name, path }, index) =>
			({ "@type": "ListItem", position: index + 1, name, item: origin + path }) as const,
	);
	return { "@type": "BreadcrumbList", itemListElement };
}

/** The pages that a page lists, in its order. They say more themselves (Google Search Central: Carousel, summary page). */
export function itemList(origin: string, paths: readonly string[]): ItemList {
	const itemListElement = paths.map(
		(path, index) => ({ "@type": "ListItem", position: index + 1, url: origin + path }) as const,
	);
	return { "@type": "ItemList", itemListElement };
}

interface JobFacts {
	title: string;
	summary: string;
	minutes: number;
	supplies: readonly string[];
	/** What it needs tools for. */
	tools: readonly string[];
	steps: readonly string[];
}

/** A job with its steps. */
export function howTo({ title, summary, minutes, supplies, tools, steps }: JobFacts): HowTo {
	const supply = supplies.map((name): HowToSupply => ({ "@type": "HowToSupply", name }));
	const tool = tools.map((name): HowToTool => ({ "@type": "HowToTool", name }));
	const step = steps.map((text): HowToStep => ({ "@type": "HowToStep", text }));
	return {
		"@type": "HowTo",
		name: title,
		description: summary,
		totalTime: `PT${minutes}M`,
		...(supply.length > 0 && { supply }),
		tool,
		step,
	};
}

/** The shop's site, with its search. */
export function webSite(origin: string): WebSite {
	const search: WithActionConstraints<SearchAction> = {
		"@type": "SearchAction",
		target: {
			"@type": "EntryPoint",
			urlTemplate: `${origin}${sitePaths.tools}?q={search_term_string}`,
		},
		"query-input": "required name=search_term_string",
	};
	const action: SearchAction = search;
	return {
		"@type": "WebSite",
		name: config.name,
		url: origin + sitePaths.home,
		potentialAction: action,
	};
}

/** The plain one of the kinds of organization: comparing with all takes the compiler seconds. */
type PlainOrganization = Extract<Organization, { "@type": "Organization" }>;

/** Who runs the shop. */
export function organization(origin: string): PlainOrganization {
	return {
		"@type": "Organization",
		name: config.name,
		url: origin + sitePaths.home,
		logo: `${origin}/favicon.svg`,
		email: config.contact.email,
		address: config.contact.address.join(", "),
	};
}
