/** Reads and stores the pages that the owner writes. */
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { pages } from "../../db/page-tables.ts";
import * as texts from "../../messages/pages.ts";
import { publicPaths } from "../../paths/public.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database } from "../../platform/database/database.ts";
import { insertAuditEvent, selectChanges, toAuditEntry } from "../audit/audit.server.ts";
import type { AuditEntry } from "../audit/audit.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { OwnPage } from "./pages.ts";

/** How many pages a shop has at most. */
const maxPages = 200;

/** How its changes are found in the audit log. */
const subjectOf = (slug: string) => `page:${slug}`;

/** Returns a page that is published. */
export async function publishedPage(slug: string): Promise<OwnPage | undefined> {
	const { found } = await batch({ found: selectPages(and(eq(pages.slug, slug), isPublished)) });
	return found[0];
}

const isPublished = eq(pages.published, true);

const selectPages = (where?: SQL) =>
	database().select().from(pages).where(where).orderBy(asc(pages.slug)).limit(maxPages);

/** Returns all pages, or those that are published. */
export const listPages = (published = false) => selectPages(published ? isPublished : undefined);

/** A page with how it was changed, the newest change first. One round trip. */
export async function loadPage(slug: string) {
	const {
		found: [page],
		changes,
	} = await batch({
		found: selectPages(eq(pages.slug, slug)),
		changes: selectChanges(subjectOf(slug)),
	});
	return {
		page,
		// The log has its title as the name.
		changes: changes.map(toAuditEntry).map(
			(entry): AuditEntry => ({
				...entry,
				detail: { ...entry.detail, title: entry.detail.name ?? null },
			}),
		),
	};
}

/** What the form has seen: the page's address, and when it was changed last; of a new page nothing. */
interface Seen {
	slug: string;
	updatedAt: number;
}

/** What keeps a page as it is, by field. */
type Problems = Record<string, string>;

/** Whether the menu or the footer has a link to it. */
async function isLinked(slug: string): Promise<boolean> {
	const { navigation } = await shopSettings();
	const links = [...(navigation?.menu ?? []), ...(navigation?.footer ?? [])];
	return links.some(({ path }) => path === publicPaths.page(slug));
}

/**
 * Stores a page, unless somebody else has changed it since it was seen, another one has its address, or a link of the
 * menu or the footer would lead nowhere. Returns what is wrong.
 */
export async function savePage(
	caller: Pick<Caller, "id">,
	page: OwnPage,
	seen: Seen | undefined,
): Promise<Problems> {
	const { slug, title, text, published } = page;
	const leaves = seen && (seen.slug !== slug || !published);
	if (leaves && (await isLinked(seen.slug))) return { published: texts.isLinked };
	const values = { slug, title, text, published, updatedAt: new Date() };
	const isFree = sql`not ${hasRow(pages, eq(pages.slug, slug))}`;
	const hasRoom = sql`(select count(*) from (select 1 from ${pages} limit ${maxPages})) < ${maxPages}`;
	const isPage = eq(pages.slug, seen?.slug ?? slug);
	const isSeen = seen && hasRow(pages, and(isPage, eq(pages.updatedAt, new Date(seen.updatedAt))));
	const guard = isSeen ? [isSeen, ...(seen.slug === slug ? [] : [isFree])] : [isFree, hasRoom];
	const problem = await commit({
		guard,
		write: {
			saved: seen
				? database().update(pages).set(values).where(isPage)
				: database().insert(pages).values(values),
			audit: insertAuditEvent({
				action: "page.saved",
				actorId: caller.id,
				subject: subjectOf(slug),
				detail: { name: title, slug, text, published },
			}),
		},
		refused: (): Problems =>
			seen?.slug === slug ? { title: texts.changedMeanwhile } : { slug: texts.slugTaken },
	});
	if (!("saved" in problem)) return problem;
	purge("pages");
	return {};
}

/** Deletes a page, unless a link leads to it. Returns what is wrong. */
export async function deletePage(caller: Pick<Caller, "id">, slug: string): Promise<Problems> {
	if (await isLinked(slug)) return { published: texts.isLinked };
	await batch({
		audit: insertAuditEvent(
			{
				action: "page.deleted",
				actorId: caller.id,
				subject: subjectOf(slug),
				detail: { name: pages.title },
			},
			sql`from ${pages} where ${pages.slug} = ${slug}`,
		),
		deleted: database().delete(pages).where(eq(pages.slug, slug)),
	});
	purge("pages");
	return {};
}
