/** Reads, adds and deletes reviews. */
import {
	and,
	eq,
	getTableColumns,
	gt,
	isNotNull,
	isNull,
	ne,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { may } from "../../access/roles.ts";
import { isPaidLine, orderLines } from "../../db/order-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import { maxCounted } from "../../messages/numbers.ts";
import { hiddenFor } from "../../messages/reviews.ts";
import { enforceDailyLimit } from "../../platform/auth/account-attempts.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { changedSince, toChangedPage } from "../../platform/database/changed-since.ts";
import { batch, database, newId } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import type { Deleted, Inserted } from "../../values/fields.ts";
import { type Cursor, decodeCursor, type Page, splitPage } from "../../values/paging.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { imageNotOwned, touchImage } from "../images/images.server.ts";
import { addressOf } from "../tools/tools.server.ts";
import type { CountsByReason, HiddenReason } from "./hidden-reasons.ts";
import type { NewReview, OwnReview, Review } from "./reviews.ts";

/** Reviews on a page of the public list: few enough that the page, with the tool of each, reads fewer than 30 rows. */
const reviewsPageSize = 12;

/** Whether visitors see a review. */
export const isShown = isNull(reviews.hiddenAt);

/** What `toReview` needs of a review and its tool. `batch` needs a distinct name for each column. */
export const reviewColumns = {
	id: reviews.id,
	author: reviews.author,
	rating: reviews.rating,
	image: reviews.image,
	description: reviews.description,
	lineId: reviews.lineId,
	toolId: reviews.toolId,
	createdAt: reviews.createdAt,
	hiddenReason: reviews.hiddenReason,
	answer: reviews.answer,
	answeredAt: reviews.answeredAt,
	toolName: tools.name,
	toolSlug: tools.slug,
};

/** The query of a page of reviews, newest first; only their author sees hidden ones. */
export function reviewsQuery(
	{ limit, cursor }: Page,
	{ id, userId }: { id?: string; userId?: string } = {},
) {
	return (
		database()
			.select(reviewColumns)
			.from(reviews)
			// An archived tool is not named, because its page is gone.
			.leftJoin(tools, and(eq(tools.id, reviews.toolId), isNull(tools.archivedAt)))
			.where(
				and(
					afterCursor(reviews.createdAt, reviews.id, "desc", cursor),
					id === undefined ? undefined : eq(reviews.id, id),
					userId === undefined ? isShown : eq(reviews.userId, userId),
				),
			)
			.orderBy(...orderByKey(reviews.createdAt, reviews.id, "desc"))
			.limit(limit + 1)
	);
}

/** The query of a page of the reviews of a family or a tool, which don't name it: its page does. */
export function toolReviewsQuery(subject: SQL, { limit, cursor }: Page) {
	return database()
		.select({
			...getTableColumns(reviews),
			toolName: sql<null>`null`.as("tool_name"),
			toolSlug: sql<null>`null`.as("slug"),
		})
		.from(reviews)
		.where(
			and(
				eq(reviews.subject, subject),
				isShown,
				afterCursor(reviews.createdAt, reviews.id, "desc", cursor),
			),
		)
		.orderBy(...orderByKey(reviews.createdAt, reviews.id, "desc"))
		.limit(limit + 1);
}

/** A page of reviews from the rows of its query, and the cursor of the next page. */
export function toReviewPage(
	fetched: ReviewRow[],
	limit: number,
): { reviews: Review[]; next: Cursor | undefined } {
	const { rows, next } = splitPage(fetched, limit, createdAtMs);
	return { reviews: rows.map(toReview), next };
}

const createdAtMs = (row: { createdAt: Date }) => row.createdAt.getTime();

type ReviewRow = Awaited<ReturnType<typeof reviewsQuery>>[number];

/** Converts a review row to the API's format, where `name` is the rating. */
export function toReview(row: ReviewRow): Review {
	return {
		_id: row.id,
		name: row.rating,
		image: row.image,
		description: row.description,
		author: row.author,
		createdAt: row.createdAt.toISOString(),
		verified: row.lineId !== null,
		...(row.toolId &&
			row.toolName && {
				tool: { _id: row.toolId, name: row.toolName, ...addressOf({ slug: row.toolSlug }) },
			}),
		...(row.answer &&
			row.answeredAt && {
				answer: { text: row.answer, createdAt: row.answeredAt.toISOString() },
			}),
	};
}

/** A page of reviews, newest first, and the cursor of the next page. */
export async function listReviews(
	page: Page,
): Promise<{ reviews: Review[]; next: Cursor | undefined }> {
	return toReviewPage(await reviewsQuery(page), page.limit);
}

/** A page of the reviews that have changed since a time, the oldest change first, and the cursor of the next page. */
export async function listChangedReviews(since: Date, page: Page) {
	const { where, orderBy, limit } = changedSince(reviews, since, page);
	const rows = await database()
		.select({ ...reviewColumns, changedAt: reviews.changedAt })
		.from(reviews)
		.leftJoin(tools, and(eq(tools.id, reviews.toolId), isNull(tools.archivedAt)))
		.where(and(isShown, where))
		.orderBy(...orderBy)
		.limit(limit);
	return toChangedPage(rows, page.limit, toReview);
}

/** The query of the reasons of hidden reviews, a hundred at most: of a family or a tool, or of the whole shop. */
export function hiddenQuery(subject?: SQL) {
	return database()
		.select({ reason: reviews.hiddenReason })
		.from(reviews)
		.where(
			and(
				isNotNull(reviews.hiddenAt),
				subject ? eq(reviews.subject, subject) : gt(reviews.hiddenAt, new Date(0)),
			),
		)
		.limit(maxCounted);
}

/** Counts hidden reviews by reason. */
export function countsByReason(hidden: readonly { reason: HiddenReason | null }[]): CountsByReason {
	const counts: CountsByReason = {};
	for (const { reason } of hidden) if (reason) counts[reason] = (counts[reason] ?? 0) + 1;
	return counts;
}

/**
 * A page of the public list of reviews, from the cursor in the URL, and how many are hidden by reason. An
 * invalid cursor is ignored.
 */
export async function listPublicReviews(cursor: string | null) {
	const { found, hidden } = await batch({
		found: reviewsQuery({ limit: reviewsPageSize, cursor: decodeCursor(cursor) }),
		hidden: hiddenQuery(),
	});
	return { ...toReviewPage(found, reviewsPageSize), hidden: countsByReason(hidden) };
}

/**
 * Adds a review and returns its id. A review of a tool is verified if the caller has a paid order of it,
 * and replaces the caller's earlier review of that tool. If that one is hidden, the new one is too, until an
 * administrator has seen it: nobody gets round it by writing the same again. Throws ShopError `not_found` (unknown tool),
 * `invalid` (field `image`: not the caller's upload) or `too_many` (daily limit).
 */
export async function addReview(
	caller: Caller,
	review: NewReview,
): Promise<Inserted & { hidden?: true }> {
	const { name: rating, productCode: toolId, image, description } = review;
	const db = database();
	const {
		ownImage: [ownImage],
		tool: [tool],
		line: [line],
	} = await batch({
		ownImage: touchImage(image, caller.id),
		tool: db
			.select({ id: tools.id })
			.from(tools)
			.where(eq(tools.id, toolId ?? "")),
		line: paidLineQuery(caller, toolId ?? ""),
	});
	if (toolId !== undefined && !tool) throw new ShopError("not_found");
	if (!ownImage) throw imageNotOwned();
	// Replacements count as well, or they would bypass the limit.
	await enforceDailyLimit("review", caller.id, messages.dailyReviewLimit);
	const id = newId();
	const createdAt = new Date();
	const insertReview = db.insert(reviews).values({
		id,
		userId: caller.id,
		author: caller.name,
		rating,
		image,
		description,
		toolId,
		lineId: line?.id,
		createdAt,
		queuedAt: createdAt,
	});
	if (toolId === undefined) {
		await insertReview;
		purge("reviews");
		return { insertedId: id };
	}
	const replaced = and(
		eq(reviews.userId, caller.id),
		eq(reviews.toolId, toolId),
		ne(reviews.id, id),
	);
	// The hidden review that it replaces, if any. In the same batch, so that hiding one can't be missed.
	const hiddenBefore = (column: SQL) =>
		sql`(
			select ${column}
			from reviews as earlier
			where earlier.user_id = ${caller.id}
				and earlier.tool_id = ${toolId}
				and earlier.id <> ${id}
				and earlier.hidden_at is not null
			limit 1
		)`;
	const {
		hidden: [hidden],
	} = await batch({
		inserted: insertReview,
		hidden: db
			.update(reviews)
			.set({
				hiddenAt: hiddenBefore(sql`earlier.hidden_at`),
				hiddenReason: hiddenBefore(sql`earlier.hidden_reason`),
			})
			.where(and(eq(reviews.id, id), sql`${hiddenBefore(sql`1`)} = 1`))
			.returning({ id: reviews.id }),
		audit: auditReview("review.replaced", caller, replaced, { rating }),
		deleted: db.delete(reviews).where(replaced),
	});
	// The catalogue is filtered and sorted by rating.
	purge("reviews", "tools", `tool:${toolId}`);
	return { insertedId: id, ...(hidden && { hidden: true }) };
}

function paidLineQuery(caller: Caller, toolId: string) {
	return database()
		.select({ id: orderLines.id })
		.from(orderLines)
		.where(
			and(
				eq(orderLines.userId, caller.id),
				// Who has bought a bundle may review it, and each of its parts.
				or(eq(orderLines.toolId, toolId), eq(orderLines.bundleId, toolId)),
				isPaidLine,
			),
		)
		.limit(1);
}

/**
 * Deletes a review: the caller's own, or any for an administrator. Throws ShopError `not_found`, or
 * `forbidden` for another customer's review.
 */
export async function deleteReview(caller: Caller, reviewId: string): Promise<Deleted> {
	const isOwn = may(caller.role, "reviews") ? undefined : eq(reviews.userId, caller.id);
	const isTarget = and(eq(reviews.id, reviewId), isOwn);
	const db = database();
	const {
		deleted: [deleted],
		remaining: [remaining],
	} = await batch({
		// The audit entry comes first, because it reads the review.
		audit: auditReview("review.deleted", caller, isTarget),
		deleted: db.delete(reviews).where(isTarget).returning({ toolId: reviews.toolId }),
		remaining: db.select({ id: reviews.id }).from(reviews).where(eq(reviews.id, reviewId)),
	});
	if (!deleted) throw new ShopError(remaining ? "forbidden" : "not_found");
	purge("reviews", ...(deleted.toolId ? (["tools", `tool:${deleted.toolId}`] as const) : []));
	return { deletedCount: 1 };
}

/**
 * The statement that inserts an audit entry for a review, before it if that is deleted: its tool and rating,
 * the rating of its replacement, if any, and `more`. If several match, it takes the newest.
 */
export function auditReview(
	action: Extract<AuditAction, `review.${string}`>,
	{ id: actorId }: Caller,
	where: SQL | undefined,
	replacement?: { rating: number },
	more: Record<string, unknown> = {},
) {
	const tool = sql`coalesce((select ${tools.name} from ${tools} where ${tools.id} = ${reviews.toolId}), 'the shop')`;
	const rating = replacement
		? { rating: replacement.rating, ratingWas: reviews.rating }
		: { rating: reviews.rating };
	return insertAuditEvent(
		{ action, actorId, subject: sql`${reviews.id}`, detail: { name: tool, ...rating, ...more } },
		sql`from ${reviews} where ${where} order by ${reviews.createdAt} desc limit 1`,
	);
}

/** How many of their own reviews a customer sees, so that a page reads at most thirty rows. */
const maxOwnReviews = 10;

/** The caller's own reviews, newest first. `hidden` says why others don't see it. */
export async function listOwnReviews({ id }: Pick<Caller, "id">): Promise<OwnReview[]> {
	const rows = await reviewsQuery({ limit: maxOwnReviews - 1, cursor: undefined }, { userId: id });
	return rows.map((row) => ({
		...toReview(row),
		...(row.hiddenReason && { hidden: hiddenFor(row.hiddenReason) }),
	}));
}
