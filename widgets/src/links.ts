import { origin } from "./origin.ts";

/**
 * Matches a link to the shop. The first group is a tool's id; without one the link is to the reviews.
 * Returns null or false for any other link.
 */
export function matchShopLink(link: HTMLAnchorElement): RegExpExecArray | null | false {
	return (
		link.origin === origin && /^\/(?:review|(?:tools|purchase)\/([\w-]+))\/?$/.exec(link.pathname)
	);
}
