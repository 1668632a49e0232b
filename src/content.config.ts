/**
 * The owner's texts, in content/: docs/content.md explains them. A field that is missing or wrong fails
 * the build, which names the file and the field.
 */
import { defineCollection } from "astro/content/config";
import { file, glob } from "astro/loaders";
import { z } from "astro/zod";
import * as v from "valibot";
import { content as base } from "./config/config.ts";
import { legalPages } from "./config/legal-pages.ts";
import { bikeRulesSchema } from "./shop/fit/likely-bike.ts";
import { dimensionSchema, sourceSchema } from "./shop/fit/standards.ts";
import { jobSchema } from "./shop/jobs/jobs.ts";
import { synonymsSchema } from "./shop/search/synonyms.ts";

const text = z.string().trim().min(1);

/** Texts that are only shown need no Markdown in the Worker. */
const renderedText = { retainBody: false };

/** A heading and what stands below it, each with a name. */
function section<Entry extends z.ZodType>(entry: Entry) {
	return z.strictObject({ heading: text, entries: z.array(entry).min(1) });
}

/** A schema of Valibot as one of Zod, which collections take. The shop's own code parses with Valibot. */
function fromValibot<Schema extends v.GenericSchema>(schema: Schema) {
	return z.unknown().transform(parseWith(schema));
}

function parseWith<Schema extends v.GenericSchema>(schema: Schema) {
	return (input: unknown, context: z.RefinementCtx): v.InferOutput<Schema> => {
		const { success, output, issues } = v.safeParse(schema, input);
		if (success) return output;
		for (const { path = [], message } of issues) {
			context.addIssue({ code: "custom", message, path: path.map(({ key }) => String(key)) });
		}
		return z.NEVER;
	};
}

/** The introduction of the blogs page. */
const blogsIntroduction = defineCollection({
	loader: glob({ ...renderedText, base, pattern: "blogs.md" }),
	schema: z.strictObject({ description: text }),
});

/** The questions of the blogs page, with their answers. */
const blogs = defineCollection({
	loader: glob({ ...renderedText, base: `${base}/blogs`, pattern: "*.md" }),
	schema: z.strictObject({
		question: text,
		/** Questions with a lower number come first. */
		order: z.number(),
	}),
});

/** Articles of the blogs page, each with a page of its own. */
const articles = defineCollection({
	loader: glob({ ...renderedText, base: `${base}/articles`, pattern: "*.md" }),
	schema: ({ image }) =>
		z.strictObject({
			title: text,
			description: text,
			picture: image(),
			published: z.date(),
			/** Whether it is the demo shop's alone. */
			demo: z.boolean().default(false),
		}),
});

/** The portfolio page. The text of the file is the author's profile. */
const portfolio = defineCollection({
	loader: glob({ ...renderedText, base, pattern: "portfolio.md" }),
	schema: z.strictObject({
		author: text,
		description: text,
		cv: z
			.strictObject({
				/** The path of a file in public/. */
				file: text.startsWith("/"),
				note: text,
			})
			.optional(),
		projects: section(
			z.strictObject({ name: text, outline: z.enum(["wrench", "hexKey", "cog"]), text }),
		).optional(),
		skills: section(z.strictObject({ name: text, text })).optional(),
		builtWith: section(z.strictObject({ name: text, text }))
			.extend({ note: text })
			.optional(),
		contact: z.strictObject({ heading: text, text }),
	}),
});

/** The legal pages: src/shop/legal/publication.ts lists them. */
const legal = defineCollection({
	loader: glob({ ...renderedText, base: `${base}/legal`, pattern: `{${legalPages.join(",")}}.md` }),
	schema: z.strictObject({
		title: text,
		description: text,
		published: z.union([z.literal(false), z.date()], {
			error: "Must be false, or the date of publication, such as 2026-11-30",
		}),
		/** The date with which the demo shop shows a draft. */
		demo: z.date().optional(),
	}),
});

/** The documents that facts about standards and jobs rest on. */
const sources = defineCollection({
	loader: file(`${base}/sources.json`),
	schema: fromValibot(sourceSchema),
});

/** The dimensions of a bicycle with their standards: src/shop/fit/standards.ts. */
const standards = defineCollection({
	loader: glob({ base: `${base}/standards`, pattern: "*.json" }),
	schema: fromValibot(dimensionSchema),
});

/** What a bike likely has: src/shop/fit/likely-bike.ts. */
const bikes = defineCollection({
	loader: glob({ base, pattern: "bikes.json" }),
	schema: fromValibot(bikeRulesSchema),
});

/** The workshop's jobs: src/shop/jobs/jobs.ts. */
const jobs = defineCollection({
	loader: glob({ base: `${base}/jobs`, pattern: "*.md" }),
	schema: ({ image }) =>
		z.looseObject({ picture: image().optional() }).transform(({ picture, ...head }, context) => ({
			...parseWith(jobSchema)(head, context),
			picture,
		})),
});

/** What riders notice, with its likely causes, the likeliest first. */
const symptoms = defineCollection({
	loader: glob({ base: `${base}/symptoms`, pattern: "*.json" }),
	schema: ({ image }) =>
		z.strictObject({
			title: text,
			/** Symptoms with a lower number come first. */
			order: z.number(),
			/** What to look at first, whatever the cause. */
			first: text,
			/** What riders type who have it. */
			phrases: z.array(text).min(1),
			causes: z
				.array(
					z.strictObject({
						cause: text,
						/** How to tell it from the others. */
						tell: text,
						/** A drawing of the part, four wide by three high. */
						picture: image(),
						/** The job that mends it, by its file in content/jobs. */
						job: text,
					}),
				)
				.min(2),
		}),
});

/** The words of search: src/shop/search/synonyms.ts. */
const search = defineCollection({
	loader: glob({ base: `${base}/search`, pattern: "synonyms.json" }),
	schema: fromValibot(synonymsSchema),
});

export const collections = {
	blogs,
	articles,
	blogsIntroduction,
	portfolio,
	legal,
	sources,
	standards,
	bikes,
	jobs,
	symptoms,
	search,
};
