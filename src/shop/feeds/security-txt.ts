/** How to report a vulnerability of the shop: RFC 9116. */
import { contact } from "../../config/config.ts";
import { textLanguage } from "../../config/language.ts";
import { wellKnownPaths } from "./feeds.ts";

/** How long what it says is good for, in days: less than a year (RFC 9116, 2.5.5). */
const validDays = 180;

/** Returns security.txt as it is at a time. It expires at the end of a day, so that it is the same all day. */
export function securityTxt(origin: string, now: Date): string {
	const expires = new Date(now);
	expires.setUTCDate(expires.getUTCDate() + validDays);
	expires.setUTCHours(0, 0, 0, 0);
	return `Contact: mailto:${contact.email}
Expires: ${expires.toISOString()}
Preferred-Languages: ${textLanguage}
Canonical: ${origin}${wellKnownPaths.security}
`;
}
