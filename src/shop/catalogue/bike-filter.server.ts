/** The filter of the catalogue by a bike. */
import type { StoredCapability } from "../../db/tool-tables.ts";
import { bikeOfParam, toBikeParam } from "../fit/bike.ts";
import { verdict } from "../fit/fit.ts";
import { toCapabilities } from "../fit/stored-capabilities.server.ts";
import { readVocabulary } from "../fit/vocabulary.server.ts";
import type { CatalogueQuery } from "./catalogue.ts";

/** Returns whether a tool fits the bike of this parameter; undefined without one. */
export async function bikeFilter(
	fits: string | undefined,
): Promise<((tool: { capabilities: StoredCapability[] }) => boolean) | undefined> {
	if (fits === undefined) return undefined;
	const vocabulary = await readVocabulary();
	const bike = bikeOfParam(fits, vocabulary);
	return ({ capabilities }) =>
		verdict(toCapabilities(capabilities), bike, vocabulary).outcome === "fits";
}

/** Returns the query without the standards of its bike that do not exist: the same query if all do. */
export async function withKnownBike(query: CatalogueQuery): Promise<CatalogueQuery> {
	const { fits } = query.filter;
	if (fits === undefined) return query;
	const known = toBikeParam(bikeOfParam(fits, await readVocabulary())) || undefined;
	return known === fits ? query : { ...query, filter: { ...query.filter, fits: known } };
}
