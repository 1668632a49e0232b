/** Pages that the owner writes: their form. */
import * as v from "valibot";
import * as texts from "../../messages/pages.ts";
import {
	describeFields,
	flagField,
	formOf,
	linesField,
	textField,
} from "../../values/record-fields.ts";

export const maxPageText = 20_000;

export const pageFields = describeFields(texts, {
	title: textField({ max: 80, missing: texts.titleMissing }),
	slug: {
		kind: "text",
		rules: v.pipe(
			v.string(),
			v.trim(),
			v.toLowerCase(),
			v.regex(/^[a-z0-9][a-z0-9-]{0,59}$/, texts.slugWrong),
		),
		attributes: { maxlength: 60, required: true },
	},
	text: linesField({ max: maxPageText, missing: texts.textMissing, rows: 16 }),
	published: { ...flagField(), says: (published) => texts.wasSaved(Boolean(published)) },
});
export const pageForm = formOf(pageFields);
export type OwnPage = v.InferOutput<typeof pageForm>;
