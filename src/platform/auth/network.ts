/** The network of a visitor, for limits without an account. */
import { sign } from "./signature.ts";

/**
 * Returns the signature of the network of a request, as `networkPrefix` cuts it: without the key, which
 * network it was can't be found by trying all.
 */
export function hashNetwork({ headers }: Request): Promise<string> {
	return sign("network", networkPrefix(headers.get("cf-connecting-ip")));
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
