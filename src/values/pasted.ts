/** What people copy from e-mails, papers and labels: the one way to read it. Runs in the Worker and the browser. */

/** Characters that nobody sees: joiners, direction marks, soft hyphens, byte order marks. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Dashes of any length, and the minus sign. */
const dash = /[\p{Pd}\u2212]/gu;

/**
 * Returns a text as somebody means it who types or pastes it: with plain letters and digits for those of full width
 * (Unicode Standard Annex 15: NFKC), one kind of dash, and without invisible characters and outer blanks and full stops.
 */
export function pasted(text: string): string {
	const plain = text.normalize("NFKC").replace(invisible, "").replace(dash, "-");
	let [start, end] = [0, plain.length];
	const isOuter = (at: number) => /[\s.]/.test(plain.charAt(at));
	while (start < end && isOuter(start)) start++;
	while (end > start && isOuter(end - 1)) end--;
	return plain.slice(start, end);
}

/** Returns a code that is the same in capitals and in small letters, as it is looked up. */
export const codeKey = (text: string): string => pasted(text).toLowerCase();

/**
 * Returns an e-mail as it is looked up: in lower case, its domain in ASCII (Unicode Technical Standard 46, as URLs
 * have it), so that both spellings of one domain are one account. What is no e-mail comes back for a pattern to refuse.
 */
export function pastedEmail(text: string): string {
	const email = pasted(text).toLowerCase();
	const at = email.lastIndexOf("@") + 1;
	const domain = email.slice(at);
	// What would end a host in an address is none: the pattern refuses it.
	if (!at || !/^[^\s/?#@:\\[\]%]*$/.test(domain) || /^[\0-\x7f]*$/.test(domain)) return email;
	return email.slice(0, at) + (URL.parse(`https://${domain}`)?.hostname || domain);
}

/** Returns a search as it is looked up: with an e-mail's domain in ASCII, as `pastedEmail` stores it. */
export const storedSearch = (q: string): string => (q.includes("@") ? pastedEmail(q) : q);
