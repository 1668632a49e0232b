/** What other sites can embed, with its data from the database. */
import { and, eq } from "drizzle-orm";
import type { ReviewData, ToolData } from "../../../widgets/src/data.ts";
import { currency } from "../../config/config.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { kitContents, reviewsOfShop } from "../../messages/feeds.ts";
import type { CacheTag } from "../../platform/cache/cache-policy.ts";
import { database } from "../../platform/database/database.ts";
import { shopOrigin } from "../../platform/settings/settings.ts";
import { excerpt } from "../../values/excerpt.ts";
import { reviewsQuery, toReview } from "../reviews/reviews.server.ts";
import { numberOfTool, wasListed } from "../tools/addresses.server.ts";
import { pricingOf } from "../tools/pricing.ts";
import { addressOf, type ToolRow, toCard, toTool } from "../tools/tools.server.ts";
import type { ListedTool, Tool } from "../tools/tools.ts";
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

/** Whether an address is that of the family for which a tool stands in lists. */
const isOfFamily = ({ family }: Pick<ToolRow, "family">, address: string) =>
	family?.slug === address;

/** Returns what a link to a tool or a family embeds. A family has no id but its address. Throws ShopError `not_found` or `gone`. */
export async function getLinkedTool(
	address: string,
): Promise<Pick<Tool, "_id" | "name" | "address">> {
	const row = await findTool(address);
	if (isOfFamily(row, address)) return { _id: address, name: toCard(row).name };
	return { _id: row.id, name: row.name, ...addressOf(row) };
}

/** The same, or undefined where there is nothing to embed. */
export async function findLinkedTool(address: string) {
	return getLinkedTool(address).catch((error: unknown) => {
		if (error instanceof ShopError) return undefined;
		throw error;
	});
}

/** What a card shows, and the tools that it shows it of. */
interface ToolEmbed {
	data: ToolData;
	toolIds: readonly string[];
}

/**
 * Returns what a tool card shows: a family, if the address is that of one, with its lowest price. An archived tool is
 * `retired`. Throws ShopError `not_found` or `gone`.
 */
async function getToolEmbed(address: string): Promise<ToolEmbed> {
	const row = await findTool(address);
	const tool: ListedTool = isOfFamily(row, address) ? toCard(row) : toTool(row);
	const variants = tool.family ? (row.family?.variants ?? []) : [];
	const parts = row.parts ?? [];
	return {
		data: toToolData(row, tool),
		toolIds: [...new Set([row.id, ...[...variants, ...parts].map(({ id }) => id)])],
	};
}

function toToolData(row: ToolRow, tool: ListedTool): ToolData {
	const parts = (row.parts ?? []).map(({ quantity, name }) => ({ quantity, name }));
	const text = parts.length > 0 ? `${kitContents(parts)} ${tool.description}` : tool.description;
	const base = {
		_id: row.id,
		name: tool.name,
		image: tool.image,
		description: excerpt(text, excerptLengths.tool),
		checkedAt: truncateToMinute(new Date()),
	};
	if (row.archivedAt) return { ...base, retired: true };
	const { family, address } = tool;
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
		...(family && address !== undefined && { family: { ...family, address } }),
		...(row.isGiftCard && { isGiftCard: true }),
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
export const toolEmbed: Embed<ToolEmbed> = {
	element: "tool",
	load: getToolEmbed,
	tags: ({ toolIds }) => ["every-tool", ...toolIds.map((id) => `tool:${id}` as const)],
	json: ({ data }) => data,
	title: ({ data }) => data.name,
	markup: ({ data }, appearance) => toolMarkup(data, shopOrigin(), elementStyle, appearance),
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
