/** Hashes the network of a visitor, for limits without an account. */
import { networkPrefix } from "./rate-limit.ts";
import { sign } from "./signature.ts";

/**
 * Returns the signature of the network of a request, as `networkPrefix` cuts it: without the key, which
 * network it was can't be found by trying all.
 */
export function hashNetwork({ headers }: Request): Promise<string> {
	return sign("network", networkPrefix(headers.get("cf-connecting-ip")));
}
