/** The sentences that legal pages have from shop.config.ts: `{{facts.shipping}}` and so on. */
import { daysText, plural } from "./numbers.ts";

export const demoNotice =
	"This is a demonstration. Nothing is sold here, and the company and its numbers are invented.";

/** The rights of consumers in the European Union: what the official notice says too, in the shop's own words. */
export const guarantee = {
	title: "Legal guarantee",
	text: "What you buy here must be as described, and must work. If it turns out within two years of delivery that it was not, you can have it repaired or replaced free of charge, or otherwise get a price reduction or your money back. Your country's law may give you longer.",
	noticeAlt: "The European Union's notice of the legal guarantee of conformity",
} as const;

export const payBy = {
	card: "You pay by card.",
	"payment-element":
		"You pay by card, or by another method that the payment page offers. Some of them take days: your order stays reserved until then.",
};

export const noTax = "No tax is added to them.";
export const taxIncluded = (label = "tax") => `They include ${label}.`;
export const taxOnTop = "Tax depends on the delivery address and is shown before you pay.";
export const taxByStripe = " To calculate the tax, Stripe also receives the address and the items.";

interface RateTexts {
	/** "Express"; undefined for that without a name. */
	service?: string | undefined;
	/** "185 and 2549": what postal codes begin with. */
	postalCodes?: string | undefined;
	/** Whether the price is the lowest of several. */
	hasSteps?: boolean;
	/** "Germany", "everywhere else". */
	where: string;
	/** The price as text; undefined if it is free. */
	price: string | undefined;
	freeFrom: string | undefined;
	days: readonly [number, number] | undefined;
}

/** One rate of shipping: "To Germany: €4.90, free for orders from €49. It arrives 2 to 5 days after you pay." */
export function rateText(rate: RateTexts): string {
	const { service, postalCodes, price, freeFrom, days } = rate;
	const to = postalCodes ? `${rate.where}, postal codes starting with ${postalCodes}` : rate.where;
	const where = service ? `${service}, ${to.charAt(0).toLowerCase()}${to.slice(1)}` : to;
	const from = rate.hasSteps ? "from " : "";
	const free = freeFrom === undefined ? "" : `, free for orders from ${freeFrom}`;
	const time = days ? ` It arrives ${daysText(days)} after you pay.` : "";
	return `${where}: ${price === undefined ? "free" : from + price + free}.${time}`;
}

export const everywhere = "To every country that the checkout offers";
export const elsewhere = "To all other countries";
export const toCountries = (names: string) => `To ${names}`;

/** A duration: "24 hours", "30 minutes", "3 days". */
export function duration(minutes: number): string {
	if (minutes % 1440 === 0 && minutes > 1440)
		return plural(minutes / 1440, { one: "# day", other: "# days" });
	return minutes % 60 === 0
		? plural(minutes / 60, { one: "# hour", other: "# hours" })
		: plural(minutes, { one: "# minute", other: "# minutes" });
}

export const notPublished = "A draft, not published";
export const publishedOn = "Published {}";
