/** Text in XML 1.0. */

const entities: Record<string, string> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&apos;",
};

/** The characters that XML does not allow, escaped or not (XML 1.0, 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for content and attributes, without the characters that no XML may have. */
export function escapeXml(text: string): string {
	return text
		.replace(forbidden, "")
		.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Returns an element with text, or nothing without a text. */
export function textElement(name: string, text: string | undefined): string {
	return text === undefined ? "" : `<${name}>${escapeXml(text)}</${name}>`;
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
