/** The shapes, by Google's rules (the validator) and in what the types of schema.org leave open. */
import Validator from "@adobe/structured-data-validator";
import type { Thing } from "schema-dts";
import { describe, expect, it } from "vitest";
import {
	breadcrumbs,
	howTo,
	itemList,
	type OfferTerms,
	organization,
	product,
	productPage,
	toJsonLd,
	webSite,
} from "./structured-data.ts";

const origin = "https://shop.example";
const tool = {
	_id: "chain-whip",
	name: "Chain whip </script><script>",
	image: "/images/1",
	description: "Holds the cassette.",
	minOrderQuantity: 1,
	quantity: 3,
	price: 25.5,
};

/** A thing as a search engine reads it. */
// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, checked by the test
function read(thing: Thing): any {
	const { "@context": context, "@graph": graph } = JSON.parse(toJsonLd([thing]));
	expect(context).toBe("https://schema.org");
	expect(graph).toHaveLength(1);
	return graph[0];
}

async function errorsOf(thing: Thing): Promise<string[]> {
	const data = read(thing);
	const issues = await new Validator().validate({ jsonld: { [data["@type"]]: [data] } });
	return issues.filter(({ severity }) => severity === "ERROR").map((issue) => issue.issueMessage);
}

describe("structured data", () => {
	it("ends no script element", () => {
		expect(toJsonLd([product(origin, tool)])).not.toContain("<");
		expect(read(product(origin, tool)).name).toBe(tool.name);
	});

	it.each<[string, Thing]>([
		["a tool", product(origin, tool)],
		["a tool with reviews", product(origin, { ...tool, rating: { count: 3, average: 13 / 3 } })],
		["where a page stands", breadcrumbs(origin, { name: "Tools", path: "/tools" })],
		[
			"a job",
			howTo({
				title: "True",
				summary: "A wheel",
				minutes: 30,
				supplies: [],
				tools: ["Spin"],
				steps: ["Turn"],
			}),
		],
		["the site", webSite(origin)],
	])("of %s has what Google requires", async (_, thing) => {
		expect(await errorsOf(thing)).toEqual([]);
	});

	it("of a list has the place and the page of each entry, even if there is one alone", () => {
		expect(read(itemList(origin, ["/tools/chain-whip"]))).toEqual({
			"@type": "ItemList",
			itemListElement: [
				{ "@type": "ListItem", position: 1, url: "https://shop.example/tools/chain-whip" },
			],
		});
	});

	it("of the site has its search, and who runs it", () => {
		expect(read(webSite(origin))).toMatchInlineSnapshot(`
			{
			  "@type": "WebSite",
			  "name": "Cogsmith",
			  "potentialAction": {
			    "@type": "SearchAction",
			    "query-input": "required name=search_term_string",
			    "target": {
			      "@type": "EntryPoint",
			      "urlTemplate": "https://shop.example/tools?q={search_term_string}",
			    },
			  },
			  "url": "https://shop.example/",
			}
		`);
		expect(read(organization(origin))).toMatchInlineSnapshot(`
			{
			  "@type": "Organization",
			  "address": "Cogsmith workshop, 9 Workshop Lane, Portland, OR 97201",
			  "email": "hello@cogsmith.test",
			  "logo": "https://shop.example/favicon.svg",
			  "name": "Cogsmith",
			  "url": "https://shop.example/",
			}
		`);
	});

	it("of a page has its place, and of a job its steps, tools and supplies", () => {
		expect(read(breadcrumbs(origin, { name: "Tools", path: "/tools" }))).toMatchInlineSnapshot(`
			{
			  "@type": "BreadcrumbList",
			  "itemListElement": [
			    {
			      "@type": "ListItem",
			      "item": "https://shop.example/",
			      "name": "Cogsmith",
			      "position": 1,
			    },
			    {
			      "@type": "ListItem",
			      "item": "https://shop.example/tools",
			      "name": "Tools",
			      "position": 2,
			    },
			  ],
			}
		`);
		const job = {
			title: "True",
			summary: "A wheel",
			minutes: 30,
			tools: ["Spin"],
			steps: ["Turn"],
		};
		expect(read(howTo({ ...job, supplies: ["Spoke"] }))).toMatchInlineSnapshot(`
			{
			  "@type": "HowTo",
			  "description": "A wheel",
			  "name": "True",
			  "step": [
			    {
			      "@type": "HowToStep",
			      "text": "Turn",
			    },
			  ],
			  "supply": [
			    {
			      "@type": "HowToSupply",
			      "name": "Spoke",
			    },
			  ],
			  "tool": [
			    {
			      "@type": "HowToTool",
			      "name": "Spin",
			    },
			  ],
			  "totalTime": "PT30M",
			}
		`);
		expect(read(howTo({ ...job, supplies: [] }))).not.toHaveProperty("supply");
	});

	it("of a reduced price has the one before, and the last day of the sale", async () => {
		const sale = { before: 30, endsAt: "2026-12-04T00:00:00.000Z" };
		expect(await errorsOf(product(origin, { ...tool, sale }))).toEqual([]);
		expect(read(product(origin, { ...tool, sale })).offers).toMatchObject({
			price: "25.50",
			priceValidUntil: "2026-12-03",
			priceSpecification: [{ priceType: "https://schema.org/StrikethroughPrice", price: "30.00" }],
		});
	});

	it("of what is sold by volume says what a piece holds, and that its unit price is of a litre", async () => {
		const oil = { ...tool, contents: "400 ml" };
		expect(await errorsOf(product(origin, oil))).toEqual([]);
		expect(read(product(origin, oil)).offers.priceSpecification).toEqual([
			{
				"@type": "UnitPriceSpecification",
				price: "25.50",
				priceCurrency: "USD",
				referenceQuantity: {
					"@type": "QuantitativeValue",
					value: 400,
					unitCode: "MLT",
					valueReference: { "@type": "QuantitativeValue", value: 1, unitCode: "LTR" },
				},
			},
		]);
	});

	it("of a gift card promises no parcel and no return", async () => {
		const card = product(origin, { ...tool, isGiftCard: true });
		expect(await errorsOf(card)).toEqual([]);
		expect(read(card).offers).not.toHaveProperty("shippingDetails");
		expect(read(card).offers).not.toHaveProperty("hasMerchantReturnPolicy");
	});

	it("of a family varies by schema.org's own properties where there are", async () => {
		const variant = (id: string, size: string, minOrderQuantity: number) => ({
			_id: id,
			price: 9.5,
			minOrderQuantity,
			available: true,
			image: "/images/1",
			values: { size, colour: "Red", mount: "Post" },
		});
		const group = productPage(
			origin,
			{ ...tool, _id: "m", minOrderQuantity: 2 },
			{
				slug: "glove",
				name: "Glove",
				description: "Warm.",
				images: [],
				options: [
					{ key: "size", name: "Size" },
					{ key: "colour", name: "Frame colour" },
					{ key: "mount", name: "Mount" },
				],
				variants: [variant("m", "M", 2), variant("l", "L", 3)],
			},
		);
		expect(await errorsOf(group)).toEqual([]);
		const { variesBy, hasVariant } = read(group);
		expect(variesBy).toEqual(["https://schema.org/size", "https://schema.org/color", "Mount"]);
		const options = {
			size: "L",
			color: "Red",
			additionalProperty: [{ "@type": "PropertyValue", name: "Mount", value: "Post" }],
		};
		expect(hasVariant[0]).toMatchObject({ ...options, size: "M", offers: { price: "51.00" } });
		const offers = { price: "28.50", eligibleQuantity: { minValue: 3 } };
		expect(hasVariant[1]).toMatchObject({ ...options, offers });
	});

	it("of a tool without a name is an error of the validator", async () => {
		expect(await errorsOf({ "@type": "Product" })).not.toEqual([]);
	});

	it("has a price, whether it can be ordered, and the average of the stars", () => {
		const { offers, aggregateRating } = read(
			product(origin, { ...tool, rating: { count: 3, average: 13 / 3 } }),
		);
		expect(offers).toMatchObject({ price: "25.50", priceCurrency: "USD" });
		expect(offers.availability).toBe("https://schema.org/InStock");
		expect(aggregateRating).toMatchObject({ ratingValue: 4.33, reviewCount: 3 });
	});

	it("is discontinued if it is no longer sold, whatever its stock", () => {
		const { offers } = read(product(origin, { ...tool, isSold: false }));
		expect(offers.availability).toBe("https://schema.org/Discontinued");
	});

	it("has all that its page says", () => {
		const all = {
			...tool,
			name: "Whip",
			minOrderQuantity: 2,
			facts: { maker: "Sprocket", sku: "W-1", gtin: "4006381333931", mpn: "11", weight: 320 },
			category: "Drivetrain",
		};
		const rated = { ...all, rating: { count: 3, average: 13 / 3 } };
		const offers = {
			"@type": "Offer",
			url: "https://shop.example/tools/chain-whip",
			price: "25.50",
			priceCurrency: "USD",
			availability: "https://schema.org/InStock",
			itemCondition: "https://schema.org/NewCondition",
			shippingDetails: [
				{
					"@type": "OfferShippingDetails",
					shippingRate: { "@type": "MonetaryAmount", value: "0.00", currency: "USD" },
					shippingDestination: [{ "@type": "DefinedRegion", addressCountry: "US" }],
					deliveryTime: {
						"@type": "ShippingDeliveryTime",
						transitTime: {
							"@type": "QuantitativeValue",
							unitCode: "DAY",
							minValue: 4,
							maxValue: 14,
						},
					},
				},
			],
			hasMerchantReturnPolicy: {
				"@type": "MerchantReturnPolicy",
				applicableCountry: ["US"],
				returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
				merchantReturnDays: 14,
				returnMethod: "https://schema.org/ReturnByMail",
			},
		};
		expect(read(product(origin, rated))).toEqual({
			"@type": "Product",
			name: "Whip",
			description: "Holds the cassette.",
			image: "https://shop.example/images/1",
			sku: "W-1",
			gtin: "4006381333931",
			mpn: "11",
			category: "Drivetrain",
			url: "https://shop.example/tools/chain-whip",
			brand: { "@type": "Brand", name: "Sprocket" },
			weight: { "@type": "QuantitativeValue", value: 320, unitCode: "GRM" },
			offers: {
				...offers,
				price: "51.00",
				eligibleQuantity: { "@type": "QuantitativeValue", minValue: 2 },
			},
			aggregateRating: { "@type": "AggregateRating", ratingValue: 4.33, reviewCount: 3 },
		});
		expect(read(product(origin, tool)).offers).toEqual(offers);
	});

	it("says that less than the minimum order is out of stock, and has no rating without reviews", () => {
		const data = read(product(origin, { ...tool, minOrderQuantity: 4 }));
		expect(data.offers.availability).toBe("https://schema.org/OutOfStock");
		expect(data.offers.eligibleQuantity.minValue).toBe(4);
		expect(data).not.toHaveProperty("aggregateRating");
		expect(data).not.toHaveProperty("brand");
	});

	describe("in a shop of its own", () => {
		const terms: OfferTerms = {
			currency: "EUR",
			locale: "de-DE",
			shipping: {
				countries: ["DE", "AT", "CH", "LI"],
				rates: [
					{ countries: ["DE"], price: 4.9, freeFrom: 49, days: [1, 3] },
					{ countries: ["AT", "CH"], price: 9.5, days: [2, 6] },
					{ countries: ["LI"], price: 12 },
				],
			},
			returnDays: 30,
		};
		const offerOf = (changes: Partial<OfferTerms> = {}, one: Partial<typeof tool> = {}) =>
			read(product(origin, { ...tool, ...one }, { ...terms, ...changes })).offers;

		const codesOf = (details: { shippingDestination: { addressCountry: string }[] }) =>
			details.shippingDestination.map(({ addressCountry }) => addressCountry);

		it("has each rate of shipping that has days, with its countries and the cost of the smallest order", () => {
			const [toGermany, others, ...more] = offerOf().shippingDetails;
			expect(more).toEqual([]);
			expect(codesOf(toGermany)).toEqual(["DE"]);
			expect(toGermany.shippingRate).toMatchObject({ value: "4.90", currency: "EUR" });
			expect(toGermany.deliveryTime.transitTime).toMatchObject({ minValue: 1, maxValue: 3 });
			expect(codesOf(others)).toEqual(["AT", "CH"]);
			expect(others.shippingRate.value).toBe("9.50");
			const [free] = offerOf({}, { minOrderQuantity: 2 }).shippingDetails;
			expect(free.shippingRate.value).toBe("0.00");
		});

		it("has the country of its language if it ships everywhere", () => {
			const everywhere: OfferTerms["shipping"] = {
				countries: "all",
				rates: [{ countries: "all", price: 5, days: [2, 9] }],
			};
			const offer = offerOf({ shipping: everywhere });
			expect(codesOf(offer.shippingDetails[0])).toEqual(["DE"]);
			const unknown = offerOf({ shipping: everywhere, locale: "eo" });
			expect(unknown).not.toHaveProperty("shippingDetails");
			expect(unknown).not.toHaveProperty("hasMerchantReturnPolicy");
		});

		it("has its days to return", () => {
			expect(offerOf().hasMerchantReturnPolicy).toMatchObject({
				merchantReturnDays: 30,
				applicableCountry: ["DE", "AT", "CH", "LI"],
			});
		});

		it("is what Google requires", async () => {
			expect(await errorsOf(product(origin, tool, terms))).toEqual([]);
		});
	});
});
