/** The drawings of jobs, of their steps, of My bike, and of pages that have nothing else to show. */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { standardDrawingOf } from "../../src/components/fit/standard-drawing.ts";
import { content } from "../../src/config/config.ts";
import { answerValues } from "../../src/shop/fit/likely-bike.ts";
import { leavesOf } from "../../src/shop/fit/standards.ts";
import { jobs, vocabulary } from "../setup/content.ts";
import { drawingsIn, expectSelfContained } from "../setup/drawings.ts";

const maxBytes = 9000;
const jobPictures = drawingsIn(`${content}/jobs/pictures`);
const isCover = (path: string) => basename(path, ".svg") in jobs;
const stepPictures = jobPictures.filter((path) => !isCover(path));

it.each(jobPictures.filter(isCover))("%s is self-contained", (path) => {
	expectSelfContained(path, "640x480", maxBytes);
});

it.each([...stepPictures, ...drawingsIn("src/assets/pictures")])("%s is self-contained", (path) => {
	expectSelfContained(path, "480x360", maxBytes);
});

it.each(
	["kinds", "shifters", "sprockets", "standards"].flatMap((folder) =>
		drawingsIn(`src/assets/fit/${folder}`),
	),
)("%s is self-contained", (path) => {
	expectSelfContained(path, "320x240", maxBytes);
});

it("the bike with its parts is self-contained", () => {
	expectSelfContained("src/assets/fit/bike.svg", "1200x720", 2 * maxBytes);
});

/** The path of a drawing of My bike, if there is one. */
function find(name: string): string | undefined {
	const path = `src/assets/fit/${name}.svg`;
	return existsSync(path) ? path : undefined;
}

it("every standard that a rider chooses has a drawing, and every answer but the unknown one", () => {
	const standards = Object.entries(vocabulary.dimensions).flatMap(([id, dimension]) =>
		dimension.ofTheBike ? leavesOf(dimension).map((standard) => [id, standard.id] as const) : [],
	);
	expect(standards.filter(([id, standard]) => !standardDrawingOf(id, standard, find))).toEqual([]);
	const answers = [
		...answerValues.kind.map((kind) => `kinds/${kind}`),
		...answerValues.sprockets.map((count) => `sprockets/${count}`),
	];
	expect(answers.filter((name) => !find(name))).toEqual(["kinds/unknown", "sprockets/unknown"]);
});

it("every job has its drawing", () => {
	expect(Object.entries(jobs).map(([slug, { drawing }]) => [slug, drawing])).toEqual(
		Object.keys(jobs).map((slug) => [slug, `./pictures/${slug}.svg`]),
	);
	expect(jobPictures.filter(isCover)).toHaveLength(Object.keys(jobs).length);
});

it("every drawing of a step ends its step, and says what one sees", () => {
	const used = Object.values(jobs).flatMap(({ body }) => [
		...body.matchAll(
			/^(\d+)\. .+\n {3}!\[([A-Z][^\]]+\.)\]\(\.\/pictures\/([a-z0-9-]+)-(\d+)\.svg\)$/gm,
		),
	]);
	for (const [, step, , , ofStep] of used) expect(ofStep).toBe(step);
	expect(used.map(([, , , slug, step]) => `${slug}-${step}`).sort()).toEqual(
		stepPictures.map((path) => basename(path, ".svg")).sort(),
	);
	const images = Object.values(jobs).flatMap(({ body }) => body.match(/!\[/g) ?? []);
	expect(images).toHaveLength(used.length);
});
