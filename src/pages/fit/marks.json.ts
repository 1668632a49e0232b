/** Whether tools fit a bike: what public pages, which are the same for all, add for the bike of this browser. */
import { publicRoute } from "../../http/text-route.ts";
import { cachePolicy } from "../../platform/cache/cache-policy.ts";
import { bikeDimensions, markedToolsPattern, readBike } from "../../shop/fit/bike.ts";
import { findFitMarks } from "../../shop/fit/fit-marks.server.ts";
import { readVocabulary } from "../../shop/fit/vocabulary.server.ts";

export const { GET, ALL } = publicRoute(async ({ url, cache }) => {
	const vocabulary = await readVocabulary();
	const bike = readBike(url.searchParams, bikeDimensions, vocabulary);
	const tools = url.searchParams.get("tools") ?? "";
	const toolIds = markedToolsPattern.test(tools) ? [...new Set(tools.split(","))] : [];
	const marks = await findFitMarks(toolIds, bike, vocabulary);
	cache.set(
		cachePolicy("every-tool", ...toolIds.map((id) => `tool:${id.replace(/\.$/, "")}` as const)),
	);
	return Response.json(marks, { headers: { "X-Content-Type-Options": "nosniff" } });
});
