/** The schema of shop.config.ts. The build and the tests parse with it; it is in no bundle. */
import * as v from "valibot";
import { contrastErrors } from "./contrast.ts";
import { isCountry } from "./countries.ts";
import { regionsByDefault } from "./eu.ts";
import { legalPages } from "./legal-pages.ts";
import { amount, check, count, type FieldError, list, problem, text } from "./schema-parts.ts";
import { shipping, shippingErrors } from "./shipping-schema.ts";
import { reservationErrors, tax, taxErrors } from "./tax-schema.ts";
import { themeColorNames } from "./theme-colors.ts";

const email = v.pipe(text, v.email("must be an e-mail address"));
const color = v.pipe(text, v.regex(/^#[0-9a-f]{6}$/, "must be # and six of 0-9 and a-f"));
const path = v.pipe(text, v.regex(/^\/(?!\/)/, "must be a path on this shop that starts with /"));
const url = v.pipe(text, v.regex(/^https:\/\/[^/]/, "must be a URL that starts with https://"));
const folder = v.pipe(
	text,
	v.regex(/^(?!\/|\.\.)[^\\]*[^/\\]$/, "must be a folder, such as content"),
);
const svgFile = v.pipe(text, v.regex(/^[\w-]+\.svg$/, "must be the name of an SVG file"));
const imageFile = v.pipe(
	text,
	v.regex(/^[\w-]+\.(svg|png|jpe?g|webp|avif)$/, "must be an image's name"),
);
const theme = v.pipe(
	v.strictObject(v.entriesFromList(themeColorNames, color)),
	check((colors) => contrastErrors(colors).map(({ name, message }) => ({ path: [name], message }))),
);

const currency = v.pipe(
	text,
	v.check(
		(code) => Intl.supportedValuesOf("currency").includes(code),
		"must be a currency by ISO 4217, such as USD",
	),
);

function isLocale(tag: string): boolean {
	try {
		return Intl.NumberFormat.supportedLocalesOf(tag).length === 1;
	} catch {
		return false;
	}
}

const locale = v.pipe(text, v.check(isLocale, "must be a language tag, such as en-US"));

function isTimeZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
	} catch {
		return false;
	}
}

const timeZone = v.pipe(
	text,
	v.check(isTimeZone, "must be a time zone of the IANA list, such as Europe/Berlin"),
);

const legalPage = v.picklist(legalPages, `must be one of ${legalPages.join(", ")}`);

const footerEntry = v.strictObject({
	label: text,
	path: v.optional(path),
	legal: v.optional(legalPage),
});

const slide = v.strictObject({
	id: v.pipe(text, v.regex(/^[a-z][\w-]*$/, "must be an id, such as slide-1")),
	image: imageFile,
	title: text,
	text,
	alt: text,
	/** Where the slide leads to. */
	path: v.optional(path),
});

/** What precedes the numbers of a series of invoices. */
const invoiceSeries = v.pipe(
	v.string("must be text"),
	v.regex(/^[A-Za-z0-9/-]{1,10}$/, "must be at most 10 letters, digits, / and -"),
);

/** The demo shop's values. `config.ts` has the same, because a build does not parse there. */
const defaultInvoices = { series: "INV-", creditNoteSeries: "CN-", at: "payment" } as const;

const shopConfigFields = v.strictObject({
	name: text,
	tagline: text,
	customers: text,
	logo: v.strictObject({ mark: svgFile, icon: svgFile, nameWidth: count }),
	colors: v.strictObject({ light: theme, dark: theme }),
	fonts: v.strictObject({
		heading: v.strictObject({ name: text, file: text, weight: count, fallbacks: list(text) }),
		text: list(text),
	}),
	currency,
	locale,
	timeZone: v.optional(timeZone, "UTC"),
	contact: v.strictObject({ email, address: list(text) }),
	seller: v.strictObject({
		name: text,
		/** The lines follow from these in the order of the country; e-invoices have each in an element of its own. */
		address: v.strictObject({
			line1: text,
			line2: v.optional(text),
			city: text,
			region: v.optional(text),
			postalCode: v.optional(text),
		}),
		/** Where it is registered for tax: invoices say it, and reverse charge depends on it. */
		country: v.pipe(text, v.check(isCountry, "must be a country by its code of ISO 3166-1")),
		phone: v.optional(text),
		/** The register and number of the company. */
		registration: v.optional(text),
		taxId: v.optional(text),
		/** Who supervises it, if its business needs a permission. */
		authority: v.optional(text),
		/** The number for value-added tax, with the country's letters, such as DE123456789. */
		vatNumber: v.optional(
			v.pipe(
				text,
				v.regex(/^[A-Z]{2}[A-Z0-9+*]{2,13}$/, "must be letters and digits, such as DE123456789"),
			),
		),
	}),
	content: folder,
	mail: v.strictObject({
		from: email,
		/** Who gets the digest of new orders and low stock; nobody if it is empty, `contact.email` by default. */
		digestTo: v.optional(v.pipe(v.array(email, "must be a list"), v.readonly())),
		/** An order that leaves this many items of a tool or fewer is in the digest. */
		lowStock: v.optional(
			v.pipe(
				v.number("must be a number"),
				v.safeInteger("must be a whole number"),
				v.minValue(0, "must be at least 0"),
			),
		),
	}),
	shipping,
	tax,
	/** The specification's card field, or Stripe's Payment Element. The card field by default. */
	paymentForm: v.optional(
		v.picklist(["card", "payment-element"], "must be card or payment-element"),
		"card",
	),
	/** How many days after it arrived an order can be returned. 14 by default. */
	returnDays: v.optional(count, 14),
	/** What the law of the buyers' countries asks for. By default it follows from the seller's country and those shipped to. */
	law: v.optional(
		v.strictObject({
			/** Where consumers buy here: `eu` is the European Union. docs/law.md has what follows. */
			regions: v.pipe(v.array(v.picklist(["eu"], "must be eu"), "must be a list"), v.readonly()),
			/** The official notice of the legal guarantee of the European Union: a file in src/assets/law. */
			guaranteeNotice: v.optional(imageFile),
		}),
	),
	/** What a workshop takes for an hour of work. Pages of jobs compare with it; without it they don't. */
	workshopHour: v.optional(amount, 0),
	orders: v.optional(
		v.strictObject({
			/** What precedes the numbers of orders, such as `CS-`. None by default. */
			numberPrefix: v.pipe(
				v.string("must be text"),
				v.regex(/^[A-Za-z#-]{0,8}$/, "must be at most 8 letters, - and #"),
			),
		}),
		{ numberPrefix: "" },
	),
	invoices: v.optional(
		v.strictObject({
			/** What precedes the numbers of invoices and of credit notes. Another one begins again with 1. */
			series: invoiceSeries,
			creditNoteSeries: invoiceSeries,
			/** When an invoice is made: with the payment, or with the first parcel. */
			at: v.picklist(["payment", "shipment"], "must be payment or shipment"),
		}),
		defaultInvoices,
	),
	reservationMinutes: count,
	limits: v.strictObject({
		openOrders: count,
		reservedItems: count,
		openOrdersUnverified: count,
		reservedItemsUnverified: count,
		/** How long an unpaid order reserves its stock until the e-mail is verified, at most `reservationMinutes`. */
		reservationMinutesUnverified: count,
		/** The percentage of a tool's stock that all of these orders can reserve together. */
		percentUnverified: count,
		/** Such orders of one network, and the items that they reserve in total. */
		openOrdersPerNetwork: count,
		reservedItemsPerNetwork: count,
		/** E-mails a day that one network can have sent to addresses that nobody has verified. */
		mailsPerDayAndNetwork: count,
		reviewsPerDay: count,
		uploadsPerDay: count,
		adminUploadsPerDay: count,
	}),
	navigation: list(v.strictObject({ label: text, path })),
	footer: v.strictObject({
		columns: list(v.strictObject({ title: text, entries: list(footerEntry) })),
	}),
	social: v.pipe(
		v.array(v.strictObject({ name: text, icon: text, url: v.optional(url) }), "must be a list"),
		v.readonly(),
	),
	home: v.strictObject({
		description: text,
		headline: text,
		intro: text,
		slides: list(slide),
		/** What is often wrong with a bicycle, in a word or two, and what is searched for then. */
		symptoms: v.optional(list(v.strictObject({ label: text, search: text }))),
		/** The job of each month, from January on, by the names of their files. */
		jobsByMonth: v.optional(v.pipe(list(text), v.length(12, "must have twelve, one a month"))),
		/** The shop's own figures. Without them the demo shop shows the specification's samples, and any other shop none. */
		statistics: v.optional(list(v.strictObject({ name: text, value: text, note: text }))),
		promotion: v.strictObject({ headline: text, text }),
	}),
});

/** Returns the error of two series that would share their numbers. */
function seriesErrors(series: { series: string; creditNoteSeries: string }): FieldError[] {
	if (series.series !== series.creditNoteSeries) return [];
	return [{ path: ["invoices", "creditNoteSeries"], message: "must not be that of invoices" }];
}

const shopConfigSchema = v.pipe(
	shopConfigFields,
	check(({ shipping, currency, tax, reservationMinutes, invoices }) => [
		...seriesErrors(invoices),
		...reservationErrors(reservationMinutes, tax, "reservationMinutes"),
		...shippingErrors(shipping, currency, ["shipping"]),
		...taxErrors(tax, currency, ["tax"]),
	]),
	v.transform((config) => ({
		...config,
		law: config.law ?? { regions: regionsByDefault(config) },
	})),
);

type ParsedConfig = v.InferOutput<typeof shopConfigSchema>;
type Defaulted =
	| "timeZone"
	| "paymentForm"
	| "returnDays"
	| "law"
	| "workshopHour"
	| "orders"
	| "invoices";

export type PaymentForm = ParsedConfig["paymentForm"];

/** What shop.config.ts exports. */
export type ShopConfig = Omit<ParsedConfig, Defaulted> & Partial<Pick<ParsedConfig, Defaulted>>;

/** Returns the config. Throws an Error with a line for each field that is wrong. */
export function parseShopConfig(input: unknown, file = "shop.config.ts"): ShopConfig {
	const result = v.safeParse(shopConfigSchema, input);
	if (result.success) return result.output;
	const lines = result.issues.map((issue) => {
		const field = v.getDotPath(issue) ?? "the export";
		return `${file}: ${field}: ${problem(issue)}`;
	});
	throw new Error(lines.join("\n"));
}
