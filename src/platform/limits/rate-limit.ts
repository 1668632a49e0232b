/**
 * Rate limits per network and per user, by Cloudflare's Rate Limiting binding. It takes no round
 * trip, counts in each location separately and is not exact (Cloudflare docs: Workers, Rate Limiting).
 * Responses from the edge cache do not count. The limits are in wrangler.toml.
 */
import { env } from "cloudflare:workers";
import { userIdFromToken } from "../auth/access-token.ts";
import { networkPrefix } from "../auth/network.ts";
import { logError } from "../services/log.ts";

/** The period of all limits in wrangler.toml, in seconds. Clients may retry after it. */
export const rateLimitPeriodS = 60;

/**
 * What a binding counts: all that is asked for, and the acts that have a limit of their own, whichever page or call asks
 * for them. Limits of a day or of open orders are in account-attempts.ts and open-order-limits.server.ts.
 */
const acts = {
	request: { network: "ADDRESS_LIMIT", user: "USER_LIMIT" },
	search: { network: "SEARCH_LIMIT", user: "SEARCH_LIMIT" },
	/** An order of an unproved buyer: a guest can type another e-mail each time. */
	order: { network: "GUEST_LIMIT", user: "GUEST_LIMIT" },
	/** A code that somebody types. Right ones count too: a limit that they pass would tell them apart. */
	code: { network: "GUEST_LIMIT", user: "GUEST_LIMIT" },
} as const;

type Act = keyof typeof acts;

/** The acts of each request that are counted already. */
const counted = new WeakMap<Request, Map<Act, Promise<boolean>>>();

/**
 * Counts an act, once for each request, and returns whether there were too many: of the network, and of the user if the
 * request has a valid access token. If the binding fails, nothing is rejected.
 */
export function isTooMuch(act: Act, request: Request): Promise<boolean> {
	const own = counted.get(request) ?? new Map<Act, Promise<boolean>>();
	counted.set(request, own);
	const result = own.get(act) ?? countAct(act, request);
	own.set(act, result);
	return result;
}

async function countAct(act: Act, request: Request): Promise<boolean> {
	const user = await userIdFromToken(request.headers.get("authorization"));
	const address = networkPrefix(request.headers.get("cf-connecting-ip"));
	const limits = acts[act];
	const name = act === "code" || act === "order" ? `${act} ` : "";
	try {
		const results = await Promise.all([
			env[limits.network].limit({ key: `${name}address ${address}` }),
			...(user ? [env[limits.user].limit({ key: `${name}user ${user}` })] : []),
		]);
		return results.some(({ success }) => !success);
	} catch (error) {
		logError("rate_limit", error);
		return false;
	}
}

/** Counts a request, and a search. Returns whether there were too many. */
export async function isRateLimited(request: Request): Promise<boolean> {
	const results = await Promise.all([
		isTooMuch("request", request),
		...(isSearch(request) ? [isTooMuch("search", request)] : []),
	]);
	return results.includes(true);
}

/** Whether a page or an endpoint is requested with a search. */
function isSearch({ url }: Request): boolean {
	return Boolean(new URL(url).searchParams.get("q")?.trim());
}
