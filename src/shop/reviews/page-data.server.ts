/** The data of public pages that show tools and reviews together, in one round trip each. */
import { batch } from "../../platform/database.ts";
import { brandOf } from "../structured-data/brand.ts";
import { toolQuery, toolsQuery, toTool } from "../tools/tools.server.ts";
import type { Tool } from "../tools/tools.ts";
import { homeToolCount } from "../tools/tools.ts";
import { reviewsQuery, toReview } from "./reviews.server.ts";
import { homeReviewCount, type Review, toolReviewCount } from "./reviews.ts";

/** The newest tools and reviews for the home page, newest first. */
export async function loadHomePage(): Promise<{ tools: Tool[]; reviews: Review[] }> {
	const { tools, reviews } = await batch({
		tools: toolsQuery({ limit: homeToolCount, cursor: undefined }),
		reviews: reviewsQuery({ limit: homeReviewCount, cursor: undefined }),
	});
	return {
		tools: tools.slice(0, homeToolCount).map(toTool),
		reviews: reviews.slice(0, homeReviewCount).map(toReview),
	};
}

interface ToolPage {
	tool: Tool;
	reviews: Review[];
	/** How many reviews it has, and the sum of their stars. */
	rating: { count: number; sum: number };
	brand: string | undefined;
}

/** A listed tool with its newest reviews, or undefined if there is no such tool. */
export async function loadToolPage(toolId: string): Promise<ToolPage | undefined> {
	const {
		tool: [tool],
		reviews,
	} = await batch({
		tool: toolQuery(toolId),
		reviews: reviewsQuery({ limit: toolReviewCount, cursor: undefined }, { toolId }),
	});
	return (
		tool && {
			tool: toTool(tool),
			reviews: reviews.slice(0, toolReviewCount).map(toReview),
			rating: { count: tool.ratingCount ?? 0, sum: tool.ratingSum ?? 0 },
			brand: brandOf(tool.specifications),
		}
	);
}
