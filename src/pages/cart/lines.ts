/** Changes the cart of a browser without JavaScript, as a form of the shop asks. */
import type { APIRoute } from "astro";
import { ShopError } from "../../errors.ts";
import { readForm } from "../../http/body.ts";
import { allowOnly } from "../../http/handle.ts";
import { isOwnForm } from "../../platform/own-form.ts";
import { publicPaths } from "../../public-paths.ts";
import {
	basicCartCookie,
	basicCartLines,
	basicCodeCookie,
	changeBasicCart,
} from "../../shop/carts/basic-cart.server.ts";
import { noteParameter } from "../../shop/carts/basic-cart.ts";
import { partnerOf, withPartner } from "../../shop/partners/partner-address.ts";
import { sitePaths } from "../../site-paths.ts";

export const POST: APIRoute = async ({ request }) => {
	if (!isOwnForm(request)) throw new ShopError("foreign_origin");
	const form = await readForm(request);
	const { lines, note } = await changeBasicCart(basicCartLines(request.headers), form);
	const path = form.get("change") === "moved" ? sitePaths.cart : publicPaths.basicCart;
	const headers = new Headers({
		Location: withPartner(note ? `${path}?${noteParameter}=${note}` : path, partnerOf(request)),
		"Cache-Control": "no-store",
	});
	headers.append("Set-Cookie", basicCartCookie(lines));
	if (form.get("change") === "code")
		headers.append("Set-Cookie", basicCodeCookie(form.get("code") ?? ""));
	return new Response(null, { status: 303, headers });
};

export const ALL = allowOnly("POST");
