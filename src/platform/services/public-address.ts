/**
 * Which addresses that a user has typed the shop may fetch: https at a public name (OWASP: Server-Side Request
 * Forgery Prevention).
 *
 * A Worker can neither resolve a name itself nor pin what it was resolved to, so that a public name of a private
 * address passes. What makes that harmless is the platform. `fetch` has no way into anybody's private network: that takes a
 * binding (Cloudflare docs: Workers VPC), and this shop has none. With `global_fetch_strictly_public`
 * (wrangler.toml) it is routed as a request from the internet, also to names of the shop's own zone, whose
 * origins it would otherwise reach behind Cloudflare's security settings (workerd: compatibility-date.capnp).
 * `npm start` has no such guarantee: its workerd may connect to private addresses. So what can be known from
 * the name is rejected here.
 */

/**
 * The ends of names that lead nowhere, or to the machine or network of whoever asks: reserved ones (RFC 6761,
 * 6762, 7686, 8375, 9476 and ICANN's `internal`), and those that networks use by habit.
 */
const privateNames = [
	"alt",
	"arpa",
	"corp",
	"home",
	"internal",
	"intranet",
	"invalid",
	"lan",
	"local",
	"localdomain",
	"localhost",
	"onion",
	"private",
	"svc",
	"test",
];

/** Public domains whose names resolve to the address in the name, to the own machine, or to several addresses in turn. */
const rebindingDomains = [
	"1u.ms",
	"backname.io",
	"ddev.site",
	"fuf.me",
	"lacolhost.com",
	"lcl.host",
	"lndo.site",
	"local-ip.co",
	"local-ip.sh",
	"local.gd",
	"localho.st",
	"localhost.direct",
	"localtest.me",
	"lvh.me",
	"nip.io",
	"plex.direct",
	"rbndr.us",
	"rebind.it",
	"rebind.network",
	"requestrepo.com",
	"smackaho.st",
	"sslip.io",
	"traefik.me",
	"ulh.us",
	"vcap.me",
	"xip.io",
	"xip.name",
];

/**
 * Whether an address is one to fetch: https at the standard port without credentials, of a host with a
 * public name. IP addresses are not, in any notation: images are served under names, and ranges of private ones change.
 */
export function isPublicAddress(address: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, username, password, port, hostname } = new URL(address);
	if (protocol !== "https:" || username !== "" || password !== "" || port !== "") return false;
	return isPublicName(hostname.replace(/\.$/, ""));
}

/** Takes a host as the URL standard writes it: in lower case, an IPv4 address as four decimals, IPv6 in brackets. */
function isPublicName(name: string): boolean {
	const labels = name.split(".");
	// Names of the public internet end with letters.
	if (labels.length < 2 || labels.includes("") || !/^[a-z][a-z0-9-]*$/.test(labels.at(-1) ?? ""))
		return false;
	const endsWith = (end: string) => name === end || name.endsWith(`.${end}`);
	return ![...privateNames, ...rebindingDomains].some(endsWith) && !hasPrivateIp(name);
}

/** Whether a name has a private IPv4 address in it, with dots or hyphens, as wildcard services of any domain resolve it. */
function hasPrivateIp(name: string): boolean {
	const addresses = name.matchAll(
		/(?<!\d)(?=(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?!\d))/g,
	);
	return [...addresses].some(([, ...parts]) => isPrivateIp(parts.map(Number)));
}

/** Whether an IPv4 address is no public one (IANA: IPv4 Special-Purpose Address Registry). */
function isPrivateIp([first = 0, second = 0]: readonly number[]): boolean {
	return (
		first === 0 ||
		first === 10 ||
		first === 127 ||
		first >= 224 ||
		(first === 100 && second >= 64 && second < 128) ||
		(first === 169 && second === 254) ||
		(first === 172 && second >= 16 && second < 32) ||
		(first === 192 && second === 168) ||
		(first === 198 && (second === 18 || second === 19))
	);
}
