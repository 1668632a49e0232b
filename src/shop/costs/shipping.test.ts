import { describe, expect, it } from "vitest";
import { countries } from "../../config/countries.ts";
import { ShopError } from "../../errors.ts";
import { shippedCountries } from "./shipped-countries.ts";
import {
	isAlwaysFree,
	knownShippingCents as knownCents,
	parcelsOf,
	pickupId,
	rateCents,
	type ShippingConfig,
	type ShippingRate,
	shippingOption,
	shippingOptions,
} from "./shipping.ts";

const knownShippingCents = (itemsCents: number, config?: ShippingConfig) =>
	knownCents({ itemsCents, grams: 0 }, config);
const shippingCents = (itemsCents: number, country: string, config?: ShippingConfig) =>
	country === ""
		? knownShippingCents(itemsCents, config)
		: shippingOption({ itemsCents, grams: 0 }, { country }, config)?.cents;

const europe: ShippingConfig = {
	countries: ["DE", "AT", "CH", "NL"],
	rates: [
		{ countries: ["DE"], price: 4.9, freeFrom: 49 },
		{ countries: "all", price: 9.5 },
	],
};

const flat: ShippingConfig = {
	countries: "all",
	rates: [{ countries: "all", price: 5, freeFrom: 50 }],
};

/** The error of the country field. */
function errorOf(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		return error instanceof ShopError && [error.code, error.fields?.country];
	}
}

describe("shipping", () => {
	it.each<[string, number, string, ShippingConfig, number]>([
		["by the rate with the country", 1000, "DE", europe, 490],
		["by the rate of all others", 1000, "CH", europe, 950],
		["just below the value that is free", 4899, "DE", europe, 490],
		["free from a value", 4900, "DE", europe, 0],
		["not free in a country without free-from", 1_000_000, "CH", europe, 950],
		[
			"free where the rate is zero",
			1,
			"KE",
			{ countries: "all", rates: [{ countries: "all", price: 0 }] },
			0,
		],
		["the same without a country as everywhere", 4999, "", flat, 500],
		["free without a country as everywhere", 5000, "", flat, 0],
	])("costs %s: %i to %s", (_, items, country, config, cents) => {
		expect(shippingCents(items, country, config)).toBe(cents);
	});

	it.each([
		["US", "We don't ship to this country: United States."],
		["XX", "We don't ship to this country: XX."],
		["de", "We don't ship to this country: de."],
		["", "Country is Required"],
	])("is an error of the country %j", (country, message) => {
		expect(
			errorOf(() => shippingOption({ itemsCents: 1000, grams: 0 }, { country }, europe)),
		).toEqual(["invalid", message]);
	});

	it("is known before the country only if it is the same everywhere", () => {
		expect(knownShippingCents(1000, europe)).toBeUndefined();
		expect(knownShippingCents(1000, flat)).toBe(500);
		const germanyOnly: ShippingConfig = { ...europe, countries: ["DE"] };
		expect(knownShippingCents(1000, germanyOnly)).toBe(490);
	});

	it("of this shop is free everywhere, so that a total is quantity x price", () => {
		expect(shippedCountries()).toBe(countries);
		for (const country of ["", ...countries]) expect(shippingCents(1999, country)).toBe(0);
		expect(knownShippingCents(1999)).toBe(0);
	});

	it("goes to the countries of the config", () => {
		expect(shippedCountries(europe)).toEqual(["DE", "AT", "CH", "NL"]);
	});
});

const services: ShippingConfig = {
	countries: ["DE", "AT"],
	rates: [
		{ countries: ["DE"], postalCodes: ["18565", "2549"], price: 12, days: [4, 8] },
		{ countries: ["DE"], price: 5, byWeight: [{ from: 2000, price: 7 }], days: [1, 3] },
		{ countries: ["DE"], service: "Express", price: 15, days: [1, 1] },
		{ countries: "all", price: 9, parcelGrams: 10_000 },
	],
	pickup: { line1: "Kai 1", city: "Kiel", country: "DE", days: [1, 1] },
};

describe("services", () => {
	const optionsTo = (country: string, postalCode = "", grams = 500) =>
		shippingOptions({ itemsCents: 1000, grams }, { country, postalCode }, services).map(
			({ id, cents, parcels }) => [id, cents, parcels],
		);

	it("are those of the address, the first rate of each, and fetching it costs nothing", () => {
		expect(optionsTo("DE", "10115")).toEqual([
			["Standard delivery", 500, 1],
			["Express", 1500, 1],
			[pickupId, 0, 0],
		]);
		expect(optionsTo("DE", "25 491")[0]).toEqual(["Standard delivery", 1200, 1]);
		expect(optionsTo("DE", "10115", 2000)[0]).toEqual(["Standard delivery", 700, 1]);
		expect(optionsTo("AT", "2549", 20_001)).toEqual([
			["Standard delivery", 2700, 3],
			[pickupId, 0, 0],
		]);
	});

	it("are those of the most exact zone alone, whatever order the zones stand in", () => {
		const rates: ShippingRate[] = [
			{ countries: "all", price: 30 },
			{ countries: "all", service: "World Express", price: 60 },
			{ countries: ["AT", "DE", "CH"], price: 12 },
			{ countries: ["DE"], service: "Parcel", price: 5 },
			{ countries: ["DE"], service: "Express", price: 15 },
			{ countries: ["DE"], postalCodes: ["2"], service: "North", price: 7 },
			{ countries: ["DE"], postalCodes: ["25", "18"], service: "Islands", price: 12 },
		];
		for (const config of [rates, rates.toReversed()].map((list) => ({
			countries: "all" as const,
			rates: list,
		}))) {
			const to = (country: string, postalCode = "") =>
				shippingOptions({ itemsCents: 1000, grams: 0 }, { country, postalCode }, config)
					.map(({ name }) => name)
					.toSorted();
			expect(to("DE", "10115")).toEqual(["Express", "Parcel"]);
			expect(to("DE")).toEqual(["Express", "Parcel"]);
			expect(to("DE", "20 095")).toEqual(["North"]);
			expect(to("DE", "25980")).toEqual(["Islands"]);
			expect(to("CH", "25980")).toEqual(["Standard delivery"]);
			expect(to("US")).toEqual(["Standard delivery", "World Express"]);
		}
	});

	it("cost less by what the cheapest costs, if an offer pays for shipping; fetching it stays free", () => {
		const free = { itemsCents: 1000, grams: 2000, isShippingFree: true };
		const to = (country: string) =>
			shippingOptions(free, { country }, services).map((one) => [one.cents, one.savedCents]);
		expect(to("DE")).toEqual([
			[0, 700],
			[800, 700],
			[0, 0],
		]);
		expect(to("AT")).toEqual([
			[0, 900],
			[0, 0],
		]);
		const option = shippingOption(free, { country: "DE", service: "Express" }, services);
		expect(option).toMatchObject({ cents: 800, savedCents: 700, parcels: 1 });
	});

	it("are chosen by name; another one is an error", () => {
		const goods = { itemsCents: 1000, grams: 0 };
		const to = (country: string, service: string) => () =>
			shippingOption(goods, { country, service }, services);
		expect(to("DE", "Express")()?.cents).toBe(1500);
		expect(to("DE", "")()?.cents).toBe(500);
		expect(to("AT", pickupId)()?.cents).toBe(0);
		expect(to("AT", "Express")).toThrow(ShopError);
		expect(to("XX", "Express")).toThrow(ShopError);
	});
});

describe("a rate", () => {
	/** Numbers from 0 to 1 that are the same in each run. */
	function random(seed: number) {
		let state = seed;
		return () => {
			state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
			return state / 2 ** 32;
		};
	}

	it("is never negative, and rises with weight and falls with value where its table does", () => {
		const next = random(31);
		const upTo = (max: number) => Math.floor(next() * max);
		for (let round = 0; round < 2000; round += 1) {
			const prices = Array.from({ length: 4 }, () => upTo(3000) / 100).toSorted((a, b) => a - b);
			const weights = [upTo(900) + 1, upTo(5000) + 1000, upTo(20_000) + 7000];
			const [price = 0, ...rising] = prices;
			const byWeight = weights.map((from, index) => ({ from, price: rising[index] ?? 0 }));
			const byValue = weights.map((from, index) => ({
				from,
				price: prices.toReversed()[index + 1] ?? 0,
			}));
			const limits: Pick<ShippingRate, "parcelGrams" | "freeFrom"> = {
				...(next() < 0.5 && { parcelGrams: upTo(30_000) + 1 }),
				...(next() < 0.3 && { freeFrom: upTo(100_000) }),
			};
			const rates: ShippingRate[] = [
				{ countries: "all", price, byWeight, ...limits },
				{ countries: "all", price: prices[3] ?? 0, byValue, ...limits },
			];
			const goods = { itemsCents: upTo(3_000_000), grams: upTo(60_000) };
			const heavier = { ...goods, grams: goods.grams + upTo(40_000) };
			const dearer = { ...goods, itemsCents: goods.itemsCents + upTo(3_000_000) };
			for (const rate of rates) {
				const cents = rateCents(rate, goods);
				const what = JSON.stringify({ rate, goods, heavier, dearer });
				expect(cents, what).toBeGreaterThanOrEqual(0);
				expect(Number.isInteger(cents), what).toBe(true);
				expect(rateCents(rate, heavier), what).toBeGreaterThanOrEqual(cents);
				expect(rateCents(rate, dearer), what).toBeLessThanOrEqual(cents);
				expect(parcelsOf(heavier.grams, rate), what).toBeGreaterThanOrEqual(
					parcelsOf(goods.grams, rate),
				);
			}
		}
	});

	it("is free for all only without any price", () => {
		expect(isAlwaysFree({ countries: "all", price: 0 })).toBe(true);
		expect(isAlwaysFree({ countries: "all", price: 0, byWeight: [{ from: 9, price: 1 }] })).toBe(
			false,
		);
	});
});
