/** Texts of a tool's page. */
import { formatNumber, formatPercent, listOf, plural } from "./numbers.ts";

/** The rows of the table of specifications that say who makes a tool, by which numbers, and how heavy it is. */
export function factRows({
	maker,
	sku,
	gtin,
	mpn,
	weight,
	contents,
}: {
	maker?: string;
	sku?: string;
	gtin?: string;
	mpn?: string;
	weight?: number;
	contents?: string;
}): { name: string; value: string }[] {
	const rows: [name: string, value: string | undefined][] = [
		["Maker", maker],
		["Maker's part number", mpn],
		["SKU", sku],
		["GTIN", gtin],
		["Contents", contents],
		["Weight", weight === undefined ? undefined : formatWeight(weight)],
	];
	return rows.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

/** The price of what is sold by volume, weight or length: "$475.00 / l". */
export const unitPrice = (price: string, unit: string) => `${price} / ${unit}`;

/** A weight in grams, from a kilogram on in kilograms. */
const formatWeight = (grams: number) =>
	grams < 1000 ? `${formatNumber(grams)} g` : `${formatNumber(grams / 1000)} kg`;

/** What is done with a tool, as a heading. */
const uses = {
	remove: "Removes",
	install: "Installs",
	press: "Presses",
	hold: "Holds",
	turn: "Turns",
	adjust: "Adjusts",
	open: "Opens",
	close: "Closes",
	lever: "Takes off and puts on",
	inflate: "Inflates",
	patch: "Patches",
	bleed: "Bleeds",
	cut: "Cuts",
	mount: "Takes",
	measure: "Measures",
	torque: "Tightens to a torque",
	part: "Made for",
} as const;

interface NamedFit {
	actions: readonly (keyof typeof uses)[];
	dimension?: { name: string; unit?: string | undefined } | undefined;
	range?: { from: number; to: number } | undefined;
}

/** "Removes and installs: cassette". */
export function fitTitle({ actions, dimension }: NamedFit): string {
	const [first, ...others] = actions.map((action) => uses[action]);
	const verbs = [first, ...others.map((verb) => verb.toLowerCase())].join(" and ");
	return dimension ? `${verbs}: ${lowerFirst(dimension.name)}` : verbs;
}

/** "2 to 25 Nm", or "28 to 47 mm". */
export function fitRange({ actions, dimension, range }: NamedFit): string | undefined {
	if (!range) return undefined;
	const unit = dimension?.unit ?? (actions.includes("torque") ? "Nm" : "mm");
	return `${range.from} to ${range.to} ${unit}`;
}

export const alsoFits = "Works, but a dedicated tool does it better.";
export const togetherFits = "Must match all of these.";
export const noOtherFits = "Fits nothing else.";

export const ratingText = (average: string, maximum: number) =>
	`${average} out of ${maximum} stars`;
export const reviewCount = (count: number) =>
	plural(count, { one: "# review", other: "# reviews" });
/** Says it of a tool that is no longer sold. */
export const noReviewsEver = "It has no reviews.";
export const noReviews = "No reviews yet. Be the first to write one.";
export const starsRow = (stars: number) => plural(stars, { one: "# star", other: "# stars" });

/** Stock in plain words. Where less than the minimum order is left, the page says so in its own words. */
export function stockText(quantity: number, few: number): string {
	return quantity <= few ? `Only ${quantity} left.` : `${quantity} in stock.`;
}

/** Before the tool that replaces it. */
export const replacement = "You may want this instead:";
/** Before a link to its category. */
export const noReplacement = "We have nothing like it in stock. See";

interface CardFacts {
	minOrderQuantity: number;
	quantity: number;
}

/** The facts of a card on the home page and on All Tools, and of the quantity on Purchase. */
export const cardFacts = ({ minOrderQuantity, quantity }: CardFacts) =>
	`Minimum order ${minOrderQuantity} · ${formatNumber(quantity)} available`;
/** On other cards: what a minimum order of more than one piece costs, and that few are left. */
export const minimumOf = (minimum: number, price: string) => `Minimum ${minimum}, ${price}`;
/** In the buy bar of a tool that is sold from several pieces up: "5 for $32.50". */
export const severalFor = (quantity: number, price: string) =>
	`${formatNumber(quantity)} for ${price}`;
export const onlyLeft = (quantity: number) => `Only ${formatNumber(quantity)} left`;

/** The price of a family: of its cheapest tool. */
export const fromPrice = (price: string) => `from ${price}`;
/** Leads from the card of a family to its page, where one of its tools is chosen. */
export const choose = "Choose";
export const chooseOf = (family: string) => `Choose: ${family}`;
export const soldOutOption = "(sold out)";

/** Beside a price that a sale has reduced. */
export const lowestBefore = "Lowest price in the 30 days before";
export const reduced = (percent: number) =>
	percent > 0 ? `Sale, ${formatPercent(percent / 100)} off` : "Sale";
export const lowestWas = (price: string, until: string) =>
	`${lowestBefore}: ${price}. The sale lasts until ${until}.`;

/** The names of the choice of tools to compare, and of the page that does. */
export const compare = "Compare";
export const compareTool = (name: string) => `Compare ${name}`;
export const compareTools = "Compare tools";
export const chooseTwo = "Choose two to four tools in the catalog to see them side by side.";
export const sameOfAll = "Identical values are shown in gray.";
export const availability = "Availability";
export const noValue = "–";

interface ShippingTexts {
	/** The lowest price, as text. Undefined where that depends on the country: nobody reads the price of others. */
	lowest: string | undefined;
	isFree: boolean;
	/** Whether every order costs the same. */
	isSame: boolean;
	freeFrom: string | undefined;
	/** "to the United States", or "worldwide". */
	where: string;
	/** The days on which an order of today arrives. */
	arrives: string | undefined;
}

export function shippingText(texts: ShippingTexts): string {
	const { lowest, isFree, isSame, freeFrom, where, arrives } = texts;
	const cost = lowest === undefined ? "We ship" : `Shipping ${isSame ? "" : "from "}${lowest}`;
	const price = isFree && isSame ? "Free shipping" : cost;
	const free = freeFrom === undefined ? "" : `, free from ${freeFrom}`;
	return `${price} ${where}${free}.${arrives ? ` Order today for delivery ${arrives}.` : ""}`;
}

export const worldwide = "worldwide";
export const toCountries = (names: readonly string[]) =>
	names.length > 3 ? `to ${names.length} countries` : `to ${listOf(names.map(countryInText))}`;
export const costAtCheckout = "The cart shows the cost for your country.";

/** How a gift card works. */
export const giftCardFacts = [
	"The code arrives by e-mail as soon as you've paid, to keep, forward or print.",
	"Or have it sent to someone else: at checkout, choose the day and add a message.",
	"Spend it on anything except gift cards, all at once or bit by bit. It doesn't expire.",
	"No tax now; tax applies when it's spent.",
] as const;

export const returns = "Not what you expected?";
export const returnsLink = "How to return it";

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export const enlarge = "Enlarge:";
export const why = "Why";
export const jobsWithIt = "Jobs it's for";
export const neededWithIt = "You'll also need";
export const relatedTools = "Related tools";
export const imagesOf = (tool: string) => `Images of ${tool}`;
export const imageOf = (number: number, alt: string) => `Image ${number}: ${alt}`;
export const sourceOf = (number: number) => `Source ${number}`;
export const whichOneHave = "Which one do I have?";
export const writeTo = "Write to {}";

/** The names of countries that take an article within a sentence. */
const withArticle =
	/^(United |Netherlands$|Philippines$|Bahamas$|Gambia$|Maldives$|Comoros$|Isle of )| (Islands|Republic|Territory|Territories|Netherlands)$/;

/** A country's name within a sentence: "the United States", "Germany". */
export function countryInText(name: string): string {
	return withArticle.test(name) ? `the ${name}` : name;
}
