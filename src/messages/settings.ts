/** The texts of the settings of the dashboard. */

export const title = "Settings";
export const settingNames = {
	shipping: "Shipping",
	tax: "Tax",
	holiday: "Holiday",
	mails: "E-mails",
	navigation: "Navigation",
	home: "Home page",
} as const;
export const intro = "Settings here replace those in shop.config.ts right away.";

export const textMissing = "Enter a text, or use the shop's.";
export const unknownPlaceholder = (unknown: readonly string[], known: readonly string[]) =>
	`${unknown.map((name) => `{${name}}`).join(", ")} has no meaning in this e-mail. Use ${known.map((name) => `{${name}}`).join(", ")}.`;
export const labelMissing = "Enter a name for the link, at most 40 characters.";
export const pathMissing = "Choose where the link leads.";
export const tooManyLinks = (max: number) => `Use at most ${max} links.`;
export const menuEmpty = "The menu needs at least one link.";

/** The page. */
export const whereFrom = {
	stored: "Using these settings instead of shop.config.ts.",
	configured: "Nothing set yet: using shop.config.ts.",
};
export const save = "Save";
export const saving = "Saving…";
export const saved = "Saved. It applies from now on.";
export const asConfigured = "Use shop.config.ts again";
export const history = "History";
export const noHistory = "No changes yet.";
export const tookBack: Record<keyof typeof settingNames, string> = {
	shipping: "Back to shop.config.ts",
	tax: "Back to shop.config.ts",
	holiday: "No holiday",
	mails: "Back to the shop's texts",
	navigation: "Back to shop.config.ts",
	home: "Back to the newest tools",
};
export const changedTo: Record<keyof typeof settingNames, string> = {
	shipping: "Shipping rates",
	tax: "Tax",
	holiday: "Holiday",
	mails: "E-mail texts",
	navigation: "Menu and footer links",
	home: "Tools on the home page",
};

/** The fields of places, rates and days in all forms of settings. */
export const allCountries = "All countries";
export const otherCountries = "All other countries";
export const theseCountries = "These countries";
export const theCountries = "The countries";
export const addCountry = "Add a country";
export const removeCountry = (name: string) => `Remove ${name}`;

const place = {
	line1: "Street and number",
	city: "City",
	region: "Optional: state or region",
	postalCode: "Postal code",
	country: "Country",
};
export const shippingTexts = {
	intro:
		"A zone is an area where the same services cost the same. If several zones match an address, the most specific applies: postal codes before countries, countries before all others. The first service in a zone is selected unless the customer chooses another.",
	labels: {
		countries: "The shop ships to",
		zones: "Zones",
		defaultGrams: "Weight of a tool that has none, in kg",
		pickup: "Customers can pick up their order",
		sender: "Parcels ship from this address (for carrier labels)",
	},
	rates: "The rates",
	zone: {
		title: (number: number) => `Zone ${number}`,
		add: "Add a zone",
		remove: (number: number) => `Remove zone ${number}`,
		labels: {
			countries: "Where",
			postalCodes: "Postal codes that start with",
			services: "Services",
		},
		hints: { postalCodes: "Leave empty for all. Separate several with commas, such as 185, 2549." },
	},
	service: {
		add: "Add a service",
		remove: (name: string) => `Remove ${name}`,
		usual: "Standard delivery",
		labels: {
			service: "Service",
			price: "Price",
			freeFrom: "Free from",
			by: "Price depends on",
			byValue: "Prices by value",
			byWeight: "Prices by weight",
			days: "The days",
			parcelGrams: "Maximum weight per parcel, in kg",
		},
		hints: {
			parcelGrams: "Heavier orders ship in several parcels, and each one costs this price.",
		},
	},
	by: { nothing: "Nothing else", value: "The order's value", weight: "The weight" },
	step: { add: "Add a step", remove: (number: number) => `Remove step ${number}` },
	stepByValue: { labels: { from: "From value", price: "Price" } },
	stepByWeight: { labels: { from: "From kg", price: "Price" } },
	days: ["Days, minimum", "Days, maximum"],
	pickup: { labels: { ...place, text: "When, and what to bring", days: "The days" } },
	sender: { labels: { ...place, phone: "Phone" } },
	example: "An example",
	exampleKilos: "Weight in kg",
	exampleValue: "Value",
	exampleResult: (kilos: string, to: string) => `${kilos} kg to ${to}:`,
	exampleNone: "The shop doesn't ship there.",
	exampleOption: (name: string, price: string, days: string) =>
		days ? `${name}: ${price}, ${days}` : `${name}: ${price}`,
	exampleParcels: (count: number) => (count > 1 ? ` in ${count} parcels` : ""),
	free: "free",
} as const;

export const taxTexts = {
	intro:
		"Changes apply to every order from then on. Existing orders keep their tax, and so do their invoices and refunds. Only an unpaid order whose items or address change is repriced.",
	modes: {
		none: [
			"No tax",
			"Customers pay the price and nothing more, and invoices show no tax: for a shop that doesn't have to charge any.",
		],
		included: [
			"Prices include it",
			"Customers pay the price they see, and part of it is tax that you pay to the tax office, such as VAT.",
		],
		stripe: [
			"Stripe Tax calculates it",
			"Stripe finds the tax for each customer's address. Set it up in your Stripe account first; Stripe charges for it.",
		],
	},
	behaviours: {
		inclusive: "In the prices: a customer pays the same at every address",
		exclusive: "On top of the prices: the checkout adds it once the address is known",
	},
	labels: {
		mode: "How does your shop charge tax?",
		label: "What the tax is called",
		percent: "Rate in percent",
		rates: "Countries with another rate",
		behaviour: "Where is the tax?",
	},
	hints: {
		label: "Carts and receipts show this name, such as VAT.",
		percent: "Of the price without tax, such as 19 or 8.875.",
		rates:
			"The delivery address decides. The first rate with its country applies; if there's none, the rate above.",
	},
	stripesTax: "The tax",
	rate: {
		add: "Add a rate",
		remove: (number: number) => `Remove rate ${number}`,
		labels: { countries: "Delivered to", percent: "Rate in percent" },
	},
	example: "An example",
	costs: (price: string, total: string, to: string) =>
		to ? `To ${to}, a tool for ${price} costs ${total}.` : `A tool for ${price} costs ${total}.`,
	elsewhere: "all other countries",
	supposed: (rate: string, price: string, total: string) =>
		`At an address where Stripe finds a tax of ${rate}, a tool for ${price} costs ${total}.`,
	invoiceSays: (net: string, rate: string, tax: string, total: string) =>
		`The invoice says: net total ${net}, tax ${rate} ${tax}, total ${total}.`,
	invoiceWithout: (total: string) => `The invoice says: total ${total}, with no tax.`,
	unknown: "Enter a rate to see what a tool costs.",
} as const;

export const holidayTexts = {
	intro: "On these days every page shows your text. On other days nothing shows.",
	on: "Holiday is on",
	labels: {
		text: "Text for visitors",
		from: "First day",
		to: "Last day",
		mode: "What else changes",
		moreDays: "Extra days",
	},
	hints: { text: "Such as: We are away until January 6. Orders leave on January 7." },
	modes: {
		notice: "Nothing, just the text",
		longer: "Delivery takes longer",
		closed: "The shop is closed: nobody can order. Carts are kept",
	},
	dayMissing: "Please choose a day.",
	noticeMissing: "Enter the text for visitors.",
	modeMissing: "Choose what else changes.",
	endsBeforeItBegins: "The last day can't be before the first day.",
	moreDaysMissing: "Enter a whole number from 1 to 60.",
};

/** Settings that are a form of their own: what it is about, and what switches it on. */
export const ownForms: Record<string, { intro: string; on: string }> = { holiday: holidayTexts };

export const mailSettings = {
	intro:
		"Write an e-mail's subject, opening and closing in your own words. The items, amounts and links always stay in it.",
	all: "All e-mails",
	own: "Your text",
	usual: "The shop's text",
	names: {
		"order.placed": "Phone order: please pay",
		"order.paid": "Receipt",
		"order.expiring": "Reservation ends soon",
		"order.payment_failed": "Payment failed",
		"order.changed": "Delivery changed",
		"order.shipped": "Order is on its way",
		"order.refunded": "Refund",
		"order.cancelled": "Order canceled",
		"order.return_asked": "Return requested",
		"order.return_approved": "Return: please send it",
		"order.return_rejected": "Return rejected",
		"order.return_received": "Return arrived",
		"question.answered": "Question answered",
		"review.hidden": "Review hidden",
		"stock.alert": "Tool is back in stock",
	},
	labels: { subject: "Subject", opening: "Opening", closing: "Closing" },
	hints: {
		subject: "Leave empty for the shop's own.",
		opening:
			"Replaces the e-mail's first sentence, or comes before it if that says more than a greeting: check the preview. Leave empty for the shop's own.",
		closing: "The last paragraph. Leave empty for none.",
	},
	placeholders: "You can use these placeholders:",
	meanings: {
		order: "the order's number",
		name: "the customer's name",
		shop: "the shop's name",
		tool: "the tool's name",
	},
	preview: "Preview",
	previewHint: "With a made-up order. Press the button to update it.",
	test: "Send it to me",
	testHint: (email: string) => `We'll send a test of this e-mail to ${email}.`,
	testSubject: (subject: string) => `Test: ${subject}`,
	tested: (email: string) => `Sent to ${email}.`,
	testFailed: "The e-mail couldn't be sent. Try again later.",
	tooManyTests: (limit: number) => `At most ${limit} tests an hour. Try again later.`,
	reset: "Use the shop's text again",
	changedMeanwhile: "Someone else has changed the e-mails. Copy your text and reload.",
};

/** The order of previews and tests, which we made up. */
export const sampleMail = {
	name: "Robin Rider",
	tools: ["Torque wrench, 2 to 25 Nm", "Chain breaker"],
	address: ["Robin Rider", "5 Spoke Street", "Portland, OR 97201", "United States"],
	carrier: "Post",
	trackingNumber: "RB123456789",
	answer: "Please write the return number on the parcel.",
	question: "Does it fit a 12-speed chain?",
	reply: "Yes, and the narrower ones too.",
	review: "A fine tool.",
};

export const homeTexts = {
	about: (count: number) =>
		`Choose up to ${count} tools for the home page. The newest tools fill the other places.`,
	tools: "Tools on the home page",
	none: "None chosen: the home page shows the newest tools.",
	newest: "Show the newest tools",
	remove: (name: string) => `Remove ${name}`,
	tooMany: (count: number) => `Choose at most ${count} tools.`,
	twice: "Choose each tool only once.",
};

export const navigationTexts = {
	labels: { menu: "Menu", footer: "Footer" },
	hints: {
		menu: "Replaces “navigation” in shop.config.ts. Tools, jobs and the bike keep their own places beside it.",
		footer:
			"More links for the last line of every page, after the menu's links. The columns above it come from shop.config.ts.",
	},
	link: {
		add: "Add a link to…",
		remove: (label: string) => `Remove ${label}`,
		labels: { label: "Name", path: "Page" },
	},
	unlisted: "Sign-in pages always show the links from shop.config.ts.",
};
