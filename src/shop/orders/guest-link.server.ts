/** The link to a guest's order: its token is exchanged for the cookie, and leaves the address. */
import { and, eq } from "drizzle-orm";
import { orders } from "../../db/order-tables.ts";
import {
	guestCookie,
	guestTokenParameter,
	hashGuestToken,
} from "../../platform/auth/guest-token.ts";
import { database } from "../../platform/database/database.ts";
import { isOrderOf } from "./orders.server.ts";

/**
 * Returns the redirect of a link with a token to the same page without it, so that neither history nor
 * Referer has the token. It sets the cookie if the token is the order's. Undefined for a link without one.
 */
export async function openGuestLink(request: Request, id: string): Promise<Response | undefined> {
	const url = new URL(request.url);
	const token = url.searchParams.get(guestTokenParameter);
	if (token === null) return undefined;
	const [found] = await database()
		.select({ id: orders.id })
		.from(orders)
		.where(and(isOrderOf(id), eq(orders.accessTokenHash, await hashGuestToken(token))));
	return new Response(null, {
		status: 303,
		headers: {
			Location: url.pathname,
			"Cache-Control": "no-store",
			"Referrer-Policy": "no-referrer",
			...(found && { "Set-Cookie": guestCookie(request.headers, token) }),
		},
	});
}
