/** What other sites can embed, with its data from the database. */
import { and, eq } from "drizzle-orm";
import type { ReviewData, ToolData } from "../../../widgets/src/data.ts";
import { currency } from "../../config/config.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { reviewsOfShop } from "../../messages.feeds.ts";
import type { CacheTag } from "../../platform/cache-policy.ts";
import { database } from "../../platform/database.ts";
import { shopOrigin } from "../../platform/settings.ts";
import { excerpt } from "../../values/excerpt.ts";
import { reviewsQuery, toReview } from "../reviews/reviews.server.ts";
import { numberOfTool, wasListed } from "../tools/addresses.server.ts";
import { pricingOf } from "../tools/pricing.ts";
import { addressOf, toTool } from "../tools/tools.server.ts";
import type { Tool } from "../tools/tools.ts";
import { isGone } from "../tools/tools.ts";
import {
	type Appearance,
	excerptLengths,
	feedMarkup,
	parseReviewCount,
	toolMarkup,
	truncateToMinute,
} from "./embeds.ts";
import { elementStyle } from "./responses.server.ts";

/**
 * The tool that an address, a former one or an id leads to, also one that is no longer sold. Throws ShopError `not_found`,
 * or `gone` when its page is, too.
 */
async function findTool(address: string) {
	const [row] = await database()
		.select()
		.from(tools)
		.where(and(eq(tools.number, numberOfTool(address)), wasListed()));
	if (!row) throw new ShopError("not_found");
	if (isGone(row.archivedAt ?? undefined)) throw new ShopError("gone");
	return row;
}

/** Returns what a link to a tool embeds. Throws ShopError `not_found` or `gone`. */
export async function getLinkedTool(
	address: string,
): Promise<Pick<Tool, "_id" | "name" | "address">> {
	const row = await findTool(address);
	return { _id: row.id, name: row.name, ...addressOf(row) };
}

/** Returns the data of a tool card; an archived tool is `retired`. Throws ShopError `not_found` or `gone`. */
async function getToolData(address: string): Promise<ToolData> {
	const row = await findTool(address);
	const base = {
		_id: row.id,
		name: row.name,
		image: row.image,
		description: excerpt(row.description, excerptLengths.tool),
		checkedAt: truncateToMinute(new Date()),
	};
	if (row.archivedAt) return { ...base, retired: true };
	const tool = toTool(row);
	const { price: amount, measured, smallestOrder } = pricingOf(tool);
	return {
		...base,
		minOrderQuantity: tool.minOrderQuantity,
		quantity: tool.quantity,
		// Elements before 1.2.0 read it as US dollars.
		...(currency === "USD" && { price: amount }),
		amount,
		currency,
		smallestOrder,
		...(tool.sale && { sale: tool.sale }),
		...(measured && { unitAmount: measured.price, per: measured.per }),
	};
}

/** Returns the data of a feed of the newest reviews. */
async function listReviewData(count: number): Promise<ReviewData[]> {
	const rows = await reviewsQuery({ limit: count, cursor: undefined });
	return rows.slice(0, count).map((row) => {
		// The elements show no answers.
		const { answer: _, ...review } = toReview(row);
		return { ...review, description: excerpt(review.description, excerptLengths.review) };
	});
}

/** A kind of embed. `Data` is what it shows. */
export interface Embed<Data> {
	element: "tool" | "feed";
	/** Reads the data for the last part of the path. Throws ShopError `not_found`. */
	load: (param: string) => Promise<Data>;
	/** Cache tags of what it shows: a write to any of them purges it. */
	tags: (data: Data) => CacheTag[];
	/** The body of the JSON format. */
	json: (data: Data) => unknown;
	title: (data: Data) => string;
	/** The element as declarative shadow DOM. */
	markup: (data: Data, appearance: Appearance) => string;
}

/** The card of a tool, by its id or its address. */
export const toolEmbed: Embed<ToolData> = {
	element: "tool",
	load: getToolData,
	tags: ({ _id }) => ["every-tool", `tool:${_id}`],
	json: (tool) => tool,
	title: ({ name }) => name,
	markup: (tool, appearance) => toolMarkup(tool, shopOrigin(), elementStyle, appearance),
};

/** The feed of the newest reviews, by their number. */
export const reviewsEmbed: Embed<{ count: number; reviews: ReviewData[] }> = {
	element: "feed",
	load: async (param) => {
		const count = parseReviewCount(param);
		if (!count) throw new ShopError("not_found");
		return { count, reviews: await listReviewData(count) };
	},
	tags: () => ["reviews"],
	json: ({ reviews }) => reviews,
	title: () => reviewsOfShop,
	markup: ({ count, reviews }, appearance) =>
		feedMarkup(reviews, count, shopOrigin(), elementStyle, appearance),
};
