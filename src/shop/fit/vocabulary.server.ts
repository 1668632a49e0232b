/** Reads the vocabulary of fit from the content collections, for pages and calls. */
import { getCollection } from "astro:content";
import type { BikeRule } from "./likely-bike.ts";
import { toVocabulary, type Vocabulary } from "./standards.ts";

/** Returns all dimensions and standards, with their sources. */
export async function readVocabulary(): Promise<Vocabulary> {
	return toVocabulary(await getCollection("standards"), await getCollection("sources"));
}

/** Returns the rules that tell from three answers what a bike likely has. */
export async function readBikeRules(): Promise<BikeRule[]> {
	return (await getCollection("bikes")).flatMap(({ data }) => data.rules);
}
