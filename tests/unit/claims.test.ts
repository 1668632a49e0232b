/**
 * What texts claim in figures, beside what code and data say: a limit that changes makes its sentence fail here. What follows
 * from shop.config.ts no text says by itself, so that it is true of another shop too.
 */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { demoCapabilities } from "../../local/demo/capabilities.ts";
import { demoTools } from "../../local/demo/data.ts";
import { demoVariants } from "../../local/demo/families.ts";
import shop from "../../shop.config.ts";
import * as config from "../../src/config/config.ts";
import * as fit from "../../src/messages/fit.ts";
import * as gifts from "../../src/messages/gifts.ts";
import * as health from "../../src/messages/health.ts";
import * as imports from "../../src/messages/imports.ts";
import * as offers from "../../src/messages/offers.ts";
import * as pages from "../../src/messages/pages.ts";
import * as products from "../../src/messages/products.ts";
import * as site from "../../src/messages/site.ts";
import * as tool from "../../src/messages/tool.ts";
import { questions } from "../../src/shop/fit/likely-bike.ts";
import { maxImportBytes, maxImportLines } from "../../src/shop/imports/imports.ts";
import { maxZipBytes, maxZipImages } from "../../src/shop/imports/zip-images.ts";
import { giftQuestions } from "../../src/shop/jobs/gifts.ts";
import { priorDays } from "../../src/shop/offers/sales.ts";
import { maxPageText } from "../../src/shop/own-pages/pages.ts";
import { comparedIds } from "../../src/shop/tools/compare.ts";
import { maxLengths } from "../../src/values/fields.ts";
import { jobLateMs } from "../../src/values/jobs.ts";

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** A number as sentences write it: "three", "3", or "2,000". */
const said = (figure: number) =>
	[words[figure] ?? [], figure.toLocaleString("en-US")].flat().join("|");
const mb = 1024 * 1024;
const comparable = new URLSearchParams(words.map((word): [string, string] => ["tool", word]));

it.each<[text: string, ...figures: number[]]>([
	[fit.myBike, questions.length],
	[site.knowMyBikeText, questions.length],
	[fit.stepsLabel, questions.length],
	[fit.answerQuestions, questions.length],
	[gifts.giftIntroduction, giftQuestions.length],
	[gifts.giftDescription, giftQuestions.length],
	[gifts.giftSteps, giftQuestions.length],
	// The first answer is on the home page.
	[gifts.giftIntro, giftQuestions.length - 1],
	[tool.chooseTwo, 2, comparedIds(comparable).length],
	[tool.lowestBefore, priorDays],
	[offers.sales.about, priorDays],
	[products.cardLineHint, 60],
	[products.columnHints.name ?? "", maxLengths.name],
	[products.columnHints.description ?? "", maxLengths.description],
	[imports.uploadHint, maxImportBytes / mb, maxImportLines, maxZipImages, maxZipBytes / mb],
	[pages.textMissing, maxPageText],
	[health.jobs.late, jobLateMs / 60_000],
])("%j says what the code does", (text, ...figures) => {
	for (const figure of figures)
		expect(text.toLowerCase()).toMatch(new RegExp(`\\b(?:${said(figure)})\\b`));
});

it("what says how many jobs there are counts them", () => {
	const count = globSync("content/jobs/*.md").length;
	expect(readFileSync("docs/departures.md", "utf8")).toContain(`: ${count} workshop jobs`);
});

it("every tool of the demo is listed with what it fits, as its first slide says", () => {
	expect(shop.home.slides[0]?.text).toMatch(/each listed with what it fits\.$/);
	const without = demoTools.filter(({ slug }) => !demoCapabilities[slug]?.length);
	expect(without.map(({ slug }) => slug)).toEqual([]);
	expect(demoVariants.every(({ capabilities }) => capabilities.length > 0)).toBe(true);
});

it("no text that ships with the shop says what follows from shop.config.ts", () => {
	const facts = [
		config.name,
		config.contact.email,
		config.seller.name,
		config.seller.phone ?? config.name,
		shop.name,
		shop.contact.email,
		shop.seller.name,
		shop.seller.phone,
		/free (?:shipping|delivery) (?:world|every)/i,
		// What it costs to ship, and how long that takes, the rates say.
		/\bships? (?:today|tomorrow|within)\b|\bsame[- ]day\b|\bnext[- ]day\b/i,
		/\breturn\w* within \d+ days\b/i,
		/\bdelivered? (?:in|within) \d+/i,
	];
	const files = [
		...globSync("src/messages/*.ts").filter((file) => !file.endsWith(".test.ts")),
		...globSync("content/{legal,jobs,articles,symptoms,standards}/*.{md,json}"),
	];
	expect(files.length).toBeGreaterThan(100);
	const found = files.flatMap((file) => {
		// Comments and imports are not read by anybody.
		const text = readFileSync(file, "utf8").replaceAll(/^\s*(?:\/\/|\/?\*|import ).*$/gm, "");
		return facts.flatMap((fact) => {
			const has = typeof fact === "string" ? text.includes(fact) : fact.test(text);
			return has ? [`${file}: ${fact}`] : [];
		});
	});
	expect(found).toEqual([]);
});
