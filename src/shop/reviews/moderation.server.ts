/** Hides, shows, answers and lists reviews for administrators. */
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { users } from "../../db/auth-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import { type Cursor, type Page, splitPage } from "../../values/paging.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import type { HiddenReason } from "./hidden-reasons.ts";
import type { ModeratedReview, Moderation, ReviewView } from "./moderation.ts";
import { auditReview, reviewColumns, toReview } from "./reviews.server.ts";

/** The column that has what a list shows, and by which it is sorted. */
const columnOf = {
	queue: "queuedAt",
	reported: "reportedAt",
	hidden: "hiddenAt",
	all: "createdAt",
} as const;

function moderatedQuery(where: SQL | undefined) {
	return (
		database()
			.select({
				...reviewColumns,
				hiddenAt: reviews.hiddenAt,
				queuedAt: reviews.queuedAt,
				reportedAt: reviews.reportedAt,
				reports: reviews.reports,
			})
			.from(reviews)
			// Archived tools too: their reviews can be hidden.
			.leftJoin(tools, eq(tools.id, reviews.toolId))
			.where(where)
	);
}

type ModeratedRow = Awaited<ReturnType<typeof moderatedQuery>>[number];

function toModerated(row: ModeratedRow): ModeratedReview {
	return {
		...toReview(row),
		queued: row.queuedAt !== null,
		reports: row.reports,
		...(row.hiddenReason &&
			row.hiddenAt && { hidden: { reason: row.hiddenReason, at: row.hiddenAt.toISOString() } }),
	};
}

/** A page of the reviews of a view, latest first, of one tool or of all. */
export async function listModeratedReviews({
	view,
	toolId,
	limit,
	cursor,
}: Page & { view: ReviewView; toolId?: string | undefined }): Promise<{
	reviews: ModeratedReview[];
	next: Cursor | undefined;
}> {
	const name = columnOf[view];
	const column = reviews[name];
	const fetched = await moderatedQuery(
		and(
			// Must match the condition of the view's partial index.
			view === "all" ? undefined : isNotNull(column),
			toolId === undefined ? undefined : eq(reviews.toolId, toolId),
			afterCursor(column, reviews.id, "desc", cursor),
		),
	)
		.orderBy(...orderByKey(column, reviews.id, "desc"))
		.limit(limit + 1);
	const sortKey = (row: ModeratedRow) => Number(row[name]?.getTime());
	const { rows, next } = splitPage(fetched, limit, sortKey);
	return { reviews: rows.map(toModerated), next };
}

/** What an administrator has seen leaves the queue, with its reports. */
const seen = { queuedAt: null, reportedAt: null, reports: {} };

/**
 * Hides a review or shows it again, answers it, or marks it as seen. Returns it as it is then. Throws
 * ShopError `not_found`.
 */
export async function moderateReview(
	caller: Caller,
	id: string,
	{ hidden, answer, seen: isSeen }: Moderation,
): Promise<ModeratedReview> {
	let changed: ModeratedReview | undefined;
	if (hidden) changed = await hideReview(caller, id, hidden);
	else if (hidden === null) changed = await showReview(caller, id);
	if (answer !== undefined) changed = await answerReview(caller, id, answer || null);
	if (isSeen !== undefined) changed = await markAsSeen(id, isSeen);
	return changed ?? toChanged(await moderatedQuery(eq(reviews.id, id)), []);
}

async function markAsSeen(id: string, isSeen: boolean): Promise<ModeratedReview> {
	const isReview = eq(reviews.id, id);
	const { moderated } = await batch({
		changed: database()
			.update(reviews)
			.set(isSeen ? seen : { queuedAt: sql`coalesce(${reviews.queuedAt}, ${Date.now()})` })
			.where(isReview),
		moderated: moderatedQuery(isReview),
	});
	return toChanged(moderated, []);
}

async function answerReview(
	caller: Caller,
	id: string,
	answer: string | null,
): Promise<ModeratedReview> {
	const isReview = eq(reviews.id, id);
	const { moderated } = await commit({
		guard: [hasRow(reviews, sql`${isReview} and ${reviews.answer} is not ${answer}`)],
		write: {
			changed: database()
				.update(reviews)
				.set({
					answer,
					answeredAt: answer === null ? null : new Date(),
					// Whoever answers has seen it, but maybe not what was reported.
					queuedAt: sql`iif(${reviews.reportedAt} is null, null, ${reviews.queuedAt})`,
				})
				.where(isReview),
			audit: auditReview("review.answered", caller, isReview),
			moderated: moderatedQuery(isReview),
		},
		refused: () => unchanged(isReview),
	});
	return toChanged(moderated, ["reviews"]);
}

/** How long a review can be shown again before its author's e-mail, in milliseconds. */
const undoMs = 30_000;
const mailAt = () => new Date(Date.now() + undoMs);

/** Its author gets an e-mail, unless it is shown again first. */
async function hideReview(
	caller: Caller,
	id: string,
	reason: HiddenReason,
): Promise<ModeratedReview> {
	const isReview = eq(reviews.id, id);
	const { moderated, mail = [] } = await commit({
		guard: [hasRow(reviews, sql`${isReview} and ${reviews.hiddenReason} is not ${reason}`)],
		write: {
			changed: database()
				.update(reviews)
				.set({
					...seen,
					hiddenAt: sql`coalesce(${reviews.hiddenAt}, ${Date.now()})`,
					hiddenReason: reason,
				})
				.where(isReview),
			audit: auditReview("review.hidden", caller, isReview, undefined, { reason }),
			mail: addToOutbox({ kind: "review.hidden", subject: id, availableAt: mailAt() }),
			moderated: moderatedQuery(isReview),
		},
		refused: () => unchanged(isReview),
	});
	sendFromOutbox(mail);
	return toChanged(moderated, ["reviews", "tools"]);
}

async function showReview(caller: Caller, id: string): Promise<ModeratedReview> {
	const isReview = eq(reviews.id, id);
	const { moderated } = await commit({
		guard: [hasRow(reviews, and(isReview, isNotNull(reviews.hiddenAt)))],
		write: {
			changed: database()
				.update(reviews)
				.set({ ...seen, hiddenAt: null, hiddenReason: null })
				.where(isReview),
			audit: auditReview("review.shown", caller, isReview),
			moderated: moderatedQuery(isReview),
		},
		refused: () => unchanged(isReview),
	});
	return toChanged(moderated, ["reviews", "tools"]);
}

/** A review that is as it should be already. */
const unchanged = async (where: SQL) => ({ moderated: await moderatedQuery(where), mail: [] });

/** Purges what shows a changed review: `tags`, and its tool if there are any. Lists of tools show their stars. */
function toChanged([row]: ModeratedRow[], tags: ("reviews" | "tools")[]): ModeratedReview {
	if (!row) throw new ShopError("not_found");
	if (tags.length > 0) purge(...tags, ...(row.toolId ? [`tool:${row.toolId}` as const] : []));
	return toModerated(row);
}

/** What the e-mail to the author of a hidden review says. Undefined if nobody has to be told. */
export async function findHidden(
	id: string,
): Promise<
	{ email: string; reason: HiddenReason; description: string; tool: string | null } | undefined
> {
	const [found] = await database()
		.select({
			email: users.email,
			reason: reviews.hiddenReason,
			description: reviews.description,
			tool: tools.name,
		})
		.from(reviews)
		// The address may be somebody else's until it is verified.
		.innerJoin(users, and(eq(users.id, reviews.userId), eq(users.emailVerified, true)))
		.leftJoin(tools, eq(tools.id, reviews.toolId))
		.where(eq(reviews.id, id));
	return found?.reason ? { ...found, reason: found.reason } : undefined;
}
