/** The filter of the catalogue by a bike. */
import { bikeOfParam, toBikeParam } from "../fit/bike.ts";
import { type StoredCapability, toCapabilities } from "../fit/capability-rows.ts";
import { mayFit } from "../fit/fit.ts";
import { readVocabulary } from "../fit/vocabulary.server.ts";
import type { FitsBike, ToolRow } from "../tools/tools.server.ts";
import type { CatalogueQuery } from "./catalogue.ts";

/** Returns whether what a tool can do fits what is known of the bike of this parameter; undefined without one. */
export async function bikeFilter(fits: string | undefined): Promise<FitsBike | undefined> {
	if (fits === undefined) return undefined;
	const vocabulary = await readVocabulary();
	const bike = bikeOfParam(fits, vocabulary);
	return (capabilities) => mayFit(toCapabilities(capabilities), bike, vocabulary);
}

/** Whether a tool, or one of the family that it stands for, fits the bike. Without a bike all do. */
export function fitsSome(
	{ capabilities, family }: Pick<ToolRow, "capabilities" | "family">,
	fitsBike: FitsBike | undefined,
): boolean {
	if (!fitsBike) return true;
	const all: StoredCapability[][] = family
		? family.variants.map((variant) => variant.capabilities)
		: [capabilities];
	return all.some((one) => fitsBike(one));
}

/** Returns the query without the standards of its bike that do not exist: the same query if all do. */
export async function withKnownBike(query: CatalogueQuery): Promise<CatalogueQuery> {
	const { fits } = query.filter;
	if (fits === undefined) return query;
	const known = toBikeParam(bikeOfParam(fits, await readVocabulary())) || undefined;
	return known === fits ? query : { ...query, filter: { ...query.filter, fits: known } };
}
