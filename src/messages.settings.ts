/** The texts of the settings of the dashboard. */

export const title = "Settings";
export const settingNames = { shipping: "Shipping", holiday: "Holiday" } as const;
export const intro = "What you set here counts instead of shop.config.ts, at once.";

export const dayMissing = "Please choose a day.";
export const noticeMissing = "Please write what visitors should read.";
export const noticeTooLong = "At most 200 characters.";
export const endsBeforeItBegins = "The last day must not be before the first.";
export const moreDaysMissing = "Please write a whole number from 1 to 60.";

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
export const tookBack = "Back to shop.config.ts";
export const changedTo: Record<string, string> = {
	shipping: "Rates of shipping",
	holiday: "Holiday",
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
