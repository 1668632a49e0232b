/** The tools that staff choose for the home page. */
import * as v from "valibot";
import * as texts from "../../messages/settings.ts";
import { text } from "../../values/fields.ts";

/** How many tools the home page shows, as the specification has it. */
export const homeToolCount = 6;

/** The ids of the tools that stand first, in their order. The newest fill the places that are left. */
export interface HomeTools {
	tools: string[];
}

export const homeSetting: v.GenericSchema<unknown, HomeTools> = v.strictObject({
	tools: v.pipe(
		v.array(text(60)),
		v.maxLength(homeToolCount, texts.homeTexts.tooMany(homeToolCount)),
		v.check((ids) => new Set(ids).size === ids.length, texts.homeTexts.twice),
	),
});
