/** The tools and reviews of feeds and of the sitemap, from the database. */
import { and, eq, gt, isNull, lte, max, sql } from "drizzle-orm";
import { families } from "../../db/family-tables.ts";
import { saleTools } from "../../db/offer-tables.ts";
import { categories, inLists, tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { batch, database } from "../../platform/database/database.ts";
import { newestQuery } from "../catalogue/catalogue.server.ts";
import { reviewsQuery, toReview } from "../reviews/reviews.server.ts";
import type { Review } from "../reviews/reviews.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { toCard, toTool } from "../tools/tools.server.ts";
import { feedLength } from "./feeds.ts";
import { productFeedEnd, productFeedItem, productFeedStart } from "./product-feed.ts";
import { numbersInPart, sitemapParts } from "./sitemap.ts";

/** Tools that one query of the product feed reads. 100,000 take 100 queries, of the 1,000 that a request may send. */
const productsPerQuery = 1000;

const isListed = isNull(tools.archivedAt);

/** The newest tools and families. A family has no id that stays but its address. */
export async function newestTools() {
	const rows = await newestQuery(feedLength);
	return rows.map((row) => {
		const { name, description, image, address } = toCard(row);
		const id = row.family?.slug ?? row.id;
		return { id, address, name, description, image, createdAt: row.createdAt };
	});
}

/** The newest reviews. */
export async function newestReviews(): Promise<Review[]> {
	const rows = await reviewsQuery({ limit: feedLength, cursor: undefined });
	return rows.slice(0, feedLength).map(toReview);
}

function lastNumber() {
	return database()
		.select({ number: max(tools.number) })
		.from(tools);
}

/** The names of the sitemap's parts. */
export async function listSitemapParts(): Promise<string[]> {
	const [last] = await lastNumber();
	return sitemapParts(last?.number ?? 0);
}

/** The tools and families in a part of the sitemap, and when they last changed. Throws ShopError `not_found`. */
export async function toolsInPart(
	part: string,
): Promise<{ id: string; slug: string | null; updatedAt: Date }[]> {
	const slug = sql<string | null>`coalesce(${tools.family} ->> 'slug', ${tools.slug})`.as(
		"address",
	);
	const numbers = numbersInPart(part);
	if (!numbers) throw new ShopError("not_found");
	const {
		last: [last],
		found,
	} = await batch({
		last: lastNumber(),
		found: database()
			.select({ id: tools.id, slug, updatedAt: tools.updatedAt })
			.from(tools)
			.where(and(gt(tools.number, numbers.after), lte(tools.number, numbers.upTo), inLists(tools)))
			.orderBy(tools.number),
	});
	if ((last?.number ?? 0) <= numbers.after) throw new ShopError("not_found");
	return found;
}

/** When the price of a tool's sale began. Of the few that have one, it reads the newest row. */
const saleStartedAt = sql`iif(
		${tools.saleEndsAt} is null, null,
		(
			select max(${saleTools.startedAt})
			from ${saleTools}
			where ${saleTools.toolId} = ${tools.id} and ${saleTools.endedAt} is null
		)
	)`.mapWith(saleTools.startedAt);

/** The product feed in pieces: each query starts after the last row of the one before. */
export async function* productFeed(origin: string): AsyncGenerator<string> {
	// Not a piece of its own: if the first query fails, the response can still be an error.
	const { shipping } = await shopSettings();
	let start = productFeedStart(origin);
	let after = 0;
	while (true) {
		const rows = await database()
			.select({
				number: tools.number,
				id: tools.id,
				slug: tools.slug,
				name: tools.name,
				description: tools.description,
				image: tools.image,
				minOrderQuantity: tools.minOrderQuantity,
				quantity: tools.quantity,
				priceCents: tools.priceCents,
				priorPriceCents: tools.priorPriceCents,
				saleEndsAt: tools.saleEndsAt,
				saleStartedAt: saleStartedAt.as("sale_started_at"),
				maker: tools.maker,
				sku: tools.sku,
				gtin: tools.gtin,
				mpn: tools.mpn,
				contents: tools.contents,
				weightGrams: tools.weightGrams,
				furtherImages: tools.furtherImages,
				parts: tools.parts,
				isGiftCard: tools.isGiftCard,
				group: sql<string | null>`${families.slug}`.as("group_slug"),
				category: sql<string | null>`${categories.name}`.as("category"),
			})
			.from(tools)
			.leftJoin(families, eq(families.id, tools.familyId))
			.leftJoin(categories, eq(categories.slug, tools.categorySlug))
			.where(and(gt(tools.number, after), isListed))
			.orderBy(tools.number)
			.limit(productsPerQuery);
		const items = rows.map((row) => {
			const { contents: _, furtherImages, parts, ...columns } = row;
			const tool = {
				...columns,
				...toTool(row),
				furtherImages: furtherImages.map(({ image }) => image),
				isBundle: parts !== null,
			};
			return productFeedItem(origin, tool, shipping);
		});
		yield start + items.join("");
		start = "";
		const last = rows.at(-1);
		if (!last || rows.length < productsPerQuery) break;
		after = last.number;
	}
	yield productFeedEnd;
}
