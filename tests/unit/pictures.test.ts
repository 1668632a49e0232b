/** The drawings of jobs, of their steps, and of pages that have nothing else to show. */
import { basename } from "node:path";
import { expect, it } from "vitest";
import { content } from "../../src/config/config.ts";
import { jobs } from "../setup/content.ts";
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
