/** Access control of pages: checked in the Worker, before anything private is sent. */
import type { AstroGlobal } from "astro";
import type { Buyer, Caller } from "../../access/caller.ts";
import { may, type Permission } from "../../access/roles.ts";
import { sitePaths } from "../../paths/site.ts";
import { auth, callerFromCookie } from "./auth.ts";
import { guestTokenHashes } from "./guest-token.ts";

/**
 * Returns the signed-in user of a guarded page, or a redirect to the login page that returns here. A page
 * that needs a permission also signs out who does not have it, as the specification requires, but only on a direct
 * navigation: neither a prefetch nor another site's link ends a session.
 */
export async function guard(
	page: AstroGlobal,
	access: "user" | Permission,
): Promise<Caller | Response> {
	page.response.headers.set("Cache-Control", "no-store");
	const caller = await callerOf(page);
	if (caller && (access === "user" || may(caller.role, access))) return caller;
	const { headers } = redirectToLogin(page);
	if (caller && isDirectNavigation(page.request.headers)) {
		const signedOut = await auth().api.signOut({
			headers: page.request.headers,
			returnHeaders: true,
		});
		for (const cookie of signedOut.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
	}
	return new Response(null, { status: 302, headers });
}

/** Returns who sees a page about an order: the signed-in user, the guest of this browser's cookie, or both. */
export async function buyerOf(page: AstroGlobal): Promise<Buyer> {
	page.response.headers.set("Cache-Control", "no-store");
	return {
		user: await callerOf(page),
		guestTokenHashes: await guestTokenHashes(page.request.headers),
	};
}

/** Returns who is signed in, and tells the header, which no script then has to change. */
async function callerOf({ request, locals }: AstroGlobal): Promise<Caller | undefined> {
	const caller = await callerFromCookie(request.headers);
	if (caller) locals.userName = caller.name;
	return caller;
}

/** Returns the redirect to the login page that returns here. */
export function redirectToLogin({ url }: AstroGlobal): Response {
	const headers = {
		Location: sitePaths.loginReturningTo(url.pathname + url.search),
		"Cache-Control": "no-store",
	};
	return new Response(null, { status: 302, headers });
}

/** A navigation from this shop or typed by hand, and no prefetch (W3C Fetch Metadata). */
function isDirectNavigation(headers: Headers): boolean {
	const site = headers.get("sec-fetch-site");
	const prefetch = headers.get("sec-purpose")?.includes("prefetch");
	return !prefetch && (site === "same-origin" || site === "none");
}
