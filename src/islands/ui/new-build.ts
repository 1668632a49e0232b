/**
 * A tab that was open during a deploy asks for files of a build that is gone. Then it is reloaded, once,
 * and forms store their drafts first. Without React: every page with islands loads it.
 */

/** The event that tells forms to store their drafts, because the page will be reloaded. */
export const reloadEvent = "shop-reload";

/** How long a tab isn't reloaded again, in milliseconds: a file that stays gone must not reload it forever. */
const pauseMs = 5 * 60_000;

const storageKey = "reloaded-at";

/** Notes a reload in this tab. Returns false if it was reloaded lately, or can't note it. */
function mayReload(): boolean {
	try {
		const reloadedAt = Number(sessionStorage.getItem(storageKey));
		if (Date.now() - reloadedAt < pauseMs) return false;
		sessionStorage.setItem(storageKey, String(Date.now()));
		return true;
	} catch {
		return false;
	}
}

/** Whether the server has no such file. Offline and for any other failure it may still have it. */
const isGone = (url: string): Promise<boolean> =>
	fetch(url, { method: "HEAD", cache: "no-store" }).then(
		({ status }) => status === 404,
		() => false,
	);

/** Returns the shop's address in the error of a failed import: Chromium and Firefox name it, Safari doesn't. */
export function addressInError(error: unknown): string | undefined {
	const url = /https?:\/\/[^\s?]+/.exec(String(error))?.[0];
	return url?.startsWith(`${location.origin}/`) ? url : undefined;
}

/** Reloads the page if the server no longer has a file of its build. Returns whether it does. */
export async function reloadIfGone(url: string): Promise<boolean> {
	if (!(await isGone(url)) || !mayReload()) return false;
	dispatchEvent(new Event(reloadEvent));
	location.reload();
	return true;
}
