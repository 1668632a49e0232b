/** Changes the cart of a browser without JavaScript, as a form of the shop asks. */
import type { APIRoute } from "astro";
import { ShopError } from "../../errors.ts";
import { readForm } from "../../http/body.ts";
import { allowOnly } from "../../http/handle.ts";
import { publicPaths } from "../../paths/public.ts";
import { sitePaths } from "../../paths/site.ts";
import { isOwnForm } from "../../platform/auth/own-form.ts";
import {
	basicCartCookie,
	basicCartLines,
	basicCodeCookie,
	changeBasicCart,
} from "../../shop/carts/basic-cart.server.ts";
import { noteParameter } from "../../shop/carts/basic-cart.ts";
import { basicPartner, basicPartnerCookie } from "../../shop/partners/basic-partner.server.ts";
import { withPartner } from "../../shop/partners/partner-address.ts";

export const POST: APIRoute = async ({ request }) => {
	if (!isOwnForm(request)) throw new ShopError("foreign_origin");
	const form = await readForm(request);
	const { lines, note } = await changeBasicCart(basicCartLines(request.headers), form);
	const isMoved = form.get("change") === "moved";
	const path = isMoved ? sitePaths.cart : publicPaths.basicCart;
	const partner = basicPartner(request);
	const headers = new Headers({
		Location: withPartner(note ? `${path}?${noteParameter}=${note}` : path, partner),
		"Cache-Control": "no-store",
	});
	headers.append("Set-Cookie", basicCartCookie(lines));
	// A script keeps the partner in the tab's storage.
	if (partner !== undefined)
		headers.append("Set-Cookie", basicPartnerCookie(isMoved ? undefined : partner));
	if (form.get("change") === "code")
		headers.append("Set-Cookie", basicCodeCookie(form.get("code") ?? ""));
	return new Response(null, { status: 303, headers });
};

export const ALL = allowOnly("POST");
