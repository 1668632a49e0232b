import { origin } from "./origin.ts";

/**
 * What a link into the shop shows: a match whose first group is a tool's id, or, without one, the
 * reviews. Anything else, and any link that leads elsewhere, gives null or false.
 */
export function shownBy(link: HTMLAnchorElement): RegExpExecArray | null | false {
	return (
		link.origin === origin && /^\/(?:review|(?:tools|purchase)\/([\w-]+))\/?$/.exec(link.pathname)
	);
}
