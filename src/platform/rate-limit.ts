/**
 * How often the Worker answers one address or one user, counted by Cloudflare's own binding: without a
 * round trip, in each of its places on its own, and not to the last request (Cloudflare docs: Workers,
 * Rate Limiting). What the caches answer never gets here. The numbers stand in wrangler.toml.
 */
import { env } from "cloudflare:workers";
import { userIdFromToken } from "./access-token.ts";
import { logError } from "./log.ts";

/** The period of all three limits in wrangler.toml, in seconds: by then there is room again. */
export const rateLimitPeriodS = 60;

/**
 * Counts a request, and gives whether there were too many: of one user, where it carries a token that
 * this shop has signed, else of one address. Searches are counted once more, on their own. Where the
 * limit itself fails nobody is refused.
 */
export async function isRateLimited(request: Request): Promise<boolean> {
	const user = await userIdFromToken(request.headers.get("authorization"));
	const key = user
		? `user ${user}`
		: `address ${networkPrefix(request.headers.get("cf-connecting-ip"))}`;
	const limits = [user ? env.USER_LIMIT : env.ADDRESS_LIMIT];
	if (isSearch(request)) limits.push(env.SEARCH_LIMIT);
	try {
		const results = await Promise.all(limits.map((limit) => limit.limit({ key })));
		return results.some(({ success }) => !success);
	} catch (error) {
		logError("rate_limit", error);
		return false;
	}
}

/** Whether words are looked for: on a page or by a call. */
function isSearch({ url }: Request): boolean {
	return Boolean(new URL(url).searchParams.get("q")?.trim());
}

/** Groups of an IPv6 address that name a network: whoever has one such address has all of its network. */
const networkPrefixGroups = 4;

/** An IPv4 address as it is, an IPv6 address as its first 64 bits (RFC 4291, 2.5.4). */
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
