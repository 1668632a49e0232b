/** The domain a shop is deployed at: asked for where wrangler.toml does not have it yet. */

/** The origin of a domain such as shop.example. Throws a clear sentence on anything else. */
export function originFromDomain(domain: string): string {
	const text = domain.trim().toLowerCase();
	const labels = text.split(".");
	const isDomain =
		labels.length > 1 &&
		labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
		!/^\d+$/.test(labels.at(-1) ?? "");
	if (!isDomain) {
		throw new Error(`"${domain.trim()}" is no domain. Give its name alone, such as shop.example`);
	}
	return `https://${text}`;
}

/** Whether a deployed shop can be reached at SHOP_ORIGIN: a domain, by https, on its usual port. */
export function isDeployable(origin: string): boolean {
	if (!URL.canParse(origin)) return false;
	const { protocol, hostname, port, pathname } = new URL(origin);
	if (protocol !== "https:" || port !== "" || pathname !== "/") return false;
	try {
		return originFromDomain(hostname) === `https://${hostname}`;
	} catch {
		return false;
	}
}
