/**
 * The facts of shop.config.ts, one export a field. A build replaces this module by their plain values
 * (local/shop-config-plugin.ts), so that a script has only those that it uses.
 */
import config from "../../shop.config.ts";
import { type CurrencyFacts, currencyFacts } from "./currencies.ts";
import { regionsByDefault } from "./eu.ts";
import { fillConfig } from "./placeholders.ts";
import type { ShopConfig } from "./schema.ts";

export const {
	name,
	tagline,
	customers,
	logo,
	colors,
	fonts,
	currency,
	locale,
	timeZone = "UTC",
	contact,
	seller,
	content,
	mail,
	shipping,
	tax,
	paymentForm = "card",
	returnDays = 14,
	law = { regions: regionsByDefault({ seller, shipping }) },
	workshopHour = 0,
	orders = { numberPrefix: "" },
	invoices = { series: "INV-", creditNoteSeries: "CN-", at: "payment" },
	reservationMinutes,
	limits,
	navigation,
	footer,
	social,
	home,
}: ShopConfig = fillConfig<ShopConfig>(config);

/** What follows from the currency and the locale. */
export const {
	currencySign,
	currencyName,
	centsPerUnit,
	priceDecimals,
	smallestCents,
	minChargeCents,
	maxChargeCents,
}: CurrencyFacts = currencyFacts(currency, locale);
