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
	Offer,
	Organization,
	Product,
	QuantitativeValue,
	SearchAction,
	Thing,
	WebSite,
	WithActionConstraints,
} from "schema-dts";
import { sitePaths } from "../../site-paths.ts";
import { contact, currency, name as shopName } from "../config/config.ts";
import { formatDecimals } from "../money.ts";
import { canOrder, type Tool } from "../tools/tools.ts";

/**
 * Returns things as the text of a script element. `<` is escaped, or a name with `</script` in it would
 * end the element.
 */
export function toJsonLd(things: readonly Thing[]): string {
	const graph = { "@context": "https://schema.org", "@graph": things };
	return JSON.stringify(graph).replaceAll("<", "\\u003c");
}

interface ProductFacts extends Tool {
	brand?: string | undefined;
}

const brandNamed = (name: string): Brand => ({ "@type": "Brand", name });

/** A tool with its price and its rating, if it has reviews. */
export function product(origin: string, tool: ProductFacts): Product {
	const { _id, name, description, image, price, minOrderQuantity, rating, brand } = tool;
	const eligibleQuantity: QuantitativeValue = {
		"@type": "QuantitativeValue",
		minValue: minOrderQuantity,
	};
	const offers: Offer = {
		"@type": "Offer",
		url: origin + sitePaths.tool(tool),
		price: formatDecimals(price),
		priceCurrency: currency,
		availability: canOrder(tool) ? "https://schema.org/InStock" : "https://schema.org/OutOfStock",
		itemCondition: "https://schema.org/NewCondition",
		...(minOrderQuantity > 1 && { eligibleQuantity }),
	};
	const aggregateRating: AggregateRating | undefined = rating && {
		"@type": "AggregateRating",
		ratingValue: Number(rating.average.toFixed(2)),
		reviewCount: rating.count,
	};
	return {
		"@type": "Product",
		name,
		description,
		image: origin + image,
		sku: _id,
		...(brand && { brand: brandNamed(brand) }),
		offers,
		...(aggregateRating && { aggregateRating }),
	};
}

/** A page that others stand below. */
interface Place {
	name: string;
	path: string;
}

/** Where a page stands, from the home page on. */
export function breadcrumbs(origin: string, ...places: readonly Place[]): BreadcrumbList {
	const home = { name: shopName, path: sitePaths.home };
	const itemListElement = [home, ...places].map(
		({ name, path }, index) =>
			({ "@type": "ListItem", position: index + 1, name, item: origin + path }) as const,
	);
	return { "@type": "BreadcrumbList", itemListElement };
}

/** The tools of a page, in its order. Their pages say more (Google Search Central: Carousel, summary page). */
export function toolList(
	origin: string,
	tools: readonly Pick<Tool, "_id" | "address">[],
): ItemList {
	const itemListElement = tools.map(
		(tool, index) =>
			({ "@type": "ListItem", position: index + 1, url: origin + sitePaths.tool(tool) }) as const,
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
		name: shopName,
		url: origin + sitePaths.home,
		potentialAction: action,
	};
}

/** Of the kinds of organization the plain one: comparing with all takes the compiler seconds. */
type PlainOrganization = Extract<Organization, { "@type": "Organization" }>;

/** Who runs the shop. */
export function organization(origin: string): PlainOrganization {
	return {
		"@type": "Organization",
		name: shopName,
		url: origin + sitePaths.home,
		logo: `${origin}/favicon.svg`,
		email: contact.email,
		address: contact.address.join(", "),
	};
}
