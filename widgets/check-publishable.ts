/** Which shop the npm package may be built for. */

/** Hosts that are nobody's shop: RFC 2606 and 6761, private addresses, bare names. */
const unreachableHosts =
	/^(localhost|[^.]+|\[.*\]|[\d.]+|.+\.(localhost|local|internal|invalid|test|example|home\.arpa)|(.+\.)?example\.(com|net|org))$/;

/** Throws where `origin` is no origin that readers of other sites can reach: https, and a public name. */
export function checkPublishable(origin: string): void {
	const url = URL.canParse(origin) ? new URL(origin) : undefined;
	if (url?.protocol === "https:" && url.origin === origin && !unreachableHosts.test(url.hostname))
		return;
	throw new Error(
		`widgets: the package would send its readers to ${origin}. Give the shop's own address, as in SHOP_ORIGIN=https://shop.cogsmith.com npm pack`,
	);
}
