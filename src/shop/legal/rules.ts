/**
 * What the law of the buyers' countries asks of the shop: each rule with its source, and where the shop keeps it. docs/law.md
 * is written from it, and tests/worker/law.test.ts looks at each.
 */
import type { LegalPage } from "../../config/legal-pages.ts";
import type { ShopConfig } from "../../config/schema.ts";

/** What of a shop decides whether a rule is kept. */
export type LawfulShop = Pick<ShopConfig, "seller" | "tax"> & {
	law: NonNullable<ShopConfig["law"]>;
	published: readonly LegalPage[];
};

export interface LawRule {
	region: LawfulShop["law"]["regions"][number];
	/** The law, its article, and the address of the official text. */
	source: { name: string; article: string; url: string };
	requires: string;
	/** Where the shop does it. */
	where: string;
	/** What the owner has to add, if something is missing. */
	missing?: (shop: LawfulShop) => string[];
}

/** The address of a text in the Official Journal of the European Union, by its European Legislation Identifier. */
const eli = (path: string) => `https://eur-lex.europa.eu/eli/${path}/oj`;

const consumerRights = { name: "Directive 2011/83/EU", url: eli("dir/2011/83") };
const prices = { name: "Directive 98/6/EC", url: eli("dir/1998/6") };

const unpublished = (published: readonly LegalPage[], ...pages: LegalPage[]) =>
	pages
		.filter((page) => !published.includes(page))
		.map((page) => `publish content/legal/${page}.md`);

export const lawRules = {
	"legal-guarantee": {
		region: "eu",
		source: {
			name: "Implementing Regulation (EU) 2025/1960",
			article: "Annex I, with Directive 2011/83/EU, Article 6(1)(l); since 27 September 2026",
			url: eli("reg_impl/2025/1960"),
		},
		requires:
			"Before consumers order, the official notice reminds them of the legal guarantee of conformity. Its design is not the shop's to change",
		where:
			"the page of each tool, the checkout and the purchase form: a text of the shop's own, and the official notice that `law.guaranteeNotice` names",
		missing: ({ law }) =>
			law.guaranteeNotice
				? []
				: [
						"put the official notice, as the Commission publishes it, into src/assets/law and name the file in law.guaranteeNotice",
					],
	},
	"product-safety": {
		region: "eu",
		source: {
			name: "Regulation (EU) 2023/988",
			article: "Article 19",
			url: eli("reg/2023/988"),
		},
		requires:
			"An offer names the maker with its postal and electronic address, the responsible person in the Union if the maker is outside, what identifies the product, a picture of it, and its warnings and safety information",
		where:
			"the page of each tool, *Product safety*: from `/dashboard/makers` and the fields *maker*, *SKU*, *GTIN* and *warnings* of the tool",
	},
	"unit-price": {
		region: "eu",
		source: { ...prices, article: "Articles 2(b), 3 and 4" },
		requires:
			"Beside the price of what is sold by volume, weight or length stands what a litre, a kilogram or a metre costs",
		where:
			"cards, lists and the page of each tool with *contents*, the product feed and structured data; during a sale from its price",
	},
	"price-reduction": {
		region: "eu",
		source: { ...prices, article: "Article 6a, by Directive (EU) 2019/2161" },
		requires: "A reduced price shows the lowest price of the 30 days before",
		where: "wherever the price of a sale stands: `src/shop/offers`",
	},
	"order-button": {
		region: "eu",
		source: { ...consumerRights, article: "Article 8(2)" },
		requires:
			"The button that places an order says, and says only, that the order has to be paid for",
		where: "the checkout, with and without JavaScript, and the purchase form",
	},
	"withdrawal-information": {
		region: "eu",
		source: { ...consumerRights, article: "Articles 6(1)(h) and 8(7), Annex I" },
		requires:
			"Consumers learn of the right of withdrawal before they order, and get it with the model form on a durable medium",
		where: "`/legal/returns`, and the mail with the receipt",
		missing: ({ published }) => unpublished(published, "returns"),
	},
	"withdrawal-function": {
		region: "eu",
		source: { ...consumerRights, article: "Article 11a, by Directive (EU) 2023/2673" },
		requires:
			"During the whole period one can withdraw online in two steps, and gets a receipt with what was declared and when",
		where:
			"`/withdraw`, linked from the footer of every page, and from the page of an order until two years after its last parcel. The declaration counts from when it was sent, and the receipt goes out at once. If it was declared by number and e-mail, the shop waits a day before it touches money; the 14 days to reimburse (Article 13(1)) run from the declaration",
	},
	reviews: {
		region: "eu",
		source: {
			name: "Directive 2005/29/EC",
			article: "Article 7(6), by Directive (EU) 2019/2161",
			url: eli("dir/2005/29"),
		},
		requires:
			"Where reviews are shown, the shop says whether and how it makes sure that they are of customers",
		where:
			"`/review` and the reviews of each tool; a link to it below lists with stars and in the footer",
	},
	accessibility: {
		region: "eu",
		source: {
			name: "Directive (EU) 2019/882",
			article: "Article 13(2) and Annex V; not of microenterprises (Article 4(5))",
			url: eli("dir/2019/882"),
		},
		requires:
			"The public can read what the service is, how it works, and how it meets the requirements of accessibility",
		where: "`/legal/accessibility`",
		missing: ({ published }) => unpublished(published, "accessibility"),
	},
	imprint: {
		region: "eu",
		source: {
			name: "Directive 2000/31/EC",
			article: "Article 5(1), and Directive 2011/83/EU, Article 6(1)(b) and (c)",
			url: eli("dir/2000/31"),
		},
		requires:
			"Easily and always to be found: the seller's name, address, e-mail address and telephone number, its register and number, the authority that supervises it, and its number for value-added tax",
		where: "`/legal/imprint`, from `contact` and `seller`",
		missing: ({ seller, tax, published }) => [
			...unpublished(published, "imprint"),
			...(seller.phone ? [] : ["seller.phone"]),
			...(seller.registration ? [] : ["seller.registration, if you are in a register"]),
			...(seller.vatNumber || tax.mode === "none" ? [] : ["seller.vatNumber, if you have one"]),
		],
	},
	terms: {
		region: "eu",
		source: {
			name: "Directive 2000/31/EC",
			article: "Article 10, and Directive 2011/83/EU, Article 6(1)",
			url: eli("dir/2000/31"),
		},
		requires:
			"Before they order, consumers can read and keep the terms, how an order comes about, and what delivery costs",
		where: "`/legal/terms` and `/legal/shipping`",
		missing: ({ published }) => unpublished(published, "terms", "shipping"),
	},
} as const satisfies Record<string, LawRule>;

export type RuleId = keyof typeof lawRules;

const rules: [string, LawRule][] = Object.entries(lawRules);

/** Returns what a shop lacks by the law of its regions: a line for each rule, with its source. */
export function missingByLaw(shop: LawfulShop): string[] {
	return rules.flatMap(([, { region, source, missing }]) => {
		const lacks = shop.law.regions.includes(region) ? (missing?.(shop) ?? []) : [];
		return lacks.length > 0 ? [`${source.name}, ${source.article}: ${lacks.join("; ")}`] : [];
	});
}

/** The table of docs/law.md. */
export function lawTable(): string[] {
	return [
		"| rule | source | what it asks | where the shop does it |",
		"|---|---|---|---|",
		...rules.map(
			([id, { source, requires, where }]) =>
				`| \`${id}\` | [${source.name}](${source.url}), ${source.article} | ${requires} | ${where} |`,
		),
	];
}
