/** What is wrong with a value whose schema has no sentence of its own: valibot's words are for programmers. */
import type * as v from "valibot";
import * as messages from "../messages/messages.ts";

const byType: Record<string, string> = {
	string: messages.invalidText,
	number: messages.invalidNumber,
	boolean: messages.trueOrFalseOnly,
	Array: messages.listOnly,
	Object: messages.objectOnly,
};

/** Returns the sentence for an issue: what the value must be, where that can be said. */
export function plainMessage({ expected, received }: v.BaseIssue<unknown>): string {
	if (received === "undefined") return messages.valueMissing;
	const choices = [...(expected ?? "").matchAll(/"([^"]*)"/g)].map(([, choice]) => choice);
	if (choices.length > 0) return messages.oneOf(choices.join(", "));
	return byType[expected ?? ""] ?? messages.checkValue;
}
