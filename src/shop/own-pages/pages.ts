/** Pages that the owner writes: their form. */
import * as v from "valibot";
import * as texts from "../../messages.pages.ts";
import { requiredMultilineText, requiredText } from "../../values/fields.ts";

export interface OwnPage {
	slug: string;
	title: string;
	text: string;
	published: boolean;
}

export const maxPageText = 20_000;

const pageForm = v.object({
	title: requiredText(80, texts.titleMissing),
	slug: v.pipe(
		v.string(),
		v.trim(),
		v.toLowerCase(),
		v.regex(/^[a-z0-9][a-z0-9-]{0,59}$/, texts.slugWrong),
	),
	text: requiredMultilineText(maxPageText, texts.textMissing),
	published: v.boolean(),
});

/** Reads the form of a page. Returns what is wrong with it by field, if anything. */
export function parsePage(
	form: FormData,
): { page: OwnPage } | { problems: Record<string, string> } {
	const sent = (field: string) => String(form.get(field) ?? "").replaceAll("\r\n", "\n");
	const parsed = v.safeParse(pageForm, {
		...{ title: sent("title"), slug: sent("slug"), text: sent("text") },
		published: sent("published") === "1",
	});
	if (parsed.success) return { page: parsed.output };
	const problems = parsed.issues.map((issue) => [v.getDotPath(issue) ?? "title", issue.message]);
	return { problems: Object.fromEntries(problems) };
}
