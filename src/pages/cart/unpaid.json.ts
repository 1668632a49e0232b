/** The orders of this browser that wait to be paid, for the notice of every page. */
import type { APIRoute } from "astro";
import { allowOnly } from "../../http/handle.ts";
import { callerFromCookie } from "../../platform/auth/auth.ts";
import { guestTokenHashes } from "../../platform/auth/guest-token.ts";
import { unpaidOrders } from "../../shop/orders/unpaid-orders.server.ts";

export const GET: APIRoute = async ({ request: { headers } }) => {
	const buyer = {
		user: await callerFromCookie(headers),
		guestTokenHashes: await guestTokenHashes(headers),
	};
	return Response.json(await unpaidOrders(buyer), {
		headers: { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" },
	});
};

export const ALL = allowOnly("GET");
