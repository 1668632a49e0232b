/** What a reviewer is shown of a change's sentences. */
import { expect, it } from "vitest";
import { newSentences } from "../new-sentences.ts";

it("lists what is new or rewritten, not what moved, comments or single words", () => {
	const diff = [
		"--- a/src/messages/cart.ts",
		"+++ b/src/messages/cart.ts",
		"@@ -1,2 +1,4 @@",
		'-export const moved = "This only moved.";',
		'-export const was = "This was so.";',
		'+/** Says "what it is" in a comment. */',
		"+export const now = `Now it is so.`;",
		'+export const moved = "This only moved.";',
		'+export const word = "Cart";',
		'+one: "# tool", other: "# tools are here",',
	].join("\n");
	expect(newSentences(diff)).toEqual([
		"src/messages/cart.ts: Now it is so.",
		"src/messages/cart.ts: # tools are here",
	]);
});

it("says nothing without a difference", () => {
	expect(newSentences("")).toEqual([]);
});
