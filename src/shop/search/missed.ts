/** Which searches without results are counted. */

/** Maximum length of a search that is counted, in characters. */
const maxMissedLength = 60;

/** Longer rows of digits with what stands between them may be the number of a telephone, a card, an account. */
const longNumber = /\d(?:[\s()./+-]*\d){6,}/;
const personal = [/@/, /:\/\/|\bwww\./i, longNumber];
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;

/**
 * Returns a search as it is counted, or undefined if it may say something of a person, such as an e-mail, or says
 * nothing. The search is already without superfluous spaces.
 */
export function countedSearch(q: string): string | undefined {
	const text = q.toLowerCase();
	const isWord = /\p{L}/u.test(text) && text.length <= maxMissedLength && !unprintable.test(text);
	return isWord && !personal.some((pattern) => pattern.test(text)) ? text : undefined;
}
