/** The id of the tool that a link into the shop is about; undefined where it is about none. */
export function toolOf(link: HTMLAnchorElement): string | undefined {
	const [, id] = /^\/(?:tools|purchase)\/([^/]+)$/.exec(link.pathname) ?? [];
	return id && decodeURIComponent(id);
}
