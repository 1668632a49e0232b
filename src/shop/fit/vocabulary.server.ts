/** Reads the vocabulary of fit from the content collections, for pages and calls. */
import { getCollection } from "astro:content";
import { toVocabulary, type Vocabulary } from "./standards.ts";

/** Returns all dimensions and standards, with their sources. */
export async function readVocabulary(): Promise<Vocabulary> {
	return toVocabulary(await getCollection("standards"), await getCollection("sources"));
}
