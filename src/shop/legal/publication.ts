/** When a legal page is published, and which links to one are shown. */

/** What the head of a legal page says of its publication. */
export interface Publication {
	/** The date of publication, or false for a draft. */
	published: Date | false;
	/** The date with which the demo shop shows the draft. */
	demo?: Date | undefined;
}

/** Returns when a legal page was published in a shop with this e-mail address, or undefined for a draft. */
export function publicationDate(
	{ published, demo }: Publication,
	contactEmail: string,
): Date | undefined {
	if (published) return published;
	return isDemoShop(contactEmail) ? demo : undefined;
}

/** No shop of one's own has an address below `.test`, which is reserved (RFC 6761, 6.2). */
export function isDemoShop(contactEmail: string): boolean {
	return contactEmail.endsWith(".test");
}

/** Returns HTML in which links to legal pages that are not published are plain text. */
export function unlinkUnpublished(html: string, published: readonly string[]): string {
	return html.replaceAll(
		/<a [^>]*href="\/legal\/([\w-]+)"[^>]*>(.*?)<\/a>/gs,
		(link, page: string, text: string) => (published.includes(page) ? link : text),
	);
}
