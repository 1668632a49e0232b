/** The links around every page that the dashboard sets: those of the menu instead of shop.config.ts, and more for the footer. */
import * as v from "valibot";
import * as texts from "../../messages/settings.ts";
import { requiredText } from "../../values/fields.ts";

export interface NavigationLink {
	label: string;
	/** The path of a page of this shop. */
	path: string;
}

export interface Navigation {
	menu: NavigationLink[];
	footer: NavigationLink[];
}

const maxLinks = { menu: 8, footer: 16 } as const;

const link = v.strictObject({
	label: requiredText(40, texts.labelMissing),
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
