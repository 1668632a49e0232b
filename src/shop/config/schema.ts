/** The schema of shop.config.ts. The build and the tests parse with it; it is in no bundle. */
import * as v from "valibot";
import { legalPages } from "../legal/legal-pages.ts";
import { contrastErrors } from "./contrast.ts";
import { themeColorNames } from "./theme-colors.ts";

const text = v.pipe(v.string("must be text"), v.trim(), v.minLength(1, "must not be empty"));
const email = v.pipe(text, v.email("must be an e-mail address"));
const color = v.pipe(text, v.regex(/^#[0-9a-f]{6}$/, "must be # and six of 0-9 and a-f"));
const path = v.pipe(text, v.regex(/^\/(?!\/)/, "must be a path on this shop that starts with /"));
const url = v.pipe(text, v.regex(/^https:\/\/[^/]/, "must be a URL that starts with https://"));
const folder = v.pipe(
	text,
	v.regex(/^(?!\/|\.\.)[^\\]*[^/\\]$/, "must be a folder, such as content"),
);
const svgFile = v.pipe(text, v.regex(/^[\w-]+\.svg$/, "must be the name of an SVG file"));
const count = v.pipe(
	v.number("must be a number"),
	v.safeInteger("must be a whole number"),
	v.minValue(1, "must be at least 1"),
);

function list<Item extends v.GenericSchema>(item: Item) {
	return v.pipe(v.array(item, "must be a list"), v.minLength(1, "must not be empty"), v.readonly());
}

const theme = v.pipe(
	v.strictObject(v.entriesFromList(themeColorNames, color)),
	v.rawCheck(({ dataset, addIssue }) => {
		if (!dataset.typed) return;
		for (const { name, message } of contrastErrors(dataset.value)) {
			const input = dataset.value;
			const item = {
				type: "object",
				origin: "value",
				input,
				key: name,
				value: input[name],
			} as const;
			addIssue({ message, path: [item] });
		}
	}),
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

const legalPage = v.picklist(legalPages, `must be one of ${legalPages.join(", ")}`);

const footerEntry = v.strictObject({
	label: text,
	path: v.optional(path),
	legal: v.optional(legalPage),
});

const slide = v.strictObject({
	id: v.pipe(text, v.regex(/^[a-z][\w-]*$/, "must be an id, such as slide-1")),
	image: v.pipe(text, v.regex(/^[\w-]+\.(svg|png|jpe?g|webp|avif)$/, "must be an image's name")),
	title: text,
	text,
	alt: text,
});

export const shopConfigSchema = v.strictObject({
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
	contact: v.strictObject({ email, address: list(text) }),
	seller: v.strictObject({
		name: text,
		address: list(text),
		phone: v.optional(text),
		/** The register and number of the company. */
		registration: v.optional(text),
		taxId: v.optional(text),
	}),
	content: folder,
	mail: v.strictObject({ from: email }),
	reservationMinutes: count,
	limits: v.strictObject({
		openOrders: count,
		reservedItems: count,
		openOrdersUnverified: count,
		reservedItemsUnverified: count,
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
		statistics: list(v.strictObject({ name: text, value: text, note: text })),
		promotion: v.strictObject({ headline: text, text }),
	}),
});

/** What shop.config.ts exports. */
export type ShopConfig = v.InferOutput<typeof shopConfigSchema>;

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

function problem(issue: v.BaseIssue<unknown>): string {
	if (issue.expected === "never") return "is not a field";
	if (issue.type === "strict_object" || issue.input === undefined) return "is missing";
	return issue.message;
}
