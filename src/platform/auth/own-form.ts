import { shopOrigin } from "../settings/settings.ts";

/**
 * Whether a request is the POST of a form on the shop's own pages: another site's form must not act in a
 * visitor's name. Browsers send Origin with every POST (Fetch Standard).
 */
export function isOwnForm({ method, headers }: Request): boolean {
	return method === "POST" && headers.get("origin") === shopOrigin();
}
