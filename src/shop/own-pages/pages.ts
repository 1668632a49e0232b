/** Pages that the owner writes: their form. */
import * as v from "valibot";
import * as texts from "../../messages/pages.ts";
import { requiredMultilineText, requiredText } from "../../values/fields.ts";

export interface OwnPage {
	slug: string;
	title: string;
	text: string;
	published: boolean;
}

export const maxPageText = 20_000;

export const pageForm = v.object({
	title: requiredText(80, texts.titleMissing),
	slug: v.pipe(
		v.string(),
		v.trim(),
		v.toLowerCase(),
		v.regex(/^[a-z0-9][a-z0-9-]{0,59}$/, texts.slugWrong),
	),
	text: requiredMultilineText(maxPageText, texts.textMissing),
	published: v.pipe(
		v.string(),
		v.transform((sent) => sent === "1"),
	),
});
