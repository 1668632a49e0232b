/**
 * What the law of the buyers' countries requires of the shop: each rule with its source, and where the shop follows it. docs/law.md
 * is written from it, and tests/worker/law.test.ts checks each rule.
 */
import type { LegalPage } from "../../config/legal-pages.ts";
import type { ShopConfig } from "../../config/schema.ts";

/** The parts of a shop that decide whether it follows a rule. */
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
			"Before consumers order, the official notice reminds them of the legal guarantee of conformity. The shop may not change its design",
		where:
			"each tool's page, the checkout and the purchase form: the shop's own text, and the official notice that `law.guaranteeNotice` names",
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
			"An offer names the maker with its postal and electronic address, the responsible person in the Union if the maker is outside it, and what identifies the product, and has a picture of it and its warnings and safety information",
		where:
			"each tool's page, under *Product safety*: from `/dashboard/makers` and the tool's fields *maker*, *SKU*, *GTIN* and *warnings*",
	},
	"unit-price": {
		region: "eu",
		source: { ...prices, article: "Articles 2(b), 3 and 4" },
		requires:
			"A product sold by volume, weight or length has the price per liter, kilogram or meter beside its price",
		where:
			"cards, lists and the page of each tool with *contents*, the product feed and structured data; during a sale, calculated from the sale price",
	},
	"price-reduction": {
		region: "eu",
		source: { ...prices, article: "Article 6a, by Directive (EU) 2019/2161" },
		requires: "A reduced price comes with the lowest price of the 30 days before",
		where: "wherever a sale price is shown: `src/shop/offers`",
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
			"Consumers learn about the right of withdrawal before they order, and receive it with the model form on a durable medium",
		where: "`/legal/returns`, and the receipt e-mail",
		missing: ({ published }) => unpublished(published, "returns"),
	},
	"withdrawal-function": {
		region: "eu",
		source: { ...consumerRights, article: "Article 11a, by Directive (EU) 2023/2673" },
		requires:
			"During the whole period consumers can withdraw online in two steps, and get a receipt with what they declared and when",
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
			"Wherever reviews are shown, the shop says whether and how it makes sure that they come from customers",
		where: "`/review` and each tool's reviews; lists with stars and the footer link to it",
	},
	accessibility: {
		region: "eu",
		source: {
			name: "Directive (EU) 2019/882",
			article: "Article 13(2) and Annex V; microenterprises are exempt (Article 4(5))",
			url: eli("dir/2019/882"),
		},
		requires:
			"The public can read what the service is, how it works, and how it meets the accessibility requirements",
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
			"The seller's name, address, e-mail address and telephone number, its register and number, the authority that supervises it, and its VAT number are always easy to find",
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
			"Before they order, consumers can read and save the terms, how a contract is concluded, and what delivery costs",
		where: "`/legal/terms` and `/legal/shipping`",
		missing: ({ published }) => unpublished(published, "terms", "shipping"),
	},
} as const satisfies Record<string, LawRule>;

export type RuleId = keyof typeof lawRules;

const rules: [string, LawRule][] = Object.entries(lawRules);

/** Returns what a shop still lacks under the law of its regions: a line for each rule, with its source. */
export function missingByLaw(shop: LawfulShop): string[] {
	return rules.flatMap(([, { region, source, missing }]) => {
		const lacks = shop.law.regions.includes(region) ? (missing?.(shop) ?? []) : [];
		return lacks.length > 0 ? [`${source.name}, ${source.article}: ${lacks.join("; ")}`] : [];
	});
}

/** The table of docs/law.md. */
export function lawTable(): string[] {
	return [
		"| rule | source | what it requires | where the shop does it |",
		"|---|---|---|---|",
		...rules.map(
			([id, { source, requires, where }]) =>
				`| \`${id}\` | [${source.name}](${source.url}), ${source.article} | ${requires} | ${where} |`,
		),
	];
}
