import * as v from "valibot";
import { afterEach, describe, expect, it, vi } from "vitest";
import { currencyFacts } from "../config/currencies.ts";
import * as messages from "../messages/messages.ts";
import * as orderMessages from "../messages/orders.ts";

/** The module in a shop with this currency and locale. */
async function moneyOf(currency: string, locale: string): Promise<typeof import("./money.ts")> {
	vi.resetModules();
	vi.doMock("../config/config.ts", async (importOriginal) => ({
		...(await importOriginal<object>()),
		currency,
		locale,
		...currencyFacts(currency, locale),
	}));
	return import("./money.ts");
}

afterEach(() => {
	vi.doUnmock("../config/config.ts");
	vi.resetModules();
});

function firstError(schema: v.GenericSchema, value: unknown): string | undefined {
	return v.safeParse(schema, value).issues?.[0]?.message;
}

/** Text with plain spaces instead of the narrow and no-break ones of Intl. */
const plain = (text: string) => text.replace(/\s/g, " ");

describe("a price", () => {
	it.each([
		["USD", "en-US", 129_900, "$1,299.00"],
		["USD", "en-US", 5, "$0.05"],
		["EUR", "de-DE", 129_900, "1.299,00 €"],
		["EUR", "en-IE", 8905, "€89.05"],
		["JPY", "ja-JP", 1299, "￥1,299"],
		["JPY", "en-US", 1299, "¥1,299"],
		["MGA", "en-US", 1299, "MGA 1,299"],
		["ISK", "en-US", 129_900, "ISK 1,299"],
		["UGX", "en-US", 129_900, "UGX 1,299"],
		["HUF", "en-US", 129_950, "HUF 1,299.50"],
		["KWD", "en-US", 5120, "KWD 5.120"],
	])("in %s and %s: %d minor units are %s", async (currency, locale, cents, text) => {
		const { formatCents, formatPrice, toPrice } = await moneyOf(currency, locale);
		expect(plain(formatCents(cents))).toBe(text);
		expect(plain(formatPrice(toPrice(cents)))).toBe(text);
	});

	it.each([
		["USD", 1],
		["JPY", 1],
		["ISK", 100],
		["KWD", 10],
	])("in %s converts to minor units and back without loss", async (currency, step) => {
		const { formatDecimals, price, toCents, toPrice } = await moneyOf(currency, "en-US");
		const { maxChargeCents } = currencyFacts(currency, "en-US");
		const schema = price();
		const check = (cents: number) => {
			if (toCents(toPrice(cents)) !== cents) expect.fail(`${cents} became ${toPrice(cents)}`);
			const entered = Number(formatDecimals(toPrice(cents)));
			if (toCents(v.parse(schema, entered)) !== cents) expect.fail(`${cents} as ${entered}`);
		};
		for (let count = 0; count <= 10_000; count += 1) {
			check(count * step);
			check(maxChargeCents - count * step);
		}
	});

	it.each([
		["USD", [0.001, 19.999, 10.000_000_001, 1e-9, 999_999.995], messages.maxTwoDecimals],
		["KWD", [5.124], messages.maxTwoDecimals],
		["JPY", [0.5, 1299.01], messages.wholeNumber],
		["ISK", [0.5, 1299.01], messages.wholeNumber],
	])("in %s has no more decimals than Stripe charges", async (currency, values, message) => {
		const { price } = await moneyOf(currency, "en-US");
		for (const value of values) expect(firstError(price(), value)).toBe(message);
	});

	it("is a number, finite and never negative", async () => {
		const { price } = await moneyOf("USD", "en-US");
		for (const value of ["19.99", null, undefined, Number.NaN, Number.POSITIVE_INFINITY, -0.01]) {
			expect(firstError(price("no"), value)).toBe("no");
		}
	});

	it.each([
		["USD", 0.01, "12.50"],
		["EUR", 0.01, "12.50"],
		["JPY", 1, "12"],
		["ISK", 1, "12"],
		["KWD", 0.01, "12.500"],
	])("in %s has the step and the decimals of its input", async (currency, step, text) => {
		const { formatDecimals, priceStep } = await moneyOf(currency, "en-US");
		expect(priceStep).toBe(step);
		expect(formatDecimals(step === 1 ? 12 : 12.5)).toBe(text);
	});

	it.each([
		["USD", "en-US", 69, "Please pay 69$ to confirm your order"],
		["USD", "en-US", 34.5, "Please pay 34.50$ to confirm your order"],
		["EUR", "de-DE", 69, "Please pay 69,00 € to confirm your order"],
		["JPY", "en-US", 6900, "Please pay ¥6,900 to confirm your order"],
	])(
		"in %s and %s: %d in the sentence of the payment page",
		async (currency, locale, price, text) => {
			const { formatTotal } = await moneyOf(currency, locale);
			expect(plain(orderMessages.pleasePay(formatTotal(price)))).toBe(text);
		},
	);
});

describe("Stripe's bounds", () => {
	it.each([
		["USD", "$0.50 and $999,999.99"],
		["GBP", "£0.30 and £999,999.99"],
		["HUF", "HUF 175.00 and HUF 999,999.99"],
		["JPY", "¥50 and ¥99,999,999"],
		["ISK", "ISK 1 and ISK 999,999"],
		["KWD", "KWD 0.010 and KWD 99,999.990"],
	])("of a charge in %s: %s", async (currency, text) => {
		const { totalOutOfBounds } = await moneyOf(currency, "en-US");
		expect(plain(totalOutOfBounds())).toBe(`An order must total between ${text}.`);
	});
});

describe("a currency", () => {
	it.each([
		["USD", "en-US", "$", "US dollars"],
		["EUR", "de-DE", "€", "euros"],
		["JPY", "en-US", "¥", "Japanese yen"],
	])("%s has its sign and its English name", (currency, locale, sign, name) => {
		const { currencySign, currencyName } = currencyFacts(currency, locale);
		expect([currencySign, currencyName]).toEqual([sign, name]);
	});
});
