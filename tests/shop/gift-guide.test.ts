/** The guide for a gift, and the searches that lead to it: what it offers can be bought for the sum, and fits what they ride. */
import { getCollection } from "astro:content";
import { beforeAll, describe, expect, it } from "vitest";
import { demoBundles } from "../../local/demo/bundles.ts";
import { demoGiftCards } from "../../local/demo/gift-cards.ts";
import { findFitMarks } from "../../src/shop/fit/fit-marks.server.ts";
import { answerValues, likelyBike } from "../../src/shop/fit/likely-bike.ts";
import { readBikeRules, readVocabulary } from "../../src/shop/fit/vocabulary.server.ts";
import { findGifts } from "../../src/shop/jobs/gifts.server.ts";
import { giftParams, mendValues, readGiftAnswers } from "../../src/shop/jobs/gifts.ts";
import { searchContent } from "../../src/shop/search/content.server.ts";
import { searchTools } from "../../src/shop/search/search.server.ts";
import { addDemoCatalogue, addDemoGifts } from "../helpers/demo-catalogue.ts";

const vocabulary = await readVocabulary();
const rules = await readBikeRules();
const jobs = (await getCollection("jobs")).map(({ data }) => data);
const content = await searchContent();
const kinds = answerValues.kind;
const kits = demoBundles.map(({ slug }) => slug);
const cards = demoGiftCards.map(({ slug }) => slug);

beforeAll(async () => {
	await addDemoCatalogue();
	await addDemoGifts();
});

const gifts = (answers: string) =>
	findGifts(readGiftAnswers(new URLSearchParams(answers)), jobs, rules, vocabulary);
const idsFor = async (answers: string) => (await gifts(answers)).gifts.map(({ tool }) => tool._id);

it("its sums are those of the gift cards, and a card is worth the most of the sum", async () => {
	expect((await gifts("kind=road&mends=tires")).sums).toEqual([2500, 5000, 10_000]);
	const cardFor = async (sum: number) =>
		(await gifts(`kind=road&mends=tires&up-to=${sum}`)).card?.price;
	expect([await cardFor(10), await cardFor(50), await cardFor(75)]).toEqual([undefined, 50, 50]);
});

it("offers for every answer only what fits what they ride, and can be bought for the sum", async () => {
	const offered = new Set<string>();
	for (const kind of kinds) {
		const bike = Object.fromEntries(
			likelyBike({ kind }, rules).map(({ dimension, standard }) => [dimension, standard]),
		);
		for (const mends of mendValues) {
			for (const sum of [25, 50, 100, 400]) {
				const { gifts: found } = await gifts(`kind=${kind}&mends=${mends}&up-to=${sum}`);
				const answers = `${kind}, ${mends}, ${sum}`;
				// Whatever somebody mends has something for fifty.
				if (sum >= 50) expect(found.length, answers).toBeGreaterThan(0);
				const marks = await findFitMarks(
					found.map(({ tool }) => tool._id),
					bike,
					vocabulary,
				);
				for (const { tool, ask } of found) {
					const { _id, name, price, minOrderQuantity, quantity } = tool;
					const what = `${answers}: ${name}`;
					offered.add(name);
					expect(price * minOrderQuantity, what).toBeLessThanOrEqual(sum);
					expect(quantity, what).toBeGreaterThanOrEqual(minOrderQuantity);
					expect(marks[_id]?.[0], what).toBe(ask.length > 0 ? "not-known" : "fits");
					for (const dimension of ask) expect(bike[dimension], what).toBeUndefined();
				}
			}
		}
	}
	// Parts and sold-out tools are none, the kits are.
	expect(offered).not.toContain("Headset press, 1 to 1.5 inch");
	for (const { name } of demoBundles) expect(offered).toContain(name);
});

it("a BMX gets no tool for the narrow chain, and its kit is left out with it", async () => {
	const road = await idsFor("kind=road&mends=gears&up-to=100");
	expect(road).toEqual(expect.arrayContaining(["chain-checker", "chain-care-kit"]));
	const bmx = await idsFor("kind=bmx&mends=gears&up-to=100");
	for (const id of ["chain-checker", "chain-breaker", "chain-care-kit"])
		expect(bmx).not.toContain(id);
});

describe("a kit", () => {
	it("fits if all its parts do, and a gift card has no mark", async () => {
		const outcomes = async (bike: Record<string, string>) => {
			const marks = await findFitMarks(
				["chain-care-kit", "ride-home-kit", "gift-card-50"],
				bike,
				vocabulary,
			);
			return Object.fromEntries(Object.entries(marks).map(([id, [outcome]]) => [id, outcome]));
		};
		expect(await outcomes({ chain: "11" })).toEqual({
			"chain-care-kit": "fits",
			"ride-home-kit": "not-known",
		});
		expect(await outcomes({ chain: "single", tire: "tube" })).toEqual({
			"chain-care-kit": "does-not-fit",
			"ride-home-kit": "fits",
		});
	});
});

it.each([
	"gift",
	"gift for dad",
	"present",
	"a present for my wife",
	"gift for my wife who rides",
	"birthday present for a cyclist",
	"for a beginner",
	"gift ideas",
	"christmas gift for my dad",
])("%j finds the guide, the gift cards and the three kits", async (q) => {
	const result = await searchTools({ q }, content);
	expect(result?.pages.map(({ id }) => id)).toEqual(["gift"]);
	const found = result?.tools.map(({ _id }) => _id) ?? [];
	expect(found.slice(0, 3).toSorted()).toEqual(cards.toSorted());
	expect(found).toEqual(expect.arrayContaining(kits));
});

it.each([
	["kind=road&mends=tires&up-to=50&x=1", "kind=road&mends=tires&up-to=50"],
	["up-to=50&kind=road", "kind=road&up-to=50"],
	["kind=plane&mends=all&up-to=5.5", ""],
	["up-to=0", ""],
])("the address with %s has one form", (given, kept) => {
	expect(giftParams(readGiftAnswers(new URLSearchParams(given))).toString()).toBe(kept);
});
