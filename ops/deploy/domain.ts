/** The domain a shop is deployed at. */
import { domainToASCII } from "node:url";

/**
 * The origin of a domain name such as shop.example or bücher.example, in ASCII as Cloudflare's routes take it (UTS 46).
 * Throws an Error with a readable message otherwise.
 */
export function originFromDomain(domain: string): string {
	const isName = /^[^\s/:@?#%\\[\]]+$/u.test(domain.trim());
	const text = isName ? domainToASCII(domain.trim()) : "";
	const labels = text.split(".");
	const isDomain =
		labels.length > 1 &&
		labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
		!/^\d+$/.test(labels.at(-1) ?? "");
	if (!isDomain) {
		throw new Error(
			`"${domain.trim()}" is not a domain name. Enter it without https://, such as shop.example`,
		);
	}
	return `https://${text}`;
}

/** Whether SHOP_ORIGIN is https:// and a domain name, on the default port. */
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
