/**
 * Rate limits per IP address and per user, by Cloudflare's Rate Limiting binding. It takes no round
 * trip, counts in each location separately and is not exact (Cloudflare docs: Workers, Rate Limiting).
 * Responses from the edge cache do not count. The limits are in wrangler.toml.
 */
import { env } from "cloudflare:workers";
import { userIdFromToken } from "./access-token.ts";
import { logError } from "./log.ts";

/** The period of all limits in wrangler.toml, in seconds. Clients may retry after it. */
export const rateLimitPeriodS = 60;

/**
 * Counts a request and returns whether there were too many: of a user if the request has a valid
 * access token, otherwise of an IP address. Searches and the orders of guests have an additional limit.
 * If the binding fails, no request is rejected.
 */
export async function isRateLimited(request: Request): Promise<boolean> {
	const user = await userIdFromToken(request.headers.get("authorization"));
	const key = user
		? `user ${user}`
		: `address ${networkPrefix(request.headers.get("cf-connecting-ip"))}`;
	const limits = [user ? env.USER_LIMIT : env.ADDRESS_LIMIT];
	if (isSearch(request)) limits.push(env.SEARCH_LIMIT);
	if (!user && isCheckout(request)) limits.push(env.GUEST_LIMIT);
	try {
		const results = await Promise.all(limits.map((limit) => limit.limit({ key })));
		return results.some(({ success }) => !success);
	} catch (error) {
		logError("rate_limit", error);
		return false;
	}
}

/**
 * Counts a code that somebody types and returns whether there were too many, so that nobody finds one by trying. Right ones
 * count too: a limit that they pass would tell them apart.
 */
export async function areTooManyCodes(request: Request): Promise<boolean> {
	const user = await userIdFromToken(request.headers.get("authorization"));
	const who = user ?? networkPrefix(request.headers.get("cf-connecting-ip"));
	try {
		return !(await env.GUEST_LIMIT.limit({ key: `code ${who}` })).success;
	} catch (error) {
		logError("rate_limit", error);
		return false;
	}
}

/** Whether a page or an endpoint is requested with a search. */
function isSearch({ url }: Request): boolean {
	return Boolean(new URL(url).searchParams.get("q")?.trim());
}

/** Whether an order is placed. Other limits count a guest by what was typed, which can differ each time. */
function isCheckout({ method, url }: Request): boolean {
	if (method !== "POST") return false;
	try {
		// Routes match decoded paths.
		return /^\/api\/checkout\/*$/i.test(decodeURIComponent(new URL(url).pathname));
	} catch {
		return false;
	}
}

/** Groups of an IPv6 address that identify a network. A client usually has a whole network. */
const networkPrefixGroups = 4;

/** Returns an IPv4 address unchanged, and the first 64 bits of an IPv6 address (RFC 4291, 2.5.4). */
export function networkPrefix(address: string | null): string {
	if (!address?.includes(":")) return address ?? "unknown";
	const [head = "", tail] = address.toLowerCase().split("::");
	const [leading, trailing] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean));
	if (!leading || !trailing) return address;
	const missing = tail === undefined ? 0 : Math.max(0, 8 - leading.length - trailing.length);
	return [...leading, ...Array(missing).fill("0"), ...trailing]
		.slice(0, networkPrefixGroups)
		.map((group) => group.replace(/^0+(?=.)/, ""))
		.join(":");
}
