/**
 * The text of a page, with some marks of Markdown: headings (`##`, `###`), lists (`-`, `1.`), `**strong**`, `*emphasis*`
 * and `[links](/tools)`. Everything else is text. It is read into parts, which a component shows, and never into HTML.
 */
import { excerpt } from "../../values/excerpt.ts";

export type Inline =
	| { text: string }
	| { strong: Inline[] }
	| { em: Inline[] }
	| { link: Inline[]; href: string };

export type TextBlock =
	| { heading: 2 | 3; content: Inline[] }
	| { paragraph: Inline[] }
	| { list: Inline[][]; isOrdered: boolean };

/** Marks that begin nowhere near their end are text, however many there are. */
const mark =
	/\*\*(?<strong>(?:[^*]|\*(?!\*)){1,500})\*\*|(?<!\*)\*(?<em>[^*\s][^*]{0,500})\*(?!\*)|\[(?<link>[^\][]{1,200})\]\((?<href>[^()\s]{1,500})\)/g;

/** Pages of this shop and others, e-mails and telephones. */
const safeHref = /^(?:\/(?!\/)|https:\/\/|mailto:|tel:|#)/;

function readInline(text: string): Inline[] {
	const parts: Inline[] = [];
	let end = 0;
	for (const match of text.matchAll(mark)) {
		const { strong, em, link, href = "" } = match.groups ?? {};
		if (link !== undefined && !safeHref.test(href)) continue;
		if (match.index > end) parts.push({ text: text.slice(end, match.index) });
		end = match.index + match[0].length;
		if (strong !== undefined) parts.push({ strong: readInline(strong) });
		else if (em !== undefined) parts.push({ em: readInline(em) });
		else parts.push({ link: [{ text: link ?? "" }], href });
	}
	if (end < text.length) parts.push({ text: text.slice(end) });
	return parts;
}

const heading = /^(#{2,3}) +(.+)$/;
const item = /^(?:(-|\*)|\d{1,3}\.) +(.+)$/;

/** Reads the text of a page. Empty lines stand between its paragraphs. */
export function readPageText(text: string): TextBlock[] {
	const blocks: TextBlock[] = [];
	let lines: string[] = [];
	const endParagraph = () => {
		if (lines.length > 0) blocks.push({ paragraph: readInline(lines.join(" ")) });
		lines = [];
	};
	for (const line of text.split("\n").map((one) => one.trim())) {
		const [, marks, title] = heading.exec(line) ?? [];
		const [, bullet, content] = item.exec(line) ?? [];
		if (marks && title) {
			endParagraph();
			blocks.push({ heading: marks.length === 2 ? 2 : 3, content: readInline(title) });
		} else if (content) {
			endParagraph();
			const isOrdered = bullet === undefined;
			const last = blocks.at(-1);
			if (last && "list" in last && last.isOrdered === isOrdered)
				last.list.push(readInline(content));
			else blocks.push({ list: [readInline(content)], isOrdered });
		} else if (line === "") endParagraph();
		else lines.push(line);
	}
	endParagraph();
	return blocks;
}

const plain = (parts: readonly Inline[]): string =>
	parts
		.map((part) => {
			if ("text" in part) return part.text;
			return plain("strong" in part ? part.strong : "em" in part ? part.em : part.link);
		})
		.join("");

/** Returns how a page begins, for search engines: its first paragraph without marks. */
export function beginningOf(blocks: readonly TextBlock[], maxLength = 160): string | undefined {
	const first = blocks.find((block) => "paragraph" in block);
	const text = first && plain(first.paragraph);
	return text && excerpt(text, maxLength);
}
