/** The partner of a cart without JavaScript, for whom there is no session storage: in a cookie that only its pages get. */
import { partnerPattern } from "../../../widgets/src/partner.ts";
import { sitePaths } from "../../paths/site.ts";
import { ownCookie } from "../../platform/auth/own-cookie.ts";
import { partnerOf } from "./partner-address.ts";

const cookie = ownCookie({
	name: "partner",
	path: sitePaths.cart,
	pattern: partnerPattern,
	maxTexts: 1,
	maxAgeS: 24 * 60 * 60,
});

/** Returns the partner of a request, from its address, the page that it comes from or the cookie. */
export function basicPartner(request: Request): string | undefined {
	return partnerOf(request) ?? cookie.read(request.headers)[0];
}

/** Returns the Set-Cookie header with a partner; without one, the browser removes it. */
export const basicPartnerCookie = (partner: string | undefined): string =>
	cookie.write(partner === undefined ? [] : [partner]);
