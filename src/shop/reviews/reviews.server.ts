/** Reviews in the database. */
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { orders, reviews, tools } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import { type Cursor, decodeCursor, type Page, splitPage } from "../../http/paging.ts";
import { purge } from "../../platform/cache.ts";
import { database, newId } from "../../platform/database.ts";
import { after, sorted } from "../../platform/keyset.ts";
import type { Caller } from "../users/users.ts";
import type { NewReview, Review } from "./reviews.ts";

/** How many reviews a page of the public list shows: few enough that, with the tool of each, it reads under 30 rows. */
const wallSize = 12;

/** The query of a page of reviews, newest first; each column has a name of its own, as `batch` needs. */
export function reviewsQuery({ limit, cursor }: Page, toolId?: string) {
	return (
		database()
			.select({
				id: reviews.id,
				author: reviews.author,
				rating: reviews.rating,
				image: reviews.image,
				description: reviews.description,
				orderId: reviews.orderId,
				toolId: reviews.toolId,
				createdAt: reviews.createdAt,
				toolName: tools.name,
			})
			.from(reviews)
			// A tool that is off the wall is not named: its page is gone.
			.leftJoin(tools, and(eq(tools.id, reviews.toolId), isNull(tools.archivedAt)))
			.where(
				and(
					after(reviews.createdAt, reviews.id, "desc", cursor),
					toolId === undefined ? undefined : eq(reviews.toolId, toolId),
				),
			)
			.orderBy(...sorted(reviews.createdAt, reviews.id, "desc"))
			.limit(limit + 1)
	);
}

const newest = (row: { createdAt: Date }) => row.createdAt.getTime();

type ReviewRow = Awaited<ReturnType<typeof reviewsQuery>>[number];

/** A review as it goes over the wire: its stars are called name there. */
export function toReview(row: ReviewRow): Review {
	return {
		_id: row.id,
		name: row.rating,
		image: row.image,
		description: row.description,
		author: row.author,
		createdAt: row.createdAt.toISOString(),
		verified: row.orderId !== null,
		...(row.toolId && row.toolName && { tool: { _id: row.toolId, name: row.toolName } }),
	};
}

/** A page of reviews, newest first, and the cursor of the next. */
export async function listReviews(
	page: Page,
): Promise<{ reviews: Review[]; next: Cursor | undefined }> {
	const { rows, next } = splitPage(await reviewsQuery(page), page.limit, newest);
	return { reviews: rows.map(toReview), next };
}

/** A page of the public reviews, from a cursor as it stands in an address; one that is none is ignored. */
export function reviewWall(cursor: string | null) {
	const place = cursor === null ? null : decodeCursor(cursor);
	return listReviews({ limit: wallSize, cursor: place ?? undefined });
}

/** Adds a review. One of a tool that the caller has a paid order of is verified by it. Refuses an unknown tool with not_found. */
export async function addReview(
	caller: Caller,
	review: NewReview,
): Promise<{ insertedId: string }> {
	const { name: rating, productCode: toolId, image, description } = review;
	const db = database();
	if (toolId !== undefined) {
		const [tool] = await db.select({ id: tools.id }).from(tools).where(eq(tools.id, toolId));
		if (!tool) throw new ShopError("not_found");
	}
	const orderId = toolId === undefined ? undefined : await paidOrderOf(caller, toolId);
	const id = newId();
	await db.insert(reviews).values({
		id,
		userId: caller.id,
		author: caller.name,
		rating,
		image,
		description,
		toolId,
		orderId,
		createdAt: new Date(),
	});
	purge("reviews", ...(toolId === undefined ? [] : [`tool:${toolId}` as const]));
	return { insertedId: id };
}

async function paidOrderOf(caller: Caller, toolId: string): Promise<string | undefined> {
	const [order] = await database()
		.select({ id: orders.id })
		.from(orders)
		.where(
			and(eq(orders.userId, caller.id), eq(orders.toolId, toolId), isNotNull(orders.transactionId)),
		)
		.limit(1);
	return order?.id;
}
