/** Feeds in the Atom format (RFC 4287). */
import { name as shopName } from "../../config/config.ts";
import { textLanguage } from "../../config/language.ts";
import { escapeXml, textElement, xmlDeclaration } from "../../values/xml.ts";

interface Entry {
	/** What identifies it for ever: an address. */
	id: string;
	title: string;
	/** The page that shows it. */
	url: string;
	author?: string;
	published: Date;
	text: string;
	/** The address of its image. */
	image: string;
}

interface Feed {
	/** Its own address, which identifies it. */
	url: string;
	/** The page that shows the same. */
	page: string;
	title: string;
	/** Newest first. */
	entries: readonly Entry[];
}

/** An empty feed needs a time too (RFC 4287, 4.1.1): long before any entry. */
const never = new Date(0);

/** Returns the feed's document. */
export function atomFeed({ url, page, title, entries }: Feed): string {
	const updated = entries[0]?.published ?? never;
	return [
		`${xmlDeclaration}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${textLanguage}">`,
		textElement("id", url),
		textElement("title", title),
		textElement("updated", updated.toISOString()),
		`<author>${textElement("name", shopName)}</author>`,
		`<link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>`,
		`<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
		...entries.map(entryElement),
		"</feed>\n",
	].join("");
}

/** An entry's price, stock or image may change, which is no news: it keeps the time of its publication. */
function entryElement({ id, title, url, author, published, text, image }: Entry): string {
	const time = published.toISOString();
	const html = `<p><img src="${escapeXml(image)}" alt=""></p><p>${escapeXml(text)}</p>`;
	return [
		"<entry>",
		textElement("id", id),
		textElement("title", title),
		textElement("published", time),
		textElement("updated", time),
		author === undefined ? "" : `<author>${textElement("name", author)}</author>`,
		`<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
		`<content type="html">${escapeXml(html)}</content>`,
		"</entry>",
	].join("");
}
