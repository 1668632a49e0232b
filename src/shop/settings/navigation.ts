/** The links around every page that the dashboard sets: those of the menu instead of shop.config.ts, and more for the footer. */
import * as v from "valibot";
import * as texts from "../../messages/settings.ts";
import { requiredText } from "../../values/fields.ts";
import { describeFields } from "../../values/record-fields.ts";
import type { FormFields, TypedRecord } from "../../values/typed-record.ts";

export interface NavigationLink {
	label: string;
	/** The path of a page of this shop. */
	path: string;
}

export interface Navigation {
	menu: NavigationLink[];
	footer: NavigationLink[];
}

const maxLabel = 40;
const maxLinks = { menu: 8, footer: 16 } as const;

const link = v.strictObject({
	label: requiredText(maxLabel, texts.labelMissing),
	path: v.pipe(
		v.string(),
		v.maxLength(200, texts.pathMissing),
		// Neither another site nor two slashes, which would be one.
		v.regex(/^\/(?!\/)[\w/?=&%.-]*$/, texts.pathMissing),
	),
});

const links = (max: number) => v.pipe(v.array(link), v.maxLength(max, texts.tooManyLinks(max)));

export const navigationSetting: v.GenericSchema<unknown, Navigation> = v.strictObject({
	menu: v.pipe(links(maxLinks.menu), v.minLength(1, texts.menuEmpty)),
	footer: links(maxLinks.footer),
});

const rows = {
	kind: "rows",
	layout: "line",
	canMove: true,
	add: texts.navigationTexts.link.add,
	addBy: "path",
	remove: ({ label }: TypedRecord) => texts.navigationTexts.link.remove(String(label)),
	fields: describeFields(texts.navigationTexts.link, {
		label: { kind: "text", attributes: { required: true, maxlength: maxLabel } },
		path: { kind: "fixed" },
	}),
} as const;

export const navigationFields: FormFields = describeFields(texts.navigationTexts, {
	menu: rows,
	footer: rows,
});
