/**
 * The content collections that calls read, for tests on workerd without Astro. vitest.config.ts resolves
 * astro:content to this file.
 */
import * as v from "valibot";
import { dimensionSchema, sourceSchema } from "../../src/shop/fit/standards.ts";

const files = import.meta.glob("../../content/{standards/*,sources}.json", {
	eager: true,
	import: "default",
});

const standards = Object.entries(files).flatMap(([path, data]) => {
	const id = /\/standards\/(.+)\.json$/.exec(path)?.[1];
	return id ? [{ id, data: v.parse(dimensionSchema, data) }] : [];
});
const sources = Object.entries(
	v.parse(v.record(v.string(), sourceSchema), files["../../content/sources.json"]),
).map(([id, data]) => ({ id, data }));

export async function getCollection(name: "standards" | "sources") {
	return name === "standards" ? standards : sources;
}
