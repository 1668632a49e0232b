/** Reads the data of embeds from the database. */
import { eq } from "drizzle-orm";
import type { ReviewData, ToolData } from "../../../widgets/src/data.ts";
import { tools } from "../../db/tables.ts";
import { database } from "../../platform/database.ts";
import { ShopError } from "../errors.ts";
import { toDollars } from "../fields.ts";
import { reviewsQuery, toReview } from "../reviews/reviews.server.ts";
import { excerpt, excerptLengths, truncateToMinute } from "./embeds.ts";

/** Returns the data of a tool card; an archived tool is `retired`. Throws ShopError `not_found`. */
export async function getToolData(toolId: string): Promise<ToolData> {
	const [row] = await database().select().from(tools).where(eq(tools.id, toolId));
	if (!row) throw new ShopError("not_found");
	const base = {
		_id: row.id,
		name: row.name,
		image: row.image,
		description: excerpt(row.description, excerptLengths.tool),
		checkedAt: truncateToMinute(new Date()),
	};
	if (row.archivedAt) return { ...base, retired: true };
	const { minOrderQuantity, quantity, priceCents } = row;
	return { ...base, minOrderQuantity, quantity, price: toDollars(priceCents) };
}

/** Returns the data of a feed of the newest reviews. */
export async function listReviewData(count: number): Promise<ReviewData[]> {
	const rows = await reviewsQuery({ limit: count, cursor: undefined });
	return rows.slice(0, count).map((row) => {
		const review = toReview(row);
		return { ...review, description: excerpt(review.description, excerptLengths.review) };
	});
}
