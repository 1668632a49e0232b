/** Truncates a text at a word to at most `maxLength` characters and an ellipsis. */
export function excerpt(text: string, maxLength: number): string {
	if (text.length <= maxLength) return text;
	return `${text
		.slice(0, maxLength + 1)
		.replace(/\s+\S*$/, "")
		.slice(0, maxLength)}…`;
}
