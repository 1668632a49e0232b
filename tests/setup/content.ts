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

/** Jobs with the text below their head, by their slug. */
export const jobs: Record<string, Job & { body: string }> = Object.fromEntries(
	filesOf("jobs", ".md").map(([slug, text]) => {
		const { frontmatter, content: body } = parseFrontmatter(text);
		return [slug, { ...v.parse(jobSchema, frontmatter), body }];
	}),
);
