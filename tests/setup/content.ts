/** The vocabulary of fit and the jobs, from content/, for tests. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseFrontmatter } from "astro/markdown";
import * as v from "valibot";
import { content } from "../../src/config/config.ts";
import { type BikeRule, bikeRulesSchema } from "../../src/shop/fit/likely-bike.ts";
import { dimensionSchema, sourceSchema, type Vocabulary } from "../../src/shop/fit/standards.ts";
import { type Job, jobSchema } from "../../src/shop/jobs/jobs.ts";

const read = (path: string): string => readFileSync(join(content, path), "utf8");

/** The files of a folder that end with `ending`: name without it, and text. */
function filesOf(folder: string, ending: string): [name: string, text: string][] {
	return readdirSync(join(content, folder))
		.filter((name) => name.endsWith(ending))
		.map((name) => [name.slice(0, -ending.length), read(`${folder}/${name}`)]);
}

export const vocabulary: Vocabulary = {
	dimensions: Object.fromEntries(
		filesOf("standards", ".json").map(([id, text]) => [
			id,
			v.parse(dimensionSchema, JSON.parse(text)),
		]),
	),
	sources: v.parse(v.record(v.string(), sourceSchema), JSON.parse(read("sources.json"))),
};

export const bikeRules: BikeRule[] = v.parse(bikeRulesSchema, JSON.parse(read("bikes.json"))).rules;

/** A job with the text below its head, and with the path of its drawing, which Astro loads. */
type JobFile = Job & { body: string; drawing?: string | undefined };

/** Jobs by their slug. */
export const jobs: Record<string, JobFile> = Object.fromEntries(
	filesOf("jobs", ".md").map(([slug, text]) => {
		const { frontmatter, content: body } = parseFrontmatter(text);
		const { picture, ...head } = frontmatter;
		const drawing = v.parse(v.optional(v.string()), picture);
		return [slug, { ...v.parse(jobSchema, head), body, drawing }];
	}),
);
