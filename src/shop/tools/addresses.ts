/** The addresses of tools, which are the last part of their pages' paths: made of names, and checked. */

export const maxAddressLength = 60;

/** How many addresses with a small number are tried for a name. */
const maxTried = 9;

const pattern = /^[a-z0-9][a-z0-9-]*$/;

/** Letters that are no other letter with an accent. */
const letters: Record<string, string> = {
	ß: "ss",
	æ: "ae",
	œ: "oe",
	ø: "o",
	ł: "l",
	đ: "d",
	ð: "d",
	þ: "th",
	ı: "i",
};

/** Makes the end of an address of a name: `Chain & cassette` is `chain-cassette`. Empty without Latin letters and digits. */
export function slugOf(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-/, "")
		.slice(0, maxAddressLength)
		.replace(/-$/, "");
}

/** Whether a text can be an address. `/tools/c` has the categories. */
export function isAddress(text: string): boolean {
	return pattern.test(text) && text.length <= maxAddressLength && text !== "c";
}

function withNumber(slug: string, number: number): string {
	const end = `-${number}`;
	return slug.slice(0, maxAddressLength - end.length).replace(/-$/, "") + end;
}

/** A number of five digits, which hardly any other tool has. */
const randomNumber = () => 10_000 + Math.floor(Math.random() * 90_000);

/**
 * Returns the addresses that each of some new tools can have, by its name, the best first. No two tools have one
 * in common, nor with `taken`, so that all can be added in one statement. A name without Latin letters and digits
 * has none.
 */
export function addressCandidates(
	names: readonly string[],
	taken: readonly string[] = [],
	lastNumber: () => number = randomNumber,
): string[][] {
	const slugs = names.map(slugOf);
	const lists: string[][] = names.map(() => []);
	const used = new Set(taken);
	const nextNumber = new Map<string, number>();
	const add = (index: number, address: string): boolean => {
		if (!isAddress(address) || used.has(address)) return false;
		used.add(address);
		lists[index]?.push(address);
		return true;
	};
	for (let round = 1; round <= maxTried; round += 1) {
		for (const [index, slug] of slugs.entries()) {
			if (slug === "") continue;
			let number = nextNumber.get(slug) ?? 1;
			while (!add(index, number === 1 ? slug : withNumber(slug, number))) number += 1;
			nextNumber.set(slug, number + 1);
		}
	}
	// A number alone is no address.
	for (const [index, slug] of slugs.entries()) add(index, withNumber(slug, lastNumber()));
	return lists;
}
