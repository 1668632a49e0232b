/**
 * The content collections that the shop reads, for tests without Astro. vitest.config.ts resolves
 * astro:content to this file.
 */
import { parseFrontmatter } from "astro/markdown";
import * as v from "valibot";
import { bikeRulesSchema } from "../../src/shop/fit/likely-bike.ts";
import { dimensionSchema, sourceSchema } from "../../src/shop/fit/standards.ts";
import { jobSchema } from "../../src/shop/jobs/jobs.ts";
import { synonymsSchema } from "../../src/shop/search/synonyms.ts";

const files = import.meta.glob(
	"../../content/{standards/*,symptoms/*,search/*,sources,bikes}.json",
	{
		eager: true,
		import: "default",
	},
);
const texts = import.meta.glob<string>("../../content/{articles,jobs,legal}/*.md", {
	eager: true,
	import: "default",
	query: "?raw",
});

/** The entries whose path has this folder: the file's name without its ending, and what `parse` makes of it. */
function entriesOf<Raw, Data>(
	from: Readonly<Record<string, Raw>>,
	folder: string,
	parse: (raw: Raw) => Data,
): { id: string; data: Data }[] {
	return Object.entries(from).flatMap(([path, raw]) => {
		const [, id] = new RegExp(`/${folder}/([^/]+)\\.\\w+$`).exec(path) ?? [];
		return id ? [{ id, data: parse(raw) }] : [];
	});
}

const sources = v.parse(v.record(v.string(), sourceSchema), files["../../content/sources.json"]);

/** The demo shop publishes all of them. */
const legalSchema = v.pipe(
	v.looseObject({ title: v.string() }),
	v.transform(({ title }) => ({ title, published: new Date(0) })),
);

const articleSchema = v.looseObject({ published: v.date(), demo: v.boolean() });

/** Astro checks the rest: src/content.config.ts. */
const symptomSchema = v.looseObject({
	title: v.string(),
	phrases: v.array(v.string()),
	causes: v.array(v.looseObject({ job: v.string() })),
});

const collections = {
	symptoms: entriesOf(files, "symptoms", (data) => v.parse(symptomSchema, data)),
	standards: entriesOf(files, "standards", (data) => v.parse(dimensionSchema, data)),
	sources: Object.entries(sources).map(([id, data]) => ({ id, data })),
	bikes: [{ id: "bikes", data: v.parse(bikeRulesSchema, files["../../content/bikes.json"]) }],
	search: entriesOf(files, "search", (data) => v.parse(synonymsSchema, data)),
	legal: entriesOf(texts, "legal", (text) =>
		v.parse(legalSchema, parseFrontmatter(text).frontmatter),
	),
	articles: entriesOf(texts, "articles", (text) =>
		v.parse(articleSchema, parseFrontmatter(text).frontmatter),
	),
	jobs: entriesOf(texts, "jobs", (text) => {
		// Astro loads it.
		const { picture: _, ...head } = parseFrontmatter(text).frontmatter;
		return v.parse(jobSchema, head);
	}),
};

export async function getCollection<Name extends keyof typeof collections>(
	name: Name,
): Promise<(typeof collections)[Name]> {
	return collections[name];
}
