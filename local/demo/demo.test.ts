import { readFileSync } from "node:fs";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { newQuestion } from "../../src/shop/questions/questions.ts";
import { maxImages } from "../../src/shop/tools/tool-fields.ts";
import { drawingsIn, expectSelfContained } from "../../tests/setup/drawings.ts";
import { demoCategories, demoReviews, demoTools } from "./data.ts";
import { demoDetails } from "./details.ts";
import { demoFamilies, demoVariants } from "./families.ts";
import { demoGiftCards } from "./gift-cards.ts";
import { demoQuestions, questionsWithoutHistory } from "./questions.ts";

const file = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const plainText = /^[^<>]+$/;

const drawings = [
	...["", "/categories", "/in-use", "/measures"]
		.flatMap((folder) => drawingsIn(`local/demo/drawings${folder}`))
		.map((path) => ({ path, size: "800x800", limit: 12_000 })),
	...drawingsIn("local/demo/drawings/reviews").map((path) => ({
		path,
		size: "480x480",
		limit: 12_000,
	})),
];

describe("demo tools", () => {
	it("have unique slugs and names", () => {
		expect(demoTools).toHaveLength(24);
		const all = [...demoTools, ...demoVariants];
		const addresses = [...all, ...demoFamilies].map((one) => one.slug);
		expect(new Set(addresses).size).toBe(addresses.length);
		expect(new Set(all.map((tool) => tool.name)).size).toBe(all.length);
	});

	it("of a family have a value of each option, and their names say it", () => {
		for (const { options, values, name } of demoFamilies) {
			for (const [toolSlug, chosen] of Object.entries(values)) {
				const tool = [...demoTools, ...demoVariants].find((one) => one.slug === toolSlug);
				expect(Object.keys(chosen)).toEqual(options.map(({ key }) => key));
				expect(tool?.name).toMatch(new RegExp(`^${name}, `));
			}
		}
		const inFamilies = demoFamilies.flatMap(({ values }) => Object.keys(values));
		expect(demoVariants.filter(({ slug }) => !inFamilies.includes(slug))).toEqual([]);
	});

	it("recommend no tool that the shop does not have", () => {
		// A recommendation names its tool as the shop does.
		const recommended = demoTools.flatMap(({ description }) => [
			...description.matchAll(/\b(?:buy|get|order|choose) (?:the|our) ([\w ]+)/gi),
		]);
		const names = demoTools.map(({ name }) => name.toLowerCase());
		const unknown = recommended.filter(
			([, named = ""]) =>
				!names.some((name) => named.toLowerCase().startsWith(name.split(",")[0] ?? "")),
		);
		expect(unknown.map(([text]) => text)).toEqual([]);
	});

	it.each([...demoTools, ...demoVariants])("$slug is complete and has a drawing", (tool) => {
		expect(tool.slug).toMatch(slug);
		expect(tool.name.length).toBeGreaterThan(0);
		expect(tool.name.length).toBeLessThanOrEqual(120);
		expect(tool.description.length).toBeGreaterThanOrEqual(60);
		expect(tool.description.length).toBeLessThanOrEqual(320);
		expect(tool.name).toMatch(plainText);
		expect(tool.description).toMatch(plainText);
		expect(Number.isInteger(tool.priceCents)).toBe(true);
		expect(tool.priceCents).toBeGreaterThanOrEqual(450);
		expect(tool.priceCents).toBeLessThanOrEqual(32_900);
		expect(Number.isInteger(tool.minOrderQuantity)).toBe(true);
		expect(tool.minOrderQuantity).toBeGreaterThanOrEqual(1);
		expect(Number.isInteger(tool.quantity)).toBe(true);
		expect(tool.quantity).toBeGreaterThanOrEqual(0);
		expect(file(`./drawings/${tool.drawing}.svg`)).toContain("<svg");
		expect(demoCategories.map((category) => category.slug)).toContain(tool.category);
	});

	it("are in every category", () => {
		const used = new Set(demoTools.map((tool) => tool.category));
		expect(demoCategories.map((category) => category.slug).sort()).toEqual([...used].sort());
	});

	it.each(demoTools)("$slug has specifications, and details inside its drawing", ({ slug }) => {
		const { specifications = {}, images = [] } = demoDetails[slug] ?? {};
		expect(Object.keys(specifications).length).toBeGreaterThan(0);
		for (const text of Object.entries(specifications).flat()) expect(text).toMatch(plainText);
		expect(images.length).toBeLessThan(maxImages);
		for (const image of images) {
			expect(image.alt).toMatch(plainText);
			if ("drawing" in image) continue;
			expect(Math.min(image.x, image.y)).toBeGreaterThanOrEqual(0);
			expect(Math.max(image.x, image.y) + image.size).toBeLessThanOrEqual(800);
		}
	});

	it("include one that is sold out, and none that has stock and can't be sold", () => {
		expect(demoTools.filter((tool) => tool.quantity === 0)).toHaveLength(1);
		const sold = [...demoTools, ...demoVariants, ...demoGiftCards];
		expect(
			sold.filter((tool) => tool.quantity > 0 && tool.quantity < tool.minOrderQuantity),
		).toEqual([]);
	});

	it("have a minimum only where a rider buys several: tubes in fives, pads for both wheels", () => {
		const severals = [...demoTools, ...demoVariants].filter((tool) => tool.minOrderQuantity > 1);
		expect(new Set(severals.map(({ drawing }) => drawing))).toEqual(
			new Set(["inner-tube", "brake-pads"]),
		);
	});
});

describe("demo reviews", () => {
	it("are fourteen, varied, each with its own image", () => {
		expect(demoReviews).toHaveLength(14);
		expect(new Set(demoReviews.map((review) => review.drawing)).size).toBe(demoReviews.length);
		expect(demoReviews.filter((review) => review.rating === 2)).toHaveLength(1);
		expect(demoReviews.filter((review) => review.rating === 3)).toHaveLength(1);
	});

	it.each(demoReviews)("$author: complete, with a drawing and a known tool", (review) => {
		expect(review.author).toMatch(/^[A-Z][a-z]+ [A-Z]\.$/);
		expect(review.rating).toBeGreaterThanOrEqual(1);
		expect(review.rating).toBeLessThanOrEqual(5);
		expect(review.description.length).toBeGreaterThanOrEqual(80);
		expect(review.description.length).toBeLessThanOrEqual(400);
		expect(review.description).toMatch(plainText);
		expect(Number.isInteger(review.daysAgo)).toBe(true);
		expect(review.daysAgo).toBeGreaterThan(0);
		expect(file(`./drawings/reviews/${review.drawing}.svg`)).toContain("<svg");
		if (review.toolSlug !== undefined) {
			expect(demoTools.map((tool) => tool.slug)).toContain(review.toolSlug);
		}
	});
});

describe("demo questions", () => {
	it.each(demoQuestions)(
		"$author: about a known tool, with a plain answer if it has one",
		(one) => {
			expect(one.author).toMatch(/^[A-Z][a-z]+ [A-Z]\.$/);
			expect(demoTools.map((tool) => tool.slug)).toContain(one.tool);
			expect([one.text, one.answer ?? ""].join(" ")).toMatch(plainText);
			expect(v.safeParse(newQuestion, one.text).success).toBe(true);
		},
	);

	it("have answers where the demo has no history, and some wait where it has one", () => {
		const shown = demoQuestions.slice(-questionsWithoutHistory);
		expect(shown.every(({ answer }) => answer)).toBe(true);
		expect(demoQuestions.filter(({ answer }) => !answer)).toHaveLength(2);
	});
});

describe("drawings", () => {
	it("are all in use", () => {
		const used = [
			"local/demo/drawings/board.svg",
			...demoCategories.map(({ slug }) => `local/demo/drawings/categories/${slug}.svg`),
			...[...demoTools, ...demoGiftCards].map((tool) => `local/demo/drawings/${tool.drawing}.svg`),
			...Object.values(demoDetails)
				.flatMap(({ images = [] }) => images)
				.flatMap((image) => ("drawing" in image ? `local/demo/drawings/${image.drawing}.svg` : [])),
			...demoReviews.map((review) => `local/demo/drawings/reviews/${review.drawing}.svg`),
		];
		expect(drawings.map((drawing) => drawing.path).sort()).toEqual([...new Set(used)].sort());
	});

	it.each(drawings)("$path is self-contained", ({ path, size, limit }) => {
		expectSelfContained(path, size, limit);
	});
});
