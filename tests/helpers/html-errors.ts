/** An HTML validator: what in a page the HTML Standard does not allow. */
import { HtmlValidate, StaticConfigLoader } from "html-validate";

/** What the standard asks, and what a reader of the page's outline or of its fields would miss. */
const validator = new HtmlValidate(
	new StaticConfigLoader({
		extends: ["html-validate:standard"],
		rules: {
			"missing-doctype": "error",
			"no-implicit-close": "error",
			"no-missing-references": "error",
			"empty-heading": "error",
			"empty-title": "error",
			"heading-level": "error",
			"input-attributes": "error",
			"input-missing-label": "error",
			"no-redundant-for": "error",
			"hidden-focusable": "error",
			"unique-landmark": "error",
			"text-content": "error",
			"wcag/h30": "error",
			"wcag/h36": "error",
			"wcag/h37": "error",
			"wcag/h71": "error",
		},
	}),
);

/** Returns what is wrong with the HTML of a whole page: the rule, what it says, and the source from there on. */
export async function htmlErrors(html: string): Promise<string[]> {
	const { results } = await validator.validateString(html);
	return results
		.flatMap(({ messages }) => messages)
		.map(
			({ ruleId, message, offset }) => `${ruleId}: ${message} ${html.slice(offset, offset + 120)}`,
		);
}
