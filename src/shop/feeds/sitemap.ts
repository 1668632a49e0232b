/** The sitemap (sitemaps.org): an index of parts. */
import { textElement, xmlDeclaration } from "../../values/xml.ts";

const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

/**
 * Row numbers of tools in a part. The protocol allows 50,000 addresses in 50 MB; with this many a part
 * fits into the page cache, and reads no more rows at once than one of these.
 */
export const toolsPerPart = 1500;

/** The part with all pages but those of tools. */
export const pagesPart = "pages";

/** Returns the names of the parts of a shop whose newest tool has this row number. */
export function sitemapParts(lastNumber: number): string[] {
	const count = Math.ceil(lastNumber / toolsPerPart);
	return [pagesPart, ...Array.from({ length: count }, (_, index) => `tools-${index + 1}`)];
}

/** Returns the row numbers in a part with tools, or undefined for any other name. */
export function numbersInPart(part: string): { after: number; upTo: number } | undefined {
	const digits = /^tools-([1-9]\d{0,8})$/.exec(part)?.[1];
	if (digits === undefined) return undefined;
	return { after: (Number(digits) - 1) * toolsPerPart, upTo: Number(digits) * toolsPerPart };
}

/** Returns the index of parts with these addresses. */
export function sitemapIndex(addresses: readonly string[]): string {
	const parts = addresses.map((address) => `<sitemap>${textElement("loc", address)}</sitemap>`);
	return `${xmlDeclaration}<sitemapindex xmlns="${namespace}">${parts.join("")}</sitemapindex>\n`;
}

/** A page, and when it last changed if that is known. */
interface SitemapPage {
	address: string;
	changed?: Date;
}

/** Returns a part. */
export function sitemapUrls(pages: readonly SitemapPage[]): string {
	const urls = pages.map(
		({ address, changed }) =>
			`<url>${textElement("loc", address)}${textElement("lastmod", changed?.toISOString())}</url>`,
	);
	return `${xmlDeclaration}<urlset xmlns="${namespace}">${urls.join("")}</urlset>\n`;
}
