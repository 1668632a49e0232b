/** A new documentation address (RFC 3849), each of a network with limits of its own. */
export function newIpAddress(): string {
	const parts = crypto.getRandomValues(new Uint16Array(4));
	return `2001:db8:${[...parts].map((part) => part.toString(16)).join(":")}::1`;
}
