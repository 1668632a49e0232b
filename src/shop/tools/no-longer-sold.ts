/** Tools that are no longer sold: they keep their pages and embeds for a while. */

/** For how long a tool that is no longer sold has a page that search engines keep, in days. */
const pageDays = 365;

/** Whether the page of a tool is gone: a year after it was archived. */
export function isGone(archivedAt: Date | undefined, now = Date.now()): boolean {
	return archivedAt !== undefined && now - archivedAt.getTime() >= pageDays * 24 * 60 * 60 * 1000;
}
