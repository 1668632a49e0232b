/** The data of public pages that show tools and reviews together, in one round trip each. */
import { and, eq, getTableColumns } from "drizzle-orm";
import { categories, tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { decodeCursor } from "../../values/paging.ts";
import {
	categoriesQuery,
	sortCategories,
	wholeCountsQuery,
} from "../catalogue/catalogue.server.ts";
import type { Category } from "../catalogue/catalogue.ts";
import { toCapabilities } from "../fit/stored-capabilities.server.ts";
import {
	maxRelated,
	neededToolsQuery,
	relatedToolsQuery,
	replacementQuery,
} from "../jobs/tool-jobs.server.ts";
import type { Companion } from "../jobs/tool-jobs.ts";
import { toolQuestionCount } from "../questions/question-states.ts";
import { storedQuestions } from "../questions/questions.ts";
import { idOfTool, numberOfTool, wasListed } from "../tools/addresses.server.ts";
import { bestSellersQuery, factsOf, toListedTool, toolsQuery } from "../tools/tools.server.ts";
import { bestSellerCount, canOrder, homeToolCount, type Tool } from "../tools/tools.ts";
import {
	hiddenCountsQuery,
	reviewsQuery,
	toolReviewsQuery,
	toReview,
	toReviewPage,
} from "./reviews.server.ts";
import { homeReviewCount, type Review, toolReviewCount } from "./reviews.ts";
import type { ToolPage } from "./tool-page.ts";

/** The categories, the newest tools and reviews, and the best sellers, for the home page. */
export async function loadHomePage(): Promise<{
	categories: Category[];
	tools: Tool[];
	bestSellers: Tool[];
	reviews: Review[];
	/** How many tools a sale has reduced. */
	onSale: number;
}> {
	const {
		categories,
		tools: newest,
		best,
		reviews,
		counts: [counts],
	} = await batch({
		categories: categoriesQuery(),
		tools: toolsQuery({ limit: homeToolCount, cursor: undefined }),
		// Some may be sold out.
		best: bestSellersQuery(2 * bestSellerCount),
		reviews: reviewsQuery({ limit: homeReviewCount, cursor: undefined }),
		counts: wholeCountsQuery(),
	});
	return {
		categories: sortCategories(categories),
		tools: newest.slice(0, homeToolCount).map(toListedTool),
		bestSellers: best.map(toListedTool).filter(canOrder).slice(0, bestSellerCount),
		reviews: reviews.slice(0, homeReviewCount).map(toReview),
		onSale: counts?.onSaleCount ?? 0,
	};
}

/**
 * A tool with what its page shows, also one that is no longer sold; undefined if there is no such tool or it is a draft.
 * `address` is its address, a former one or its id. `cursor` is that of a page of its reviews; an invalid one is ignored.
 */
export async function loadToolPage(
	address: string,
	companions: readonly Companion[] = [],
	cursor: string | null = null,
): Promise<ToolPage | undefined> {
	const toolId = idOfTool(address);
	const after = decodeCursor(cursor);
	const {
		tool: [row],
		needed,
		related,
		replacement: [replacement],
		hidden: [hidden],
		reviews,
	} = await batch({
		tool: database()
			.select({
				...getTableColumns(tools),
				// `batch` needs a distinct name for each column.
				category: categories.name.getSQL().as<string | null>("category"),
			})
			.from(tools)
			.leftJoin(categories, eq(categories.slug, tools.categorySlug))
			.where(and(eq(tools.number, numberOfTool(address)), wasListed())),
		needed: neededToolsQuery(address, companions),
		related: relatedToolsQuery(address),
		replacement: replacementQuery(address),
		hidden: hiddenCountsQuery(toolId),
		reviews: toolReviewsQuery(toolId, { limit: toolReviewCount, cursor: after }),
	});
	if (!row) return undefined;
	const tool = toListedTool(row);
	const neededTools = needed.map(({ need, ...other }) => ({
		tool: toListedTool(other),
		for: companions[need]?.for ?? "",
	}));
	const isShown = new Set(neededTools.map((needed) => needed.tool._id));
	if (replacement) isShown.add(replacement.id);
	return {
		tool,
		archivedAt: row.archivedAt ?? undefined,
		replacement: replacement && toListedTool(replacement),
		category:
			row.categorySlug && row.category ? { slug: row.categorySlug, name: row.category } : undefined,
		images: [
			{ image: row.image, alt: row.imageAlt || row.name },
			...row.furtherImages.map(([image, alt]) => ({ image, alt: alt || row.name })),
		],
		specifications: row.specifications,
		facts: factsOf(row),
		capabilities: toCapabilities(row.unlistedCapabilities ?? row.capabilities),
		stars: [row.stars1, row.stars2, row.stars3, row.stars4, row.stars5],
		hiddenReviews: hidden?.counts ?? {},
		needed: firstOfEach(neededTools, (needed) => needed.tool._id),
		related: firstOfEach(
			related.map(toListedTool).filter(({ _id }) => !isShown.has(_id)),
			({ _id }) => _id,
		).slice(0, maxRelated),
		questions: storedQuestions(row.questions.slice(0, toolQuestionCount)),
		hasMoreQuestions: row.questions.length > toolQuestionCount,
		...toReviewPage(reviews, toolReviewCount),
		isFirstPage: after === undefined,
	};
}

/** One tool may be needed for several things, and may be related in two ways. */
function firstOfEach<Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] {
	return [...Map.groupBy(items, idOf).values()].flatMap(([first]) => (first ? [first] : []));
}
