/** Checks the shop origin that the npm package is built for. */

/** Hosts that are not public: reserved names (RFC 2606, RFC 6761), IP addresses, bare names. */
const unreachableHosts =
	/^(localhost|[^.]+|\[.*\]|[\d.]+|.+\.(localhost|local|internal|invalid|test|example|home\.arpa)|(.+\.)?example\.(com|net|org))$/;

/** Throws an Error unless `origin` is https with a public host name. */
export function checkPublishable(origin: string): void {
	const url = URL.canParse(origin) ? new URL(origin) : undefined;
	if (url?.protocol === "https:" && url.origin === origin && !unreachableHosts.test(url.hostname))
		return;
	throw new Error(
		`widgets: ${origin} is not a public origin. Set the shop's own, as in SHOP_ORIGIN=https://shop.cogsmith.com npm pack`,
	);
}
