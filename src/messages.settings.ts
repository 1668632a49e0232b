/** The texts of the settings of the dashboard. */

export const title = "Settings";
export const settingNames = {
	shipping: "Shipping",
	tax: "Tax",
	holiday: "Holiday",
	mails: "Mails",
	navigation: "Navigation",
	home: "Home page",
} as const;
export const intro = "What you set here counts instead of shop.config.ts, at once.";

export const dayMissing = "Please choose a day.";
export const noticeMissing = "Please write what visitors should read.";
export const noticeTooLong = "At most 200 characters.";
export const endsBeforeItBegins = "The last day must not be before the first.";
export const moreDaysMissing = "Please write a whole number from 1 to 60.";

export const textMissing = "Please write a text, or leave it to the shop.";
export const unknownPlaceholder = (unknown: readonly string[], known: readonly string[]) =>
	`${unknown.map((name) => `{${name}}`).join(", ")} means nothing in this mail. It knows ${known.map((name) => `{${name}}`).join(", ")}.`;
export const labelMissing = "Please write what the link is called, at most 40 characters.";
export const pathMissing = "Please choose where the link leads.";
export const tooManyLinks = (max: number) => `At most ${max} links.`;
export const menuEmpty = "The menu needs a link.";

/** The page. */
export const whereFrom = {
	stored: "These settings count, not those of shop.config.ts.",
	configured: "Nothing was set here yet: those of shop.config.ts count.",
};
export const save = "Save";
export const saving = "Saving …";
export const saved = "Saved. It counts from now on.";
export const asConfigured = "Use shop.config.ts again";
export const history = "History";
export const noHistory = "Nothing was changed yet.";
export const restore = "Set it like this again";
export const restoreOf = (time: string) => `Set it as it was on ${time} again`;
export const setBy = (who: string) => `by ${who}`;
export const deletedAccount = "a deleted account";
export const tookBack: Record<string, string> = {
	shipping: "Back to shop.config.ts",
	tax: "Back to shop.config.ts",
	holiday: "No holiday",
	mails: "Back to the shop's texts",
	navigation: "Back to shop.config.ts",
	home: "Back to the newest tools",
};
export const changedTo: Record<string, string> = {
	shipping: "Rates of shipping",
	tax: "Tax",
	holiday: "Holiday",
	mails: "Texts of mails",
	navigation: "Links of the menu and the footer",
	home: "Tools on the home page",
};
export const checkFields = "Please correct what is marked.";

export const shippingTexts = {
	intro:
		"A zone is where the same services cost the same. Of the zones with an address, the most exact one counts: postal codes before countries, countries before all others. The first service of a zone is chosen unless the customer takes another.",
	shipsTo: "The shop ships to",
	allCountries: "All countries",
	theseCountries: "These countries",
	otherCountries: "All other countries",
	addCountry: "Add a country",
	removeCountry: (name: string) => `Remove ${name}`,
	zone: (number: number) => `Zone ${number}`,
	where: "Where",
	postalCodes: "Postal codes that begin with",
	postalCodesHint: "Empty for all. Several with commas, such as 185, 2549.",
	service: "Service",
	serviceHint: "Standard delivery",
	price: "Price",
	dependsOn: "The price depends on",
	by: { nothing: "Nothing else", value: "The order's value", weight: "The weight" },
	stepFrom: { value: "From value", weight: "From kg" },
	stepPrice: "it costs",
	addStep: "Add a step",
	removeStep: "Remove the step",
	freeFrom: "Free from",
	daysFrom: "Days, at least",
	daysTo: "At most",
	parcelKilos: "A parcel holds, in kg",
	parcelHint: "Heavier orders take more parcels, and each costs.",
	addService: "Add a service",
	removeService: (name: string) => `Remove ${name}`,
	addZone: "Add a zone",
	removeZone: "Remove this zone",
	defaultKilos: "A tool without a weight counts as, in kg",
	pickup: "Customers can pick up their order",
	line1: "Street and number",
	city: "City",
	region: "State or region, if your country has them",
	postalCode: "Postal code",
	country: "Country",
	sender: "Parcels leave from this address, for the labels of carriers",
	phone: "Phone",
	pickupText: "When, and what to bring",
	example: "An example",
	exampleKilos: "Weight in kg",
	exampleValue: "Value",
	exampleResult: (kilos: string, to: string) => `${kilos} kg to ${to}:`,
	exampleNone: "The shop does not ship there.",
	exampleOption: (name: string, price: string, days: string) =>
		days ? `${name}: ${price}, ${days}` : `${name}: ${price}`,
	exampleParcels: (count: number) => (count > 1 ? ` in ${count} parcels` : ""),
	free: "free",
};

export const taxTexts = {
	intro:
		"What you save counts for every order from then on. Orders that were placed keep their tax, and so do their invoices and refunds. Only an unpaid order whose items or address change is priced anew.",
	mode: "How does your shop charge tax?",
	modes: {
		none: [
			"No tax",
			"The price is all there is, and invoices name no tax: for a shop that need not charge any.",
		],
		included: [
			"Prices include it",
			"Customers pay the price that they see, and a part of it is tax that you pay to the tax office, such as VAT.",
		],
		stripe: [
			"Stripe Tax calculates it",
			"Stripe finds the tax of each customer’s address: set it up in your account at Stripe first, which charges for it.",
		],
	},
	label: "What the tax is called",
	labelHint: "Carts and receipts say it, such as VAT.",
	percent: "Rate in percent",
	percentHint: "Of the price without tax, such as 19 or 8.875.",
	rates: "Countries with another rate",
	ratesHint:
		"The address that an order goes to decides. The first rate with its country counts; without one, the rate above.",
	rate: (number: number) => `Other rate ${number}`,
	where: "Goes to",
	countries: "The countries",
	otherCountries: "All other countries",
	addRate: "Add a rate",
	removeRate: (number: number) => `Remove rate ${number}`,
	behaviour: "Where is the tax?",
	stripesTax: "The tax",
	behaviours: {
		inclusive: "In the prices: a customer pays the same at every address",
		exclusive: "On top of them: the checkout adds it once the address is known",
	},
	problem: (field: string, message: string) => `${field} ${message}.`,
	example: "An example",
	costs: (price: string, total: string, to: string) =>
		to ? `To ${to}, a tool for ${price} costs ${total}.` : `A tool for ${price} costs ${total}.`,
	elsewhere: "all other countries",
	supposed: (rate: string, price: string, total: string) =>
		`At an address where Stripe finds a tax of ${rate}, a tool for ${price} costs ${total}.`,
	invoiceSays: (net: string, rate: string, tax: string, total: string) =>
		`The invoice says: net total ${net}, tax ${rate} ${tax}, total ${total}.`,
	invoiceWithout: (total: string) => `The invoice says: total ${total}, and names no tax.`,
	unknown: "Write a rate to see what a tool costs.",
} as const;

export const holidayTexts = {
	intro: "On these days every page shows your text. Nothing of it is there on other days.",
	isOn: "There is a holiday",
	text: "What visitors read",
	textHint: "Such as: We are away until January 6. Orders leave on January 7.",
	from: "First day",
	to: "Last day",
	mode: "What else changes",
	modes: {
		notice: "Nothing: only the text",
		longer: "Delivery takes longer",
		closed: "The shop is closed: nobody can order. Carts are kept",
	},
	moreDays: "By how many days",
};

export const mailSettings = {
	intro:
		"Write the subject of a mail, how it begins and how it ends, in your own words. What it is about stays in it: the items, the amounts, the links.",
	all: "All mails",
	own: "Your text",
	usual: "The shop's text",
	names: {
		"order.placed": "Order by telephone: please pay",
		"order.paid": "Receipt",
		"order.expiring": "Reservation ends soon",
		"order.payment_failed": "Payment has failed",
		"order.changed": "Delivery has changed",
		"order.shipped": "Order is on its way",
		"order.refunded": "Refund",
		"order.cancelled": "Order is cancelled",
		"order.return_asked": "Return has been asked for",
		"order.return_approved": "Return: please send it",
		"order.return_rejected": "Return is rejected",
		"order.return_received": "Return has arrived",
		"question.answered": "Question is answered",
		"review.hidden": "Review is hidden",
		"stock.alert": "Tool is back in stock",
	},
	parts: { subject: "Subject", opening: "Beginning", closing: "End" },
	hints: {
		subject: "Empty for the shop's own.",
		opening:
			"Instead of the mail's first sentence, or before it where that says more than a greeting: look at the preview. Empty for the shop's own.",
		closing: "The last paragraph. Empty for none.",
	},
	placeholders: "These names stand for what the mail is about:",
	meanings: {
		order: "the order's number",
		name: "the customer's name",
		shop: "the name of the shop",
		tool: "the tool's name",
	},
	preview: "Preview",
	previewHint: "With an order that we made up. It changes when you press the button.",
	test: "Send it to me",
	testHint: (email: string) => `A test of what is written here goes to ${email}.`,
	testSubject: (subject: string) => `Test: ${subject}`,
	tested: (email: string) => `Sent to ${email}.`,
	testFailed: "The mail could not be sent. Try again later.",
	tooManyTests: (limit: number) => `At most ${limit} tests an hour. Try again later.`,
	reset: "Use the shop's text again",
	changedMeanwhile:
		"Somebody else has changed the mails meanwhile. Copy your text and load the page again.",
};

/** The order of previews and tests, which we made up. */
export const sampleMail = {
	name: "Robin Rider",
	tools: ["Torque wrench, 2 to 25 Nm", "Chain breaker"],
	address: ["Robin Rider", "5 Spoke Street", "Portland, OR 97201", "United States"],
	carrier: "Post",
	trackingNumber: "RB123456789",
	answer: "Please put the number of the return on the parcel.",
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
	tooMany: (count: number) => `Choose at most ${count} tools.`,
	twice: "Choose each tool once.",
};

export const navigationTexts = {
	menu: "Menu",
	menuHint:
		"Instead of “navigation” of shop.config.ts. Tools, jobs and the bike have their own places beside it.",
	footer: "Footer",
	footerHint:
		"More links for the last line of every page, after those of the menu. The columns above stay as shop.config.ts has them.",
	add: "Add a link to …",
	addTo: (list: string) => `Add a link to the list ${list}`,
	target: (label: string, path: string) => `${label} (${path})`,
	labelOf: (list: string, number: number) => `${list}, name of link ${number}`,
	moveUp: (label: string) => `Move ${label} up`,
	remove: (label: string) => `Remove ${label}`,
	unlisted: "The pages for signing in have the links of shop.config.ts, whatever is set here.",
};
