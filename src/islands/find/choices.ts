/** What was chosen in Find anything, and which pages match what is typed. */
import * as v from "valibot";

const choiceSchema = v.object({
	/** A path of the shop. */
	href: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
	name: v.string(),
	detail: v.string(),
});
export type Choice = v.InferOutput<typeof choiceSchema>;

const recentKey = "find-recent";
const maxRecent = 5;

/** Returns the recent choices of this tab, the newest first; none where storage is disabled. */
export function readRecent(): Choice[] {
	try {
		const stored: unknown = JSON.parse(sessionStorage.getItem(recentKey) ?? "[]");
		return v.parse(v.array(choiceSchema), stored).slice(0, maxRecent);
	} catch {
		return [];
	}
}

/** Stores a choice. Only until the tab is closed: it may name a customer, who others at this computer must not see. */
export function storeRecent(choice: Choice): void {
	const others = readRecent().filter(({ href }) => href !== choice.href);
	try {
		sessionStorage.setItem(recentKey, JSON.stringify([choice, ...others].slice(0, maxRecent)));
	} catch {
		// Without storage nothing is recent.
	}
}

/** Whether each word typed is the beginning of a word of the text. */
export function isWordsIn(typed: string, text: string): boolean {
	const words = splitWords(text);
	return splitWords(typed).every((start) => words.some((word) => word.startsWith(start)));
}

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
